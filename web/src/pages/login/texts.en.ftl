login-title = Welcome back
login-email = Email
login-password = Password
login-submit = Sign in
login-create = Create account
login-email-required = Email is required
login-password-required = Password is required
login-failed = Login failed
