# List
deployments-title = Déploiements
deployments-about = Vos applications et où elles s’exécutent
deployments-new = Nouveau déploiement
deployments-search = Rechercher des déploiements...
deployments-status-any = Tous les états
deployments-status-filter = État
deployments-status-running = En service
deployments-status-pending = En attente
deployments-status-failed = En échec
deployments-cluster-filter = Cluster : { $name }
deployments-found =
    { $n ->
        [one] { $total } déploiement
       *[other] { $total } déploiements
    }
deployments-empty-title = Aucun déploiement
deployments-empty-text = Aucun déploiement n’est disponible pour le moment.
deployments-empty-filtered = Aucun déploiement ne correspond à votre recherche.
deployments-filters-clear = Afficher tous les déploiements
deployments-load-failed = Échec du chargement des déploiements
deployments-pages = Pages des déploiements

# Actions
deployments-open = Ouvrir
deployments-open-named = Ouvrir { $name }
deployments-delete = Supprimer
deployments-delete-named = Supprimer { $name }
deployments-delete-ask = Êtes-vous sûr ?
deployments-delete-text = Cette action est irréversible. Le déploiement et toutes ses données seront définitivement supprimés.
deployments-delete-failed = Échec de la suppression du déploiement
deployments-delete-begun = Suppression du déploiement
deployments-delete-begun-text = { $name } est en cours de suppression de son cluster.
deployments-delete-done = Déploiement supprimé
deployments-delete-done-text = Le déploiement a été supprimé.
deployments-delete-stuck = Déploiement non supprimé
deployments-delete-stuck-text = { $name } n’a pas pu être supprimé de son cluster.
deployments-task = Voir la tâche
deployments-reason-deleting = Ce déploiement est en cours de suppression.
deployments-reason-foreign = Seuls les membres de l’équipe peuvent modifier ce déploiement.
deployments-forget = Oublier
deployments-forget-ask = Oublier ce déploiement ?
deployments-forget-text = Son cluster ne répond pas, rien ne peut donc y être supprimé. Canopy oublie le déploiement, ses mots de passe et l’historique de ses modifications ; ce qui s’exécute dans le cluster reste en place.
deployments-forget-failed = Échec de l’oubli du déploiement
deployments-forget-done = Déploiement oublié
deployments-forget-remains = Ceci peut subsister dans le cluster :
deployments-forget-nothing = À notre connaissance, rien n’en subsiste dans le cluster.

# Panels
deployments-details = Détails du déploiement
deployments-domain = Domaine
deployments-domain-open = { $domain } (s’ouvre dans un nouvel onglet)
deployments-type = Type
deployments-team = Équipe
deployments-cluster = Cluster
deployments-cluster-unknown = Cluster inconnu
deployments-location = Emplacement
deployments-location-none = Aucun
deployments-cpu = CPU
deployments-memory = Mémoire
deployments-storage = Stockage
deployments-release = Release Helm
deployments-namespace = Espace de noms
deployments-revision = Révision
deployments-created = Créé
deployments-updated = Dernière mise à jour
deployments-id = ID
deployments-services = Services
deployments-services-active = Actifs
deployments-services-inactive = Inactifs
deployments-services-none = Aucun
deployments-service-web = Application web
deployments-service-nginx = Nginx
deployments-service-mysql = MySQL
deployments-service-redis = Redis
deployments-service-ftp = FTP
deployments-service-phpmyadmin = phpMyAdmin
deployments-service-cloudflare = Cloudflare
deployments-php = Configuration PHP
deployments-php-version = Version
deployments-php-memory = Limite de mémoire
deployments-php-time = Temps d’exécution maximal
deployments-php-upload = Taille maximale d’envoi
deployments-php-pool = Taille du pool
deployments-php-requests = Requêtes max. par processus
deployments-php-extensions = Extensions
deployments-mb = { $n } Mo
deployments-seconds = { $n } s
deployments-database = Configuration de la base de données
deployments-database-name = Base de données
deployments-database-host = Hôte
deployments-database-port = Port
deployments-database-user = Utilisateur
deployments-database-pass = Mot de passe
deployments-database-root = Mot de passe root
deployments-access = Administrateur
deployments-access-user = Nom d’utilisateur
deployments-access-pass = Mot de passe
deployments-access-token = Jeton du tunnel
deployments-hidden = Non affiché pour vous
deployments-reveal = Afficher les mots de passe
deployments-conceal = Masquer les mots de passe
deployments-reveal-about = Leur affichage est consigné dans les événements.
deployments-reveal-root = Le mot de passe root est réservé aux administrateurs de l’équipe.
deployments-reveal-failed = Les mots de passe n’ont pas pu être affichés. Veuillez réessayer.

# Failure and work
deployments-problem-log = Journal d’erreurs
deployments-problem-install = L’installation a échoué
deployments-problem-change = La dernière modification n’a pas abouti
deployments-problem-restart = Le redémarrage a échoué
deployments-problem-removal = La suppression s’est arrêtée
deployments-problem-pods = Quelque chose ne va pas sur le site
deployments-problem-serving = Le site fonctionne toujours comme avant.
deployments-problem-next-install = Étape suivante : regardez dans la tâche où elle s’est arrêtée, corrigez la cause, puis réessayez.
deployments-problem-next-change = Étape suivante : corrigez la cause et réessayez, ou abandonnez la modification.
deployments-problem-next-restart = Étape suivante : regardez dans la tâche où elle s’est arrêtée, puis réessayez.
deployments-problem-next-removal = Étape suivante : réessayez la suppression ou supprimez à nouveau.
deployments-problem-next-pods = Étape suivante : consultez les journaux ci-dessous, puis redémarrez le déploiement.
deployments-work-install = Installation
deployments-work-restart = Redémarrage
deployments-work-uninstall = Suppression
deployments-work-upgrade = Modification
deployments-work-waiting = En attente d’un processus libre
deployments-work-cancelling = Annulation en cours
deployments-work-progress = Étapes effectuées
deployments-work-for = depuis { $time }

# Detail
deployments-one-title = Déploiement
deployments-one-missing = Déploiement introuvable.
deployments-one-missing-text = Il a peut-être été supprimé ou appartient à une équipe dont vous ne faites pas partie.
deployments-one-back = Retour aux déploiements
deployments-one-failed = Échec du chargement du déploiement
deployments-logs = Journaux
deployments-logs-source = Source des journaux
deployments-source-wordpress = WordPress
deployments-source-install = Job d’installation
deployments-logs-connecting = Connexion
deployments-logs-following = En direct
deployments-logs-lost = Reconnexion
deployments-logs-paused = En pause
deployments-logs-none-yet = Aucun pod
deployments-logs-failed = Les journaux ne peuvent pas être lus
deployments-logs-none = Aucune ligne dans le journal pour l’instant. Elles apparaîtront ici dès que quelque chose sera écrit.
deployments-logs-foreign = Les journaux sont réservés aux membres de l’équipe et aux administrateurs.

# Revisions
deployments-revisions = Révisions
deployments-revisions-show = Afficher les révisions
deployments-revisions-hide = Masquer les révisions
deployments-revisions-failed = Échec du chargement des révisions
deployments-revisions-pages = Pages des révisions
deployments-revision-number = Révision { $number }
deployments-revision-create = Créée par { $author }
deployments-revision-update = Modifiée par { $author }
deployments-revision-discard = Abandonnée par { $author }
deployments-revision-effective = En vigueur
deployments-revision-helm =
    { $n ->
        [one] Révision Helm { $numbers }
       *[other] Révisions Helm { $numbers }
    }

# Edit
deployments-edit-title = Modifier le déploiement
deployments-edit-about = Ce qui est enregistré ici est une nouvelle révision du déploiement.
deployments-edit-save = Enregistrer les modifications
deployments-edit-saved = Déploiement mis à jour
deployments-edit-failed = Échec de la mise à jour du déploiement. Veuillez réessayer.
deployments-edit-reason = Motif de la modification
deployments-edit-reason-about = Facultatif ; il figure dans la liste des révisions.
deployments-edit-unchanged = Rien n’a encore été modifié.
deployments-edit-quiet = Seuls le nom ou la description changent : rien ne redémarre.
deployments-edit-restarts = L’enregistrement redémarre les pods du site.
deployments-edit-installs = L’enregistrement lance l’installation avec ces réglages.
deployments-edit-again = Recharger
deployments-keep-hint = Laissez vide pour conserver
deployments-cancel = Annuler
deployments-name-long = Le nom du déploiement ne doit pas dépasser 63 caractères.
deployments-description-long = La description ne doit pas dépasser 500 caractères.

# Wizard
deployments-new-title = Nouveau déploiement
deployments-new-about = Cinq étapes jusqu’à un site en service
deployments-step-1 = Informations
deployments-step-2 = Cluster
deployments-step-3 = Services
deployments-step-4 = PHP
deployments-step-5 = Base de données
deployments-step-of = Étape { $n } sur { $all } : { $title }
deployments-previous = Précédent
deployments-next = Suivant
deployments-create = Créer le déploiement
deployments-creating = Création...
deployments-create-done = Déploiement créé
deployments-create-failed = Échec de la création du déploiement. Veuillez vérifier tous les champs obligatoires et réessayer.
deployments-draft-restored = Votre brouillon a été restauré
deployments-draft-restored-text = Tout a été conservé sauf les mots de passe ; veuillez les saisir à nouveau.
deployments-draft-over = Recommencer
deployments-invalid-title = Erreur de validation
deployments-invalid-missing = Veuillez renseigner : { $fields }
deployments-weak-title = Mot de passe faible
deployments-weak-text = { $label } : par sécurité, au moins 8 caractères sont nécessaires
deployments-weak-hint = Au moins 8 caractères
deployments-required = { $label } : champ obligatoire
deployments-name-required = Le nom du déploiement est obligatoire
deployments-team-required = Veuillez sélectionner une équipe pour ce déploiement
deployments-domain-required = Le nom de domaine est obligatoire pour configurer le déploiement
deployments-appUser-required = L’identifiant administrateur est obligatoire pour accéder à l’application
deployments-appPass-required = Le mot de passe administrateur est obligatoire pour un accès sécurisé à l’application
deployments-cluster-required = Veuillez sélectionner le cluster sur lequel votre déploiement s’exécutera
deployments-label-name = Nom du déploiement
deployments-label-description = Description
deployments-label-type = Type d’application
deployments-label-teamId = Équipe
deployments-label-domain = Domaine
deployments-label-appUser = Identifiant administrateur
deployments-label-appPass = Mot de passe administrateur
deployments-label-clusterId = Cluster
deployments-label-services = Services
deployments-label-cloudflareToken = Jeton du tunnel Cloudflare
deployments-label-phpVersion = Version de PHP
deployments-label-phpExtensions = Extensions
deployments-label-phpMemoryLimit = Limite de mémoire (Mo)
deployments-label-phpMaxExecutionTime = Temps d’exécution maximal (s)
deployments-label-phpPoolSize = Taille du pool
deployments-label-phpMaxRequestsPerChild = Requêtes max. par processus
deployments-label-phpUploadMaxFilesize = Taille maximale d’envoi (Mo)
deployments-label-databaseName = Nom de la base de données
deployments-label-databaseUser = Utilisateur de la base de données
deployments-label-databasePass = Mot de passe de la base de données
deployments-label-databaseRootPass = Mot de passe root de la base de données
deployments-label-databaseHost = Hôte de la base de données
deployments-label-databasePort = Port de la base de données
deployments-about-domain = Là où les visiteurs trouvent le site, par exemple shop.example.com
deployments-about-app = Le premier compte de l’application elle-même
deployments-about-token = Celui du tunnel qui mène les visiteurs à ce site
deployments-about-extensions = Doivent faire partie de l’image ; saisissez du texte pour en ajouter une
deployments-about-host-own = Le MySQL propre au déploiement. Désactivez MySQL dans Services pour utiliser un autre serveur.
deployments-about-host-other = MySQL est désactivé : indiquez le serveur qui héberge la base de données.
deployments-generate = Générer
deployments-generate-named = Générer { $label }
deployments-optional = facultatif
deployments-team-pick = Choisissez une équipe
deployments-team-none = Aucune équipe disponible. Veuillez d’abord créer une équipe.
deployments-team-create = Créer une équipe
deployments-team-failed = Échec du chargement des équipes. Veuillez réessayer.
deployments-cluster-none = Aucun cluster disponible. Veuillez d’abord créer un cluster.
deployments-cluster-create = Enregistrer un cluster
deployments-cluster-ask = Les clusters sont enregistrés par un administrateur.
deployments-cluster-failed = Échec du chargement des clusters. Veuillez réessayer.
deployments-cluster-version = Version
deployments-cluster-nodes = Nœuds
deployments-cluster-cpu = CPU
deployments-cluster-memory = Mémoire
deployments-cluster-cores =
    { $n ->
        [one] { $n } cœur
       *[other] { $n } cœurs
    }
deployments-cluster-unobserved = Pas encore connu
deployments-cluster-blocked-kubeconfig = Ce cluster n’a pas encore de kubeconfig.
deployments-cluster-blocked-maintenance = Ce cluster est en maintenance.
deployments-cluster-careful = Il ne répond pas pour le moment ; l’installation l’attendra.
deployments-services-about = Ce qui s’exécute à côté du site
deployments-services-always = Toujours actif
deployments-about-nginx = Serveur web devant PHP
deployments-about-mysql = La base de données propre au site
deployments-about-redis = Cache d’objets
deployments-about-ftp = Accès aux fichiers par SFTP avec l’identifiant et le mot de passe de l’administrateur
deployments-about-phpmyadmin = Consulter la base de données avec un navigateur
deployments-about-cloudflare = Atteindre le site par un tunnel Cloudflare
deployments-about-web = Le site lui-même
deployments-summary = Ce qui sera créé
deployments-php-ended = { $version } (plus de correctifs de sécurité)
