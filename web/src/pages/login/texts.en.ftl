login-title = Welcome back
login-email = Email
login-password = Password
login-submit = Sign in
login-create = Create account
login-email-required = Email is required
login-password-required = Password is required
login-failed = Login failed
login-code = Code
login-code-about = Of your authenticator app, or one of your recovery codes
login-code-required = Code is required
login-code-back = Back to the password
login-forgot = Forgot password?
login-provider-or = or
login-provider-sign-in = Sign in with { $provider }
login-provider-under-way = Signing in…
login-provider-linking = Connect your account
login-provider-linked = Your account is connected
login-provider-back = Back to the sign-in page
login-provider-to-settings = Back to the settings
login-provider-over = This sign-in took too long or was begun in another window. Please begin again.
login-provider-error =
    { $code ->
        [access_denied] The provider did not let you in, or you did not agree to it ({ $code }).
        [temporarily_unavailable] The provider is busy at the moment. Please try again ({ $code }).
        [server_error] The provider has a fault. Please try again ({ $code }).
        [login_required] The provider wants you to sign in there first ({ $code }).
        [invalid_scope] The provider does not know what Canopy asks of it. An administrator can change that ({ $code }).
        [unauthorized_client] The provider does not know Canopy. An administrator can change that ({ $code }).
       *[other] The provider ended the sign-in ({ $code }).
    }
