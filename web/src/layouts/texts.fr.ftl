## live

live-state-live = En direct
live-state-reconnecting = Reconnexion
live-state-offline = Hors ligne
live-about-live = Ce que vous voyez se met à jour tout seul
live-about-reconnecting = Réouverture du flux en direct ; en attendant, les écrans sont actualisés de temps en temps
live-about-offline = Aucune connexion à Canopy ; ce que vous voyez est peut-être obsolète

## shell

shell-open = Ouvrir le menu
shell-close = Fermer le menu
shell-skip = Aller au contenu
shell-offline = Vous êtes hors ligne. Aucune modification n’est possible tant que le réseau n’est pas rétabli.

## nav

nav-main = Navigation principale
nav-dashboard = Tableau de bord
nav-deployments = Déploiements
nav-tasks = Tâches
nav-events = Événements
nav-teams = Équipes
nav-admin = Administration
nav-infrastructure = Infrastructure
nav-logout = Déconnexion ({ $name })
nav-user = Utilisateur
nav-logout-title = Déconnexion réussie
nav-logout-text = Vous êtes maintenant déconnecté.

## themeButton

themeButton-light = Thème clair
themeButton-dark = Thème sombre

## theme

theme-choose = Thème : { $choice }
theme-light = Clair
theme-dark = Sombre
theme-system = Comme le système

## language

language-choose = Langue : { $language }
language-failed = Impossible de charger la langue. Veuillez réessayer.
