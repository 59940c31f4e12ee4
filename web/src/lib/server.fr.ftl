## Anything

Said = { $said }
NOT_FOUND =
    { $what ->
        [Team] Équipe introuvable
        [User] Utilisateur introuvable
        [Member] Membre introuvable
        [Invite] Invitation introuvable
        [Session] Session introuvable
        [Token] Jeton introuvable
        [Deployment] Déploiement introuvable
        [Cluster] Cluster introuvable
        [Kubeconfig] Kubeconfig introuvable
        [Task] Tâche introuvable
        [Revision] Révision introuvable
        [NotificationRule] Règle de notification introuvable
        [Delivery] Envoi introuvable
        [Datacenter] Centre de données introuvable
        [Event] Événement introuvable
        [Account] Compte introuvable
        [File] Fichier introuvable
        [Object] Objet introuvable
        [Pod] Pod introuvable
        [DeadLetter] Message refusé introuvable
       *[other] Introuvable : { $what }
    }
VALIDATION_ERROR = Erreur de validation
TOO_MANY_REQUESTS = Trop de requêtes. Veuillez réessayer plus tard
INTERNAL = Erreur interne
DATABASE_UNAVAILABLE = La base de données n’est pas disponible pour le moment. Veuillez réessayer.
OVERLOADED = Le service est surchargé. Veuillez réessayer.
PART_AWAY = Une partie de Canopy ne répond pas pour le moment. Veuillez réessayer.
RECEIVER_AWAY = Le destinataire est injoignable.
CALL_TOO_LONG = L’appel a dépassé son délai.
MESSAGE_UNREADABLE = Le message est illisible.
IDEMPOTENCY_KEY_REUSED = Cette Idempotency-Key a servi à une autre requête.

## Fields

Label_Address = L’adresse
Label_AdminPassword = Le mot de passe d’administration
Label_City = La ville
Label_ClusterName = Le nom du cluster
Label_Country = Le pays
Label_DatabaseName = Le nom de la base de données
Label_DatabasePassword = Le mot de passe de la base de données
Label_DatabaseRootPassword = Le mot de passe root de la base de données
Label_DatabaseUser = L’utilisateur de la base de données
Label_DeploymentName = Le nom du déploiement
Label_Endpoint = Le point d’accès Kubernetes
Label_Kubeconfig = Le kubeconfig
Label_Maintenance = Maintenance
Label_User = L’utilisateur
Label_MaxExecutionTime = Le temps d’exécution maximal
Label_MaxRequestsPerChild = Le nombre maximal de requêtes par processus
Label_MemoryLimit = La limite de mémoire
Label_PoolSize = La taille du groupe de processus
Label_Reason = Le motif
Label_Region = La région
Label_Id = L’identifiant
Label_Kind = Le type
Label_Revision = La révision avec son empreinte
Label_Replicas = Le nombre de réplicas
Label_Type = Le type d’application
Label_UploadMaxFilesize = La taille maximale des fichiers envoyés
ADMIN_PASSWORD_REQUIRED = Le mot de passe d’administration est nécessaire pour un accès sûr à l’application
ADMIN_USERNAME_REQUIRED = Le nom de l’administrateur est nécessaire pour accéder à l’application
AT_LEAST = doit être au moins { $least }
AT_MOST = doit être au plus { $most }
CONTROL_CHARACTERS = { $label } ne doit contenir aucun caractère de contrôle.
COUNTRY_UNKNOWN = Le pays doit figurer dans la liste des centres de données personnalisés.
DATABASE_HOST_REQUIRED = Un hôte de base de données est requis lorsque MySQL est désactivé.
DATABASE_NAME_RESERVED = MySQL se réserve ce nom. Choisissez-en un autre.
DATABASE_USER_ROOT = L’utilisateur root n’est pas destiné aux applications. Choisissez un autre nom.
DOMAIN_NOT_ADDRESS = Saisissez un nom de domaine, pas une adresse.
DOMAIN_NOT_ASCII = Saisissez le domaine international sous sa forme xn--.
DOMAIN_ONE_PART = Un nom de domaine comporte au moins deux parties, comme shop.example.com.
DOMAIN_ONLY = Saisissez seulement le nom de domaine, comme shop.example.com, sans protocole, port ni chemin.
DOMAIN_REQUIRED = Le nom de domaine est nécessaire pour configurer le déploiement
DOMAIN_RESERVED = Ce nom est réservé. Choisissez un nom de domaine public.
DOMAIN_TOO_LONG = Un nom de domaine compte au plus 253 caractères.
EXTENSIONS_UNKNOWN = Inconnues : { $unknown }. Sont disponibles { $known }.
FIXED_FIELD = { $field } ne peut pas être modifié.
FIXED_FOR_NOW = { $field } ne peut pas encore être modifié.
IMAGE_REQUIRED = Une image est requise.
IN_MAINTENANCE = Ce cluster est en maintenance.
LABELS_OF_OTHER = Les étiquettes désignent un autre déploiement.
LESS_THAN =
    { $unit ->
       *[none] { $label } doit être au moins { $least }.
        [MB] { $label } doit être au moins { $least } Mo.
        [s] { $label } doit être au moins { $least } s.
    }
MISSING = Cette valeur manque.
MORE_THAN =
    { $unit ->
       *[none] { $label } doit être au plus { $most }.
        [MB] { $label } doit être au plus { $most } Mo.
        [s] { $label } doit être au plus { $most } s.
    }
NAME_PREFIX = doit être un nom qui commence par { $prefix }
NO_ARRAY = doit être un tableau JSON
NO_METHOD = Cette méthode n’existe pas.
NO_CLUSTER = Ce cluster n’existe pas.
NO_CLUSTER_CHOSEN = Sélectionnez le cluster où s’exécutera le déploiement
NO_COMMAND = Une commande est une ligne de 500 caractères au plus.
NO_CORES = Saisissez des cœurs, comme 500m ou 2, de 10m à 64.
NO_DOMAIN = « { $domain } » n’est pas un nom de domaine.
NO_FOLDER = Saisissez un dossier du dépôt, comme apps/web.
NO_HIGH_PORT = Un port est un nombre de 1024 à 65535.
NO_IMAGE = Ceci n’est pas le nom d’une image, comme ghcr.io/shop/web:1.4.
NO_LOG_SOURCE = Cette source de journaux n’existe pas.
NO_NAME = doit être un nom
NO_NAMESPACE = doit être le nom d’un espace de noms
NO_PORT = Un port est un nombre de 1 à 65535.
NO_REFERENCE = Saisissez le nom d’une branche ou d’une étiquette, ou l’identifiant d’un commit.
NO_RELEASE = doit être le nom d’une release
NO_REPOSITORY = Saisissez une adresse comme https://github.com/shop/web.git.
NO_SECRET_FIELD = « { $field } » n’est aucun de { $known }.
NO_SECRET_KEYS = doit avoir des clés de lettres, chiffres, '-', '_' et '.'
NO_SIZE = Saisissez une taille comme 512Mi ou 2Gi, au moins { $least }Mi.
NO_SOURCE = { $application } apporte son propre programme.
NO_TEAM = Sélectionnez une équipe pour ce déploiement
NO_TIME = Ceci n’est pas une heure.
NO_TUNNEL_TOKEN = Ceci n’est pas le jeton d’un tunnel Cloudflare.
NO_VARIABLE_NAME = Le nom d’une variable compte au plus 64 lettres, chiffres et traits de soulignement.
NOT_HTTPS = { $label } doit être une URL https.
NOT_UNIQUE = doit être unique
OTHER_DATACENTER = Le cluster se trouve dans un autre centre de données.
PASSWORD_MASKED = { $label } est masqué. Saisissez le mot de passe lui-même.
PASSWORD_TOO_SHORT = { $label } devrait compter au moins { $least } caractères par sécurité
PHPMYADMIN_HOST_TOO_LONG = Avec ce domaine, le nom d’hôte de phpMyAdmin serait trop long.
PHPMYADMIN_WITHOUT_DATABASE = phpMyAdmin a besoin d’une base de données : activez MySQL ou indiquez un hôte.
PODS_NEED =
    { $what ->
        [cpu] Ses pods demandent { $wanted } de CPU ; un déploiement peut en avoir { $most }.
        [memory] Ses pods demandent { $wanted } de mémoire ; un déploiement peut en avoir { $most }.
        [memory_limit] Ses pods demandent au plus { $wanted } de mémoire ; un déploiement peut en avoir { $most }.
       *[storage] Ses pods demandent { $wanted } de stockage ; un déploiement peut en avoir { $most }.
    }
LowerPool = Réduisez la limite de mémoire ou la taille du groupe de processus.
AskForLess = Demandez moins, ou moins de réplicas.
PROVIDER_UNKNOWN = Le fournisseur doit être l’un de { $known }.
REGION_UNKNOWN = Le fournisseur { $provider } n’a pas cette région.
REPOSITORY_REQUIRED = L’adresse du dépôt Git est requise.
REPOSITORY_WITH_SECRET = Une adresse contenant un nom ou un mot de passe n’est pas acceptée : d’autres peuvent la lire.
RUNS_ONCE = Ses fichiers sont sur un volume monté par un seul nœud : ce site s’exécute une seule fois.
SERVICE_FIXED = Le service { $service } ne peut pas être désactivé.
SERVICE_NAME_UNKNOWN = Le nom d’un service n’est pas connu.
SERVICE_OFF = Ce service est désactivé.
SERVICE_UNKNOWN = Ce service n’est pas connu.
SOURCE_UNCLEAR = Précisez s’il s’agit de l’image ou du dépôt Git.
SOURCE_UNKNOWN = Une source est none, image ou git.
STARTED_BY_SERVER = Un site { $application } est démarré par son serveur.
STATUS_UNKNOWN = L’état doit être operational, maintenance ou issues.
TOO_MANY_DOMAINS = Au plus { $most } domaines sont possibles.
TOO_MANY_EXTENSIONS = Trop d’extensions.
TOO_MANY_FURTHER_DOMAINS = Un site a au plus { $most } domaines supplémentaires.
TOO_MANY_OBSERVATIONS = Au plus { $most } observations à la fois.
TOO_MANY_VARIABLES = Un site a au plus { $most } variables d’environnement.
TOO_MUCH = { $what } { $advice }
TUNNEL_TOKEN_REQUIRED = Un jeton de tunnel est requis lorsque Cloudflare est activé.
TYPE_UNKNOWN = Ce type n’est pas connu. Choisissez parmi { $known }.
VALUE_MASKED = Cette valeur est masquée. Saisissez la valeur elle-même.
VALUE_TOO_LONG = Une valeur compte au plus 32 Kio.
VALUE_WITH_NUL = Une valeur ne doit pas contenir le caractère 0.
VALUE_WRONG =
    { $rule ->
        [type] Cette valeur doit être de type { $about }.
        [one-of] Cette valeur doit être l’une de celles-ci : { $about }.
        [shortest] Cette valeur doit avoir au moins { $about } caractères.
        [longest] Cette valeur doit avoir au plus { $about } caractères.
        [minimum] Cette valeur doit être au moins { $about }.
        [maximum] Cette valeur doit être au plus { $about }.
        [entries] Cette valeur a trop ou trop peu d’entrées.
        [twice] Cette valeur a une entrée en double.
        [required] Cette valeur est obligatoire.
        [key] Cette valeur a une clé dont le nom n’est pas autorisé.
        [unknown] Cette valeur a le champ inconnu « { $about } ».
       *[form] Cette valeur n’est pas valide : { $about }.
    }
VARIABLES_TOO_LONG = Les variables d’environnement dépassent ensemble 512 Kio.
VARIABLE_RESERVED = { $name } est défini par Canopy.
VERSION_UNKNOWN = Sont disponibles { $runtime } { $known }.
VOLUME_SMALLER = Un volume ne peut pas être réduit.
VOLUME_CANNOT_GROW = Le volume a { $size }, et sa classe de stockage { $class } ne permet pas de l’agrandir.
WITHOUT_KUBECONFIG = Ce cluster n’a pas encore de kubeconfig.
Label_Name = Le nom
Label_Description = La description
Label_Email = L’adresse e-mail
Label_FirstName = Le prénom
Label_LastName = Le nom de famille
Label_Password = Le mot de passe
Label_CurrentPassword = Le mot de passe actuel
Label_TeamName = Le nom de l’équipe
Label_TokenScope = La portée
REQUIRED = { $label } : champ obligatoire
TOO_SHORT = { $label } doit compter au moins { $least } caractères.
TOO_LONG = { $label } ne doit pas dépasser { $most } caractères.
BLANK = { $label } doit contenir une lettre, un chiffre ou un symbole.
HIDDEN_CHARACTERS = { $label } ne doit contenir aucun caractère de contrôle ni invisible.
TOO_MANY_MARKS = { $label } ne doit pas contenir plus de 8 signes combinables à la suite.
EMAIL_INVALID = Adresse e-mail non valide
LANGUAGE_UNKNOWN = La langue doit être l’une de { $known }.
LAST_ADMIN = C’est le seul administrateur actif. Nommez-en d’abord un autre.
MEMBER_ROLE_UNKNOWN = Un rôle est admin ou member.
NOT_A_MEMBER = Seul un membre de l’équipe peut en devenir propriétaire.
OWN_ACCOUNT =
    { $what ->
        [deactivate] Vous ne pouvez pas désactiver votre propre compte.
       *[delete] Vous ne pouvez pas supprimer votre propre compte.
    }
PASSWORD_COMMON = Ce mot de passe est un des premiers que l’on essaie. Choisissez-en un autre.
OWNER_DEMOTES = Seul le propriétaire de l’équipe peut retirer son rôle à un administrateur de l’équipe.
OWNER_IS_ADMIN = Le propriétaire d’une équipe en est toujours administrateur. Transférez d’abord l’équipe.
PASSWORD_WRONG = Le mot de passe actuel n’est pas correct.
TEAM_HAS_DEPLOYMENTS =
    { $n ->
        [one] Impossible de supprimer l’équipe : elle a { $n } déploiement.
       *[other] Impossible de supprimer l’équipe : elle a { $n } déploiements.
    }
THEME_UNKNOWN = Le thème doit être l’un de { $known }.
FIRST_STEPS_UNKNOWN = Les premiers pas doivent être l’un de { $known }.
TIME_ZONE_UNKNOWN = Ce n’est pas le nom d’un fuseau horaire, comme Europe/Zurich.
REGISTRATION_FIXED = CANOPY_REGISTRATION décide de l’inscription ; elle ne peut pas être modifiée ici.
OUT_OF_RANGE = doit être un nombre entier de { $least } à { $most }
SETTINGS_CHANGED_MEANWHILE = { $who } a modifié ces réglages depuis que vous les avez ouverts. Rechargez-les pour voir la modification.
TOKEN_DAYS_WRONG = Un jeton peut être valable de 1 à { $most } jours.
TOKEN_LIMIT = Personne ne peut avoir plus de { $most } jetons d’API. Révoquez-en un dont vous n’avez plus besoin.
TWO_FACTOR_OFF = L’authentification à deux facteurs n’est pas activée.
TWO_FACTOR_ON = L’authentification à deux facteurs est déjà activée.
TWO_FACTOR_OWN = Désactivez votre propre authentification à deux facteurs dans les paramètres.
NO_ID = Ceci n’est pas un identifiant.
TOO_MANY_EVENTS = Au plus { $most } événements par appel.
EVENT_UNREADABLE = Un événement est illisible : { $said }
TOO_MANY_IDS = Au plus { $most } identifiants par appel.

## Who may do what

CREDENTIALS_WRONG = Adresse e-mail ou mot de passe incorrect
CHALLENGE_OVER = La connexion a pris trop de temps. Veuillez recommencer.
OIDC_OFF = La connexion avec un fournisseur n’est pas configurée.
OIDC_UNREACHABLE = { $provider } ne répond pas pour le moment. Veuillez réessayer.
OIDC_OVER = Cette connexion a pris trop de temps ou a été commencée dans une autre fenêtre. Veuillez recommencer.
OIDC_REFUSED = { $provider } a refusé de dire qui se connecte ({ $code }). Un administrateur peut en trouver la raison.
OIDC_TOKEN_INVALID = Ce que { $provider } a dit de vous n’a pas pu être vérifié. Un administrateur peut en trouver la raison.
OIDC_EMAIL_MISSING = { $provider } n’indique aucune adresse e-mail de vous, et sans elle il n’y a pas de compte.
OIDC_EMAIL_UNVERIFIED = { $provider } n’a pas vérifié que { $email } est votre adresse : elle n’ouvre donc aucun compte.
OIDC_EMAIL_TAKEN = Il y a déjà un compte avec l’adresse { $email }. Connectez-vous avec son mot de passe et reliez-le à { $provider } sous Paramètres, Mot de passe.
OIDC_NO_ACCOUNT = { $email } n’a pas de compte ici. Demandez une invitation à un administrateur.
OIDC_NOT_ALLOWED = { $provider } n’indique aucun de vos groupes qui puisse se connecter ici.
OIDC_INACTIVE = Ce compte est désactivé. Adressez-vous à un administrateur.
OIDC_LINKED_ELSEWHERE = Cette identité chez { $provider } appartient à un autre compte, ou ce compte à une autre identité.
OIDC_NOT_LINKED = Ce compte n’est pas relié à { $provider }.
OIDC_ONLY_WAY = Ce compte n’a pas de mot de passe. Choisissez-en d’abord un, avec un lien de mot de passe oublié.
CODE_WRONG = Ce code n’est pas correct.
SECOND_FACTOR_REQUIRED = Un code de votre application d’authentification est nécessaire.
NAMES_UNAVAILABLE = Les noms des utilisateurs ne peuvent pas être consultés pour le moment. Veuillez réessayer.
NO_CALLER = Appelant absent.
NO_TOKEN = Aucun jeton d’authentification trouvé
NOT_PERMITTED = Vous n’avez pas le droit d’effectuer cette action
OWNER_ONLY = Seul le propriétaire de l’équipe peut retirer un administrateur de l’équipe.
OWNER_STAYS = Le propriétaire d’une équipe ne peut pas en être retiré.
REGISTRATION_CLOSED = L’inscription est fermée. Demandez une invitation à un administrateur.
SESSION_ENDED = La session est terminée.
SETUP_LINK_INVALID = Le lien de configuration n’est pas valide.
SIGN_IN_CROWDED = Trop de personnes se connectent en ce moment. Veuillez réessayer.
SIGN_IN_UNCHECKED = La connexion ne peut pas être vérifiée pour le moment. Veuillez réessayer.
TOKEN_INVALID = Le jeton n’est pas valide.
TOKEN_NOT_SIGNED_IN = Un jeton d’API ne peut pas faire cela. Connectez-vous pour le faire.
TOKEN_READ_ONLY = Ce jeton d’API ne peut que lire.
USERS_ONLY = Cet appel est réservé aux utilisateurs connectés.

## Refusals

NO_DATACENTER = Ce centre de données n’existe pas.
LOGS_UNAVAILABLE = Les journaux ne peuvent pas être lus pour le moment. Veuillez réessayer.
TASK_NOT_CURRENT = Cette tâche n’est pas celle en cours du déploiement.
PLAN_OUTDATED = Quelque chose a changé depuis ce plan. Consultez le nouveau plan.
REMAINS_UNSEEN = Le cluster « { $cluster } » ne répondait pas quand le déplacement a été planifié : personne n’a vu ce qui s’y trouve. Tout y reste ; une nouvelle tentative le retire.
UNINSTALL_LOSES_MORE = Depuis que ce qui disparaît a été montré, ceci s’est ajouté et serait perdu aussi : { $names }. Supprimez à nouveau le déploiement pour le voir, ou réessayez pour tout supprimer.
HASH_MISMATCH = La révision n’est pas celle que cette tâche devait appliquer.
KUBECONFIGS_CROWDED = Trop de kubeconfigs sont vérifiés en ce moment. Veuillez réessayer.
MAY_NOT_REGISTER = Ce service ne peut rien enregistrer.
TaskNotStarted = La tâche n’a pas pu démarrer : { $said }
ALREADY_INVITED = Cet utilisateur est déjà invité dans cette équipe
INVITE_LIMIT = Une équipe peut avoir au plus { $most } invitations à la fois. Annulez-en une qui ne sert plus.
INVITE_OTHER_ADDRESS = Cette invitation est destinée à { $email }. Connectez-vous avec le compte de cette adresse.
RESET_OVER = Ce lien n’est plus valable. Demandez-en un autre.
USER_ALREADY_INVITED = Cette personne a déjà été invitée.
USER_EXISTS = Il y a déjà un compte avec cette adresse e-mail.
USER_INACTIVE = Ce compte est inactif. Activez-le d’abord.
USER_INVITE_LIMIT = On peut inviter au plus { $most } personnes à la fois. Annulez une invitation dont on n’a plus besoin.
INVITE_OVER = Cette invitation n’est plus valable. Demandez un nouveau lien.
ALREADY_MEMBER = Cet utilisateur est déjà membre de cette équipe.
ALREADY_STOPPED = Ce déploiement est déjà arrêté.
CHANGE_UNFINISHED = La dernière modification de ce déploiement n’a pas abouti. Réessayez-la ou abandonnez-la d’abord.
CHART_NOT_KEPT = Le chart de la révision { $number } n’a pas été conservé : elle date d’avant leur conservation.
CHANGED_MEANWHILE =
    { $known ->
        [yes] { $who } a modifié ce déploiement depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
       *[no] Quelqu’un a modifié ce déploiement depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
    }
CLUSTER_REACHABLE = Le cluster de ce déploiement répond. Supprimez plutôt le déploiement.
DELETING = Ce déploiement est en cours de suppression.
DEPLOYMENT_LIMIT =
    { $of ->
        [team] Cette équipe ne peut pas avoir plus de { $most } déploiements. Supprimez-en un devenu inutile.
       *[user] Vous ne pouvez pas avoir créé plus de { $most } déploiements. Supprimez-en un devenu inutile.
    }
TASK_LIMIT =
    { $of ->
        [team] Cette équipe a { $most } tâches inachevées, le maximum. Attendez que l’une se termine.
       *[user] Vous avez { $most } tâches inachevées, le maximum. Attendez que l’une se termine.
    }
DOMAIN_TAKEN = Un autre déploiement de ce cluster utilise déjà ce domaine.
EMAIL_TAKEN = Cette adresse e-mail est déjà enregistrée.
KUBECONFIG_CHANGED = Un autre kubeconfig a été défini en même temps.
MEMBER_LIMIT = Une équipe ne peut pas compter plus de { $most } membres.
NAME_TAKEN =
    { $kind ->
        [cluster] Un cluster nommé « { $name } » existe déjà.
        [datacenter] Un centre de données nommé « { $name } » existe déjà.
       *[deployment] Un déploiement de ce nom existe déjà dans cette équipe.
    }
NOT_INSTALLED =
    { $verb ->
        [move] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à déplacer. Réessayez-la, ou supprimez le déploiement et créez-le sur l’autre cluster.
        [discard] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à quoi revenir. Réessayez-la ou supprimez le déploiement.
        [scale] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à redimensionner. Réessayez-la.
        [start] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à démarrer. Réessayez-la.
        [stop] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à arrêter. Réessayez-la ou supprimez le déploiement.
       *[restart] L’installation de ce déploiement n’a jamais abouti : il n’y a rien à redémarrer. Réessayez-la.
    }
NOT_STOPPED = Ce déploiement n’est pas arrêté.
NOTHING_TO_ROLL_BACK = Cette révision est déjà la plus récente.
NOTHING_TO_SCALE = Le déploiement a déjà cette taille.
REMAINS_ELSEWHERE = Il reste peut-être quelque chose de ce déploiement sur le cluster « { $cluster } ». Retirez-le d’abord.
CLUSTER_REACHABLE_ELSEWHERE = Le cluster « { $cluster } » répond. Retirez plutôt ce qui s’y trouve.
NOTHING_REMAINS = Rien de ce déploiement ne reste sur un autre cluster.
MOVE_DELETES_ALL = Un déplacement supprime tous les volumes sur le cluster que le déploiement quitte. Omettez ce champ.
MOVE_SITE_THERE = Le site est déjà sur le cluster « { $to } » : son espace de noms s’y trouve. Ce semble être le même cluster que « { $from } », enregistré deux fois. Choisissez-en un autre.
MOVE_NOT_COPIED = Les données du site devaient être copiées et ne l’ont pas été : une autre version de Canopy était à l’œuvre. Réessayez.
COPY_NO_RIGHT = Les données ne peuvent pas être copiées : les identifiants du cluster « { $cluster } » ne permettent pas d’exécuter des commandes dans des conteneurs. Il leur manque create et get sur pods/exec. Donnez-leur ces droits, ou déplacez le site sans ses données.
COPY_NO_USER = Rien dans le site n’utilise le volume { $volume } : on ne sait pas comment le lire.
COPY_CANNOT_START = Le pod qui copie un volume ne peut pas démarrer. { $said }
COPY_READ_FAILED = Le volume { $volume } ne peut pas être lu sur le cluster « { $cluster } » : { $said }
COPY_WRITE_FAILED = Le volume { $volume } ne peut pas être écrit sur le cluster « { $cluster } » : { $said }
COPY_NO_RELEASE = La release du site n’est plus déployée sur le cluster « { $cluster } » : quelqu’un l’a modifiée. Déplacez-le à nouveau.
COPY_OLD_CLUSTER = Les données ne peuvent pas être copiées : le cluster « { $cluster } » est antérieur à Kubernetes 1.30, et une commande n’y apprend pas que son entrée est finie. Déplacez le site sans ses données.
COPY_NO_TAR = Les données ne peuvent pas être copiées : il n’y a pas de tar dans le pod du cluster « { $cluster } ». { $said }
COPY_DISTURBED = Le site du cluster « { $cluster } » a été démarré pendant sa copie.
COPY_STANDS_STILL = Rien n’a été copié pendant { $seconds } secondes.
MOVE_WANTS_PLAN = Un déplacement vers un autre cluster exige son plan, qui dit ce qui est perdu. Demandez le plan et envoyez son empreinte.
MoveLosesNothing = Ce déploiement n’a pas de volume sur le cluster « { $from } » : un déplacement ne perd aucune donnée.
MoveLosesData = Les données ne sont pas déplacées. Ce qui se trouve sur ces volumes reste sur le cluster « { $from } » et disparaît avec eux : { $volumes }. Sur le cluster « { $to } », le site commence vide. Exportez d’abord ce dont vous avez besoin.
MoveLosesUnused = Le site, tel qu’il sera, n’utilise pas ces volumes : ils ne sont pas copiés. Ce qui s’y trouve disparaît avec le cluster « { $from } » : { $volumes }.
MoveCopiesData = Ce qui se trouve sur ces volumes est copié tel quel vers le cluster « { $to } », fichiers et bases de données : { $volumes }.
MoveLeavesUnseen = Le cluster « { $from } » ne répond pas : ce que le site y possède ne peut pas être vu. Tout y reste, les données aussi ; rien n’est déplacé. Sur le cluster « { $to } », le site commence vide. Quand le cluster « { $from } » répondra, ce qui s’y trouve pourra être retiré depuis la page du déploiement.
MoveRunsTwice = Si seul Canopy ne peut pas atteindre le cluster « { $from } », le site continue d’y répondre à côté de celui du cluster « { $to } ». Les visiteurs atteignent celui vers lequel pointent les enregistrements DNS.
MoveUnreachable = Le site sur le cluster « { $from } » répond jusqu’à ce que celui du cluster « { $to } » soit en place, puis il est retiré. Dès lors, personne n’atteint le site tant que ses enregistrements DNS ne pointent pas vers le cluster « { $to } ».
MoveStandsStill = Le site sur le cluster « { $from } » répond jusqu’à ce que celui du cluster « { $to } » soit en place. Il s’arrête alors pendant la copie de ses données : plus il y en a, plus cela dure. Il est retiré une fois la copie en place. Personne n’atteint le site tant que ses enregistrements DNS ne pointent pas vers le cluster « { $to } ». Si la copie échoue, le site fonctionne à nouveau sur le cluster « { $from } ».
MoveNeedsDns = Les enregistrements DNS de { $domains } doivent pointer vers l’adresse du cluster « { $to } ».
NOTHING_TO_DISCARD = La dernière modification de ce déploiement est en vigueur.
NOTHING_TO_RETRY = Ce qui est demandé pour ce déploiement est en vigueur. Il n’y a rien à relancer.
RELEASE_TAKEN = Aucun nom n’a pu être attribué. Veuillez réessayer.
SETUP_COMPLETED = Canopy est déjà configuré. Veuillez vous connecter.
TASK_FINISHED = Cette tâche est déjà terminée.
TASK_UNFINISHED = Une tâche peut être supprimée une fois terminée. Annulez-la d’abord.
STOPPED = Ce déploiement est arrêté. Démarrez-le d’abord.
TASK_RUNNING = Une tâche est déjà en cours sur ce déploiement.
TEAM_LIMIT = Vous ne pouvez pas être propriétaire de plus de { $most } équipes.
MAIL_OFF = Aucun serveur SMTP n’est défini : aucun courrier n’est envoyé.
VOLUME_FOREIGN = Le volume { $volume } n’est pas de ce déploiement.
VOLUME_IN_USE = Le volume { $volume } est utilisé : seul un volume dont le déploiement ne se sert plus peut être supprimé.
VOLUME_UNKNOWN = Il n’y a pas de volume { $volume }.
NO_SUCH_CONTAINER = Le pod n’a pas ce conteneur.
SHELLS_CROWDED = Trop de terminaux sont ouverts en ce moment. Veuillez réessayer plus tard.
SHELLS_OF_USER = Vous avez { $most } terminaux ouverts, le maximum permis. Fermez-en un et réessayez.
COMMAND_ABSENT = Ce conteneur n’a pas de programme { $program }.
COMMAND_EMPTY = Une commande commence par le programme à exécuter.
COMMAND_LENGTH = Une commande a au plus { $words } mots et { $bytes } octets.
COMMAND_NUL = Un mot d’une commande ne peut pas contenir le caractère NUL.
SHELL_ABSENT = Ce conteneur n’a pas d’interpréteur de commandes.
SHELL_BROKE_OFF = La connexion au conteneur a été interrompue.
SHELL_IDLE = Rien n’a été saisi pendant longtemps : le terminal a été fermé.
SHELL_NODE_AWAY = Le nœud du pod ne répond pas : { $said }
SHELL_NOT_RUNNING = Le conteneur { $container } n’est pas en marche.
SHELL_NO_RIGHT = Les identifiants du cluster ne permettent pas d’ouvrir des terminaux : il leur manque create et get sur pods/exec.
SHELL_OFF = L’exploitant de Canopy a désactivé les terminaux dans les conteneurs.
SHELL_REFUSED = Le cluster refuse le terminal : { $said }
SHELL_SIZE = Un terminal a de 1 à { $most } colonnes et lignes.
SHELL_STOPPING = Canopy redémarre : le terminal a été fermé.
SHELL_TOO_LONG = Le terminal est resté ouvert { $hours } heures, le maximum permis, et a été fermé.
SHELL_TOO_MUCH = Il a été envoyé au terminal plus qu’il n’avait accepté.
SHELL_UNNAMED = Le premier message d’un terminal, et lui seul, dit où il est.

## Refusals on the way to a cluster

CALLER_GONE = L’appelant est parti.
CLUSTER_ANSWERED = Le cluster « { $cluster } » a répondu { $code } : { $said }
CLUSTER_OVERLOADED = Le cluster « { $cluster } » est surchargé ({ $what }).
CLUSTER_REFUSED = Le cluster « { $cluster } » l’a refusé ({ $what }) : { $said }
CLUSTER_REFUSED_INPUT = Le cluster « { $cluster } » ne l’a pas accepté ({ $what }) : { $said }
CLUSTER_SLOW = Le cluster est lent : l’étape continue à la prochaine tentative.
CLUSTER_LATE = Le cluster « { $cluster } » n’a pas répondu à temps.
CLUSTER_SILENT = Le cluster n’a pas répondu à temps.
CLUSTER_TIMEOUT = Le cluster « { $cluster } » n’a pas répondu à temps ({ $what }).
CLUSTER_UNREACHABLE = Le cluster « { $cluster } » est injoignable : { $said }
CLUSTER_UNREADABLE = Le cluster « { $cluster } » a donné une réponse que Canopy ne peut pas lire ({ $what }).
CLUSTER_WITHOUT_KUBECONFIG = Le cluster « { $cluster } » n’a pas encore de kubeconfig.
CREDENTIALS_LACK_RIGHT =
    { $place ->
        [namespace] Cluster « { $cluster } » : les identifiants ne permettent pas { $verb } { $resource } dans l’espace de noms { $namespace }.
        [cluster] Cluster « { $cluster } » : les identifiants ne permettent pas { $verb } { $resource } dans tout le cluster.
       *[unknown] Cluster « { $cluster } » : les identifiants ne permettent pas { $verb } { $resource }.
    }
EARLIER_UNREADABLE = Une révision antérieure est illisible : { $said }
ENDED = La révision Helm { $revision } de cette tâche est terminée : { $why }
EXISTS = { $object } existe déjà.
FIELD_CONFLICT = { $object } a été modifié par quelqu’un d’autre : { $said }.
FOREIGN_OBJECT = { $object } existe déjà et { $whose }.
NotByCanopy = n’a pas été créé par Canopy
OfNoRelease = n’appartient à aucune release
OfOtherTask = a été créé par une autre tâche
OfRelease = appartient à la release { $release }
GONE = { $object } n’existe plus.
HOOK_NO_JOB = Le hook { $hook } n’est pas un Job.
ItIsGone = elle a disparu
KEEPS_CHANGING = { $object } est sans cesse modifié par quelqu’un d’autre.
KIND_NOT_ALLOWED = { $version } { $kind } ne fait pas partie des types applicables.
KIND_UNKNOWN = Ce cluster ne connaît pas { $kind }.
KUBECONFIG_LACKS_RIGHT =
    { $place ->
        [namespace] Le kubeconfig ne permet pas { $verb } { $resource } dans l’espace de noms { $namespace }.
       *[cluster] Le kubeconfig ne permet pas { $verb } { $resource }.
    }
LOG_BROKE_OFF = Le journal s’est interrompu.
NAMESPACE_GOING = L’espace de noms { $namespace } est en cours de suppression.
NAMESPACE_GONE = L’espace de noms { $namespace } n’existe pas.
NAMESPACE_LOST_LABEL = L’espace de noms { $namespace } contient ce déploiement mais a perdu l’étiquette { $label } ; remettez-la, puis supprimez.
ADMISSION_REFUSED = Un webhook ou une règle du cluster a refusé { $object } : { $said }
OBJECT_REFUSED = { $object } a été refusé : { $said }
OBJECT_UNTRIED = { $object } n’a pas pu être essayé : { $said }
OBJECT_GOING = { $object } est en cours de suppression et doit avoir disparu avant de pouvoir être recréé.
OBJECT_UNNAMED = Un { $kind } n’a pas de nom.
RELEASE = Release { $release } : { $said }.
RELEASE_GONE = L’enregistrement de la release n’existe plus.
RELEASE_INVALID = La release n’est pas valide (ligne { $line }, colonne { $column }).
RELEASE_NOT_RECORDED = La release ne peut pas être enregistrée : { $said }
REVISION_GONE = La révision { $revision } de la release { $release } n’existe plus.
REVISION_REMOVED = La révision { $revision } de la release { $release } a été supprimée entre-temps.
ROLLOUT_UNSEEN = Le cluster « { $cluster } » a cessé de répondre pendant l’observation du déploiement.
UNREADABLE = La révision { $revision } de la release { $release } est illisible : { $said }
WATCH_ENDED = L’observation est terminée.
FENCED = Un autre processus a pris en charge ce déploiement.
FOREIGN_NAMESPACE = L’espace de noms { $namespace } existe déjà et n’appartient pas à ce déploiement.
FOREIGN_RELEASE = La révision { $revision } de la release { $release } n’a pas été créée par cette tâche.
KUBE_CONFLICT = Cluster « { $cluster } » : { $said }
LOCKED = { $said }
NOTHING_TO_RESTART = La release { $release } n’a aucun Deployment à redémarrer.
OVERTAKEN = Quelqu’un d’autre a modifié la release { $release } pendant l’application de la révision { $revision }.
PAUSED = Le Deployment { $name } est en pause ; reprenez-le avant de le redémarrer.

## History

DriftFound =
    { $known ->
        [yes]
            { $count ->
                [one] Le déploiement « { $deployment } » diffère de la révision { $revision } dans son cluster : { $count } écart, modifié par { $managers }.
               *[other] Le déploiement « { $deployment } » diffère de la révision { $revision } dans son cluster : { $count } écarts, modifiés par { $managers }.
            }
       *[no]
            { $count ->
                [one] Le déploiement « { $deployment } » diffère de la révision { $revision } dans son cluster : { $count } écart.
               *[other] Le déploiement « { $deployment } » diffère de la révision { $revision } dans son cluster : { $count } écarts.
            }
    }
DriftMore =
    { $known ->
        [yes]
            { $count ->
                [one] Le déploiement « { $deployment } » a encore été modifié dans son cluster : { $count } écart de plus, modifié par { $managers }.
               *[other] Le déploiement « { $deployment } » a encore été modifié dans son cluster : { $count } écarts de plus, modifiés par { $managers }.
            }
       *[no]
            { $count ->
                [one] Le déploiement « { $deployment } » a encore été modifié dans son cluster : { $count } écart de plus.
               *[other] Le déploiement « { $deployment } » a encore été modifié dans son cluster : { $count } écarts de plus.
            }
    }
DriftEnded = Dans son cluster, le déploiement « { $deployment } » est de nouveau conforme à la révision { $revision }.
DriftPutRight = La correction du déploiement « { $deployment } » a été demandée : son cluster reçoit de nouveau la révision { $revision }.
DeploymentRolledBack = Le déploiement « { $deployment } » est revenu à la révision { $to }, en tant que révision { $revision }.
ChangeDiscarded = La dernière modification du déploiement « { $deployment } » a été abandonnée.
DeploymentDescribed = La description du déploiement « { $deployment } » a été modifiée.
DeploymentRenamed = Le déploiement « { $deployment } » a été renommé « { $name } ».
DeploymentUpdated = Le déploiement « { $deployment } » est passé à la révision { $revision }.
MoveRequested = Le déploiement « { $deployment } » doit passer du cluster « { $from } » au cluster « { $to } », comme révision { $revision }.
DeploymentMoved = Le déploiement « { $deployment } » fonctionne maintenant sur le cluster « { $to } » et non plus sur le cluster « { $from } ».
RemainsElsewhere = Il reste peut-être quelque chose du déploiement « { $deployment } » sur le cluster « { $cluster } ».
RemainsForgotten = Ce qui reste peut-être du déploiement « { $deployment } » sur le cluster « { $cluster } » a été oublié : { $remains }.
ClusterCreated =
    { $with ->
        [kubeconfig] Le cluster « { $cluster } » a été enregistré avec un kubeconfig.
       *[nothing] Le cluster « { $cluster } » a été enregistré.
    }
ClusterReachable = Le cluster « { $cluster } » est à nouveau joignable.
ClusterUnreachable = Le cluster « { $cluster } » est injoignable : { $said }.
DatacenterCreated = Le centre de données « { $datacenter } » a été créé.
DeadLetterDropped =
    { $place ->
        [server] Un message non remis de { $service } a été supprimé sur le serveur : { $method } ({ $id }).
       *[canopy] Un message non remis de { $service } a été supprimé : { $method } ({ $id }).
    }
DeadLetterResent =
    { $place ->
        [server] Un message non remis de { $service } a été renvoyé sur le serveur : { $method } ({ $id }).
       *[canopy] Un message non remis de { $service } a été renvoyé : { $method } ({ $id }).
    }
BackupRestored = Canopy a été restauré à partir de la sauvegarde du { $at } (Canopy { $version }). Toutes les sessions ont été fermées.
KeysRotated = Chaque rôle a de nouvelles clés.
KeysRevoked = Chaque rôle a de nouvelles clés, et ce que les anciennes ont signé est refusé. Sessions fermées : { $sessions }.
DeletionRequested = La suppression du déploiement « { $deployment } » a été demandée.
DeploymentAbandoned = Le déploiement « { $deployment } » a été abandonné. Dans le cluster « { $cluster } » peut subsister : { $remains }.
DeploymentCreated = Le déploiement « { $deployment } » de l’équipe « { $team } » a été créé sur le cluster « { $cluster } ».
DeploymentDeleted = Le déploiement « { $deployment } » a été supprimé du cluster « { $cluster } ».
KubeconfigRead = Le kubeconfig du cluster « { $cluster } » a été lu.
KubeconfigSet = Le kubeconfig du cluster « { $cluster } » a été défini.
EventsExported = L’historique a été exporté en { $form }.
InviteAccepted = « { $user } » a accepté l’invitation dans l’équipe « { $team } ».
InviteCancelled = L’invitation de { $email } dans l’équipe « { $team } » a été annulée.
InviteRenewed = L’invitation de { $email } dans l’équipe « { $team } » a un nouveau lien.
MemberInvited =
    { $role ->
        [admin] { $email } est invité comme administrateur dans l’équipe « { $team } ».
       *[member] { $email } est invité dans l’équipe « { $team } ».
    }
MemberAdded = « { $user } » a rejoint l’équipe « { $team } ».
MemberForgotten = Le compte de « { $user } » a été supprimé, et avec lui sa place dans l’équipe « { $team } ».
MemberRemoved =
    { $how ->
        [left] « { $user } » a quitté l’équipe « { $team } ».
       *[removed] « { $user } » a été retiré de l’équipe « { $team } ».
    }
MemberRoleChanged =
    { $role ->
        [admin] « { $user } » est maintenant administrateur de l’équipe « { $team } ».
       *[member] « { $user } » n’est plus administrateur de l’équipe « { $team } ».
    }
PasswordChanged = « { $user } » a changé son mot de passe.
PasswordChosen = « { $user } » a choisi un autre mot de passe avec un lien.
PasswordForgotten = Un autre mot de passe a été demandé pour le compte de « { $user } ».
PasswordLinkMade =
    { $way ->
        [mail] Un lien pour choisir un autre mot de passe a été envoyé à « { $user } ».
       *[link] Un lien pour choisir un autre mot de passe a été créé pour « { $user } ».
    }
PasswordReset = Le mot de passe de « { $user } » a été réinitialisé sur le serveur.
RecoveryCodesMade = « { $user } » a créé de nouveaux codes de récupération.
RestartRequested = Le redémarrage du déploiement « { $deployment } » a été demandé.
ScaleRequested = Une autre taille a été demandée pour le déploiement « { $deployment } », comme révision { $revision }.
StartRequested = Le démarrage du déploiement « { $deployment } » a été demandé, comme révision { $revision }.
StopRequested = L’arrêt du déploiement « { $deployment } » a été demandé, comme révision { $revision }.
RetryRequested =
    { $kind ->
        [move] Une nouvelle tentative de déplacement du déploiement « { $deployment } » a été demandée.
        [vacate] Une nouvelle tentative de retrait de ce qui reste du déploiement « { $deployment } » sur un autre cluster a été demandée.
        [install] Une nouvelle tentative d’installation du déploiement « { $deployment } » a été demandée.
        [restart] Une nouvelle tentative de redémarrage du déploiement « { $deployment } » a été demandée.
        [upgrade] Une nouvelle tentative de modification du déploiement « { $deployment } » a été demandée.
        [scale] Une nouvelle tentative de redimensionnement du déploiement « { $deployment } » a été demandée.
        [stop] Une nouvelle tentative d’arrêt du déploiement « { $deployment } » a été demandée.
        [start] Une nouvelle tentative de démarrage du déploiement « { $deployment } » a été demandée.
       *[uninstall] Une nouvelle tentative de suppression du déploiement « { $deployment } » a été demandée.
    }
SecretsRevealed =
    { $which ->
        [all] Les mots de passe du déploiement « { $deployment } » ont été affichés.
       *[some] Les mots de passe du déploiement « { $deployment } » ont été affichés, sans le mot de passe root de la base de données.
    }
SessionsEnded =
    { $n ->
        [one] « { $user } » a fermé une autre session.
       *[other] « { $user } » a fermé { $n } autres sessions.
    }
SettingsChanged = Les réglages du système ont été modifiés.
SetupCompleted = Canopy a été configuré. « { $user } » en est le premier administrateur.
TaskCancelled =
    { $how ->
        [move] Le déplacement du déploiement « { $deployment } » a été annulé.
        [move_by] Le déplacement du déploiement « { $deployment } » a été annulé par « { $user } ».
        [vacate] Le retrait de ce qui reste du déploiement « { $deployment } » a été annulé.
        [vacate_by] Le retrait de ce qui reste du déploiement « { $deployment } » a été annulé par « { $user } ».
        [install] L’installation du déploiement « { $deployment } » a été annulée.
        [install_by] L’installation du déploiement « { $deployment } » a été annulée par « { $user } ».
        [upgrade] La modification du déploiement « { $deployment } » a été annulée.
        [upgrade_by] La modification du déploiement « { $deployment } » a été annulée par « { $user } ».
        [scale] Le redimensionnement du déploiement « { $deployment } » a été annulé.
        [scale_by] Le redimensionnement du déploiement « { $deployment } » a été annulé par « { $user } ».
        [stop] L’arrêt du déploiement « { $deployment } » a été annulé.
        [stop_by] L’arrêt du déploiement « { $deployment } » a été annulé par « { $user } ».
        [start] Le démarrage du déploiement « { $deployment } » a été annulé.
        [start_by] Le démarrage du déploiement « { $deployment } » a été annulé par « { $user } ».
        [restart] Le redémarrage du déploiement « { $deployment } » a été annulé.
        [restart_by] Le redémarrage du déploiement « { $deployment } » a été annulé par « { $user } ».
        [uninstall_by] La désinstallation du déploiement « { $deployment } » a été annulée par « { $user } ».
       *[uninstall] La désinstallation du déploiement « { $deployment } » a été annulée.
    }
TaskCompleted =
    { $kind ->
        [move] Le déploiement « { $deployment } » a été déplacé sur le cluster « { $cluster } ».
        [vacate] Ce qui restait du déploiement « { $deployment } » a été retiré du cluster « { $cluster } ».
        [install] Le déploiement « { $deployment } » a été installé sur le cluster « { $cluster } ».
        [restart] Le déploiement « { $deployment } » a été redémarré sur le cluster « { $cluster } ».
        [scale] Le déploiement « { $deployment } » a été redimensionné sur le cluster « { $cluster } ».
        [stop] Le déploiement « { $deployment } » a été arrêté sur le cluster « { $cluster } ».
        [start] Le déploiement « { $deployment } » a été démarré sur le cluster « { $cluster } ».
        [upgrade] Le déploiement « { $deployment } » a été modifié sur le cluster « { $cluster } ».
       *[uninstall] Le déploiement « { $deployment } » a été désinstallé du cluster « { $cluster } ».
    }
TaskFailed =
    { $kind ->
        [move] Le déplacement du déploiement « { $deployment } » a échoué : { $said }
        [vacate] Le retrait de ce qui reste du déploiement « { $deployment } » a échoué : { $said }
        [install] L’installation du déploiement « { $deployment } » a échoué : { $said }
        [restart] Le redémarrage du déploiement « { $deployment } » a échoué : { $said }
        [scale] Le redimensionnement du déploiement « { $deployment } » a échoué : { $said }
        [stop] L’arrêt du déploiement « { $deployment } » a échoué : { $said }
        [start] Le démarrage du déploiement « { $deployment } » a échoué : { $said }
        [upgrade] La modification du déploiement « { $deployment } » a échoué : { $said }
       *[uninstall] La désinstallation du déploiement « { $deployment } » a échoué : { $said }
    }
TokenCreated =
    { $scope ->
        [read] « { $user } » a créé le jeton d’API « { $token } », qui ne fait que lire.
       *[full] « { $user } » a créé le jeton d’API « { $token } » avec tous ses droits.
    }
TokenRevoked = « { $user } » a révoqué le jeton d’API « { $token } ».
TwoFactorOff = « { $user } » a désactivé l’authentification à deux facteurs.
TwoFactorOn = « { $user } » a activé l’authentification à deux facteurs.
TwoFactorRemoved = L’authentification à deux facteurs de « { $user } » a été retirée sur le serveur.
TwoFactorReset = L’authentification à deux facteurs de « { $user } » a été réinitialisée.
TeamCreated = L’équipe « { $team } » a été créée.
TeamDeleted = L’équipe « { $team } » a été supprimée.
TeamDescribed = La description de l’équipe « { $team } » a été modifiée.
TeamHandedOver = L’équipe « { $team } » a été transférée à « { $user } ».
TeamRenamed = L’équipe « { $team } » s’appelle maintenant « { $name } ».
UserDeleted = Le compte de « { $user } » a été supprimé.
UserInviteCancelled = L’invitation de { $email } a été annulée.
UserInviteRenewed = L’invitation de { $email } a un nouveau lien.
UserInvited = { $email } a été invité avec le rôle { $role }.
UserRegistered = « { $user } » s’est inscrit.
ProviderSignedIn = « { $user } » s’est connecté avec { $provider }.
ProviderRegistered = « { $user } » a obtenu un compte en se connectant avec { $provider }.
ProviderLinked = « { $user } » a relié son compte à { $provider }.
ProviderLinkedByAddress = Le compte de « { $user } » a été relié à { $provider } par son adresse vérifiée ; son mot de passe, ses sessions et ses jetons d’API ont pris fin.
ProviderUnlinked = « { $user } » a dissocié son compte de { $provider }.
ProviderRoleChanged = Le rôle de « { $user } » est passé de { $before } à { $after } par ses groupes chez { $provider }.
UserRenamed = Le nom de « { $user } » a été changé en « { $name } ».
UserRoleChanged = Le rôle de « { $user } » est passé de { $before } à { $after }.
UserStatusChanged =
    { $status ->
        [active] Le compte de « { $user } » a été activé.
       *[inactive] Le compte de « { $user } » a été désactivé.
    }
NotificationRuleChanged =
    { $what ->
        [made] La règle de notification « { $rule } » a été créée.
        [deleted] La règle de notification « { $rule } » a été supprimée.
       *[changed] La règle de notification « { $rule } » a été modifiée.
    }
NotificationTest = Ceci est un test de la règle de notification « { $rule } ».
SignedInElsewhere = « { $user } » s’est connecté depuis un réseau encore jamais utilisé ({ $network }).
SiteFailed = Le déploiement « { $deployment } » a échoué : { $said }
SiteRecovered = Le déploiement « { $deployment } » fonctionne à nouveau.
TestMailRequested = Un courriel d’essai à { $email } a été demandé.
VolumeDeleted =
    { $service ->
        [mysql] La demande de volume { $volume } ({ $size }) de la base de données du déploiement « { $deployment } » a été supprimée.
        [ftp] La demande de volume { $volume } ({ $size }) des fichiers du déploiement « { $deployment } » a été supprimée.
       *[other] La demande de volume { $volume } ({ $size }) du déploiement « { $deployment } » a été supprimée.
    }
VolumeNotDeleted = Le volume { $volume } du déploiement « { $deployment } » n’a pas été supprimé : { $said }
ShellOpened = Un terminal a été ouvert dans le conteneur { $container } du pod { $pod } du déploiement « { $deployment } ».
ShellClosed = Le terminal dans le conteneur { $container } du pod { $pod } du déploiement « { $deployment } » a été fermé après { $seconds } s. { $typed } octets ont été saisis, { $shown } octets affichés.
CommandStarted = La commande { $program } a été lancée dans le conteneur { $container } du pod { $pod } du déploiement « { $deployment } ».
CommandEnded = La commande { $program } dans le conteneur { $container } du pod { $pod } du déploiement « { $deployment } » s’est terminée après { $seconds } s. { $typed } octets lui ont été envoyés, { $shown } octets affichés.

## Steps of tasks, by their names

Step_check = Vérifier le cluster
Step_namespace = Préparer l’espace de noms
Step_secrets = Écrire les secrets
Step_apply = Appliquer la release
Step_rollout = Attendre les pods
Step_hooks = Configurer le site
Step_change = Appliquer la modification
Step_adjust = Ajuster le site
Step_finish = Terminer la release
Step_restart = Redémarrer l’application
Step_restart_mysql = Redémarrer la base de données
Step_restart_redis = Redémarrer Redis
Step_restart_web = Redémarrer le site
Step_restart_phpmyadmin = Redémarrer phpMyAdmin
Step_restart_ftp = Redémarrer SFTP
Step_restart_cloudflared = Redémarrer le tunnel Cloudflare
Step_stop = Tout réduire à zéro
Step_stopped = Attendre que plus rien ne tourne
Step_start = Recréer les pods
Step_scale = Appliquer la nouvelle taille
Step_copy = Copier les données vers le nouveau cluster
Step_again = Attendre les pods avec les données copiées
Step_switch = Basculer vers le nouveau cluster
Step_vacate = Le retirer de l’ancien cluster
Step_undo = Retirer ce qui a été commencé
Step_uninstall = Désinstaller la release
Step_volumes = Supprimer des volumes

## What a cluster is like, also within sentences

AddressNotAllowed = l’adresse { $address } n’est pas autorisée pour un cluster
ApiServerAnswered = le serveur d’API a répondu { $code }
CertificateExpired = son certificat a expiré
CertificateInvalid = son certificat n’est pas valide
CertificateOfOther = son certificat ne vient pas de l’autorité du kubeconfig
CertificateOtherName = son certificat est pour un autre nom
ClusterAnswerTooLarge = la réponse du cluster dépasse { $most } Mio
ClusterAway = Le cluster est injoignable : { $said }
ClusterLacksRights =
    { $count ->
        [one] Il manque aux identifiants un droit dont Canopy a besoin : les tâches de ce cluster échouent.
       *[other] Il manque aux identifiants { $count } droits dont Canopy a besoin : les tâches de ce cluster échouent.
    }
ClusterNoDefaultStorage = Aucune classe de stockage n’est celle par défaut : les volumes des sites ne sont pas créés, et leurs pods les attendent.
ClusterNoIngressClass = Il n’y a aucune classe d’ingress : les sites s’exécutent, mais personne ne les atteint de l’extérieur.
ClusterNoReadyNode = Aucun nœud n’est prêt à recevoir des pods : rien ne démarre.
ClusterProblem = Le cluster est injoignable : { $said }.
ClusterSilent = le cluster n’a pas répondu en { $seconds } secondes
CredentialsRefused = le cluster a refusé les identifiants
NameNotResolved = le nom { $name } ne peut pas être résolu
NoAnswerInTime = aucune réponse à temps
NoConnection = aucune connexion
NodesUnknown = Les identifiants ne permettent pas de lister les nœuds ; nœuds, CPU et mémoire sont donc inconnus.
NotKubernetes = ce qui répond n’est pas un serveur d’API Kubernetes
OtherCluster = un autre cluster répond que celui où les déploiements ont été placés
RightsUnknown = On ignore ce que permettent les identifiants : { $said }
RightMissing =
    { $place ->
        [namespace] Les identifiants ne permettent pas { $verb } { $resource } dans l’espace de noms { $namespace }.
       *[cluster] Les identifiants ne permettent pas { $verb } { $resource }.
    }
TooManyPods = il a trop de pods pour tous les regarder
UsageForbidden = Les identifiants du cluster ne permettent pas de lister ce que les pods utilisent.
UsageLogUnread = Le journal du nginx du site ne peut pas être lu pour le moment.
UsageNoMetrics = Le cluster n’a pas d’API de métriques (metrics.k8s.io) : ce que les pods utilisent n’y est pas mesuré.
UsageNoPods = Aucun pod du site n’a été mesuré ces dernières minutes.
UsageNoRequestCount = Aucun nginx ne tourne dans le site : rien ne compte ses requêtes.
UsageNoRequests = Il n’y a eu aucune requête ces cinq dernières minutes.
UsageNoVolumeStatistics = Le cluster n’a pas encore dit à quel point les volumes du site sont remplis : la question lui est posée toutes les cinq minutes.
UsageNotYet = Rien n’a encore été mesuré : les premières valeurs arrivent en quelques minutes.
UsageUnanswered = L’API de métriques du cluster ne répond pas.
UsageUnwatched = Les identifiants du cluster ne permettent pas d’observer les pods de tous les espaces de noms ; à quel site ils appartiennent n’est donc pas connu.
UsageTooManyLogs = Le site a trop de pods pour lire le journal de chacun.
UsageTooManyNodes = Le cluster a trop de nœuds pour demander à chacun à quel point ses volumes sont remplis.
UsageVolumesForbidden = Les identifiants du cluster ne permettent pas de demander aux nœuds à quel point leurs volumes sont remplis.
UsageVolumesUnanswered = Les nœuds du cluster ne disent pas à quel point leurs volumes sont remplis.
ClusterCannotBeReached = Le cluster est injoignable.
ShellRightMissing = Les identifiants ne permettent pas { $verb } pods/exec. Tout fonctionne sans, mais personne ne peut ouvrir un terminal dans un conteneur.

## What is wrong with a kubeconfig

KUBECONFIG_INVALID = Kubeconfig non valide : { $why }
KubeconfigAnchors = les ancres et les alias (& et *) ne sont pas autorisés
KubeconfigAuthorityExpired = l’autorité de certification a expiré
KubeconfigBase64 = ce n’est pas du base64
KubeconfigByteOrder = il commence par un indicateur d’ordre des octets ; enregistrez-le en UTF-8 simple
KubeconfigCertificate = { $field } contient un certificat illisible
KubeconfigCertificateEmpty = client-certificate-data est vide
KubeconfigCertificateExpired = le certificat client a expiré le { $day }
KubeconfigCertificates = { $field } contient plus de { $most } certificats
KubeconfigCertificatesOnly = { $field } doit contenir des certificats et rien d’autre
KubeconfigContextLacks = le contexte actuel ne nomme pas { $key }
KubeconfigDepth = il est imbriqué sur plus de { $most } niveaux
KubeconfigDirectives = les directives (%) ne sont pas autorisées
KubeconfigDocuments = il contient plus d’un document YAML
KubeconfigElsewhere = il mène à un autre cluster
KubeconfigEntries = il contient plus de { $most } entrées
KubeconfigEntry = une entrée de { $list }
KubeconfigEntryTwice = { $list } a deux entrées nommées « { $name } »
KubeconfigEntryUnnamed = une entrée de { $list } n’a pas de nom
KubeconfigFieldBase64 = { $field } n’est pas du base64
KubeconfigFieldForbidden =
    '{ $field }' n’est pas autorisé : { $why ->
       *[files] les fichiers du serveur ne sont jamais lus ; incluez les données (kubectl config view --raw --flatten --minify)
        [program] cela lancerait un programme sur le serveur ; utilisez le jeton d’un ServiceAccount
        [proxy] les proxys ne sont pas pris en charge
        [verify] la connexion pourrait être interceptée ; ajoutez certificate-authority-data
        [basic] l’authentification basique a été supprimée dans Kubernetes 1.19 ; utilisez le jeton d’un ServiceAccount
        [impersonation] l’usurpation d’identité n’est pas prise en charge
    }
KubeconfigFieldUnknown = { $place } a un champ « { $field } » que Canopy ne connaît pas
KubeconfigFile = le fichier
KubeconfigHalfCertificate = un certificat client nécessite client-certificate-data et client-key-data
KubeconfigInUse =
    { $count ->
        [one] { $why }, et 1 déploiement se trouve sur l’actuel
       *[other] { $why }, et { $count } déploiements se trouvent sur l’actuel
    }
KubeconfigKeyPair = client-key-data ne correspond pas à client-certificate-data
KubeconfigKeyTwice = la clé « { $key } » apparaît deux fois
KubeconfigKeyUnusable = client-certificate-data ou client-key-data sont inutilisables
KubeconfigKeys = les clés doivent être de simples textes
KubeconfigKind = kind doit être Config
KubeconfigMergeKeys = les clés de fusion (<<) ne sont pas autorisées
KubeconfigMissing = { $what } « { $name } » n’est pas dans le fichier
KubeconfigNamed = { $what } « { $name } »
KubeconfigNamespace = namespace doit être un nom Kubernetes
KubeconfigNoContext = aucun current-context, et il a { $count } contextes
KubeconfigNoCredentials = l’utilisateur n’a ni jeton ni certificat client
KubeconfigNoPem = { $field } ne contient aucun bloc PEM
KubeconfigNoServer = le cluster n’a pas de server
KubeconfigNotList = { $list } doit être une liste
KubeconfigNotMapping = { $place } doit être un dictionnaire
KubeconfigNotText = { $key } doit être un texte
KubeconfigNul = il contient un octet NUL
KubeconfigOneKey = { $field } doit contenir une clé privée et rien d’autre
KubeconfigOtherPem = { $field } contient un bloc PEM d’un autre type
KubeconfigPem = { $field } n’est pas un PEM valide
KubeconfigRefused = son kubeconfig n’est pas accepté : { $why }
KubeconfigSections = il manque des sections obligatoires (apiVersion, clusters, contexts, users)
KubeconfigServer = server doit être https://hôte[:port]
KubeconfigTags = les étiquettes (!) ne sont pas autorisées
KubeconfigTlsName = tls-server-name doit être un nom d’hôte
KubeconfigToken = le jeton contient des caractères qu’aucun jeton n’a
KubeconfigTokenExpired = le jeton a expiré le { $day }
KubeconfigTooLarge = il dépasse 256 Kio
KubeconfigTooSlow = sa lecture a pris trop de temps
KubeconfigTwoCredentials = l’utilisateur a un jeton et un certificat client ; gardez l’un des deux
KubeconfigUnrecognised = ses identifiants ne permettent pas de lire l’espace de noms kube-system, par lequel un cluster est reconnu
KubeconfigUnsure = le cluster ne dit pas qu’il est le même ({ $why })
KubeconfigUnusable = son kubeconfig est inutilisable
KubeconfigUtf8 = ce n’est pas de l’UTF-8
KubeconfigVersion = apiVersion doit être v1
KubeconfigYaml = ce n’est pas du YAML valide
KubeconfigYamlAt = ce n’est pas du YAML valide (ligne { $line })

## What a task does, line by line

WithLastLines =
    { $said }
    Dernières lignes :
    { $lines }
HookAttempt = la tentative { $n } est en cours
HookClearing = une exécution antérieure est en cours de suppression
HookFailed = échec
HookOverdue = elle n’était pas terminée après { $minutes } minutes.
HookRunning = en cours
HookStarted = démarrée
HookStarting = démarrage
HookState = { $hook } ({ $n } sur { $total }) : { $said }
HookStepFailed = L’étape de configuration { $hook } a échoué.
HookStepFailedBecause = L’étape de configuration { $hook } a échoué : { $said }
NamespaceEnding = L’espace de noms est en cours de suppression.
NamespaceEndingBecause = L’espace de noms est en cours de suppression : { $said }
NamespaceUntouched = L’espace de noms { $namespace } n’appartient pas à ce déploiement ; rien n’y a été touché.
NothingLeft = Il ne reste rien.
NothingToSetUp = Il n’y a rien à configurer.
ObjectsGoing = Les objets de la release sont en cours de suppression.
SiteSetUp = Le site est configuré.
VolumesGoing = Les volumes et les secrets sont en cours de suppression.
WithDetails =
    { $said }
    { $details }
Shortened =
    { $said }
    (tronqué)
ApplyingInterrupted = L’application a été interrompue.
BrokenTryingAgain = Une partie de Canopy a signalé une erreur interne. Nouvelle tentative.
CancelledBy = Annulée par { $user }
CredentialsTooWeak = Les identifiants du cluster « { $cluster } » ne le permettent pas.
DatabaseAway = La base de données n’est pas disponible pour le moment.
EndingRelease = Clôture de la release : { $said }
GaveUp =
    { $unit ->
        [minutes]
            { $count ->
                [one] Abandon après { $count } minute. { $said }
               *[other] Abandon après { $count } minutes. { $said }
            }
       *[seconds]
            { $count ->
                [one] Abandon après { $count } seconde. { $said }
               *[other] Abandon après { $count } secondes. { $said }
            }
    }
HooksFailed = La configuration du site a échoué.
IdentityRefused = Une partie de Canopy n’accepte pas l’identité des autres.
InterruptedOften = Le travail a été interrompu { $count } fois et n’est pas retenté.
KubernetesVersion = Kubernetes { $version }
LinesDropped = Les { $count } premières lignes de ce journal ont été supprimées.
NamespaceReady =
    { $how ->
        [created] L’espace de noms { $namespace } a été créé
       *[there] L’espace de noms { $namespace } est là
    }
NothingHeard = Aucune nouvelle du cluster.
NothingRestarted = Il n’y a rien à redémarrer.
ObjectRemoved = { $object } retiré
PartAway = Une partie de Canopy ne répond pas pour le moment.
PartBroken = Une partie de Canopy a signalé une erreur interne.
PodsNotReady = Les pods ne sont pas devenus prêts.
ReleaseFailedElsewhere = Une autre opération a marqué la release comme échouée.
ReleaseFinished = La release est déployée
Restarted = Redémarré : { $names }
SecretsWritten = { $names }
ServiceOverloaded = Le service est surchargé.
StillThere = Encore présents : { $names }
SwitchedOver = Du cluster « { $from } » au cluster « { $to } »
SwitchedAlready = Le site fonctionne déjà sur le nouveau cluster.
RemainsThere = Il reste peut-être quelque chose sur le cluster « { $cluster } » : { $said }
TaskDone = La tâche est terminée.
CopyStops = Arrêt du site sur le cluster « { $cluster } » pour la copie.
CopyWaitsForPods = Attente de la fin de ces pods sur le cluster « { $cluster } » : { $pods }
CopyStarts = Démarrage des pods qui copient sur le cluster « { $cluster } ».
CopyingVolume = Copie du volume { $volume } ({ $n } sur { $total }) : { $size } copiés en tout.
CopyEnding = Retrait des pods qui ont copié.
CopyingInterrupted = La copie a été interrompue.
VolumesCopied = { $size } copiés : { $volumes }.
NothingToCopy = Il n’y a rien à copier depuis le cluster « { $cluster } ».
CopyExit = fin avec le code de sortie { $code }.
CopySaid = { $said }
WaitingForCluster = En attente du cluster « { $cluster } » : { $said }
WaitingForRest = En attente de la disparition du reste.
WatchEndedEarly = L’observation des pods s’est terminée trop tôt.
ObjectApplied = { $object } appliqué
ReleaseApplied = La release est appliquée.
ReleaseApplying = La révision Helm { $revision } est en cours d’application.
ReleaseDeployed = La release est déjà déployée.
ReleaseHeld =
    { $who ->
        [task] Une autre tâche de Canopy occupe la release.
       *[helm] Une autre opération Helm occupe la release.
    }
ReleaseHeldSince =
    { $who ->
        [task] Une autre tâche de Canopy occupe la release depuis { $since }.
       *[helm] Une autre opération Helm occupe la release depuis { $since }.
    }
VolumeEnding = Il est en cours de suppression.
VolumeGone = La demande de volume { $volume } ({ $size }) est supprimée.
VolumeHeld = Il est en cours de suppression, en attente de { $names }.
VolumeLines = { $lines }
VolumeMounted = Le pod { $pod } s’en sert encore.
VolumeMountedElsewhere = Le pod { $pod }, qui n’est pas de la release, s’en sert.
VolumeReleaseMoved = Quelqu’un d’autre a modifié la release depuis.
VolumeReplaced = C’est un autre volume que celui qui était désigné.
VolumesLeft = Laissés tels quels : { $said }
VolumeStays = Le volume { $volume } reste : { $said }
VolumeUsed = Le déploiement s’en sert.
VolumeWaits = Volume { $volume } : { $said }

## Calls

HEAD_CODING = Le seul codage de transfert admis pour une requête est chunked.
HEAD_FIELD = Un champ d’en-tête de la requête est mal formé.
HEAD_HOST = Une requête nomme exactement un hôte.
HEAD_LENGTH = La longueur du corps de la requête n’est pas claire.
HEAD_LINE_END = Une ligne d’en-tête de la requête ne se termine pas par CRLF.
HEAD_LONG_LINE = Une ligne d’en-tête de la requête dépasse { $most } Kio.
HEAD_MANY_FIELDS = La requête a plus de { $most } champs d’en-tête.
HEAD_REQUEST_LINE = La ligne de requête est mal formée.
HEAD_TOO_LONG = L’en-tête de la requête dépasse { $most } Kio.
BODY_BROKEN = Le corps n’a pas pu être lu jusqu’au bout.
BODY_COMPRESSED = Le corps doit être envoyé sans compression.
BODY_LATE = Le corps n’est pas arrivé à temps.
BODY_MALFORMED = Le corps n’est pas du JSON valide (ligne { $line }, colonne { $column }).
BODY_MISSING = Le corps manque : envoyez un objet JSON.
BODY_NO_OBJECT = Le corps doit être un objet JSON.
BODY_NOT_JSON = Le corps doit être envoyé en application/json.
BODY_REFUSED = Le corps est refusé : { $said } (ligne { $line }, colonne { $column }).
BodyDepth = il est trop imbriqué
BodyKeyLong = le nom d’un champ dépasse { $most } octets
BodyKeyTwice = le champ « { $name } » est donné deux fois
BodyManyValues = il a trop de valeurs
BodyNul = un texte contient un caractère nul
BODY_TOO_LARGE = Le corps dépasse { $most } Kio.
BODY_WRONG = Le corps a un champ incorrect.
BUSY = Canopy est occupé pour le moment. Veuillez réessayer.
FIELD_FLAG = { $name } doit être true ou false.
FIELD_LIST = { $name } doit être une liste.
FIELD_NUMBER = { $name } doit être un nombre entier dans ses limites.
FIELD_OBJECT = { $name } doit être un objet.
FIELD_TEXT = { $name } doit être un texte.
FIELD_UNEXPECTED = { $name } n’est pas ce qu’attend cet appel.
FIELD_UNKNOWN = { $name } n’est pas un champ de cet appel.
IDEMPOTENCY_KEY_WRONG = Idempotency-Key doit compter de 1 à 255 caractères visibles.
IF_MATCH_WRONG = If-Match doit être la version d’un déploiement.
EXPORTS_CROWDED = Trop d’exports sont en cours en ce moment. Veuillez réessayer.
LOGS_CROWDED = Trop de journaux sont suivis en ce moment. Veuillez réessayer.
METHOD_NOT_ALLOWED = Cette méthode n’est pas autorisée ici.
NO_SUCH_CALL = Cet appel n’existe pas.
ONE_HOST = Une requête nomme exactement un hôte.
OTHER_HOST = Canopy ne répond pas à ce nom d’hôte. Son exploitant peut l’ajouter à CANOPY_HOSTS.
PARAMETER_AFTER = from ne doit pas être postérieur à to.
PARAMETER_DATE = { $name } doit être une date comme 2026-11-21 ou 2026-11-21T10:00:00Z.
PARAMETER_NO_ID = { $name } doit être un identifiant.
PARAMETER_NUL = { $name } ne doit pas contenir de caractère nul.
PARAMETER_NUMBER = { $name } doit être un nombre entier de { $least } à { $most }.
PARAMETER_SPAN = from ne doit pas précéder to de plus de 366 jours.
PARAMETER_TWICE = { $name } est indiqué deux fois.
PARAMETER_WORD = { $name } doit être l’un de { $known }.
PARAMETER_WRONG = Un paramètre de la requête est incorrect.
REQUEST_MALFORMED = La requête est mal formée.
REQUEST_TOO_LARGE = La requête est trop grande.
REQUEST_TOO_LONG = La requête a pris trop de temps. Veuillez réessayer.
SCREENS_CROWDED = Trop d’écrans sont ouverts.
SESSION_EXPIRED = Votre session a expiré. Reconnectez-vous pour continuer.
TOO_MANY_AT_ONCE = Trop de requêtes à la fois. Veuillez réessayer.
TOO_MANY_EXPORTS = Vous lancez trop d’exports à la fois. Attendez la fin de l’un d’eux et réessayez.
TOO_MANY_LOGS = Vous suivez trop de journaux à la fois. Fermez-en un et réessayez.
TWO_TEAMS = team_id et teamId désignent des équipes différentes.
UNEXPECTED = Une erreur inattendue s’est produite. Veuillez réessayer plus tard.
SHELL_NO_WEBSOCKET = Un terminal s’ouvre par WebSocket.
SHELL_OTHER_ORIGIN = La page d’un autre site ne peut pas ouvrir de terminal.
SHELL_SILENT = Le navigateur ne répond plus : le terminal a été fermé.
SHELL_TERMINAL = Un interpréteur de commandes a besoin d’un terminal ; une commande peut s’en passer.
SHELL_UNREADABLE = Un message au terminal est illisible.

## What goes wrong with pods

NoSetting = Le site n’a aucun réglage pour cela.
NotTakenSo = Aucun réglage du site ne lui donne la valeur { $value }.
NoReasonGiven = aucune raison n’a été donnée
PodsReady =
    { $wanted ->
        [one] { $ready } pod sur { $wanted } est prêt
       *[other] { $ready } pods sur { $wanted } sont prêts
    }
PodsUpdated = { $ready } pods sur { $wanted } sont à jour
OldPodsEnding =
    { $count ->
        [one] { $count } ancien pod doit encore se terminer
       *[other] { $count } anciens pods doivent encore se terminer
    }
AndThen = { $first } ; { $next }
ChangeTakenUp = la modification est en cours de prise en compte
JobRunning = le job est en cours d’exécution
ObjectAwaited = { $object } n’est pas là
RestartAwaited = en attente du redémarrage
RolloutPart = { $part } : { $said }
UpdateCompleting = la mise à jour se termine
VolumeAwaited = le volume n’est pas encore là
PodAtStep = le pod { $pod } en est encore à son étape initiale { $step }
PodUnready = le pod { $pod } s’exécute mais n’est pas prêt
PodUnreadyBecause = le pod { $pod } s’exécute mais n’est pas prêt : { $said }
RegistrySilent = le registre n’a donné aucune raison
RolloutCannotStart = { $what } ne peut pas démarrer : { $said }
RolloutContainer = Le conteneur { $name }
RolloutCrashing = { $what } plante sans cesse (code de sortie { $code }, { $restarts } redémarrages).
RolloutFailed = La mise en service a échoué.
RolloutImagePull = L’image { $image } n’a pas pu être téléchargée : { $said }
RolloutInitFailed = { $what } du pod { $pod } a échoué (code de sortie { $code }, { $tries } tentatives).
RolloutInitStep = L’étape initiale { $name }
RolloutJobFailed = Le Job { $job } a échoué : { $why } : { $said }
RolloutLate = { $owner } n’est pas devenu prêt en { $seconds } secondes : { $said }
RolloutMemory =
    { $known ->
        [yes] { $what } a été arrêté pour avoir dépassé sa limite de mémoire de { $limit }.
       *[no] { $what } a été arrêté pour avoir dépassé sa limite de mémoire.
    }
RolloutNoPod = Aucun pod de { $owner } ne peut être créé : { $said }
RolloutNoVolume = Le volume { $volume } n’est pas là : { $said }
RolloutOverdue =
    { $unit ->
        [minutes]
            { $count ->
                [one] L’application n’était pas prête après { $count } minute : { $said }
               *[other] L’application n’était pas prête après { $count } minutes : { $said }
            }
       *[seconds]
            { $count ->
                [one] L’application n’était pas prête après { $count } seconde : { $said }
               *[other] L’application n’était pas prête après { $count } secondes : { $said }
            }
    }
RolloutPreviousRuns =
    { $said }
    La nouvelle version a échoué, la précédente tourne toujours.
RolloutReady = Tout est prêt.
RolloutRemoved = { $object } n’est plus là : quelqu’un l’a retiré.
RolloutUnschedulable = Aucun nœud ne peut accueillir le pod { $pod } : { $said }
VolumeLost = son volume a été perdu

## How Canopy itself is doing

BackupDiskFull = La dernière sauvegarde de Canopy a échoué : il n’y a plus de place là où elle est écrite.
BackupFailed = La dernière sauvegarde de Canopy a échoué : { $said }
BackupFolderUnusable = La dernière sauvegarde de Canopy a échoué : son dossier manque ou n’est pas accessible en écriture.
BackupOld = La dernière sauvegarde de Canopy date de { $age }.
BackupPassphraseUnusable = La dernière sauvegarde de Canopy a échoué : sa phrase secrète manque ou est trop courte.
BackupToolsMissing = La dernière sauvegarde de Canopy a échoué : pg_dump de PostgreSQL manque ou est trop ancien.
ClusterInMaintenance = Il est en maintenance.
ClustersIll =
    { $more ->
        [yes] { $ill } clusters sur { $count } ne sont pas opérationnels : { $names } et d’autres.
       *[no] { $ill } clusters sur { $count } ne sont pas opérationnels : { $names }.
    }
ClustersUnknown = On ignore ce que font les clusters : infrastructure ne répond pas.
DeadLetters =
    { $count ->
        [one] Il y a un message non remis, depuis { $age }.
       *[other] Il y a { $count } messages non remis, le plus ancien depuis { $age }.
    }
HealthRefused = La vérification a été refusée.
HealthSilent = Aucune réponse en { $within }, { $times } fois de suite.
HealthSlow = Aucune réponse en { $within }.
HealthStarting = Démarrage ou arrêt en cours.
HealthUnreachable = Injoignable.
Lapse =
    { $unit ->
        [days] { $count } jours
        [hours] { $count } heures
        [minutes] { $count } minutes
        [seconds]
            { $count ->
                [one] une seconde
               *[other] { $count } s
            }
        [milliseconds] { $count } ms
       *[moments] moins de deux minutes
    }
NatsAddressMissing = Aucune adresse NATS n’est configurée.
NatsRefusesFacts = NATS n’accepte pas de faits ; un redémarrage peut être nécessaire après la saturation de son disque.
NatsSilent = NATS ne répond pas.
NatsUnreachable = NATS est injoignable.
NatsWithoutStreams = NATS ne répond pas pour ses flux.
PostgresAway = PostgreSQL est inutilisable : lectures et écritures sont refusées jusqu’à son retour.
WorkGoesOn = { $said } Le travail continue ; l’historique et les écrans en direct se mettent à jour à son retour.

# Datacenters and clusters, changed by people
CLUSTER_HAS_DEPLOYMENTS = Impossible de supprimer le cluster : { $n } déploiement(s) s’y trouvent et doivent d’abord être supprimés.
CLUSTER_IN_MAINTENANCE = Le cluster de ce déploiement est en maintenance. Rien de nouveau n’y commence avant qu’elle ne soit terminée.
DATACENTER_HAS_DEPLOYMENTS = Impossible de supprimer le centre de données : { $n } déploiement(s) se trouvent sur ses clusters et doivent d’abord être supprimés.
PLACE_CHANGED_MEANWHILE =
    { $kind ->
        [datacenter] { $known ->
            [yes] { $who } a modifié ce centre de données depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
           *[no] Quelqu’un d’autre a modifié ce centre de données depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
        }
       *[cluster] { $known ->
            [yes] { $who } a modifié ce cluster depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
           *[no] Quelqu’un d’autre a modifié ce cluster depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
        }
    }
ClusterChanged = Le cluster « { $cluster } » a été modifié.
ClusterDeleted = Le cluster « { $cluster } » a été supprimé.
ClusterMoved = Le cluster « { $cluster } » a changé de centre de données.
ClusterRenamed = Le cluster « { $cluster } » s’appelle maintenant « { $name } ».
DatacenterChanged = Le centre de données « { $datacenter } » a été modifié.
DatacenterDeleted =
    { $n ->
        [0] Le centre de données « { $datacenter } » a été supprimé.
        [one] Le centre de données « { $datacenter } » a été supprimé ; son cluster reste.
       *[other] Le centre de données « { $datacenter } » a été supprimé ; ses { $n } clusters restent.
    }
DatacenterRenamed = Le centre de données « { $datacenter } » s’appelle maintenant « { $name } ».
MaintenanceBegun = Le cluster « { $cluster } » est en maintenance.
MaintenanceEnded = La maintenance du cluster « { $cluster } » est terminée.

## Notifications

Label_Channel = Canal
Label_WebhookAddress = Adresse
DELIVERY_WAITS = L’envoi est déjà en attente.
EVENT_GONE = Cet évènement n’est plus conservé et ne peut donc pas être renvoyé.
EVERYTHING_FOR_ADMINS = Seuls les administrateurs et gestionnaires sont informés des équipes dont ils ne font pas partie.
KINDS_FOR_ADMINS = Seuls les administrateurs et gestionnaires sont informés des clusters, des comptes et de Canopy lui-même, et seulement par leurs propres règles.
KINDS_PERSONAL = Une équipe n’est pas informée des connexions.
KINDS_REQUIRED = Choisissez ce dont il faut informer.
NO_SIGNATURES = Seul un webhook a une clé de signature.
RULE_LIMIT = Il y a déjà { $most } règles de notification. Supprimez-en une pour en créer une autre.
WEBHOOK_ADDRESS_REFUSED = L’adresse { $address } n’est pas autorisée pour un webhook.
WEBHOOK_ADDRESS_WRONG = Écrivez une adresse telle que https://hooks.example.com/canopy, sans nom d’utilisateur.
WEBHOOK_NOT_HTTPS = L’adresse doit commencer par https://.

## Whether sites can be reached

REACH_NOT_RUNNING = Seul un site en marche est vérifié.
ReachBroken = La connexion à { $name } échoue : { $said }
ReachCertificate = Les visiteurs sont envoyés vers HTTPS, où les navigateurs les avertissent : { $said } Renouvelez ou remplacez le certificat.
ReachCertificateEarly = Le certificat de { $name } n’est pas encore valable.
ReachCertificateExpired = Le certificat de { $name } a expiré.
ReachCertificateInvalid = Le certificat de { $name } n’est pas utilisable : { $said }.
ReachCertificateIssuer = Le certificat de { $name } a été émis par une autorité que les navigateurs ne connaissent pas : { $issuer }.
ReachCertificateLate = Le certificat de { $name } aurait dû être renouvelé : il prend fin le { $day }. Regardez son Certificate dans le cluster (kubectl describe certificate), ou renouvelez-le là où il a été émis.
ReachCertificateName = Le certificat n’est pas pour { $name }.
ReachCertificateOwn = Le certificat de { $name } est autosigné.
ReachCircle = { $name } redirige ses visiteurs en boucle. Vérifiez l’adresse et les réglages HTTPS du site.
ReachFailing = { $name } répond par l’erreur { $status }. Les journaux du site disent pourquoi.
ReachForbidden = { $name } mène à { $address }, une adresse que les réglages de Canopy ne permettent pas de contacter. Un administrateur peut l’autoriser avec CANOPY_REACH_ALLOW.
ReachNoHttps = { $name } envoie ses visiteurs vers HTTPS, où rien ne répond.
ReachNoRecord =
    { $kind ->
        [address] Il n’y a pas d’enregistrement A ou AAAA pour { $name }. Créez-en un qui pointe vers { $target }.
        [name] Il n’y a pas d’enregistrement A ou AAAA pour { $name }. Créez un enregistrement CNAME qui pointe vers { $target }.
        [tunnel] Il n’y a pas d’enregistrement A ou AAAA pour { $name }. Ajoutez-le au tunnel Cloudflare comme nom d’hôte public.
       *[unknown] Il n’y a pas d’enregistrement A ou AAAA pour { $name }. Créez-en un qui pointe vers l’adresse de l’ingress de votre cluster.
    }
ReachOff = Les réglages de Canopy ont désactivé la vérification des sites.
ReachRefused = Rien ne répond à { $name } : la connexion est refusée. Vérifiez que l’enregistrement pointe vers l’ingress de votre cluster.
ReachSilent =
    { $seconds ->
        [one] { $name } n’a pas répondu en { $seconds } seconde. Vérifiez que l’enregistrement pointe vers l’ingress de votre cluster, et le pare-feu.
       *[other] { $name } n’a pas répondu en { $seconds } secondes. Vérifiez que l’enregistrement pointe vers l’ingress de votre cluster, et le pare-feu.
    }
ReachSimulated = Ce site fonctionne sur un cluster simulé : il n’y a rien à atteindre.
ReachUnresolved = Les serveurs de noms n’ont pas répondu pour { $name } : on ne sait pas s’il est accessible.
SiteCertificateLate = Le certificat du déploiement « { $deployment } » n’a pas été renouvelé à temps : { $said }
SiteReachable = Le déploiement « { $deployment } » est de nouveau accessible.
SiteUnreachable = Le déploiement « { $deployment } » n’est pas accessible : { $said }
