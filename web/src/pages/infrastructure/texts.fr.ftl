infrastructure-title = Infrastructure
infrastructure-about = Les centres de données et les clusters Kubernetes qu’ils hébergent
infrastructure-addDatacenter = Ajouter un centre de données
infrastructure-registerCluster = Enregistrer un cluster
infrastructure-addCluster = Ajouter un cluster
infrastructure-search = Rechercher des centres de données...
infrastructure-loading = Chargement des centres de données
infrastructure-failed = Échec du chargement des centres de données
infrastructure-failed-404 = Impossible de charger les centres de données : le point de terminaison du serveur n’est pas disponible.
infrastructure-clusters-failed = Échec du chargement des clusters
infrastructure-clusters-failed-404 = Impossible de charger les clusters : le point de terminaison du serveur n’est pas disponible.
infrastructure-clusters-failed-403 = Autorisation refusée : vous n’avez pas le rôle requis pour voir les clusters.
infrastructure-empty = Aucun centre de données
infrastructure-empty-admin = Ajoutez d’abord un centre de données, puis enregistrez-y un cluster.
infrastructure-empty-user = Un administrateur doit ajouter un centre de données et enregistrer un cluster avant tout déploiement.
infrastructure-empty-search = Aucun centre de données ne correspond à « { $q } ».
infrastructure-empty-clear = Effacer la recherche
infrastructure-first = Seuls les { $n } premiers centres de données sont affichés.
infrastructure-clusterCount =
    { $n ->
        [one] { $n } cluster
       *[other] { $n } clusters
    }
infrastructure-deploymentCount =
    { $n ->
        [one] { $n } déploiement
       *[other] { $n } déploiements
    }
infrastructure-deploymentCount-more = plus de { $n } déploiements
infrastructure-nodeCount =
    { $n ->
        [one] { $n } nœud
       *[other] { $n } nœuds
    }
infrastructure-coreCount =
    { $n ->
        [one] { $n } cœur CPU
       *[other] { $n } cœurs CPU
    }
infrastructure-gigabytes = { $n } Go
infrastructure-milliseconds = { $n } ms
infrastructure-percent = { $n } %
infrastructure-latency = Latence
infrastructure-availability = Disponibilité
infrastructure-notMeasured = Aucun de ses clusters n’a encore été mesuré
infrastructure-notObserved-kubeconfig = Pas encore de kubeconfig
infrastructure-notObserved-waiting = Pas encore vu
infrastructure-address = Adresse
infrastructure-city = Ville
infrastructure-country = Pays
infrastructure-provider = Fournisseur
infrastructure-datacenter = Centre de données
infrastructure-region = Région
infrastructure-status = État
infrastructure-domains = Domaines
infrastructure-domains-none = Aucun domaine configuré
infrastructure-clusters = Clusters
infrastructure-clusters-none = Aucun cluster dans ce centre de données pour l’instant.
infrastructure-detached = Clusters sans centre de données
infrastructure-configuration = Configuration
infrastructure-version-head = Version
infrastructure-version = Version de Kubernetes
infrastructure-nodes = Nœuds
infrastructure-cpu = Processeurs au total
infrastructure-memory = Mémoire totale
infrastructure-network = Réseau et accès
infrastructure-endpoint = Point de terminaison de l’API
infrastructure-endpoint-none = Non configuré
infrastructure-access = Type d’accès
infrastructure-access-standard = Accès standard
infrastructure-security = Connexion
infrastructure-secured = Sécurisée
infrastructure-unsecured = Non sécurisée
infrastructure-secured-about = L’autorité de certification du cluster est vérifiée à chaque connexion
infrastructure-unsecured-about = Il n’y a pas de kubeconfig avec une autorité de certification
infrastructure-lastSeen = Dernier contact
infrastructure-clusterId = ID du cluster
infrastructure-datacenterId = ID du centre de données
infrastructure-description = Description
infrastructure-deployments = Déploiements
infrastructure-deployments-failed = Impossible de charger les déploiements de ce cluster
infrastructure-deployments-none = Aucun déploiement sur ce cluster pour l’instant.
infrastructure-deployments-none-own = Vos équipes n’ont aucun déploiement sur ce cluster.
infrastructure-createDeployment = Créer un déploiement
infrastructure-manage = Gérer
infrastructure-manage-label = Gérer { $name }
infrastructure-viewAll = Tout afficher
infrastructure-viewAll-label = Afficher tous les déploiements de { $name }

infrastructure-datacenter-title = Ajouter un centre de données
infrastructure-datacenter-about = Un lieu pour des clusters. Avec un fournisseur connu, l’emplacement se remplit tout seul.
infrastructure-catalogue-failed = Impossible de charger les fournisseurs et les régions
infrastructure-name = Nom
infrastructure-name-required = Le nom est obligatoire
infrastructure-provider-required = Le fournisseur est obligatoire
infrastructure-country-required = Le pays est obligatoire
infrastructure-city-required = La ville est obligatoire
infrastructure-address-required = L’adresse est obligatoire
infrastructure-region-required = La région est obligatoire
infrastructure-region-follows = Dépend du pays
infrastructure-place-follows = Dépend de la région
infrastructure-domains-about = Facultatif, par exemple example.com. Appuyez sur Entrée après chacun.
infrastructure-cancel = Annuler
infrastructure-datacenter-submit = Créer le centre de données
infrastructure-datacenter-failed = Impossible de créer le centre de données. Veuillez réessayer.
infrastructure-datacenter-failed-400 = Impossible de créer le centre de données : veuillez vérifier les données saisies.
infrastructure-datacenter-done = Terminé
infrastructure-datacenter-done-text = Le centre de données a été créé

infrastructure-cluster-title = Enregistrer un cluster
infrastructure-cluster-about = Un cluster Kubernetes sur lequel des déploiements peuvent s’exécuter.
infrastructure-cluster-datacenter = Centre de données
infrastructure-cluster-pick = Choisissez d’abord un centre de données
infrastructure-cluster-noDatacenter = Il n’y a pas encore de centre de données
infrastructure-cluster-noDatacenter-text = Un cluster s’enregistre dans un centre de données.
infrastructure-cluster-name = Nom du cluster
infrastructure-cluster-name-required = Le nom du cluster est obligatoire
infrastructure-cluster-description = Description
infrastructure-cluster-description-required = La description est obligatoire
infrastructure-cluster-endpoint = Point de terminaison Kubernetes
infrastructure-cluster-endpoint-required = Le point de terminaison Kubernetes est obligatoire
infrastructure-cluster-endpoint-about = Un kubeconfig validé le remplit.
infrastructure-cluster-submit = Créer le cluster
infrastructure-cluster-saving = Création du cluster...
infrastructure-cluster-failed = Impossible de créer le cluster. Veuillez réessayer.
infrastructure-cluster-failed-400 = Impossible de créer le cluster : veuillez vérifier les données saisies.
infrastructure-cluster-done = Cluster créé
infrastructure-cluster-done-with = { $name } est enregistré avec son kubeconfig et en cours d’examen.
infrastructure-cluster-done-without = { $name } est enregistré. Aucun kubeconfig n’a été fourni : les déploiements seront possibles dès qu’il en aura un.

infrastructure-kubeconfig = Kubeconfig
infrastructure-kubeconfig-about = Facultatif ici, nécessaire avant tout déploiement. Il est stocké chiffré.
infrastructure-kubeconfig-validate = Valider le kubeconfig
infrastructure-kubeconfig-asking = Interrogation du cluster…
infrastructure-kubeconfig-required = Le kubeconfig est obligatoire
infrastructure-kubeconfig-sections = Il semble manquer des sections obligatoires au kubeconfig
infrastructure-kubeconfig-valid = Le kubeconfig est valide.
infrastructure-kubeconfig-valid-endpoint = Le kubeconfig est valide. Le point de terminaison a été mis à jour.
infrastructure-kubeconfig-first = Veuillez valider votre kubeconfig avant de créer le cluster.
infrastructure-kubeconfig-first-update = Veuillez valider votre kubeconfig avant de mettre à jour le cluster.
infrastructure-kubeconfig-refused = Kubeconfig non valide : veuillez vérifier le format et le contenu de votre fichier kubeconfig.
infrastructure-kubeconfig-unchecked = Le kubeconfig n’a pas pu être vérifié. Veuillez réessayer.
infrastructure-kubeconfig-set = Définir le kubeconfig
infrastructure-kubeconfig-replace = Remplacer le kubeconfig
infrastructure-kubeconfig-save = Enregistrer le kubeconfig
infrastructure-kubeconfig-saving = Envoi du kubeconfig...
infrastructure-kubeconfig-saved = Kubeconfig enregistré
infrastructure-kubeconfig-saved-text = { $name } est en cours d’examen.
infrastructure-kubeconfig-failed = Le kubeconfig n’a pas pu être enregistré. Veuillez réessayer.
infrastructure-kubeconfig-none = Ce cluster n’a pas de kubeconfig. Les déploiements seront possibles dès qu’il en aura un.
infrastructure-preflight-title = Ce que dit le cluster
infrastructure-preflight-endpoint = Point de terminaison
infrastructure-preflight-access = Type d’accès
infrastructure-preflight-ca = Empreinte de l’AC (SHA-256)
infrastructure-preflight-ca-none = Aucune : les autorités de certification publiques sont acceptées
infrastructure-preflight-expires = Expiration des identifiants
infrastructure-preflight-expires-none = Non indiquée
infrastructure-preflight-reachable = Accessibilité
infrastructure-preflight-yes = Joignable, Kubernetes { $version }
infrastructure-preflight-yes-noVersion = Joignable
infrastructure-preflight-no = Injoignable
infrastructure-preflight-rights = Droits
infrastructure-preflight-rights-all = Tout ce dont Canopy a besoin
infrastructure-preflight-rights-unknown = Inconnus
infrastructure-preflight-missing = Droits manquants

infrastructure-cluster = Cluster
infrastructure-details = Détails : { $name }
infrastructure-deploymentCount-own =
    { $n ->
        [one] { $n } déploiement de vos équipes
       *[other] { $n } déploiements de vos équipes
    }
infrastructure-clusters-lost =
    { $n ->
        [one] { $n } cluster injoignable
       *[other] { $n } clusters injoignables
    }
infrastructure-clusters-unset =
    { $n ->
        [one] { $n } cluster sans kubeconfig
       *[other] { $n } clusters sans kubeconfig
    }
infrastructure-availability-days = { $value } de disponibilité en 30 jours
infrastructure-availability-since = { $value } de disponibilité depuis { $when }

infrastructure-nodes-of = { $n } nœuds sur { $all }
infrastructure-nodes-unready = { $n } non prêts
infrastructure-nodes-cordoned = { $n } isolés
infrastructure-cpu-requested = Cœurs CPU demandés par les pods
infrastructure-memory-requested = Mémoire demandée par les pods
infrastructure-amount-of = { $n } sur { $all }
infrastructure-view = Vue
infrastructure-view-list = Liste
infrastructure-view-topology = Topologie
infrastructure-topology-about = Centres de données et leurs clusters
infrastructure-topology-key = La taille du cercle indique le nombre de déploiements du cluster, son anneau l’état. Un clic ouvre le cluster dans la liste.
infrastructure-cpu-head = Cœurs CPU
infrastructure-memory-head = Mémoire

infrastructure-save = Enregistrer les modifications
infrastructure-back = Retour à l’infrastructure
infrastructure-actions = Actions : { $name }
infrastructure-deleted-text = { $name } a été supprimé.
infrastructure-datacenter-edit = Modifier le centre de données
infrastructure-datacenter-edit-title = Modifier le centre de données
infrastructure-datacenter-edit-about = Ses clusters suivent son fournisseur et sa région.
infrastructure-datacenter-gone = Ce centre de données n’existe pas.
infrastructure-datacenter-updated = Centre de données modifié
infrastructure-datacenter-updated-text = Les modifications sont enregistrées.
infrastructure-datacenter-update-failed = Impossible de modifier le centre de données. Veuillez réessayer.
infrastructure-datacenter-update-failed-400 = Impossible de modifier le centre de données : veuillez vérifier les données saisies.
infrastructure-datacenter-delete = Supprimer le centre de données
infrastructure-datacenter-delete-ask = Supprimer ce centre de données ?
infrastructure-datacenter-delete-text = Il n’a pas de clusters.
infrastructure-datacenter-delete-failed = Impossible de supprimer le centre de données. Veuillez réessayer.
infrastructure-datacenter-delete-refused = Impossible de supprimer le centre de données
infrastructure-datacenter-deleted = Centre de données supprimé
infrastructure-cluster-edit = Modifier le cluster
infrastructure-cluster-edit-title = Modifier le cluster
infrastructure-cluster-edit-about = Son nom, son emplacement et son kubeconfig
infrastructure-cluster-unread = Erreur lors du chargement des détails du cluster.
infrastructure-cluster-gone = Le cluster demandé est introuvable. Il a peut-être été supprimé.
infrastructure-cluster-update = Modifier le cluster
infrastructure-cluster-updating = Modification du cluster...
infrastructure-cluster-updated = Cluster modifié
infrastructure-cluster-updated-text = Les modifications de { $name } sont enregistrées.
infrastructure-cluster-update-failed = Impossible de modifier le cluster. Veuillez réessayer.
infrastructure-cluster-update-failed-400 = Impossible de modifier le cluster : veuillez vérifier les données saisies.
infrastructure-cluster-delete = Supprimer le cluster
infrastructure-cluster-delete-ask = Supprimer ce cluster ?
infrastructure-cluster-delete-text = Canopy oublie le cluster et son kubeconfig. Rien n’est touché dans le cluster lui-même.
infrastructure-cluster-delete-failed = Impossible de supprimer le cluster. Veuillez réessayer.
infrastructure-cluster-deleted = Cluster supprimé
infrastructure-refresh = Actualiser l’état
infrastructure-refresh-done = État actualisé
infrastructure-refresh-well = { $name } répond.
infrastructure-refresh-failed = Impossible de consulter le cluster. Veuillez réessayer.
infrastructure-maintenance-begin = Activer le mode maintenance
infrastructure-maintenance-end = Terminer la maintenance
infrastructure-maintenance-ask = Activer le mode maintenance ?
infrastructure-maintenance-end-ask = Terminer la maintenance ?
infrastructure-maintenance-text = Tant qu’elle dure, rien de nouveau ne commence sur ce cluster : aucun site n’est créé, modifié ni redémarré. Les tâches en cours se terminent, et la suppression reste possible.
infrastructure-maintenance-end-text = Des sites pourront de nouveau être créés, modifiés et redémarrés sur ce cluster.
infrastructure-maintenance-begun = La maintenance a commencé
infrastructure-maintenance-ended = La maintenance est terminée
infrastructure-maintenance-failed = Impossible de modifier la maintenance. Veuillez réessayer.
infrastructure-maintenance-on = Ce cluster est en maintenance.
infrastructure-maintenance-about = Rien de nouveau n’y commence. Ce qui est en cours se termine, et les sites restent en service.
infrastructure-kubeconfig-download = Télécharger le kubeconfig
infrastructure-kubeconfig-download-ask = Télécharger le kubeconfig ?
infrastructure-kubeconfig-download-text = Il contient les identifiants de tout le cluster. Les événements gardent trace de votre lecture.
infrastructure-kubeconfig-download-failed = Impossible de télécharger le kubeconfig. Veuillez réessayer.
infrastructure-kubeconfig-none-set = Ce cluster n’a pas de kubeconfig.
infrastructure-kubeconfig-keep = Laissez vide pour garder l’actuel.
infrastructure-preflight-same = Le même cluster qu’actuellement
infrastructure-preflight-other = C’est un autre cluster.
infrastructure-preflight-other-about = Son espace de noms kube-system n’est pas celui du cluster connu. Il est refusé tant que des déploiements se trouvent sur ce cluster.
infrastructure-datacenter-delete-clusters =
    { $n ->
        [one] Son cluster reste, sans centre de données. Cette action est irréversible.
       *[other] Ses { $n } clusters restent, sans centre de données. Cette action est irréversible.
    }
infrastructure-datacenter-delete-sites =
    { $n ->
        [one] Un déploiement se trouve sur ses clusters et doit d’abord être supprimé.
       *[other] { $n } déploiements se trouvent sur ses clusters et doivent d’abord être supprimés.
    }
infrastructure-cluster-delete-sites =
    { $n ->
        [one] Impossible de supprimer un cluster avec des déploiements : { $n } doit d’abord être supprimé.
       *[other] Impossible de supprimer un cluster avec des déploiements : { $n } doivent d’abord être supprimés.
    }
infrastructure-kubeconfig-file = Choisir un fichier…
infrastructure-kubeconfig-file-large = Ce fichier dépasse 256 Kio, trop pour un kubeconfig.
infrastructure-kubeconfig-context = Contexte
infrastructure-kubeconfig-context-pick = Choisissez un contexte
infrastructure-kubeconfig-context-first = Veuillez choisir le contexte à utiliser.
infrastructure-kubeconfig-context-about = Le fichier contient { $n } contextes. Celui qui est choisi est utilisé.

infrastructure-look-known = Ce que l’on en sait
infrastructure-look-loading = Lecture du cluster
infrastructure-look-failed = Le cluster n’a pas pu être lu
infrastructure-look-unread = Cela n’a pas pu être lu.
infrastructure-look-unread-why = Cela n’a pas pu être lu : { $why }
infrastructure-look-at = Lu dans le cluster
infrastructure-look-nodes = Nœuds
infrastructure-look-node = Nœud
infrastructure-look-pods = Pods
infrastructure-look-pods-of = { $n } sur { $all }
infrastructure-look-kubelet = Kubelet
infrastructure-look-requests-unread = Ce que les pods demandent n’a pas pu être lu : les chiffres sont ce que les nœuds ont.
infrastructure-look-nodes-none = Le cluster n’a aucun nœud.
infrastructure-look-nodes-more = Seuls les { $n } premiers nœuds sont affichés.
infrastructure-look-node-ready = Prêt
infrastructure-look-node-cordoned = Isolé
infrastructure-look-node-unready = Pas prêt
infrastructure-look-default = Par défaut
infrastructure-look-sites = Ce dont les sites ont besoin
infrastructure-look-ingress = Classes d’ingress
infrastructure-look-ingress-none = Il n’y en a aucune : personne n’atteint un site de l’extérieur.
infrastructure-look-ingress-noDefault = Aucune n’est celle par défaut. Les sites n’en nomment pas : le contrôleur doit accepter ceux qui n’en ont pas.
infrastructure-look-storage = Classes de stockage
infrastructure-look-storage-none = Il n’y en a aucune : les volumes des sites ne sont jamais créés.
infrastructure-look-certificates = Certificats
infrastructure-look-certificates-yes = cert-manager est installé
infrastructure-look-certificates-no = cert-manager n’est pas installé : les certificats doivent venir d’ailleurs
infrastructure-look-rights = Ce que les identifiants permettent
infrastructure-look-rights-lacks = Il manque aux identifiants ce dont Canopy a besoin :
infrastructure-look-rights-all = Tout ce dont Canopy a besoin, un par un
infrastructure-look-right-missing = Ils ne permettent pas { $verbs } sur { $resource }
infrastructure-look-right-shell = Ils ne permettent pas { $verbs } sur pods/exec : personne ne peut ouvrir un terminal dans un conteneur. Tout le reste fonctionne sans.
infrastructure-look-right-may = permettent { $verbs }
infrastructure-look-right-maynot = ne permettent pas { $verbs }
infrastructure-look-warnings = Avertissements du cluster
infrastructure-look-warning = Avertissement
infrastructure-look-about = À propos de
infrastructure-look-count = Fois
infrastructure-look-history = Événements dans Canopy
infrastructure-look-warnings-none = Kubernetes n’avertit de rien. Il garde les avertissements environ une heure.
infrastructure-look-warnings-more = Seuls les { $n } plus récents sont affichés.
infrastructure-metrics-title = Capacité
infrastructure-metrics-about = Ce que les pods ont demandé au fil du temps, à côté de ce que les nœuds peuvent donner
infrastructure-metrics-view = Capacité au fil du temps
infrastructure-metrics-failed = Impossible de charger la capacité
infrastructure-metrics-cpu = Cœurs CPU
infrastructure-metrics-memory = Mémoire
infrastructure-metrics-nodes = Nœuds
infrastructure-metrics-requested = Demandé
infrastructure-metrics-total = Capacité
infrastructure-metrics-ready = Prêts
infrastructure-metrics-unready = Pas prêts
infrastructure-metrics-caption = Les pods ont demandé de { $low } à { $high }, maintenant { $now } sur { $all } ({ $share }).
infrastructure-metrics-caption-same = Les pods ont demandé { $now } sur { $all } ({ $share }).
infrastructure-metrics-caption-nodes = De { $low } à { $high } prêts, maintenant { $now }.
infrastructure-metrics-caption-nodes-same = { $now } prêts.
infrastructure-metrics-gaps = Là où une ligne manque, le cluster n’a pas répondu.
infrastructure-metrics-unread = Non disponible : les identifiants ne peuvent pas lister les nœuds ou les pods, ou il y a trop de pods.
infrastructure-metrics-empty = Rien de mesuré pour l’instant
infrastructure-metrics-empty-text = Canopy mesure un cluster chaque fois qu’il l’interroge. Le premier point apparaît dès que le cluster a répondu.
