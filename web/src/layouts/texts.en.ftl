## live

live-state-live = Live
live-state-reconnecting = Reconnecting
live-state-offline = Offline
live-about-live = What you see changes by itself
live-about-reconnecting = Opening the live stream again; meanwhile screens are refreshed from time to time
live-about-offline = No connection to Canopy; what you see may be old

## shell

shell-open = Open menu
shell-close = Close menu
shell-skip = Skip to content
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
