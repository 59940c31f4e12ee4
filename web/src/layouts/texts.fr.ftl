## live

live-state-live = En direct
live-state-connecting = Connexion
live-state-reconnecting = Reconnexion
live-state-offline = Hors ligne
live-about-live = Ce que vous voyez se met à jour tout seul
live-about-connecting = Ouverture du flux en direct ; en attendant, les écrans sont actualisés de temps en temps
live-about-reconnecting = Réouverture du flux en direct ; en attendant, les écrans sont actualisés de temps en temps
live-about-offline = Aucune connexion à Canopy ; ce que vous voyez est peut-être obsolète

## shell

shell-open = Ouvrir le menu
shell-close = Fermer le menu
shell-skip = Aller au contenu
shell-skip-rows = Aller à la liste
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

## shell

shell-palette = Rechercher ou aller à…

## nav

nav-count-failed =
    { $n ->
        [one] déploiement a échoué
       *[other] déploiements ont échoué
    }
nav-count-work =
    { $n ->
        [one] tâche en cours
       *[other] tâches en cours
    }

## trail

trail-label = Où vous êtes
trail-to-deployments = Déploiements
trail-to-tasks = Tâches
trail-to-events = Événements
trail-to-teams = Équipes
trail-to-infrastructure = Infrastructure
trail-to-system = Système
trail-to-users = Utilisateurs

## work

work-label =
    { $n ->
        [0] Messages ; aucune tâche en cours
        [one] Messages ; { $n } tâche en cours
       *[other] Messages ; { $n } tâches en cours
    }
work-title = En cours
work-none = Aucune tâche n’est en cours.
work-messages = Messages
work-messages-none = Pas encore de messages.

## palette

palette-label = Rechercher ou aller à
palette-placeholder = Déploiement, cluster, équipe, tâche ou page
palette-found = Résultats
palette-none = Rien ne s’appelle « { $typed } ».
palette-group-pages = Pages
palette-group-sites = Déploiements
palette-group-clusters = Clusters
palette-group-teams = Équipes
palette-group-tasks = Tâches
palette-page-dashboard = Tableau de bord
palette-page-deployments = Déploiements
palette-page-new = Créer un déploiement
palette-page-tasks = Tâches
palette-page-events = Événements
palette-page-teams = Équipes
palette-page-newTeam = Créer une équipe
palette-page-infrastructure = Infrastructure
palette-page-newCluster = Enregistrer un cluster
palette-page-newDatacenter = Ajouter un centre de données
palette-task-install = Installer { $name }
palette-task-upgrade = Modifier { $name }
palette-task-restart = Redémarrer { $name }
palette-task-stop = Arrêter { $name }
palette-task-start = Démarrer { $name }
palette-task-scale = Redimensionner { $name }
palette-task-move = Déplacer { $name }
palette-task-uninstall = Supprimer { $name }

## keys

keys-title = Touches
keys-leave = Fermer
keys-to-palette = Rechercher ou aller à
keys-to-search = Rechercher dans cette liste
keys-to-dashboard = Tableau de bord
keys-to-deployments = Déploiements
keys-to-tasks = Tâches
keys-to-events = Événements
keys-to-teams = Équipes
keys-to-infrastructure = Infrastructure
keys-to-create = Créer un déploiement
keys-to-rows = Ligne suivante et précédente
keys-to-enter = Aller à l’objet de la ligne
keys-to-open = Ouvrir la ligne
keys-to-choose = Choisir la ligne, là où plusieurs peuvent l’être
keys-to-actions = Ce que l’on peut faire de la ligne
keys-to-parts = En-tête, menu, contenu
keys-to-close = Fermer ce qui est ouvert
keys-to-this = Ces touches

## public

public-about = Des applications web sur vos propres clusters Kubernetes

## people

nav-settings = Paramètres
nav-system = Système
nav-security = Sécurité
nav-database = Base de données
nav-users = Utilisateurs
palette-page-settings = Paramètres
palette-page-system = Système
palette-page-security = Sécurité
palette-page-database = Base de données
palette-page-users = Utilisateurs
keys-to-settings = Paramètres
