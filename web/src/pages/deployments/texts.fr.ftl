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
deployments-status-stopped = Arrêté
deployments-cluster-filter = Cluster : { $name }
deployments-cluster-any = Tous les clusters
deployments-team-any = Toutes les équipes
deployments-team-filter = Équipe : { $name }
deployments-sort = Trier par
deployments-sort-newest = Plus récents d’abord
deployments-sort-name = Nom, de A à Z
deployments-sort-backwards = Nom, de Z à A
deployments-sort-changed = Dernière modification d’abord
deployments-sort-unchanged = Plus longtemps inchangés d’abord
deployments-sort-oldest = Plus anciens d’abord
deployments-sort-failed = En échec d’abord
deployments-sort-healthy = En échec à la fin
deployments-column-name = Nom
deployments-column-now = Ce qui se passe
deployments-row-updated = Mis à jour
deployments-loading = Chargement des déploiements
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
deployments-more = Plus d’actions
deployments-delete = Supprimer
deployments-delete-named = Supprimer { $name }
deployments-delete-ask = Êtes-vous sûr ?
deployments-delete-text = Cette action est irréversible. Le déploiement et toutes ses données seront définitivement supprimés.
deployments-goes-site = Le site à l’adresse { $domain }
deployments-goes-database = La base de données { $name } et son volume
deployments-goes-files = Ses fichiers et tout ce qu’il a d’autre dans le cluster
deployments-goes-passwords = Ses mots de passe
deployments-goes-passwords-env =
    { $n ->
        [one] Ses mots de passe et { $n } variable d’environnement
       *[other] Ses mots de passe et { $n } variables d’environnement
    }
deployments-goes-cluster = Actuellement dans le cluster :
deployments-goes-asking = Interrogation du cluster…
deployments-goes-none = Rien ne s’y trouve.
deployments-goes-unseen = Impossible de voir maintenant ce que contient le cluster : { $why }
deployments-goes-busy = Une tâche est en cours. Elle est d’abord arrêtée ; ce qu’elle crée d’ici là disparaît aussi.
deployments-goes-lost = Le volume de { $claim } ({ $size }) avec toutes ses données
deployments-goes-unbound = La demande de volume { $claim } ({ $size }), qui ne contient encore rien
deployments-goes-unknown = La demande de volume { $claim } ({ $size }). Impossible de voir si le cluster conserve le volume.
deployments-goes-foreign = Non créé par Canopy, mais dans son espace de noms : { $names }
deployments-goes-objects =
    { $n ->
        [one] { $n } objet
       *[other] { $n } objets
    }
deployments-goes-stays = Ce qui reste :
deployments-goes-kept = Le volume { $volume } de { $claim } ({ $size }) avec ses données : le cluster le conserve jusqu’à ce que quelqu’un l’y supprime.
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
deployments-created = Créé
deployments-updated = Dernière mise à jour
deployments-id = ID
deployments-services = Services
deployments-services-active = Actifs
deployments-services-inactive = Inactifs
deployments-services-none = Aucun
deployments-services-failed = Échec du chargement des services
deployments-service-pods =
    { $ready ->
        [one] { $ready } pod prêt sur { $pods }
       *[other] { $ready } pods prêts sur { $pods }
    }
deployments-service-restarts = { $n ->
    [one] { $n } redémarrage
   *[other] { $n } redémarrages
}
deployments-shell = Terminal
deployments-shell-of = Ouvrir un terminal dans { $service }
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
deployments-problem-right = La correction a échoué
deployments-problem-remains = Ce qui reste sur un autre cluster n’a pas pu être retiré
deployments-problem-removal = La suppression s’est arrêtée
deployments-problem-pods = Quelque chose ne va pas sur le site
deployments-problem-serving = Le site fonctionne toujours comme avant.
deployments-problem-stopped = Le site est arrêté, comme avant.
deployments-problem-next-install = Étape suivante : regardez dans la tâche où elle s’est arrêtée, corrigez la cause, puis réessayez.
deployments-problem-next-change = Étape suivante : corrigez la cause et réessayez, ou abandonnez la modification.
deployments-problem-next-restart = Étape suivante : regardez dans la tâche où elle s’est arrêtée, puis réessayez.
deployments-problem-next-right = Étape suivante : regardez dans la tâche où elle s’est arrêtée, corrigez la cause, puis réessayez.
deployments-problem-next-remains = Étape suivante : regardez dans la tâche ce qui l’empêche, puis réessayez.
deployments-problem-next-removal = Étape suivante : réessayez la suppression ou supprimez à nouveau.
deployments-problem-next-pods = Étape suivante : consultez les journaux ci-dessous, puis redémarrez le déploiement.
deployments-problem-down = Le site ne répond pas.
deployments-problem-former = Avant cela :
deployments-work-install = Installation
deployments-work-restart = Redémarrage
deployments-work-stop = Arrêt
deployments-work-start = Démarrage
deployments-work-scale = Redimensionnement
deployments-work-move = Déplacement
deployments-work-uninstall = Suppression
deployments-work-upgrade = Modification
deployments-work-waiting = En attente d’un processus libre
deployments-work-cancelling = Annulation en cours
deployments-work-progress = Étapes effectuées
deployments-work-for = depuis { $time }
deployments-work-step = Étape { $at } sur { $all }
deployments-ended-install = Installé en { $time }
deployments-ended-restart = Redémarré en { $time }
deployments-ended-stop = Arrêté en { $time }
deployments-ended-start = Démarré en { $time }
deployments-ended-scale = Redimensionné en { $time }
deployments-ended-move = Déplacé en { $time }
deployments-ended-uninstall = Supprimé en { $time }
deployments-ended-upgrade = Modifié en { $time }
deployments-did-install = Installé
deployments-did-restart = Redémarré
deployments-did-stop = Arrêté
deployments-did-start = Démarré
deployments-did-scale = Redimensionné
deployments-did-move = Déplacé
deployments-did-uninstall = Supprimé
deployments-did-upgrade = Modifié

# Detail
deployments-one-title = Déploiement
deployments-one-missing = Déploiement introuvable.
deployments-one-missing-text = Il a peut-être été supprimé ou appartient à une équipe dont vous ne faites pas partie.
deployments-one-back = Retour aux déploiements
deployments-one-failed = Échec du chargement du déploiement
deployments-health = Comment il va
deployments-health-since = Depuis le { $day }
deployments-health-revision = Révision { $number }
deployments-health-revisions = Révision { $effective } en vigueur, { $wanted } voulue
deployments-health-by = par { $name }
deployments-health-tasks = Tâches
deployments-health-events = Événements
deployments-health-timeline = Chronologie
deployments-reach-up = Accessible
deployments-reach-down = Pas accessible
deployments-reach-unknown = Pas encore vérifié
deployments-reach-answer = { $status } en { $time } ms
deployments-reach-redirect = mène à { $host }
deployments-reach-until = certificat jusqu’au { $day }
deployments-reach-plain = sans HTTPS
deployments-reach-check = Vérifier maintenant
deployments-reach-failed = Le site n’a pas pu être vérifié
deployments-reach-checked = Vérifié
deployments-tabs = Parties du déploiement
deployments-tab-overview = Aperçu
deployments-tab-settings = Réglages
deployments-technical = Détails techniques
deployments-logs = Journaux
deployments-logs-source = Source des journaux
deployments-log-fetch = Récupération du programme
deployments-log-build = Construction
deployments-log-migrate = Tables de la base de données
deployments-log-setup = Mise en place
deployments-log-install = Job d’installation
deployments-logs-connecting = Connexion
deployments-logs-following = En direct
deployments-logs-lost = Reconnexion
deployments-logs-paused = En pause
deployments-logs-none-yet = Aucun pod
deployments-logs-failed = Les journaux ne peuvent pas être lus
deployments-logs-read = Tout est lu
deployments-logs-previous = Exécution précédente
deployments-logs-previous-about = Ce que les conteneurs ont écrit avant d’être relancés
deployments-logs-previous-none = Aucun conteneur de cette source n’a été relancé dans son pod : il n’y a pas d’exécution précédente.
deployments-logs-previous-reading = Lecture de ce qui a été écrit avant…
deployments-logs-part = Partie du temps
deployments-logs-part-title = Lignes d’une partie du temps
deployments-logs-part-from = Du
deployments-logs-part-to = Au
deployments-logs-part-zone = Heures de { $zone }
deployments-logs-part-wrong = La fin doit suivre le début.
deployments-logs-part-apply = Afficher
deployments-logs-part-reading = Lecture de ce qui a été écrit dans ce temps…
deployments-logs-part-none = Rien n’a été écrit dans ce temps, ou le cluster ne l’a plus.
deployments-logs-narrowed = De { $from } à { $to }
deployments-logs-kept = La ligne la plus ancienne que le cluster a encore est de { $from }.
deployments-logs-cut = Il y avait plus de lignes : celles-ci ne sont pas toutes.
deployments-logs-whole = Tout afficher
deployments-logs-none = Aucune ligne dans le journal pour l’instant. Elles apparaîtront ici dès que quelque chose sera écrit.
deployments-logs-stopped = Le site est arrêté : aucun pod n’écrit de journal.
deployments-logs-foreign = Les journaux sont réservés aux membres de l’équipe et aux administrateurs.
deployments-logs-all = Tout ouvrir
deployments-logs-replaced = À partir d’ici { $pod } : il remplace le pod précédent
deployments-logs-last-source = Au moins une source est lue.
deployments-logs-most-sources = Au plus { $n } sources sont lues en même temps.
deployments-catalogue-failed = Échec du chargement de ce que Canopy sait exécuter. Veuillez réessayer.
deployments-kind-unknown = Cette console ne connaît pas encore ce type d’application.
deployments-addresses = Adresses des services
deployments-address = Adresse
deployments-address-another = Adresse { $n }
deployments-address-inside = Dans le cluster
deployments-address-pending = Le cluster n’a pas encore attribué d’adresse.
deployments-address-forward = On n’y accède que dans le cluster. Tant que cette commande tourne sur votre machine, il répond à { $url } :
deployments-address-port = Port
deployments-address-user = Se connecter en tant que
deployments-address-pass = Mot de passe
deployments-address-not-yet = Il ne tourne pas pour le moment.
deployments-program = Programme
deployments-source-default = branche par défaut

# Revisions
deployments-revisions = Révisions
deployments-revisions-failed = Échec du chargement des révisions
deployments-revisions-pages = Pages des révisions
deployments-revision-number = Révision { $number }
deployments-revision-create = Créée par { $author }
deployments-revision-update = Modifiée par { $author }
deployments-revision-discard = Abandonnée par { $author }
deployments-revision-rollback = Retour à la révision { $number } par { $author }
deployments-revision-stop = Arrêté par { $author }
deployments-revision-start = Démarré par { $author }
deployments-revision-scale = Redimensionné par { $author }
deployments-revision-move = Déplacé par { $author }
deployments-revision-place = Faite pour le cluster { $cluster }. Y revenir la ramène là où le site fonctionne maintenant, sans les données qui s’y trouvaient.
deployments-rollback-this = Revenir
deployments-rollback-named = Revenir à la révision { $number }
deployments-rollback-undo = Annuler la dernière modification
deployments-rollback-title = Retour à la révision { $number }
deployments-rollback-about = Une nouvelle révision reçoit les valeurs de la révision { $number }. Les mots de passe et les valeurs des variables restent tels quels. Rien n’a encore été modifié.
deployments-rollback-close = Fermer sans revenir en arrière
deployments-rollback-without = Revenir sans examen
deployments-rollback-failed = Le retour à la révision a échoué. Veuillez réessayer.
deployments-rollback-done = Retour à la révision { $number } en cours

deployments-drift-title =
    { $n ->
        [one] { $n } écart par rapport à la révision { $number }
       *[other] { $n } écarts par rapport à la révision { $number }
    }
deployments-drift-fields =
    { $n ->
        [one] { $n } champ a une autre valeur.
       *[other] { $n } champs ont d’autres valeurs.
    }
deployments-drift-missing =
    { $n ->
        [one] { $n } objet manque.
       *[other] { $n } objets manquent.
    }
deployments-drift-surplus =
    { $n ->
        [one] { $n } objet est de trop.
       *[other] { $n } objets sont de trop.
    }
deployments-drift-by = Modifié par { $names },
deployments-drift-found = Constaté
deployments-drift-look = Voir les écarts
deployments-drift-panel = Écarts par rapport à la révision { $number }
deployments-drift-about = Le cluster montre autre chose que cette révision. Corrigez-le, ou reprenez-le là où le site a un réglage pour cela. Rien n’a encore été modifié.
deployments-drift-none = Il n’y a plus d’écart : le cluster montre ce que contient cette révision.
deployments-drift-close = Fermer sans rien modifier
deployments-drift-failed = Impossible de comparer le cluster à la révision. Veuillez réessayer.
deployments-drift-right = Corriger
deployments-drift-right-done = Correction des écarts par rapport à la révision { $number }
deployments-drift-over = Reprendre
deployments-drift-over-about = Ce qui diffère entre dans une nouvelle révision. Tout autre écart est un conflit que le cluster nomme ici. Rien n’a encore été modifié.
deployments-drift-over-none = Le site n’a aucun réglage pour cela.
deployments-drift-over-save = Enregistrer comme révision { $number }
deployments-drift-over-done = Repris dans la révision { $number }
deployments-drift-over-reason = Repris du cluster
deployments-drift-back = Retour aux écarts
deployments-drift-takes = Peut être repris : { $field } { $value }
deployments-revision-effective = En vigueur
deployments-chart = Chart
deployments-chart-named = Télécharger le chart Helm de la révision { $number }
deployments-chart-about = Le chart Helm avec les valeurs de cette révision, sans secrets : pour helm install, upgrade et template
deployments-chart-failed = Le chart n’a pas pu être téléchargé
deployments-compare = Comparer
deployments-compare-this = Comparer
deployments-compare-named = Comparer la révision { $number }
deployments-compare-about = Deux révisions, valeur par valeur
deployments-compare-left = Première révision
deployments-compare-right = Deuxième révision
deployments-compare-effective = Révision { $number } (en vigueur)
deployments-compare-differs = (différent)
deployments-compare-chart = Version du chart
deployments-compare-result = Résultat
deployments-compare-lasted = Durée
deployments-compare-author = Par
deployments-compare-close = Fermer la comparaison
deployments-compare-value = Valeur
deployments-compare-limits = Les valeurs des mots de passe et des variables ne sont gardées que pour le présent : elles ne sont pas comparées.
deployments-compare-runtime = Version de l’environnement
deployments-compare-power = État demandé
deployments-revision-helm =
    { $n ->
        [one] Révision Helm { $numbers }
       *[other] Révisions Helm { $numbers }
    }

# Edit
deployments-edit-title = Modifier le déploiement
deployments-edit-about = Ce qui est enregistré ici est une nouvelle révision du déploiement.
deployments-edit-save = Enregistrer les modifications
deployments-edit-look = Vérifier les modifications
deployments-creation-title = Ce qui se passe dans le cluster
deployments-creation-asking = Le cluster est interrogé. Rien n’a encore été créé.
deployments-creation-objects = { $n ->
    [one] Créé dans l’espace de noms { $namespace } : un objet
   *[other] Créés dans l’espace de noms { $namespace } : { $n } objets
}
deployments-creation-elsewhere = L’espace de noms n’existe pas encore : ses objets ont été essayés dans l’espace de noms { $namespace }. Ce qui ne vaut que pour le nouveau, comme les quotas, n’apparaît qu’à l’installation.
deployments-creation-untried = Pas encore essayé : { $names }
deployments-creation-refused = Le cluster refuserait ceci
deployments-creation-silent = Le cluster n’a pas pu être interrogé. Vous pouvez créer le déploiement sans cette vérification.
deployments-creation-wrong = Impossible de créer cela tel quel
deployments-creation-again = Redemander
deployments-plan-title = Ce qui change
deployments-plan-about = D’après le cluster lui-même. Rien n’a encore été modifié.
deployments-plan-back = Revenir au formulaire
deployments-plan-without = Enregistrer sans vérifier
deployments-plan-refused = Le cluster refuserait cette modification
deployments-plan-nothing = Aucun objet du cluster ne change.
deployments-plan-power-stops = Le site sera inaccessible jusqu’à son démarrage. Ses données sont conservées.
deployments-plan-power-starts = Le site revient et sera accessible dès que ses pods seront prêts.
deployments-plan-power-stays = Le site reste arrêté ; ce qui change comptera à son démarrage.
deployments-plan-counts = Modifiés : { $changed }, créés : { $created }, supprimés : { $deleted }, inchangés : { $same }.
deployments-plan-away = { $names } : aucun pod ne répond entre l’arrêt de l’ancien et le moment où le nouveau est prêt.
deployments-plan-rolling = { $names } : les nouveaux pods prennent le relais avant l’arrêt des anciens.
deployments-plan-lost = { $names } : supprimé avec toutes ses données.
deployments-plan-secrets = Nouvelles valeurs : { $names }.
deployments-plan-generated = mots de passe créés par Canopy
deployments-plan-create = Créer
deployments-plan-change = Modifier
deployments-plan-delete = Supprimer
deployments-plan-field = Champ
deployments-plan-before = Maintenant
deployments-plan-after = Ensuite
deployments-plan-absent = non défini
deployments-plan-by = par { $name }
deployments-edit-saved = Déploiement mis à jour
deployments-edit-failed = Échec de la mise à jour du déploiement. Veuillez réessayer.
deployments-edit-reason = Motif de la modification
deployments-edit-reason-about = Facultatif ; il figure dans la liste des révisions.
deployments-edit-unchanged = Rien n’a encore été modifié.
deployments-edit-quiet = Seuls le nom ou la description changent : rien ne redémarre.
deployments-edit-restarts = L’enregistrement redémarre les pods du site.
deployments-edit-installs = L’enregistrement lance l’installation avec ces réglages.
deployments-edit-again = Recharger
deployments-edit-fixed = Le type, l’équipe et le cluster ne peuvent pas être modifiés.
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
deployments-step-5 = Base de données
deployments-step-of = Étape { $n } sur { $all } : { $title }
deployments-previous = Précédent
deployments-next = Suivant
deployments-create = Créer le déploiement
deployments-creating = Création...
deployments-create-done = Déploiement créé
deployments-create-failed = Échec de la création du déploiement. Veuillez vérifier tous les champs obligatoires et réessayer.
deployments-draft-restored = Votre brouillon a été restauré
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
deployments-label-domain = Domaine
deployments-label-appUser = Identifiant administrateur
deployments-label-appPass = Mot de passe administrateur
deployments-label-clusterId = Cluster
deployments-label-cloudflareToken = Jeton du tunnel Cloudflare
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
deployments-domain-reduced = Tiré de { $pasted } : seul le nom d’hôte est nécessaire.
deployments-domain-wrong = Un domaine se compose de lettres, de chiffres et de traits d’union séparés par des points, comme shop.example.com.
deployments-name-taken = Cette équipe a déjà un déploiement de ce nom.
deployments-rail = Ce qui sera créé, pour l’instant
deployments-rail-unnamed = Pas encore de nom
deployments-rail-open = Pas encore choisi
deployments-rail-change = Revenir à { $title }
deployments-secrets = Mots de passe
deployments-secrets-about = Canopy les a créés. Mettez-les en lieu sûr maintenant : ensuite, ils ne sont montrés que sur demande, ce qui est enregistré.
deployments-secrets-copy = Tout copier
deployments-secrets-copied = Copié
deployments-finished = Installation de { $name } en cours
deployments-finished-go = Je les ai conservés
deployments-cluster-apart =
    { $n ->
        [one] Inutilisable pour l’instant ({ $n })
       *[other] Inutilisables pour l’instant ({ $n })
    }
deployments-about-app = Le premier compte de l’application elle-même
deployments-about-token = Celui du tunnel qui mène les visiteurs à ce site
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
deployments-cluster-gigabytes = { $n } Go
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
deployments-about-mysql = La base de données propre au site
deployments-about-redis = Cache d’objets
deployments-about-ftp = Accès aux fichiers par SFTP avec l’identifiant et le mot de passe de l’administrateur
deployments-about-phpmyadmin = Consulter la base de données avec un navigateur
deployments-about-cloudflare = Atteindre le site par un tunnel Cloudflare
deployments-about-web = Le site lui-même
deployments-summary = Ce qui sera créé
deployments-draft-restored-text = Tout a été conservé sauf les mots de passe et les valeurs des variables ; veuillez les saisir à nouveau.
deployments-step-runtime = Configuration { $runtime }
deployments-kind-wordpress = Un blog, une boutique ou un site web, installé avec son administrateur.
deployments-kind-laravel = Une application Laravel à partir d’un dépôt Git ou d’une image.
deployments-kind-nodejs = Une application Node.js à partir d’un dépôt Git ou d’une image.
deployments-kind-orangecms = Un blog OrangeCMS à partir d’un dépôt Git ou d’une image.
deployments-url-required = L’adresse du dépôt Git est obligatoire.
deployments-image-required = L’image est obligatoire.
deployments-number-least = { $label } : au moins { $n }.
deployments-number-most = { $label } : au plus { $n }.
deployments-label-team_id = Équipe
deployments-label-domains = Autres domaines
deployments-label-kind = Source
deployments-label-url = Dépôt Git
deployments-label-ref = Branche, tag ou commit
deployments-label-subdir = Dossier
deployments-label-image = Image
deployments-label-build = Commande de construction
deployments-label-start = Commande de démarrage
deployments-label-port = Port
deployments-label-env = Variables d’environnement
deployments-label-cpu = CPU
deployments-label-memory = Mémoire
deployments-label-storage = Stockage
deployments-label-replicas = Réplicas
deployments-label-version = Version de { $runtime }
deployments-source-git = Dépôt Git
deployments-source-image = Image
deployments-source-none = Aucune pour l’instant
deployments-source-none-about = Le site affiche une page qui le dit, jusqu’à ce qu’une modification en indique une.
deployments-about-domains = D’autres noms qui mènent au site ; saisissez-en un et appuyez sur Entrée
deployments-about-url = Publique, sans identifiant ni mot de passe ; le cluster la récupère et la construit
deployments-about-ref = Vide : la branche par défaut
deployments-about-subdir = Du programme dans le dépôt ; vide : sa racine
deployments-about-image = Avec tag ou digest ; elle écoute sur le port { $port } sauf indication contraire
deployments-about-build = Vide : ce qui est usuel pour ce type
deployments-about-start = Vide : ce qui est usuel pour ce type
deployments-about-port = Où le programme écoute ; vide : { $port }
deployments-about-extensions = Choisissez dans la liste ; saisissez pour chercher
deployments-about-env = Données à l’application. Les valeurs sont conservées comme secrets et ne sont plus affichées ici.
deployments-about-cpu = Cœurs, par exemple 500m ou 2 ; vide : calculé
deployments-about-amount = Par exemple 512Mi ou 2Gi ; vide : calculé
deployments-about-storage = Du volume du site, qui ne peut que grandir ; vide : calculé
deployments-about-replicas = Copies qui servent, de 1 à { $most }
deployments-about-host-choice = Indiquez un serveur pour l’utiliser ; vide : pas de base de données.
deployments-about-nginx = Serveur web devant l’application
deployments-database-without = MySQL est désactivé : ce site n’a pas de base de données.
deployments-bounds = De { $least } à { $most }
deployments-resources = Ressources
deployments-env-name = Le nom d’une variable a au plus 64 lettres, chiffres et tirets bas, et ne commence pas par un chiffre.
deployments-env-reserved = { $name } est définie par Canopy.
deployments-env-twice = { $name } figure deux fois.
deployments-env-name-label = Nom de la variable
deployments-env-value-label = Valeur de { $name }
deployments-env-value = Valeur
deployments-env-new = la nouvelle variable
deployments-env-add = Ajouter une variable
deployments-env-remove = Retirer { $name }
deployments-review-change = Modifier
deployments-review-change-named = Modifier { $title }
deployments-review-on = Activés
deployments-review-off = Désactivés
deployments-review-set = Défini
deployments-version-ended = { $version } (plus de correctifs de sécurité)
deployments-ended-title = { $runtime } { $version } est en fin de vie
deployments-ended-text = Il n’y a plus de correctifs de sécurité pour { $runtime } { $version } depuis le { $date }. Choisissez une version plus récente, sauf si le site a besoin de celle-ci.

deployments-bulk = Les déploiements choisis
deployments-bulk-chosen =
    { $n ->
        [one] { $n } choisi
       *[other] { $n } choisis
    }
deployments-bulk-clear = Effacer
deployments-bulk-none = Aucun des déploiements choisis ne s’y prête maintenant.
deployments-restart = Redémarrer
deployments-stop = Arrêter
deployments-start = Démarrer
deployments-stopped-notice = Ce site est arrêté
deployments-stopped-notice-text = Personne ne peut l’atteindre jusqu’à son démarrage. Ses données sont conservées, et il n’utilise que du stockage.
deployments-scale = Redimensionner
deployments-move = Déplacer
deployments-move-route = { $from } → { $to }
deployments-move-moving = En route
deployments-elsewhere-remains = Il reste peut-être quelque chose de ce site sur le cluster { $cluster }
deployments-elsewhere-left = Il n’y fonctionne plus. Ce qui s’y trouve pourra être retiré dès que le cluster répondra.
deployments-elsewhere-undoing = Le déplacement n’a pas abouti et ce qu’il avait commencé n’a pas pu être retiré. Une nouvelle tentative le reprend ; si vous abandonnez la modification, il restera à retirer.
deployments-elsewhere-forget = Oublier
deployments-elsewhere-forget-ask = Oublier ce qui y reste peut-être ?
deployments-elsewhere-forget-text = Le cluster { $cluster } ne répond pas. S’il revient, ce qui s’y trouve restera jusqu’à ce que quelqu’un le retire à la main. Le site lui-même n’est pas touché.
deployments-elsewhere-forgotten = Ce qui reste peut-être a été oublié
deployments-elsewhere-forget-failed = Impossible d’oublier ce qui reste. Veuillez réessayer.
deployments-bulk-restart-ask =
    { $n ->
        [one] Redémarrer un déploiement ?
       *[other] Redémarrer { $n } déploiements ?
    }
deployments-bulk-restart-text = Leurs pods sont remplacés, un déploiement après l’autre.
deployments-bulk-restart-done =
    { $n ->
        [one] Un redémarrage a commencé
       *[other] { $n } redémarrages ont commencé
    }
deployments-bulk-stop-ask =
    { $n ->
        [one] Arrêter un déploiement ?
       *[other] Arrêter { $n } déploiements ?
    }
deployments-bulk-stop-text = Ce qui suit sera injoignable jusqu’à son démarrage. Les données restent.
deployments-bulk-stop-done =
    { $n ->
        [one] Un déploiement est en cours d’arrêt
       *[other] { $n } déploiements sont en cours d’arrêt
    }
deployments-bulk-start-ask =
    { $n ->
        [one] Démarrer un déploiement ?
       *[other] Démarrer { $n } déploiements ?
    }
deployments-bulk-start-text = Ce qui suit revient et est joignable quand ses pods sont prêts.
deployments-bulk-start-done =
    { $n ->
        [one] Un déploiement est en cours de démarrage
       *[other] { $n } déploiements sont en cours de démarrage
    }
deployments-bulk-delete-ask =
    { $n ->
        [one] Supprimer un déploiement ?
       *[other] Supprimer { $n } déploiements ?
    }
deployments-bulk-delete-text = Chacun disparaît avec sa base de données, ses fichiers et ses mots de passe. C’est irréversible.
deployments-bulk-delete-done =
    { $n ->
        [one] Un déploiement est en cours de suppression
       *[other] { $n } déploiements sont en cours de suppression
    }
deployments-bulk-left = Laissés de côté, car impossible maintenant :
deployments-bulk-failed = Tous n’ont pas pu être lancés
deployments-bulk-deleting = Il est en cours de suppression.

# Volumes dont plus rien ne se sert

deployments-volume-nobody = Autres données
deployments-keep-ask = Que deviennent ses données ?
deployments-keep-asking = Le cluster est interrogé sur l’emplacement de ses données…
deployments-keep-unseen = Ses données sont conservées. Leur emplacement n’est pas visible pour le moment : { $why }
deployments-keep-none = Il n’a aucun volume dans le cluster : il n’y a pas de données à conserver.
deployments-keep-data = Conserver ses données
deployments-keep-about = { $volumes } reste dans le cluster et resservira lorsque { $service } sera réactivé.
deployments-lose-data = Supprimer ses données
deployments-lose-about = { $volumes } est supprimé avec tout son contenu dès que la modification est en vigueur, sauf si le cluster est réglé pour conserver les volumes ; l’aperçu le précise.
deployments-plan-volume-lost = { $service } : le volume { $volume } ({ $size }) est supprimé avec toutes ses données.
deployments-plan-volume-copied = { $service } : le volume { $volume } ({ $size }) est supprimé ici dès que sa copie est utilisée.
deployments-plan-volume-unknown = { $service } : la demande de volume { $volume } ({ $size }) est supprimée. On ne peut pas voir si le cluster conserve le volume.
deployments-plan-volume-kept = { $service } : la demande de volume { $volume } ({ $size }) est supprimée ; le cluster conserve le volume jusqu’à ce que quelqu’un l’y retire.
deployments-plan-volume-reused = { $service } reprend les données qui ont été conservées : volume { $volume } ({ $size }).
deployments-kept-volumes = Volumes conservés
deployments-kept-about = Ce qui s’en servait est désactivé. Ils resserviront lors de la réactivation et occupent du stockage jusque-là.
deployments-kept-since = conservé depuis
deployments-kept-ending = en cours de suppression
deployments-kept-delete = Supprimer
deployments-kept-delete-named = Supprimer le volume { $volume }
deployments-kept-delete-title = Supprimer un volume conservé
deployments-kept-delete-about = Selon le cluster lui-même. La suppression est une révision à part entière ; rien n’a encore été modifié.
deployments-kept-delete-now = Supprimer le volume
deployments-kept-close = Fermer sans supprimer
deployments-kept-failed = Échec de la suppression du volume. Veuillez réessayer.
deployments-kept-deleting = Le volume est en cours de suppression
deployments-revision-volume-goes = Supprime à la fin le volume { $volume } ({ $size }).
deployments-revision-volume-deleted = Le volume { $volume } ({ $size }) a été supprimé.
deployments-revision-volume-left = Le volume { $volume } ({ $size }) devait être supprimé à la fin.
deployments-revision-volume-stays = Le volume { $volume } ({ $size }) n’a pas été supprimé : { $why }
