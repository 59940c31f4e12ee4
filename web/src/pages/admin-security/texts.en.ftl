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
security-rights = Who may do what
security-rights-about = What a role gives everywhere, and what a place in a team gives in that team.
security-rights-by = Listed by
security-rights-by-person = By person
security-rights-by-team = By team
security-rights-search-people = Search people...
security-rights-search-teams = Search teams...
security-rights-loading = Loading who may do what
security-rights-failed = Failed to load who may do what
security-rights-none = Nobody is called so
security-rights-found = { $from } to { $to } of { $total }
security-rights-role = Role
security-rights-may = May
security-rights-may-admin = Everything, in every team
security-rights-may-manager = Read the sites, tasks, events and clusters of all teams, without passwords and logs; the rest as a place in a team gives it
security-rights-may-user = Read datacenters and clusters; the rest as a place in a team gives it
security-rights-may-nothing = Nothing: the account is inactive
security-rights-team = Team
security-rights-owner = Owner
security-rights-members = Members
security-rights-admin = Team admin
security-rights-member = Member
security-rights-may-in-owner = All that a team admin may; also remove team admins, hand the team over and delete it
security-rights-may-in-admin = All that a member may; also change the team and its people and see the passwords of its sites
security-rights-may-in-member = Create, change and delete the team’s sites and read their logs
security-rights-no-team = In no team
