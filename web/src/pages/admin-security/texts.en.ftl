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
