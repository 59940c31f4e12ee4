tasks-title = Tâches
tasks-about = Le travail sur les déploiements : ce qui s’exécute maintenant et comment cela s’est terminé
tasks-active = Tâches actives
tasks-finished = Tâches terminées
tasks-refresh = Actualiser
tasks-view-events = Voir les événements
tasks-failed = Échec du chargement des tâches
tasks-empty-title = Aucune tâche
tasks-empty-text = Il n’y a aucune tâche active pour le moment.
tasks-empty-next = Créer un déploiement
tasks-unmatched-title = Aucune tâche ne correspond
tasks-clear = Effacer les filtres
tasks-search = Rechercher des tâches...
tasks-status = État
tasks-status-all = Tous les états
tasks-status-pending = En attente
tasks-status-running = En cours
tasks-status-complete = Terminée
tasks-status-failed = En échec
tasks-sort = Trier par
tasks-sort-newest = Plus récentes d’abord
tasks-sort-oldest = Plus anciennes d’abord
tasks-sort-complete = Terminées d’abord
tasks-sort-running = En cours d’abord
tasks-sort-shortest = Plus courtes d’abord
tasks-sort-longest = Plus longues d’abord
tasks-only-deployment = Déploiement : { $name }
tasks-only-remove = Afficher les tâches de tous les déploiements
tasks-pages = Pages des tâches
tasks-found = { $from }–{ $to } sur { $total }

tasks-type-install = Installation
tasks-type-restart = Redémarrage
tasks-type-stop = Arrêt
tasks-type-start = Démarrage
tasks-type-scale = Redimensionnement
tasks-type-uninstall = Désinstallation
tasks-type-upgrade = Mise à niveau
tasks-name = { $type } de { $deployment }
tasks-details = Voir les détails
tasks-column-task = Tâche
tasks-column-now = Étape ou raison
tasks-pending-now = En attente d’un processus libre
tasks-loading = Chargement des tâches

tasks-events = Événements récents
tasks-events-all = Tout afficher
tasks-events-failed = Échec du chargement des événements
tasks-events-none = Aucun événement

tasks-cancel = Annuler
tasks-cancel-named = Annuler { $task }
tasks-cancelling = Annulation…
tasks-cancelling-about = La tâche s’arrêtera à sa prochaine étape
tasks-cancel-title = Arrêter cette tâche ?
tasks-cancel-text = « { $task } » sera annulée à sa prochaine étape. Ce qui a déjà été fait reste en l’état ; Réessayer l’exécute à nouveau.
tasks-cancel-uninstall = « { $task } » sera annulée à sa prochaine étape. Ce qui a déjà été supprimé le reste ; Réessayer l’exécute à nouveau.
tasks-cancel-action = Arrêter la tâche
tasks-cancel-not = Poursuivre l’exécution
tasks-cancel-failed = Échec de l’annulation de la tâche. Veuillez réessayer plus tard.
tasks-cancel-done = La tâche est en cours d’annulation
tasks-retry-failed = Échec de la relance de la tâche. Veuillez réessayer plus tard.
tasks-retry-done = La tâche a été relancée
tasks-retry-view = Voir la tâche
tasks-retry-outdated = Seule la dernière tâche d’un déploiement peut être relancée
tasks-delete = Supprimer
tasks-delete-title = Êtes-vous sûr ?
tasks-delete-text = La tâche et son journal seront retirés des listes. Le déploiement reste en l’état.
tasks-delete-failed = Échec de la suppression de la tâche. Veuillez réessayer plus tard.
tasks-delete-done = Tâche supprimée
tasks-delete-reason = Seuls les administrateurs et le propriétaire de l’équipe peuvent supprimer ses tâches

tasks-detail-title = Tâche
tasks-detail-loading = Chargement des détails de la tâche...
tasks-detail-failed = Échec du chargement des détails de la tâche
tasks-detail-back = Retour aux tâches
tasks-detail-deployment = Voir le déploiement
tasks-created = Créée
tasks-information = Informations sur la tâche
tasks-parameters = Paramètres
tasks-services = Services
tasks-services-enabled = Services activés
tasks-services-none = Aucun service
tasks-values = Valeurs
tasks-values-none = Aucune valeur
tasks-logs = Journaux
tasks-error = Détails de l’erreur
tasks-progress = Progression
tasks-steps = Étapes
tasks-steps-none = Les étapes sont définies au démarrage de la tâche.
tasks-steps-of = { $done } étapes sur { $all } effectuées
tasks-steps-now = Étape { $at } sur { $all } : { $title }
tasks-steps-began = Début : { $time }
tasks-steps-choose = Marquer ses lignes dans le journal
tasks-stopped-at = Arrêté à l’étape { $at } sur { $all } : { $title }.
tasks-done-in = { $type } : fait en { $time }
tasks-done = Fait
tasks-open-site = Ouvrir { $host }
tasks-values-show =
    { $n ->
        [one] { $n } valeur
       *[other] { $n } valeurs
    }
tasks-logs-waiting = En attente des journaux...
tasks-logs-none = Cette tâche n’a écrit aucun journal que vous puissiez lire
tasks-logs-failed = Échec du chargement du journal
tasks-short = moins de 1 s

tasks-id = ID
tasks-type = Type
tasks-deployment = Déploiement
tasks-team = Équipe
tasks-actor = Demandée par
tasks-itself = Canopy
tasks-updated = Mise à jour
tasks-started = Démarrée
tasks-ended = Terminée
tasks-waiting = Pas encore
tasks-duration = Durée
tasks-revision = Révision
tasks-attempts = Tentatives
tasks-attempts-value =
    { $n ->
        [one] { $n } fois
       *[other] { $n } fois
    }
tasks-chart = Chart
tasks-release = Release
tasks-namespace = Espace de noms
tasks-cluster = Cluster
tasks-na = N/D
tasks-yes = oui
tasks-no = non

tasks-new = Nouvelle tâche
tasks-new-start = Démarrer la tâche
tasks-new-cancel = Annuler
tasks-new-choose = Choisissez un déploiement
tasks-new-none = Aucun déploiement ne correspond
tasks-new-restart = Redémarrer
tasks-new-scale = Redimensionner
tasks-new-retry = Réessayer la dernière modification
tasks-new-restart-about = Tous les conteneurs du site sont remplacés, l’un après l’autre lorsqu’il en a plusieurs.
tasks-new-scale-about = Combien de pods répondent, ce que chacun peut avoir et la taille du volume. La modification est d’abord montrée.
tasks-new-retry-about = La dernière demande est réessayée jusqu’à ce qu’elle soit en vigueur.
tasks-new-failed = Impossible de démarrer la tâche
tasks-new-edit = Modifier plutôt les paramètres de { $name }
