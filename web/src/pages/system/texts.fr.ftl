system-title = Système
system-about = L’état de Canopy lui-même
system-overall-healthy = Tous les composants fonctionnent
system-overall-degraded = Certains composants sont dégradés
system-overall-unhealthy = Certains composants ne sont pas disponibles
system-logs = Voir les journaux
system-database = Base de données
system-security = Sécurité
system-health = État du système
system-health-failed = Impossible de charger l’état du système
system-health-loading = Interrogation de tous les composants
system-health-none = Aucun contrôle
system-health-none-text = Aucun contrôle d’état n’est disponible pour le moment.
system-interval = Intervalle de contrôle
system-interval-seconds = Toutes les { $n } secondes
system-refresh = Actualiser
system-state = État
system-component = Composant
system-latency = Latence
system-checked = Contrôlé
system-milliseconds = { $n } ms
system-mail = Courrier
system-mail-loading = Lecture de l’état du courrier
system-mail-failed = L’état du courrier n’a pas pu être chargé
system-mail-missing = Tous les services n’ont pas répondu ; leurs lettres ne sont pas comptées : { $services }
system-mail-off = Aucun courrier n’est envoyé
system-mail-off-text = Les invitations et les liens pour les mots de passe oubliés sont transmis à la main. Pour les envoyer, définissez CANOPY_SMTP_URL, CANOPY_MAIL_FROM et CANOPY_PUBLIC_URL, puis redémarrez Canopy.
system-mail-server = Serveur SMTP
system-mail-encryption = Chiffrement
system-mail-encryption-none = Aucun
system-mail-encryption-opportunistic = STARTTLS si le serveur le propose
system-mail-encryption-starttls = STARTTLS
system-mail-encryption-tls = TLS
system-mail-account = S’y authentifie
system-mail-account-yes = Oui
system-mail-account-no = Non
system-mail-sender = Expéditeur
system-mail-links = Les liens commencent par
system-mail-waiting = Lettres
system-mail-waiting-n =
    { $n ->
        [0] Aucune en attente
        [one] { $n } en attente
       *[other] { $n } en attente
    }
system-mail-oldest = la plus ancienne depuis
system-mail-sent = Dernière envoyée
system-mail-sent-none = Aucune lettre n’a encore été envoyée.
system-mail-failure-taken = La dernière lettre a été acceptée
system-mail-failure-refused = Le serveur SMTP n’a pas accepté une lettre
system-mail-failure-unreachable = Le serveur SMTP n’a pas pu être joint
system-mail-failure-silent = Le serveur SMTP n’a pas répondu à temps
system-mail-given-up = La lettre n’est pas renvoyée.
system-mail-again = La lettre est renvoyée jusqu’à ce que son lien soit trop ancien.
system-mail-past = Des lettres ont été envoyées depuis.
system-mail-test = Envoyer un courriel d’essai
system-mail-test-failed = Le courriel d’essai n’a pas pu être envoyé. Veuillez réessayer.
system-mail-test-taken = Le serveur SMTP a accepté le courriel d’essai à { $to }
system-mail-test-refused = Le serveur SMTP n’a pas accepté le courriel d’essai à { $to }
system-mail-test-unreachable = Le serveur SMTP n’a pas pu être joint pour le courriel d’essai à { $to }
system-mail-test-silent = Le serveur SMTP n’a pas répondu en 10 secondes pour le courriel d’essai à { $to }
system-letters = Messages refusés
system-letters-about = Messages entre services refusés définitivement. Rien ne les attend : la tâche dont ils relevaient a échoué.
system-letters-failed = Impossible de charger les messages refusés
system-letters-missing = Tous les services n’ont pas répondu ; ce que ceux-ci ont n’est pas affiché : { $services }
system-letters-none = Il n’y en a aucun.
system-letter-service = Gardé par
system-letter-target = Pour
system-letter-at = Depuis
system-letter-actor = Demandé par
system-letter-request = ID de la requête
system-letter-again = Il est à nouveau en cours de traitement.
system-letter-send = Renvoyer
system-letter-sent = Il est renvoyé
system-letter-send-failed = Il n’a pas pu être renvoyé. Veuillez réessayer.
system-letter-drop = Abandonner
system-letter-drop-ask = Abandonner ce message refusé ?
system-letter-drop-text = Il n’est plus envoyé. Cette action est irréversible, et les événements diront que vous l’avez faite.
system-letter-dropped = Message refusé abandonné
system-letter-drop-failed = Il n’a pas pu être abandonné. Veuillez réessayer.
system-settings = Réglages du système
system-settings-failed = Impossible de charger les réglages du système
system-settings-save = Enregistrer les modifications
system-settings-saved = Réglages du système enregistrés
system-settings-save-failed = Les réglages du système n’ont pas pu être enregistrés. Veuillez réessayer.
system-settings-by = Modifiés par { $name }
system-timeout = Délai d’inactivité
system-timeout-about = Une session que personne n’utilise pendant ce temps prend fin.
system-timeout-none = Jamais
system-length = Durée de la session
system-length-about = Depuis la connexion, utilisée ou non. Si elle est raccourcie, les sessions plus anciennes prennent fin.
system-history = Les événements sont conservés
system-history-about = Les plus anciens sont supprimés définitivement.
system-history-operator = Selon CANOPY_EVENTS_DAYS (cent ans sans ce réglage)
system-registration = Inscription
system-registration-about = Si chacun peut se créer un compte. Les personnes invitées le peuvent toujours.
system-registration-fixed = Décidée par CANOPY_REGISTRATION ; elle ne peut pas être modifiée ici.
system-registration-open = Ouverte à tous
system-registration-closed = Réservée aux personnes invitées
system-seconds =
    { $n ->
        [one] { $n } seconde
       *[other] { $n } secondes
    }
system-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
system-hours =
    { $n ->
        [one] { $n } heure
       *[other] { $n } heures
    }
system-days =
    { $n ->
        [one] { $n } jour
       *[other] { $n } jours
    }
system-clusters = Clusters
system-clusters-view = Infrastructure
system-clusters-failed = Impossible de charger les clusters
system-clusters-none = Aucun cluster
system-clusters-well = Opérationnels
system-clusters-of = sur { $n }
system-clusters-nodes = Nœuds prêts
system-clusters-cpu = CPU demandé
system-clusters-memory = Mémoire demandée
system-clusters-unknown = Non disponible
system-clusters-day = Les dernières 24 heures
system-clusters-choose = Cluster
system-clusters-more = Capacité dans le temps
system-clusters-day-failed = Impossible de charger ce qui a été demandé au cluster
system-clusters-day-none = Rien n’est encore mesuré : le premier point apparaît dès que le cluster a répondu.
system-clusters-day-unread = Non disponible : les identifiants ne peuvent pas lister les nœuds ou les pods, ou il y a trop de pods.
system-clusters-day-caption = Les pods demandent maintenant { $cpu } du CPU et { $memory } de la mémoire.
