register-title = Create account
register-submit = Create account
register-instead = Sign in instead
register-failed = Registration failed
register-done-title = Account created
register-done-text = You can sign in now.
