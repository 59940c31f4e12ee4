## account

account-firstName = First name
account-lastName = Last name
account-email = Email
account-password = Password
account-password-about = At least { $n } characters
account-name-required = First name is required
account-email-required = Email is required
account-email-invalid = Invalid email address
account-password-required = Password is required
account-password-short = Password should be at least { $n } characters long for security

## changes

changes-edit = Edit
changes-edit-named = Edit { $name }
changes-restart = Restart
changes-retry = Retry
changes-retry-done = Trying again
changes-retry-done-text = The failed work is being done again.
changes-retry-failed = The work could not be started again. Please try again.
changes-discard = Discard the change
changes-task = View Task
changes-failure-lines =
    { $n ->
        [one] { $n } log line of it
       *[other] { $n } log lines of it
    }
changes-failure-events = What the cluster said
changes-failure-object = Object
changes-failure-word = Reason
changes-failure-times = Times

## event

event-times = ×{ $n }
event-times-about =
    { $n ->
        [one] Seen { $n } time
       *[other] Seen { $n } times
    }
event-column-type = Type
event-column-what = What happened
event-column-when = When
event-details = Event Details
event-basic = Basic Information
event-timestamps = Timestamps
event-technical = Technical Details
event-none = None
event-id = ID
event-deployment = Deployment
event-cluster = Cluster
event-team = Team
event-task = Task
event-kind-install = Installation
event-kind-upgrade = Change
event-kind-restart = Restart
event-kind-stop = Stop
event-kind-start = Start
event-kind-scale = Scaling
event-kind-move = Move
event-kind-uninstall = Removal
event-actor = Done by
event-itself = Canopy
event-namespace = Namespace
event-count = Count
event-reason = Reason
event-component = Component
event-request = Request
event-host = Host
event-clusterId = Cluster ID
event-created = Created
event-updated = Updated
event-first = First seen
event-last = Last seen
event-uid = UID
event-fullId = Full ID
event-component-Deployment = Deployment
event-component-Task = Task
event-component-Team = Team
event-component-Cluster = Cluster
event-component-Datacenter = Datacenter
event-component-User = User

## logs

logs-search = Search logs...
logs-level = Level
logs-all = All Levels
logs-info = Info
logs-warn = Warning
logs-error = Error
logs-follow = Follow the end
logs-copy = Copy these lines
logs-copied = Copied
logs-copy-not = Copying needs https
logs-download = Download these lines
logs-only = Only lines with the text
logs-hit = { $at } of { $n }
logs-hits = { $n } found
logs-hit-before = Previous match
logs-hit-next = Next match
logs-since = Since
logs-since-ever = Any time
logs-since-minutes = Last { $n } min
logs-since-hours = Last { $n } h
logs-wrap = Wrap long lines
logs-full = Whole window
logs-full-leave = Leave the whole window
logs-zone = Times in { $zone }
logs-gone = { $pod } is no more
logs-region = Log lines
logs-none = No log lines yet
logs-unmatched = No line matches
logs-new =
    { $n ->
        [one] { $n } new line
       *[other] { $n } new lines
    }
logs-shown =
    { $n ->
        [one] { $n } line
       *[other] { $n } lines
    }

## query

query-again = Try Again
query-retry = Retry
query-stale = Could not be refreshed: { $reason }
query-loading = Loading

## secret

secret-show = Show { $label }
secret-hide = Hide { $label }
secret-none = Not set

## status

status-running = Running
status-serving = Running
status-failed = Failed
status-pending = Pending
status-deleting = Deleting
status-complete = Complete
status-skipped = Skipped
status-succeeded = Succeeded
status-cancelled = Cancelled
status-operational = Operational
status-maintenance = Maintenance
status-issues = Issues
status-unreachable = Unreachable
status-unknown = Unknown
status-active = Active
status-inactive = Inactive
status-starting = Starting
status-failing = Failing
status-stopping = Stopping
status-stopped = Stopped
status-waiting = Not in effect
status-up = Up
status-down = Down
status-degraded = Degraded
status-Normal = Normal
status-Warning = Warning
status-Error = Error

## facts

facts-none = Not available

## links

links-outside = (opens in a new tab)

## rows

rows-open = Open
rows-actions = Actions
rows-details = Details: { $name }
rows-picks = Choose
rows-pick = Choose { $name }

## copy

copy-copy = Copy { $text }
copy-copied = Copied
copy-not = Copying needs https

## atWork

atWork-name-install = Install { $name }
atWork-name-upgrade = Change { $name }
atWork-name-restart = Restart { $name }
atWork-name-stop = Stop { $name }
atWork-name-start = Start { $name }
atWork-name-scale = Scale { $name }
atWork-name-move = Move { $name }
atWork-name-uninstall = Delete { $name }

## states

states-failed =
    { $n ->
        [one] { $n } failed
       *[other] { $n } failed
    }
states-label = { $all } in all, { $failed } failed, { $pending } pending, { $stopped } stopped

## pages

pages-before = Previous page
pages-next = Next page
pages-page = Page { $n }

## search

search-clear = Clear the search

## preferences

preferences-failed = Your choice could not be kept in your profile

## role

role-name-admin = Admin
role-name-manager = Manager
role-name-user = User

## held

held-new = { $n } new

clusterLacks-title = This cluster lacks something that sites need
curl-copy = Copy as curl
curl-copied = Command copied
curl-token = Put one of your API tokens into CANOPY_TOKEN; Settings makes them.
curl-not = Copying needs https
