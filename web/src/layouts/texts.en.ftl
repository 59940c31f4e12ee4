## live

live-state-live = Live
live-state-connecting = Connecting
live-state-reconnecting = Reconnecting
live-state-offline = Offline
live-about-live = What you see changes by itself
live-about-connecting = Opening the live stream; meanwhile screens are refreshed from time to time
live-about-reconnecting = Opening the live stream again; meanwhile screens are refreshed from time to time
live-about-offline = No connection to Canopy; what you see may be old

## shell

shell-open = Open menu
shell-close = Close menu
shell-skip = Skip to content
shell-skip-rows = Skip to the list
shell-offline = You are offline. Changes are not possible until the network is back.

## nav

nav-main = Main navigation
nav-dashboard = Dashboard
nav-deployments = Deployments
nav-tasks = Tasks
nav-events = Events
nav-teams = Teams
nav-admin = Admin
nav-infrastructure = Infrastructure
nav-logout = Logout { $name }
nav-user = User
nav-logout-title = Logout successful
nav-logout-text = You are now logged out.

## themeButton

themeButton-light = Light theme
themeButton-dark = Dark theme

## theme

theme-choose = Theme: { $choice }
theme-light = Light
theme-dark = Dark
theme-system = As the system

## language

language-choose = Language: { $language }
language-failed = The language could not be loaded. Please try again.

## shell

shell-palette = Search or jump to…

## nav

nav-count-failed =
    { $n ->
        [one] deployment has failed
       *[other] deployments have failed
    }
nav-count-work =
    { $n ->
        [one] task at work
       *[other] tasks at work
    }

## trail

trail-label = Where you are
trail-to-deployments = Deployments
trail-to-tasks = Tasks
trail-to-events = Events
trail-to-teams = Teams
trail-to-infrastructure = Infrastructure
trail-to-system = System
trail-to-users = Users

## work

work-label =
    { $n ->
        [0] Messages; no task at work
        [one] Messages; { $n } task at work
       *[other] Messages; { $n } tasks at work
    }
work-title = At work
work-none = No task is at work.
work-messages = Messages
work-messages-none = No messages yet.

## palette

palette-label = Search or jump to
palette-placeholder = Deployment, cluster, team, task or page
palette-found = Found
palette-none = Nothing is called “{ $typed }”.
palette-group-pages = Pages
palette-group-sites = Deployments
palette-group-clusters = Clusters
palette-group-teams = Teams
palette-group-tasks = Tasks
palette-page-dashboard = Dashboard
palette-page-deployments = Deployments
palette-page-new = Create Deployment
palette-page-tasks = Tasks
palette-page-events = Events
palette-page-teams = Teams
palette-page-newTeam = Create Team
palette-page-infrastructure = Infrastructure
palette-page-newCluster = Register Cluster
palette-page-newDatacenter = Add Datacenter
palette-task-install = Install { $name }
palette-task-upgrade = Change { $name }
palette-task-restart = Restart { $name }
palette-task-stop = Stop { $name }
palette-task-start = Start { $name }
palette-task-scale = Scale { $name }
palette-task-move = Move { $name }
palette-task-uninstall = Delete { $name }

## keys

keys-title = Keys
keys-leave = Close
keys-to-palette = Search or jump to
keys-to-search = Search this list
keys-to-dashboard = Dashboard
keys-to-deployments = Deployments
keys-to-tasks = Tasks
keys-to-events = Events
keys-to-teams = Teams
keys-to-infrastructure = Infrastructure
keys-to-create = Create Deployment
keys-to-rows = Next and previous row
keys-to-enter = Go to what the row is about
keys-to-open = Open the row
keys-to-choose = Choose the row, where several can be chosen
keys-to-actions = What can be done with the row
keys-to-parts = Header, menu, content
keys-to-close = Close what is open
keys-to-this = These keys

## public

public-about = Web applications on your own Kubernetes clusters

## people

nav-settings = Settings
nav-system = System
nav-security = Security
nav-database = Database
nav-users = Users
palette-page-settings = Settings
palette-page-system = System
palette-page-security = Security
palette-page-database = Database
palette-page-users = Users
keys-to-settings = Settings
