security-title = Security
security-about = Sign-ins that failed, what is signed in, and who signs in with a password only
security-refresh = Refresh
security-failed = Failed to load the state of security
security-overview = Overview
security-sessions = Sessions
security-tokens = API tokens
security-users = Active accounts
security-without = Without two-factor
security-sign-ins = Failed sign-ins
security-sign-ins-about = Of the last 24 hours. One that was followed by a good sign-in to the same account is not counted.
security-sign-ins-none = No sign-in has failed in the last 24 hours.
security-sign-ins-total = { $n ->
    [one] One failed sign-in in all
   *[other] { $n } failed sign-ins in all
}
security-sign-ins-unplaced = { $n ->
    [one] One more wrong password or code came from where its account was signed in to before; from where is not kept.
   *[other] { $n } more wrong passwords or codes came from where their accounts were signed in to before; from where is not kept.
}
security-address = Address
security-address-none = Not through the console
security-attempts = Attempts
security-last = Latest
security-state = State
security-throttled = Throttled until { $time }
security-open = Not throttled
security-administrators = Administrators
security-person = Name
security-last-sign-in = Last sign-in
security-password-only = Password only
security-people = Without two-factor authentication
security-people-none = Everybody signs in with a second factor.
security-people-some = The first { $shown } of { $n }
security-manage = Users
security-provider = Sign-in with a provider
security-provider-on = On
security-provider-off = Not set up
security-provider-about = OpenID Connect, set by the operator with the CANOPY_OIDC settings of the role auth.
security-provider-name = Name
security-provider-issuer = Issuer
security-provider-linked = Connected accounts
security-provider-accounts = Who gets an account
security-provider-accounts-of =
    { $of ->
        [always] Everybody it vouches for
        [invited] Whoever is invited
       *[never] Nobody
    }
security-provider-link = Accounts that are there
security-provider-link-explicit = After their owner has connected them
security-provider-link-email = By a verified address, too
security-provider-second = Second factor
security-provider-second-own = One’s own is asked for
security-provider-second-provider = The provider’s is enough
security-provider-roles = Roles by group
security-provider-roles-none = Roles are given here
