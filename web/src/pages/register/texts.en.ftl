register-title = Create account
register-submit = Create account
register-instead = Sign in instead
register-failed = Registration failed
register-done-title = Account created
register-done-text = You can sign in now.
register-closed = Registration is closed. Please ask an administrator for an invitation.
register-unknown = Could not find out whether registration is open
