## account

account-firstName = Prénom
account-lastName = Nom
account-email = E-mail
account-password = Mot de passe
account-password-about = Au moins { $n } caractères
account-name-required = Le prénom est obligatoire
account-email-required = L’e-mail est obligatoire
account-email-invalid = Adresse e-mail non valide
account-password-required = Le mot de passe est obligatoire
account-password-short = Le mot de passe devrait compter au moins { $n } caractères par sécurité

## changes

changes-edit = Modifier
changes-edit-named = Modifier { $name }
changes-restart = Redémarrer
changes-retry = Réessayer
changes-retry-done = Nouvelle tentative
changes-retry-done-text = Le travail qui a échoué est refait.
changes-retry-failed = Le travail n’a pas pu être relancé. Veuillez réessayer.
changes-discard = Abandonner la modification
changes-task = Voir la tâche
changes-failure-lines =
    { $n ->
        [one] { $n } ligne de son journal
       *[other] { $n } lignes de son journal
    }
changes-failure-events = Ce qu’a dit le cluster
changes-failure-object = Objet
changes-failure-word = Raison
changes-failure-times = Fois

## event

event-times = ×{ $n }
event-times-about =
    { $n ->
        [one] Vu { $n } fois
       *[other] Vu { $n } fois
    }
event-column-type = Type
event-column-what = Ce qui s’est passé
event-column-when = Quand
event-details = Détails de l’événement
event-basic = Informations générales
event-timestamps = Dates
event-technical = Détails techniques
event-none = Aucun
event-id = ID
event-deployment = Déploiement
event-cluster = Cluster
event-team = Équipe
event-task = Tâche
event-kind-install = Installation
event-kind-upgrade = Modification
event-kind-restart = Redémarrage
event-kind-stop = Arrêt
event-kind-start = Démarrage
event-kind-scale = Redimensionnement
event-kind-move = Déplacement
event-kind-uninstall = Suppression
event-actor = Effectué par
event-itself = Canopy
event-namespace = Espace de noms
event-count = Occurrences
event-reason = Motif
event-component = Composant
event-request = Requête
event-host = Hôte
event-clusterId = ID du cluster
event-created = Créé
event-updated = Mis à jour
event-first = Vu pour la première fois
event-last = Vu pour la dernière fois
event-uid = UID
event-fullId = ID complet
event-component-Deployment = Déploiement
event-component-Task = Tâche
event-component-Team = Équipe
event-component-Cluster = Cluster
event-component-Datacenter = Centre de données
event-component-User = Utilisateur

## logs

logs-search = Rechercher dans les journaux...
logs-level = Niveau
logs-all = Tous les niveaux
logs-info = Information
logs-warn = Avertissement
logs-error = Erreur
logs-follow = Suivre la fin
logs-copy = Copier ces lignes
logs-copied = Copié
logs-copy-not = La copie nécessite https
logs-download = Télécharger ces lignes
logs-only = Seulement les lignes contenant le texte
logs-hit = { $at } sur { $n }
logs-hits = { $n } trouvées
logs-hit-before = Occurrence précédente
logs-hit-next = Occurrence suivante
logs-since = Depuis
logs-since-ever = Sans limite
logs-since-minutes = { $n } dernières min
logs-since-hours = { $n } dernières h
logs-wrap = Couper les longues lignes
logs-full = Toute la fenêtre
logs-full-leave = Quitter la fenêtre entière
logs-zone = Heures de { $zone }
logs-gone = { $pod } n’existe plus
logs-region = Lignes du journal
logs-none = Aucune ligne dans le journal pour l’instant
logs-unmatched = Aucune ligne ne correspond
logs-new =
    { $n ->
        [one] { $n } nouvelle ligne
       *[other] { $n } nouvelles lignes
    }
logs-shown =
    { $n ->
        [one] { $n } ligne
       *[other] { $n } lignes
    }

## query

query-again = Réessayer
query-retry = Réessayer
query-stale = Actualisation impossible : { $reason }
query-loading = Chargement

## secret

secret-show = Afficher { $label }
secret-hide = Masquer { $label }
secret-none = Non défini

## status

status-running = En cours
status-serving = En service
status-failed = En échec
status-pending = En attente
status-deleting = Suppression
status-complete = Terminé
status-skipped = Ignoré
status-succeeded = Réussi
status-cancelled = Annulé
status-operational = Opérationnel
status-maintenance = Maintenance
status-issues = Incidents
status-unreachable = Injoignable
status-unknown = Inconnu
status-active = Actif
status-inactive = Inactif
status-starting = Démarrage
status-failing = En échec
status-stopping = Arrêt
status-stopped = Arrêté
status-waiting = Pas en vigueur
status-up = En service
status-down = Hors service
status-degraded = Dégradé
status-Normal = Normal
status-Warning = Avertissement
status-Error = Erreur

## facts

facts-none = Non disponible

## links

links-outside = (s’ouvre dans un nouvel onglet)

## rows

rows-open = Ouvrir
rows-actions = Actions possibles
rows-details = Détails : { $name }
rows-picks = Choisir
rows-pick = Choisir { $name }

## copy

copy-copy = Copier { $text }
copy-copied = Copié
copy-not = La copie exige https

## atWork

atWork-name-install = Installer { $name }
atWork-name-upgrade = Modifier { $name }
atWork-name-restart = Redémarrer { $name }
atWork-name-stop = Arrêter { $name }
atWork-name-start = Démarrer { $name }
atWork-name-scale = Redimensionner { $name }
atWork-name-move = Déplacer { $name }
atWork-name-uninstall = Supprimer { $name }

## states

states-failed =
    { $n ->
        [one] { $n } en échec
       *[other] { $n } en échec
    }
states-label = { $all } au total, { $failed } en échec, { $pending } en attente, { $stopped } arrêtés

## pages

pages-before = Page précédente
pages-next = Page suivante
pages-page = Page { $n }

## search

search-clear = Effacer la recherche

## preferences

preferences-failed = Votre choix n’a pas pu être conservé dans votre profil

## role

role-name-admin = Administrateur
role-name-manager = Gestionnaire
role-name-user = Utilisateur

## held

held-new =
    { $n ->
        [one] { $n } nouveau
       *[other] { $n } nouveaux
    }

clusterLacks-title = Il manque à ce cluster quelque chose dont les sites ont besoin
curl-copy = Copier comme curl
curl-copied = Commande copiée
curl-token = Mettez un de vos jetons d’API dans CANOPY_TOKEN ; ils se créent dans les réglages.
curl-not = La copie exige https
