### What the server says, by its codes: the one catalogue of its English (services/kit/src/message.rs), and what the other
### languages are held against. $said and the like are texts that are not ours.

## Anything

Said = { $said }
NOT_FOUND =
    { $what ->
        [Team] Team not found
        [User] User not found
        [Member] Member not found
        [Invite] Invitation not found
        [Session] Session not found
        [Token] Token not found
        [Deployment] Deployment not found
        [Cluster] Cluster not found
        [Kubeconfig] Kubeconfig not found
        [Task] Task not found
        [Revision] Revision not found
        [NotificationRule] Notification rule not found
        [Delivery] Delivery not found
        [Datacenter] Datacenter not found
        [Event] Event not found
        [Account] Account not found
        [File] File not found
        [Object] Object not found
        [Pod] Pod not found
        [DeadLetter] Dead letter not found
       *[other] { $what } not found
    }
VALIDATION_ERROR = Validation Error
TOO_MANY_REQUESTS = Too many requests. Please try again later
INTERNAL = Internal error
DATABASE_UNAVAILABLE = The database is not available at the moment. Please try again.
OVERLOADED = The service is overloaded. Please try again.
PART_AWAY = A part of Canopy does not answer at the moment. Please try again.
RECEIVER_AWAY = The receiver cannot be reached.
CALL_TOO_LONG = The call took longer than its deadline.
MESSAGE_UNREADABLE = The message cannot be read.
IDEMPOTENCY_KEY_REUSED = This Idempotency-Key was used with another request.

## Fields

Label_Address = Address
Label_AdminPassword = Admin Password
Label_City = City
Label_ClusterName = Cluster name
Label_Country = Country
Label_DatabaseName = Database Name
Label_DatabasePassword = Database Password
Label_DatabaseRootPassword = Database Root Password
Label_DatabaseUser = Database Username
Label_DeploymentName = Deployment name
Label_Endpoint = Kubernetes endpoint
Label_Kubeconfig = Kubeconfig
Label_Maintenance = Maintenance
Label_User = User
Label_MaxExecutionTime = Max Execution Time
Label_MaxRequestsPerChild = Max Requests Per Child
Label_MemoryLimit = Memory Limit
Label_PoolSize = Pool Size
Label_Reason = The reason
Label_Region = Region
Label_Id = An id
Label_Kind = A kind
Label_Revision = A revision with its hash
Label_Replicas = Replicas
Label_Type = Application type
Label_UploadMaxFilesize = Upload Max Filesize
ADMIN_PASSWORD_REQUIRED = Admin Password is required for secure application access
ADMIN_USERNAME_REQUIRED = Admin Username is required for application access
AT_LEAST = must be at least { $least }
AT_MOST = must be at most { $most }
CONTROL_CHARACTERS = { $label } must not contain control characters.
COUNTRY_UNKNOWN = Country must be one of the list for custom datacenters.
DATABASE_HOST_REQUIRED = A database host is required when MySQL is off.
DATABASE_NAME_RESERVED = MySQL keeps this name for itself. Choose another one.
DATABASE_USER_ROOT = The user root is not for applications. Choose another name.
DOMAIN_NOT_ADDRESS = Write a domain name, not an address.
DOMAIN_NOT_ASCII = Write an international domain name in its xn-- form.
DOMAIN_ONE_PART = A domain name has at least two parts, such as shop.example.com.
DOMAIN_ONLY = Write only the domain name, such as shop.example.com, without scheme, port or path.
DOMAIN_REQUIRED = Domain name is required for deployment setup
DOMAIN_RESERVED = This name is reserved. Choose a public domain name.
DOMAIN_TOO_LONG = A domain name has at most 253 characters.
EXTENSIONS_UNKNOWN = Not known: { $unknown }. Available are { $known }.
FIXED_FIELD = { $field } cannot be changed.
FIXED_FOR_NOW = { $field } cannot be changed yet.
IMAGE_REQUIRED = An image is required.
IN_MAINTENANCE = This cluster is in maintenance.
LABELS_OF_OTHER = The labels name another deployment.
LESS_THAN =
    { $unit ->
       *[none] { $label } must be at least { $least }.
        [MB] { $label } must be at least { $least } MB.
        [s] { $label } must be at least { $least } s.
    }
MISSING = It is missing.
MORE_THAN =
    { $unit ->
       *[none] { $label } must be at most { $most }.
        [MB] { $label } must be at most { $most } MB.
        [s] { $label } must be at most { $most } s.
    }
NAME_PREFIX = must be a name that starts with { $prefix }
NO_ARRAY = must be a JSON array
NO_METHOD = No such method.
NO_CLUSTER = This cluster does not exist.
NO_CLUSTER_CHOSEN = Please select a cluster where your deployment will run
NO_COMMAND = A command is one line of at most 500 characters.
NO_CORES = Write cores, such as 500m or 2, from 10m to 64.
NO_DOMAIN = "{ $domain }" is not a domain name.
NO_FOLDER = Write a folder of the repository, such as apps/web.
NO_HIGH_PORT = A port is a number from 1024 to 65535.
NO_IMAGE = This is not the name of an image, such as ghcr.io/shop/web:1.4.
NO_LOG_SOURCE = There is no such source of logs.
NO_NAME = must be a name
NO_NAMESPACE = must be the name of a namespace
NO_PORT = A port is a number from 1 to 65535.
NO_REFERENCE = Write the name of a branch or a tag, or the id of a commit.
NO_RELEASE = must be the name of a release
NO_REPOSITORY = Write an address such as https://github.com/shop/web.git.
NO_SECRET_FIELD = "{ $field }" is none of { $known }.
NO_SECRET_KEYS = must have keys of letters, digits, '-', '_' and '.'
NO_SIZE = Write a size such as 512Mi or 2Gi, at least { $least }Mi.
NO_SOURCE = { $application } brings its own program.
NO_TEAM = Please select a team for this deployment
NO_TIME = This is not a time.
NO_TUNNEL_TOKEN = This is not the token of a Cloudflare tunnel.
NO_VARIABLE_NAME = The name of a variable has at most 64 letters, digits and underscores.
NOT_HTTPS = { $label } must be an https URL.
NOT_UNIQUE = must be unique
OTHER_DATACENTER = The cluster is in another datacenter.
PASSWORD_MASKED = { $label } is masked. Write the password itself.
PASSWORD_TOO_SHORT = { $label } should be at least { $least } characters long for security
PHPMYADMIN_HOST_TOO_LONG = With this domain, phpMyAdmin's own host name would be too long.
PHPMYADMIN_WITHOUT_DATABASE = phpMyAdmin needs a database: switch MySQL on or name a host.
PODS_NEED =
    { $what ->
        [cpu] Its pods need { $wanted } of CPU; a deployment may have { $most }.
        [memory] Its pods need { $wanted } of memory; a deployment may have { $most }.
        [memory_limit] Its pods need { $wanted } of memory at most; a deployment may have { $most }.
       *[storage] Its pods need { $wanted } of storage; a deployment may have { $most }.
    }
LowerPool = Lower the memory limit or the pool size.
AskForLess = Ask for less, or for fewer replicas.
PROVIDER_UNKNOWN = Provider must be one of { $known }.
REGION_UNKNOWN = Provider { $provider } has no such region.
REPOSITORY_REQUIRED = The address of the Git repository is required.
REPOSITORY_WITH_SECRET = An address with a name or a password in it is not taken: others can read it.
RUNS_ONCE = Its files are on a volume that one node mounts: this site runs once.
SERVICE_FIXED = The { $service } cannot be switched off.
SERVICE_NAME_UNKNOWN = The name of a service is not known.
SERVICE_OFF = This service is switched off.
SERVICE_UNKNOWN = This service is not known.
SOURCE_UNCLEAR = Say whether the image or the Git repository is meant.
SOURCE_UNKNOWN = A source is one of none, image, git.
STARTED_BY_SERVER = A { $application } site is started by its server.
STATUS_UNKNOWN = Status must be operational, maintenance or issues.
TOO_MANY_DOMAINS = At most { $most } domains are possible.
TOO_MANY_EXTENSIONS = Too many extensions.
TOO_MANY_FURTHER_DOMAINS = A site has at most { $most } further domains.
TOO_MANY_OBSERVATIONS = At most { $most } observations at once.
TOO_MANY_VARIABLES = A site has at most { $most } environment variables.
TOO_MUCH = { $what } { $advice }
TUNNEL_TOKEN_REQUIRED = A tunnel token is required when Cloudflare is on.
TYPE_UNKNOWN = This type is not known. Choose one of { $known }.
VALUE_MASKED = This value is masked. Write the value itself.
VALUE_TOO_LONG = A value has at most 32 KiB.
VALUE_WITH_NUL = A value must not contain the character 0.
VALUE_WRONG =
    { $rule ->
        [type] This value must be of type { $about }.
        [one-of] This value must be one of: { $about }.
        [shortest] This value must have at least { $about } characters.
        [longest] This value must have at most { $about } characters.
        [minimum] This value must be at least { $about }.
        [maximum] This value must be at most { $about }.
        [entries] This value has too few or too many entries.
        [twice] This value has an entry twice.
        [required] This value is required.
        [key] This value has a key with a name that is not allowed.
        [unknown] This value has the unknown field "{ $about }".
       *[form] This value { $about }.
    }
VARIABLES_TOO_LONG = The environment variables together are longer than 512 KiB.
VARIABLE_RESERVED = { $name } is set by Canopy.
VERSION_UNKNOWN = { $runtime } { $known } are available.
VOLUME_SMALLER = A volume cannot be made smaller.
VOLUME_CANNOT_GROW = The volume has { $size }, and its storage class { $class } does not let it grow.
WITHOUT_KUBECONFIG = This cluster has no kubeconfig yet.
Label_Name = Name
Label_Description = Description
Label_Email = Email
Label_FirstName = First name
Label_LastName = Last name
Label_Password = Password
Label_CurrentPassword = Current password
Label_TeamName = Team name
Label_TokenScope = Scope
REQUIRED = { $label } is required
TOO_SHORT = { $label } must be at least { $least } characters.
TOO_LONG = { $label } must not exceed { $most } characters.
BLANK = { $label } must contain a letter, a digit or a symbol.
HIDDEN_CHARACTERS = { $label } must not contain control or invisible characters.
TOO_MANY_MARKS = { $label } must not contain more than 8 combining marks in a row.
EMAIL_INVALID = Invalid email address
LANGUAGE_UNKNOWN = Language must be one of { $known }.
LAST_ADMIN = This is the only active administrator. Make somebody else one first.
MEMBER_ROLE_UNKNOWN = A role is admin or member.
NOT_A_MEMBER = Only a member of the team can become its owner.
OWN_ACCOUNT =
    { $what ->
        [deactivate] You cannot deactivate your own account.
       *[delete] You cannot delete your own account.
    }
PASSWORD_COMMON = This password is one of those that are guessed first. Choose another one.
OWNER_DEMOTES = Only the owner of the team can take the role of a team admin back.
OWNER_IS_ADMIN = The owner of a team is always an admin of it. Hand the team over first.
PASSWORD_WRONG = The current password is not right.
TEAM_HAS_DEPLOYMENTS = Cannot delete team: { $n } deployment(s) are associated with this team.
THEME_UNKNOWN = Theme must be one of { $known }.
FIRST_STEPS_UNKNOWN = First steps must be one of { $known }.
TIME_ZONE_UNKNOWN = This is not the name of a time zone, such as Europe/Zurich.
REGISTRATION_FIXED = Registration is decided by CANOPY_REGISTRATION; it cannot be changed here.
OUT_OF_RANGE = must be a whole number from { $least } to { $most }
SETTINGS_CHANGED_MEANWHILE = { $who } has changed these settings since you opened them. Load them again to see the change.
TOKEN_DAYS_WRONG = A token may be good for 1 to { $most } days.
TOKEN_LIMIT = Nobody may have more than { $most } API tokens. Revoke one that is not needed.
TWO_FACTOR_OFF = Two-factor authentication is not on.
TWO_FACTOR_ON = Two-factor authentication is on already.
TWO_FACTOR_OWN = Turn off your own two-factor authentication in the settings.
NO_ID = This is not an id.
TOO_MANY_EVENTS = At most { $most } events in one call.
EVENT_UNREADABLE = An event cannot be read: { $said }
TOO_MANY_IDS = At most { $most } ids in one call.

## Who may do what

CREDENTIALS_WRONG = Invalid email or password
CHALLENGE_OVER = Signing in took too long. Please begin again.
OIDC_OFF = Signing in with a provider is not set up.
OIDC_UNREACHABLE = { $provider } does not answer at the moment. Please try again.
OIDC_OVER = This sign-in took too long or was begun in another window. Please begin again.
OIDC_REFUSED = { $provider } refused to say who signs in ({ $code }). An administrator can find out why.
OIDC_TOKEN_INVALID = What { $provider } said about you could not be verified. An administrator can find out why.
OIDC_EMAIL_MISSING = { $provider } tells no e-mail address of yours, and without one there is no account.
OIDC_EMAIL_UNVERIFIED = { $provider } has not verified that { $email } is your address, so no account is opened by it.
OIDC_EMAIL_TAKEN = There is an account with the address { $email } already. Sign in with its password and connect it with { $provider } under Settings, Password.
OIDC_NO_ACCOUNT = { $email } has no account here. Please ask an administrator for an invitation.
OIDC_NOT_ALLOWED = { $provider } names no group of yours that may sign in here.
OIDC_INACTIVE = This account is deactivated. Please ask an administrator.
OIDC_LINKED_ELSEWHERE = This identity at { $provider } belongs to another account, or this account to another identity.
OIDC_NOT_LINKED = This account is not connected with { $provider }.
OIDC_ONLY_WAY = This account has no password. Choose one first, with a link for a forgotten password.
CODE_WRONG = This code is not right.
SECOND_FACTOR_REQUIRED = A code of your authenticator app is needed.
NAMES_UNAVAILABLE = Names of users cannot be looked up at the moment. Please try again.
NO_CALLER = No caller.
NO_TOKEN = No authentication token found
NOT_PERMITTED = You do not have permission to perform this action
OWNER_ONLY = Only the owner of the team can remove a team admin.
OWNER_STAYS = The owner of a team cannot be removed from it.
REGISTRATION_CLOSED = Registration is closed. Please ask an administrator for an invitation.
SESSION_ENDED = The session has ended.
SETUP_LINK_INVALID = The set-up link is not valid.
SIGN_IN_CROWDED = Too many people are signing in at the moment. Please try again.
SIGN_IN_UNCHECKED = Sign-in cannot be checked at the moment. Please try again.
TOKEN_INVALID = The token is not valid.
TOKEN_NOT_SIGNED_IN = An API token may not do this. Sign in for it.
TOKEN_READ_ONLY = This API token may only read.
USERS_ONLY = This call is for signed-in users.

## Refusals

NO_DATACENTER = This datacenter does not exist.
LOGS_UNAVAILABLE = The logs cannot be read at the moment. Please try again.
TASK_NOT_CURRENT = This task is not the deployment's current one.
PLAN_OUTDATED = Something has changed since this plan was made. Look at the new plan.
REMAINS_UNSEEN = Cluster "{ $cluster }" did not answer when the move was planned, so nobody has seen what is there. All of it stays; a retry removes it.
UNINSTALL_LOSES_MORE = Since it was shown what goes, this has come and would be lost too: { $names }. Delete the deployment again to see it, or retry to delete all of it.
HASH_MISMATCH = The revision is not the one that this task was ordered to apply.
KUBECONFIGS_CROWDED = Too many kubeconfigs are being checked at the moment. Please try again.
MAY_NOT_REGISTER = This service may not register anything.
TaskNotStarted = The task could not be started: { $said }
ALREADY_INVITED = User is already invited to this team
INVITE_LIMIT = A team can have at most { $most } invitations at once. Cancel one that is not needed any more.
INVITE_OTHER_ADDRESS = This invitation is for { $email }. Sign in with the account of that address.
RESET_OVER = This link is not valid any more. Ask for another one.
USER_ALREADY_INVITED = This user has already been invited.
USER_EXISTS = There is already an account with this email address.
USER_INACTIVE = This account is inactive. Activate it first.
USER_INVITE_LIMIT = At most { $most } people can be invited at once. Cancel an invitation that is not needed any more.
INVITE_OVER = This invitation is not valid any more. Ask for a new link.
ALREADY_MEMBER = This user is already a member of this team.
ALREADY_STOPPED = This deployment is stopped already.
CHANGE_UNFINISHED = The last change of this deployment did not come about. Retry it or discard it first.
CHART_NOT_KEPT = The chart of revision { $number } was not kept: it is of a time when charts were not.
CHANGED_MEANWHILE =
    { $known ->
        [yes] { $who } has changed this deployment since you opened it. Load it again to see the change.
       *[no] Somebody else has changed this deployment since you opened it. Load it again to see the change.
    }
CLUSTER_REACHABLE = The cluster of this deployment answers. Delete the deployment instead.
DELETING = This deployment is being deleted.
DEPLOYMENT_LIMIT =
    { $of ->
        [team] This team cannot have more than { $most } deployments. Delete one that is not needed any more.
       *[user] You cannot have created more than { $most } deployments. Delete one that is not needed any more.
    }
TASK_LIMIT =
    { $of ->
        [team] This team has { $most } unfinished tasks, which is the most. Wait until one has finished.
       *[user] You have { $most } unfinished tasks, which is the most. Wait until one has finished.
    }
DOMAIN_TAKEN = Another deployment on this cluster uses this domain already.
EMAIL_TAKEN = This email address is already registered.
KUBECONFIG_CHANGED = Another kubeconfig was set at the same time.
MEMBER_LIMIT = A team cannot have more than { $most } members.
NAME_TAKEN =
    { $kind ->
        [cluster] A cluster named "{ $name }" already exists.
        [datacenter] A datacenter named "{ $name }" already exists.
       *[deployment] A deployment with this name already exists in this team.
    }
NOT_INSTALLED =
    { $verb ->
        [move] This deployment was never set up completely, so there is nothing to move. Retry its installation, or delete it and create it on the other cluster.
        [discard] This deployment was never set up completely, so there is nothing to return to. Retry its installation, or delete it.
        [scale] This deployment was never set up completely, so there is nothing to scale. Retry its installation.
        [start] This deployment was never set up completely, so there is nothing to start. Retry its installation.
        [stop] This deployment was never set up completely, so there is nothing to stop. Retry its installation, or delete it.
       *[restart] This deployment was never set up completely, so there is nothing to restart. Retry its installation.
    }
NOT_STOPPED = This deployment is not stopped.
NOTHING_TO_ROLL_BACK = This revision is the newest one already.
NOTHING_TO_SCALE = This is the size that the deployment has.
REMAINS_ELSEWHERE = Something of this deployment may still be on cluster "{ $cluster }". Remove it first.
CLUSTER_REACHABLE_ELSEWHERE = Cluster "{ $cluster }" answers. Remove what is there instead.
NOTHING_REMAINS = Nothing of this deployment remains on another cluster.
MOVE_DELETES_ALL = A move deletes all volumes on the cluster that the deployment leaves. Leave this field out.
MOVE_SITE_THERE = The site is on cluster "{ $to }" already: its namespace is there. It seems to be the same cluster as "{ $from }", registered twice. Choose another one.
MOVE_NOT_COPIED = The data of the site was to be copied and was not: another version of Canopy was at work. Try again.
COPY_NO_RIGHT = The data cannot be copied: the credentials of cluster "{ $cluster }" may not run commands in containers. They lack create and get on pods/exec. Give them these rights, or move without the data.
COPY_NO_USER = Nothing of the site uses volume { $volume }, so it is not known how to read it.
COPY_CANNOT_START = The pod that copies a volume cannot start. { $said }
COPY_READ_FAILED = Volume { $volume } cannot be read on cluster "{ $cluster }": { $said }
COPY_WRITE_FAILED = Volume { $volume } cannot be written on cluster "{ $cluster }": { $said }
COPY_NO_RELEASE = The site's release is not deployed on cluster "{ $cluster }" any more: somebody has changed it. Move again.
COPY_OLD_CLUSTER = The data cannot be copied: cluster "{ $cluster }" is older than Kubernetes 1.30, and a command there does not hear that its input has ended. Move without the data.
COPY_NO_TAR = The data cannot be copied: there is no tar in the pod on cluster "{ $cluster }". { $said }
COPY_DISTURBED = The site on cluster "{ $cluster }" was started while it was being copied.
COPY_STANDS_STILL = Nothing was copied for { $seconds } seconds.
MOVE_WANTS_PLAN = A move to another cluster wants its plan, which says what is lost. Ask for the plan and send its hash.
MoveLosesNothing = This deployment has no volumes on cluster "{ $from }", so a move loses no data.
MoveLosesData = Data is not moved. What is on these volumes stays behind on cluster "{ $from }" and goes with them: { $volumes }. On cluster "{ $to }" the site begins empty. Export what you need first.
MoveLosesUnused = These volumes are not used by the site as it will be, so they are not copied. What is on them goes with cluster "{ $from }": { $volumes }.
MoveCopiesData = What is on these volumes is copied to cluster "{ $to }" as it is, files and databases: { $volumes }.
MoveLeavesUnseen = Cluster "{ $from }" does not answer, so what the site has there cannot be seen. All of it stays there, its data too; none of it is moved. On cluster "{ $to }" the site begins empty. Once cluster "{ $from }" answers, what is there can be removed from the deployment's page.
MoveRunsTwice = If only Canopy cannot reach cluster "{ $from }", the site goes on there beside the one on cluster "{ $to }". Visitors reach the one that the DNS records point to.
MoveUnreachable = The site on cluster "{ $from }" serves until the one on cluster "{ $to }" is up, then it is removed. From then on nobody reaches the site until its DNS records point to cluster "{ $to }".
MoveStandsStill = The site on cluster "{ $from }" serves until the one on cluster "{ $to }" is up. Then it stands still while its data is copied: the more data, the longer. It is removed once the copy is up. Nobody reaches the site until its DNS records point to cluster "{ $to }". If the copying fails, the site runs again on cluster "{ $from }".
MoveNeedsDns = The DNS records of { $domains } must point to the address of cluster "{ $to }".
NOTHING_TO_DISCARD = The last change of this deployment is in effect.
NOTHING_TO_RETRY = What is wanted of this deployment is in effect. There is nothing to run again.
RELEASE_TAKEN = This could not be named. Please try again.
SETUP_COMPLETED = Canopy is set up already. Please sign in.
TASK_FINISHED = This task has already finished.
TASK_UNFINISHED = A task can be deleted once it has finished. Cancel it first.
STOPPED = This deployment is stopped. Start it first.
TASK_RUNNING = A task is already at work on this deployment.
TEAM_LIMIT = You cannot own more than { $most } teams.
MAIL_OFF = No SMTP server is set, so no mail is sent.
VOLUME_FOREIGN = Volume { $volume } is not one of this deployment.
VOLUME_IN_USE = Volume { $volume } is in use: only a volume that nothing of the deployment uses any more can be deleted.
VOLUME_UNKNOWN = There is no volume { $volume }.
NO_SUCH_CONTAINER = The pod has no such container.
SHELLS_CROWDED = Too many shells are open at the moment. Please try again later.
SHELLS_OF_USER = You have { $most } shells open, as many as one may have. Close one and try again.
COMMAND_ABSENT = This container has no program { $program }.
COMMAND_EMPTY = A command begins with the program that is run.
COMMAND_LENGTH = A command has { $words } words and { $bytes } bytes at most.
COMMAND_NUL = A word of a command cannot contain the character NUL.
SHELL_ABSENT = This container has no shell.
SHELL_BROKE_OFF = The connection to the container broke off.
SHELL_IDLE = Nothing was typed for a long time, so the shell was closed.
SHELL_NODE_AWAY = The node of the pod does not answer: { $said }
SHELL_NOT_RUNNING = The container { $container } is not running.
SHELL_NO_RIGHT = The credentials of the cluster may not open shells: they lack create and get on pods/exec.
SHELL_OFF = Shells into containers are switched off by the operator of Canopy.
SHELL_REFUSED = The cluster refuses the shell: { $said }
SHELL_SIZE = A terminal has 1 to { $most } columns and rows.
SHELL_STOPPING = Canopy is being restarted, so the shell was closed.
SHELL_TOO_LONG = The shell was open for { $hours } hours, as long as one may be, and was closed.
SHELL_TOO_MUCH = More was sent to the shell than it had taken.
SHELL_UNNAMED = The first message of a shell, and only that, says where it is.

## Refusals on the way to a cluster

CALLER_GONE = The caller went away.
CLUSTER_ANSWERED = Cluster "{ $cluster }" answered { $code }: { $said }
CLUSTER_OVERLOADED = Cluster "{ $cluster }" is overloaded ({ $what }).
CLUSTER_REFUSED = Cluster "{ $cluster }" refused it ({ $what }): { $said }
CLUSTER_REFUSED_INPUT = Cluster "{ $cluster }" did not accept it ({ $what }): { $said }
CLUSTER_SLOW = The cluster is slow: the step goes on with the next attempt.
CLUSTER_LATE = Cluster "{ $cluster }" did not answer in time.
CLUSTER_SILENT = The cluster did not answer in time.
CLUSTER_TIMEOUT = Cluster "{ $cluster }" did not answer in time ({ $what }).
CLUSTER_UNREACHABLE = Cluster "{ $cluster }" cannot be reached: { $said }
CLUSTER_UNREADABLE = Cluster "{ $cluster }" gave an answer that Canopy cannot read ({ $what }).
CLUSTER_WITHOUT_KUBECONFIG = Cluster "{ $cluster }" has no kubeconfig yet.
CREDENTIALS_LACK_RIGHT =
    { $place ->
        [namespace] Cluster "{ $cluster }": the credentials may not { $verb } { $resource } in the namespace { $namespace }.
        [cluster] Cluster "{ $cluster }": the credentials may not { $verb } { $resource } in the whole cluster.
       *[unknown] Cluster "{ $cluster }": the credentials may not { $verb } { $resource }.
    }
EARLIER_UNREADABLE = An earlier revision cannot be read: { $said }
ENDED = Helm revision { $revision } of this task has ended: { $why }
EXISTS = { $object } exists already.
FIELD_CONFLICT = { $object } was changed by somebody else: { $said }.
FOREIGN_OBJECT = { $object } exists and { $whose }.
NotByCanopy = was not made by Canopy
OfNoRelease = belongs to no release
OfOtherTask = was made by another task
OfRelease = belongs to release { $release }
GONE = { $object } does not exist any more.
HOOK_NO_JOB = The hook { $hook } is not a Job.
ItIsGone = it is gone
KEEPS_CHANGING = { $object } keeps being changed by somebody else.
KIND_NOT_ALLOWED = { $version } { $kind } is not among the kinds that may be applied.
KIND_UNKNOWN = This cluster does not know { $kind }.
KUBECONFIG_LACKS_RIGHT =
    { $place ->
        [namespace] The kubeconfig may not { $verb } { $resource } in namespace { $namespace }.
       *[cluster] The kubeconfig may not { $verb } { $resource }.
    }
LOG_BROKE_OFF = The log broke off.
NAMESPACE_GOING = Namespace { $namespace } is being deleted.
NAMESPACE_GONE = Namespace { $namespace } does not exist.
NAMESPACE_LOST_LABEL = Namespace { $namespace } holds this deployment but lost the label { $label }; set it again, then delete.
ADMISSION_REFUSED = A webhook or a policy of the cluster refused { $object }: { $said }
OBJECT_REFUSED = { $object } was refused: { $said }
OBJECT_UNTRIED = { $object } could not be tried: { $said }
OBJECT_GOING = { $object } is being deleted, and has to be gone before it can be made again.
OBJECT_UNNAMED = A { $kind } has no name.
RELEASE = Release { $release }: { $said }.
RELEASE_GONE = The release record does not exist any more.
RELEASE_INVALID = The release is not valid (line { $line }, column { $column }).
RELEASE_NOT_RECORDED = The release cannot be recorded: { $said }
REVISION_GONE = Revision { $revision } of release { $release } does not exist any more.
REVISION_REMOVED = Revision { $revision } of release { $release } was removed meanwhile.
ROLLOUT_UNSEEN = Cluster "{ $cluster }" stopped answering while the rollout was watched.
UNREADABLE = Revision { $revision } of release { $release } cannot be read: { $said }
WATCH_ENDED = The watch ended.
FENCED = Another worker has taken over this deployment.
FOREIGN_NAMESPACE = Namespace { $namespace } exists and does not belong to this deployment.
FOREIGN_RELEASE = Revision { $revision } of release { $release } was not made by this task.
KUBE_CONFLICT = Cluster "{ $cluster }": { $said }
LOCKED = { $said }
NOTHING_TO_RESTART = Release { $release } has no Deployment that could be restarted.
OVERTAKEN = Somebody else changed release { $release } while revision { $revision } was being applied.
PAUSED = Deployment { $name } is paused; resume it before it can be restarted.

## History

DriftFound =
    { $known ->
        [yes]
            { $count ->
                [one] Deployment "{ $deployment }" differs from revision { $revision } in its cluster: { $count } difference, changed by { $managers }.
               *[other] Deployment "{ $deployment }" differs from revision { $revision } in its cluster: { $count } differences, changed by { $managers }.
            }
       *[no]
            { $count ->
                [one] Deployment "{ $deployment }" differs from revision { $revision } in its cluster: { $count } difference.
               *[other] Deployment "{ $deployment }" differs from revision { $revision } in its cluster: { $count } differences.
            }
    }
DriftMore =
    { $known ->
        [yes]
            { $count ->
                [one] Deployment "{ $deployment }" was changed further in its cluster: { $count } more difference, changed by { $managers }.
               *[other] Deployment "{ $deployment }" was changed further in its cluster: { $count } more differences, changed by { $managers }.
            }
       *[no]
            { $count ->
                [one] Deployment "{ $deployment }" was changed further in its cluster: { $count } more difference.
               *[other] Deployment "{ $deployment }" was changed further in its cluster: { $count } more differences.
            }
    }
DriftEnded = In its cluster, deployment "{ $deployment }" is as revision { $revision } has it again.
DriftPutRight = Putting right deployment "{ $deployment }" was requested: its cluster gets revision { $revision } again.
DeploymentRolledBack = Deployment "{ $deployment }" was rolled back to revision { $to }, as revision { $revision }.
ChangeDiscarded = The last change of deployment "{ $deployment }" was discarded.
DeploymentDescribed = The description of deployment "{ $deployment }" was changed.
DeploymentRenamed = Deployment "{ $deployment }" was renamed to "{ $name }".
DeploymentUpdated = Deployment "{ $deployment }" was changed to revision { $revision }.
MoveRequested = Deployment "{ $deployment }" is to move from cluster "{ $from }" to cluster "{ $to }", as revision { $revision }.
DeploymentMoved = Deployment "{ $deployment }" runs on cluster "{ $to }" now and no longer on cluster "{ $from }".
RemainsElsewhere = Something of deployment "{ $deployment }" may remain on cluster "{ $cluster }".
RemainsForgotten = What may remain of deployment "{ $deployment }" on cluster "{ $cluster }" was forgotten: { $remains }.
ClusterCreated =
    { $with ->
        [kubeconfig] Cluster "{ $cluster }" was registered with a kubeconfig.
       *[nothing] Cluster "{ $cluster }" was registered.
    }
ClusterReachable = Cluster "{ $cluster }" can be reached again.
ClusterUnreachable = Cluster "{ $cluster }" cannot be reached: { $said }.
DatacenterCreated = Datacenter "{ $datacenter }" was created.
DeadLetterDropped =
    { $place ->
        [server] A dead letter of { $service } was dropped on the server: { $method } ({ $id }).
       *[canopy] A dead letter of { $service } was dropped: { $method } ({ $id }).
    }
DeadLetterResent =
    { $place ->
        [server] A dead letter of { $service } was sent again on the server: { $method } ({ $id }).
       *[canopy] A dead letter of { $service } was sent again: { $method } ({ $id }).
    }
BackupRestored = Canopy was restored from the backup of { $at } (Canopy { $version }). All sessions were ended.
KeysRotated = Every role has new keys.
KeysRevoked = Every role has new keys, and what older ones have signed is refused. Sessions ended: { $sessions }.
DeletionRequested = The deletion of deployment "{ $deployment }" was requested.
DeploymentAbandoned = Deployment "{ $deployment }" was abandoned. In cluster "{ $cluster }" may remain: { $remains }.
DeploymentCreated = Deployment "{ $deployment }" was created in team "{ $team }" on cluster "{ $cluster }".
DeploymentDeleted = Deployment "{ $deployment }" was deleted from cluster "{ $cluster }".
KubeconfigRead = The kubeconfig of cluster "{ $cluster }" was read.
KubeconfigSet = The kubeconfig of cluster "{ $cluster }" was set.
EventsExported = The history was exported as { $form }.
InviteAccepted = "{ $user }" accepted the invitation to team "{ $team }".
InviteCancelled = The invitation of { $email } to team "{ $team }" was cancelled.
InviteRenewed = The invitation of { $email } to team "{ $team }" got a new link.
MemberInvited =
    { $role ->
        [admin] { $email } was invited to team "{ $team }" as an admin.
       *[member] { $email } was invited to team "{ $team }".
    }
MemberAdded = "{ $user }" was added to team "{ $team }".
MemberForgotten = The account of "{ $user }" was deleted, and with it the place in team "{ $team }".
MemberRemoved =
    { $how ->
        [left] "{ $user }" left team "{ $team }".
       *[removed] "{ $user }" was removed from team "{ $team }".
    }
MemberRoleChanged =
    { $role ->
        [admin] "{ $user }" was made an admin of team "{ $team }".
       *[member] "{ $user }" is no longer an admin of team "{ $team }".
    }
PasswordChanged = "{ $user }" changed their password.
PasswordChosen = "{ $user }" chose another password with a link.
PasswordForgotten = Another password was asked for, for the account of "{ $user }".
PasswordLinkMade =
    { $way ->
        [mail] A link to choose another password was sent to "{ $user }".
       *[link] A link to choose another password was made for "{ $user }".
    }
PasswordReset = The password of "{ $user }" was reset on the server.
RecoveryCodesMade = "{ $user }" made new recovery codes.
RestartRequested = A restart of deployment "{ $deployment }" was requested.
ScaleRequested = Another size of deployment "{ $deployment }" was requested, as revision { $revision }.
StartRequested = The start of deployment "{ $deployment }" was requested, as revision { $revision }.
StopRequested = Deployment "{ $deployment }" is to be stopped, as revision { $revision }.
RetryRequested =
    { $kind ->
        [move] Another try at moving deployment "{ $deployment }" was requested.
        [vacate] Another try at removing what remains of deployment "{ $deployment }" on another cluster was requested.
        [install] Another try at the installation of deployment "{ $deployment }" was requested.
        [restart] Another try at the restart of deployment "{ $deployment }" was requested.
        [upgrade] Another try at the change of deployment "{ $deployment }" was requested.
        [scale] Another try at scaling deployment "{ $deployment }" was requested.
        [stop] Another try at stopping deployment "{ $deployment }" was requested.
        [start] Another try at starting deployment "{ $deployment }" was requested.
       *[uninstall] Another try at the removal of deployment "{ $deployment }" was requested.
    }
SecretsRevealed =
    { $which ->
        [all] The passwords of deployment "{ $deployment }" were revealed.
       *[some] The passwords of deployment "{ $deployment }" were revealed, without the database's root password.
    }
SessionsEnded =
    { $n ->
        [one] "{ $user }" ended another session.
       *[other] "{ $user }" ended { $n } other sessions.
    }
SettingsChanged = The system settings were changed.
SetupCompleted = Canopy was set up. "{ $user }" is its first admin.
TaskCancelled =
    { $how ->
        [move] Moving deployment "{ $deployment }" was cancelled.
        [move_by] Moving deployment "{ $deployment }" was cancelled by "{ $user }".
        [vacate] Removing what remains of deployment "{ $deployment }" was cancelled.
        [vacate_by] Removing what remains of deployment "{ $deployment }" was cancelled by "{ $user }".
        [install] Installing deployment "{ $deployment }" was cancelled.
        [install_by] Installing deployment "{ $deployment }" was cancelled by "{ $user }".
        [upgrade] Upgrading deployment "{ $deployment }" was cancelled.
        [upgrade_by] Upgrading deployment "{ $deployment }" was cancelled by "{ $user }".
        [scale] Scaling deployment "{ $deployment }" was cancelled.
        [scale_by] Scaling deployment "{ $deployment }" was cancelled by "{ $user }".
        [stop] Stopping deployment "{ $deployment }" was cancelled.
        [stop_by] Stopping deployment "{ $deployment }" was cancelled by "{ $user }".
        [start] Starting deployment "{ $deployment }" was cancelled.
        [start_by] Starting deployment "{ $deployment }" was cancelled by "{ $user }".
        [restart] Restarting deployment "{ $deployment }" was cancelled.
        [restart_by] Restarting deployment "{ $deployment }" was cancelled by "{ $user }".
        [uninstall_by] Uninstalling deployment "{ $deployment }" was cancelled by "{ $user }".
       *[uninstall] Uninstalling deployment "{ $deployment }" was cancelled.
    }
TaskCompleted =
    { $kind ->
        [move] Deployment "{ $deployment }" was moved to cluster "{ $cluster }".
        [vacate] What remained of deployment "{ $deployment }" was removed from cluster "{ $cluster }".
        [install] Deployment "{ $deployment }" was installed on cluster "{ $cluster }".
        [restart] Deployment "{ $deployment }" was restarted on cluster "{ $cluster }".
        [scale] Deployment "{ $deployment }" was scaled on cluster "{ $cluster }".
        [stop] Deployment "{ $deployment }" was stopped on cluster "{ $cluster }".
        [start] Deployment "{ $deployment }" was started on cluster "{ $cluster }".
        [upgrade] Deployment "{ $deployment }" was upgraded on cluster "{ $cluster }".
       *[uninstall] Deployment "{ $deployment }" was uninstalled from cluster "{ $cluster }".
    }
TaskFailed =
    { $kind ->
        [move] Moving deployment "{ $deployment }" failed: { $said }
        [vacate] Removing what remains of deployment "{ $deployment }" failed: { $said }
        [install] Installing deployment "{ $deployment }" failed: { $said }
        [restart] Restarting deployment "{ $deployment }" failed: { $said }
        [scale] Scaling deployment "{ $deployment }" failed: { $said }
        [stop] Stopping deployment "{ $deployment }" failed: { $said }
        [start] Starting deployment "{ $deployment }" failed: { $said }
        [upgrade] Upgrading deployment "{ $deployment }" failed: { $said }
       *[uninstall] Uninstalling deployment "{ $deployment }" failed: { $said }
    }
TokenCreated =
    { $scope ->
        [read] "{ $user }" made the API token "{ $token }", which only reads.
       *[full] "{ $user }" made the API token "{ $token }" with all their rights.
    }
TokenRevoked = "{ $user }" revoked the API token "{ $token }".
TwoFactorOff = "{ $user }" turned two-factor authentication off.
TwoFactorOn = "{ $user }" turned two-factor authentication on.
TwoFactorRemoved = The two-factor authentication of "{ $user }" was removed on the server.
TwoFactorReset = The two-factor authentication of "{ $user }" was reset.
TeamCreated = Team "{ $team }" was created.
TeamDeleted = Team "{ $team }" was deleted.
TeamDescribed = The description of team "{ $team }" was changed.
TeamHandedOver = Team "{ $team }" was handed over to "{ $user }".
TeamRenamed = Team "{ $team }" was renamed to "{ $name }".
UserDeleted = The account of "{ $user }" was deleted.
UserInviteCancelled = The invitation of { $email } was cancelled.
UserInviteRenewed = The invitation of { $email } got a new link.
UserInvited = { $email } was invited with the role { $role }.
UserRegistered = "{ $user }" registered.
ProviderSignedIn = "{ $user }" signed in with { $provider }.
ProviderRegistered = "{ $user }" got an account by signing in with { $provider }.
ProviderLinked = "{ $user }" connected their account with { $provider }.
ProviderLinkedByAddress = The account of "{ $user }" was connected with { $provider } by its verified address; its password, sessions and API tokens ended.
ProviderUnlinked = "{ $user }" disconnected their account from { $provider }.
ProviderRoleChanged = The role of "{ $user }" was changed from { $before } to { $after } by their groups at { $provider }.
UserRenamed = The name of "{ $user }" was changed to "{ $name }".
UserRoleChanged = The role of "{ $user }" was changed from { $before } to { $after }.
UserStatusChanged =
    { $status ->
        [active] The account of "{ $user }" was activated.
       *[inactive] The account of "{ $user }" was deactivated.
    }
NotificationRuleChanged =
    { $what ->
        [made] The notification rule "{ $rule }" was made.
        [deleted] The notification rule "{ $rule }" was deleted.
       *[changed] The notification rule "{ $rule }" was changed.
    }
NotificationTest = This is a test of the notification rule "{ $rule }".
SignedInElsewhere = "{ $user }" signed in from a network from which they never did before ({ $network }).
SiteFailed = Deployment "{ $deployment }" has failed: { $said }
SiteRecovered = Deployment "{ $deployment }" is running again.
TestMailRequested = A test mail to { $email } was requested.
VolumeDeleted =
    { $service ->
        [mysql] The volume claim { $volume } ({ $size }) of the database of deployment "{ $deployment }" was deleted.
        [ftp] The volume claim { $volume } ({ $size }) of the files of deployment "{ $deployment }" was deleted.
       *[other] The volume claim { $volume } ({ $size }) of deployment "{ $deployment }" was deleted.
    }
VolumeNotDeleted = The volume { $volume } of deployment "{ $deployment }" was not deleted: { $said }
ShellOpened = A shell was opened in container { $container } of pod { $pod } of deployment "{ $deployment }".
ShellClosed = The shell in container { $container } of pod { $pod } of deployment "{ $deployment }" was closed after { $seconds } s. { $typed } bytes were typed, { $shown } bytes were shown.
CommandStarted = The command { $program } was started in container { $container } of pod { $pod } of deployment "{ $deployment }".
CommandEnded = The command { $program } in container { $container } of pod { $pod } of deployment "{ $deployment }" ended after { $seconds } s. { $typed } bytes were sent to it, { $shown } bytes were shown.

## Steps of tasks, by their names

Step_check = Check the cluster
Step_namespace = Prepare the namespace
Step_secrets = Write the secrets
Step_apply = Apply the release
Step_rollout = Wait for the pods
Step_hooks = Set up the site
Step_change = Apply the change
Step_adjust = Adjust the site
Step_finish = Finish the release
Step_restart = Restart the workload
Step_restart_mysql = Restart the database
Step_restart_redis = Restart Redis
Step_restart_web = Restart the site
Step_restart_phpmyadmin = Restart phpMyAdmin
Step_restart_ftp = Restart SFTP
Step_restart_cloudflared = Restart the Cloudflare tunnel
Step_stop = Scale everything to zero
Step_stopped = Wait until nothing runs
Step_start = Bring the pods back
Step_scale = Apply the new size
Step_copy = Copy the data to the new cluster
Step_again = Wait for the pods with the copied data
Step_switch = Switch over to the new cluster
Step_vacate = Remove it from the old cluster
Step_undo = Take back what was begun
Step_uninstall = Uninstall the release
Step_volumes = Delete volumes

## What a cluster is like, also within sentences

AddressNotAllowed = the address { $address } is not allowed for a cluster
ApiServerAnswered = the API server answered { $code }
CertificateExpired = its certificate has expired
CertificateInvalid = its certificate is not valid
CertificateOfOther = its certificate is not of the authority in the kubeconfig
CertificateOtherName = its certificate is for another name
ClusterAnswerTooLarge = the answer of the cluster is larger than { $most } MiB
ClusterAway = The cluster cannot be reached: { $said }
ClusterLacksRights =
    { $count ->
        [one] The credentials lack a right that Canopy needs: tasks on this cluster fail.
       *[other] The credentials lack { $count } rights that Canopy needs: tasks on this cluster fail.
    }
ClusterNoDefaultStorage = No storage class is the default: volumes of sites are never made, and their pods wait for them.
ClusterNoIngressClass = There is no ingress class: sites run, but nobody reaches them from outside.
ClusterNoReadyNode = No node is ready to take pods: nothing starts.
ClusterProblem = The cluster cannot be reached: { $said }.
ClusterSilent = the cluster did not answer within { $seconds } seconds
CredentialsRefused = the cluster refused the credentials
NameNotResolved = the name { $name } cannot be resolved
NoAnswerInTime = no answer in time
NoConnection = no connection
NodesUnknown = The credentials may not list nodes, so nodes, CPU and memory are not known.
NotKubernetes = what answers there is not a Kubernetes API server
OtherCluster = another cluster answers there than the one that deployments were put on
RightsUnknown = What the credentials may do is not known: { $said }
RightMissing =
    { $place ->
        [namespace] The credentials may not { $verb } { $resource } in the namespace { $namespace }.
       *[cluster] The credentials may not { $verb } { $resource }.
    }
TooManyPods = it has too many pods to look at all of them
UsageForbidden = The credentials of the cluster may not list what pods use.
UsageLogUnread = The log of the site’s nginx cannot be read at the moment.
UsageNoMetrics = The cluster has no metrics API (metrics.k8s.io): what pods use is not measured there.
UsageNoPods = No pod of the site was measured in the last minutes.
UsageNoRequestCount = No nginx runs in the site: nothing counts its requests.
UsageNoRequests = There was no request in the last five minutes.
UsageNoVolumeStatistics = The cluster has not said yet how full the volumes of the site are: it is asked every five minutes.
UsageNotYet = Nothing has been measured yet: the first figures come within minutes.
UsageUnanswered = The metrics API of the cluster does not answer.
UsageUnwatched = The credentials of the cluster may not watch the pods of all namespaces, so whose pods there are is not known.
UsageTooManyLogs = The site has too many pods to read the log of each.
UsageTooManyNodes = The cluster has too many nodes to ask each how full its volumes are.
UsageVolumesForbidden = The credentials of the cluster may not ask nodes how full their volumes are.
UsageVolumesUnanswered = The nodes of the cluster do not say how full their volumes are.
ClusterCannotBeReached = The cluster cannot be reached.
ShellRightMissing = The credentials may not { $verb } pods/exec. Everything works without it, but nobody can open a shell into a container.

## What is wrong with a kubeconfig

KUBECONFIG_INVALID = Invalid kubeconfig: { $why }
KubeconfigAnchors = anchors and aliases (& and *) are not allowed
KubeconfigAuthorityExpired = the certificate authority has expired
KubeconfigBase64 = it is not base64
KubeconfigByteOrder = it begins with a byte order mark; save it as plain UTF-8
KubeconfigCertificate = { $field } holds a certificate that cannot be read
KubeconfigCertificateEmpty = client-certificate-data is empty
KubeconfigCertificateExpired = the client certificate expired on { $day }
KubeconfigCertificates = { $field } holds more than { $most } certificates
KubeconfigCertificatesOnly = { $field } must hold certificates and nothing else
KubeconfigContextLacks = the current context names no { $key }
KubeconfigDepth = it is nested deeper than { $most } levels
KubeconfigDirectives = directives (%) are not allowed
KubeconfigDocuments = it has more than one YAML document
KubeconfigElsewhere = it leads to another cluster
KubeconfigEntries = it has more than { $most } entries
KubeconfigEntry = an entry of { $list }
KubeconfigEntryTwice = { $list } has two entries named "{ $name }"
KubeconfigEntryUnnamed = an entry of { $list } has no name
KubeconfigFieldBase64 = { $field } is not base64
KubeconfigFieldForbidden =
    '{ $field }' is not allowed: { $why ->
       *[files] files on the server are never read; embed the data (kubectl config view --raw --flatten --minify)
        [program] it would run a program on the server; use the token of a ServiceAccount
        [proxy] proxies are not supported
        [verify] the connection could be intercepted; add certificate-authority-data
        [basic] basic authentication was removed in Kubernetes 1.19; use the token of a ServiceAccount
        [impersonation] impersonation is not supported
    }
KubeconfigFieldUnknown = { $place } has a field "{ $field }" that Canopy does not know
KubeconfigFile = the file
KubeconfigHalfCertificate = a client certificate needs client-certificate-data and client-key-data
KubeconfigInUse =
    { $count ->
        [one] { $why }, and 1 deployment is on the present one
       *[other] { $why }, and { $count } deployments are on the present one
    }
KubeconfigKeyPair = client-key-data does not belong to client-certificate-data
KubeconfigKeyTwice = the key "{ $key }" appears twice
KubeconfigKeyUnusable = client-certificate-data or client-key-data cannot be used
KubeconfigKeys = keys must be plain texts
KubeconfigKind = kind must be Config
KubeconfigMergeKeys = merge keys (<<) are not allowed
KubeconfigMissing = the { $what } "{ $name }" is not in the file
KubeconfigNamed = { $what } "{ $name }"
KubeconfigNamespace = namespace must be a Kubernetes name
KubeconfigNoContext = no current-context, and it has { $count } contexts
KubeconfigNoCredentials = the user has neither a token nor a client certificate
KubeconfigNoPem = { $field } holds no PEM block
KubeconfigNoServer = the cluster has no server
KubeconfigNotList = { $list } must be a list
KubeconfigNotMapping = { $place } must be a mapping
KubeconfigNotText = { $key } must be a text
KubeconfigNul = it has a NUL byte
KubeconfigOneKey = { $field } must hold one private key and nothing else
KubeconfigOtherPem = { $field } holds a PEM block of another kind
KubeconfigPem = { $field } is not valid PEM
KubeconfigRefused = its kubeconfig is not accepted: { $why }
KubeconfigSections = required sections are missing (apiVersion, clusters, contexts, users)
KubeconfigServer = server must be https://host[:port]
KubeconfigTags = tags (!) are not allowed
KubeconfigTlsName = tls-server-name must be a host name
KubeconfigToken = the token has characters that no token has
KubeconfigTokenExpired = the token expired on { $day }
KubeconfigTooLarge = it is larger than 256 KiB
KubeconfigTooSlow = reading it took too long
KubeconfigTwoCredentials = the user has a token and a client certificate; leave one of them
KubeconfigUnrecognised = its credentials may not read the namespace kube-system, by which a cluster is recognised
KubeconfigUnsure = the cluster does not say that it is the same one ({ $why })
KubeconfigUnusable = its kubeconfig cannot be used
KubeconfigUtf8 = it is not UTF-8
KubeconfigVersion = apiVersion must be v1
KubeconfigYaml = it is not valid YAML
KubeconfigYamlAt = it is not valid YAML (line { $line })

## What a task does, line by line

WithLastLines =
    { $said }
    Last lines:
    { $lines }
HookAttempt = attempt { $n } is running
HookClearing = an earlier run is being removed
HookFailed = failed
HookOverdue = it was not finished after { $minutes } minutes.
HookRunning = running
HookStarted = started
HookStarting = starting
HookState = { $hook } ({ $n } of { $total }): { $said }
HookStepFailed = The set-up step { $hook } failed.
HookStepFailedBecause = The set-up step { $hook } failed: { $said }
NamespaceEnding = The namespace is being deleted.
NamespaceEndingBecause = The namespace is being deleted: { $said }
NamespaceUntouched = Namespace { $namespace } does not belong to this deployment; nothing in it was touched.
NothingLeft = Nothing is left.
NothingToSetUp = There is nothing to set up.
ObjectsGoing = The objects of the release are being deleted.
SiteSetUp = The site is set up.
VolumesGoing = Volumes and Secrets are being deleted.
WithDetails =
    { $said }
    { $details }
Shortened =
    { $said }
    (truncated)
ApplyingInterrupted = Applying was interrupted.
BrokenTryingAgain = A part of Canopy reported an internal error. Trying again.
CancelledBy = Cancelled by { $user }
CredentialsTooWeak = The credentials of cluster "{ $cluster }" do not allow this.
DatabaseAway = The database is not available at the moment.
EndingRelease = Ending the release: { $said }
GaveUp =
    { $unit ->
        [minutes]
            { $count ->
                [one] Gave up after { $count } minute. { $said }
               *[other] Gave up after { $count } minutes. { $said }
            }
       *[seconds]
            { $count ->
                [one] Gave up after { $count } second. { $said }
               *[other] Gave up after { $count } seconds. { $said }
            }
    }
HooksFailed = Setting up the site failed.
IdentityRefused = A part of Canopy does not accept the others' identity.
InterruptedOften = The work was interrupted { $count } times and is not tried again.
KubernetesVersion = Kubernetes { $version }
LinesDropped = The first { $count } lines of this log were dropped.
NamespaceReady =
    { $how ->
        [created] Namespace { $namespace } was created
       *[there] Namespace { $namespace } is there
    }
NothingHeard = Nothing was heard from the cluster.
NothingRestarted = There is nothing to restart.
ObjectRemoved = Removed { $object }
PartAway = A part of Canopy does not answer at the moment.
PartBroken = A part of Canopy reported an internal error.
PodsNotReady = The pods did not become ready.
ReleaseFailedElsewhere = The release was marked as failed by another operation.
ReleaseFinished = The release is deployed
Restarted = Restarted { $names }
SecretsWritten = { $names }
ServiceOverloaded = The service is overloaded.
StillThere = Still there: { $names }
SwitchedOver = From cluster "{ $from }" to cluster "{ $to }"
SwitchedAlready = The site runs on the new cluster already.
RemainsThere = Something may remain on cluster "{ $cluster }": { $said }
TaskDone = The task is complete.
CopyStops = Stopping the site on cluster "{ $cluster }" for the copy.
CopyWaitsForPods = Waiting until these pods on cluster "{ $cluster }" have ended: { $pods }
CopyStarts = Starting the pods that copy on cluster "{ $cluster }".
CopyingVolume = Copying volume { $volume } ({ $n } of { $total }): { $size } copied in all.
CopyEnding = Removing the pods that copied.
CopyingInterrupted = The copying was interrupted.
VolumesCopied = Copied { $size }: { $volumes }.
NothingToCopy = There is nothing to copy from cluster "{ $cluster }".
CopyExit = it ended with exit code { $code }.
CopySaid = { $said }
WaitingForCluster = Waiting for cluster "{ $cluster }": { $said }
WaitingForRest = Waiting for the rest to disappear.
WatchEndedEarly = The watch of the pods ended early.
ObjectApplied = Applied { $object }
ReleaseApplied = The release is applied.
ReleaseApplying = Helm revision { $revision } is being applied.
ReleaseDeployed = The release is deployed already.
ReleaseHeld =
    { $who ->
        [task] Another task of Canopy holds the release.
       *[helm] Another Helm operation holds the release.
    }
ReleaseHeldSince =
    { $who ->
        [task] Another task of Canopy has held the release since { $since }.
       *[helm] Another Helm operation has held the release since { $since }.
    }
VolumeEnding = It is being deleted.
VolumeGone = The volume claim { $volume } ({ $size }) is deleted.
VolumeHeld = It is being deleted, which waits for { $names }.
VolumeLines = { $lines }
VolumeMounted = Pod { $pod } still uses it.
VolumeMountedElsewhere = Pod { $pod }, which is not of the release, uses it.
VolumeReleaseMoved = Somebody else has changed the release since.
VolumeReplaced = It is another volume than the one that was meant.
VolumesLeft = Left as they are: { $said }
VolumeStays = Volume { $volume } stays: { $said }
VolumeUsed = The deployment uses it.
VolumeWaits = Volume { $volume }: { $said }

## Calls

HEAD_CODING = The only transfer coding of a request may be chunked.
HEAD_FIELD = A header field of the request is malformed.
HEAD_HOST = A request names exactly one host.
HEAD_LENGTH = The length of the request's body is not clear.
HEAD_LINE_END = A line of the request's head does not end with CRLF.
HEAD_LONG_LINE = A line of the request's head is longer than { $most } KiB.
HEAD_MANY_FIELDS = The request has more than { $most } header fields.
HEAD_REQUEST_LINE = The request line is malformed.
HEAD_TOO_LONG = The request's head is longer than { $most } KiB.
BODY_BROKEN = The body could not be read to its end.
BODY_COMPRESSED = The body must be sent without compression.
BODY_LATE = The body did not arrive in time.
BODY_MALFORMED = The body is not valid JSON (line { $line }, column { $column }).
BODY_MISSING = The body is missing: send a JSON object.
BODY_NO_OBJECT = The body must be a JSON object.
BODY_NOT_JSON = The body must be sent as application/json.
BODY_REFUSED = The body is refused: { $said } (line { $line }, column { $column }).
BodyDepth = it is nested too deeply
BodyKeyLong = a field name is longer than { $most } bytes
BodyKeyTwice = the field "{ $name }" is given twice
BodyManyValues = it has too many values
BodyNul = a text contains a null character
BODY_TOO_LARGE = The body is larger than { $most } KiB.
BODY_WRONG = The body has a wrong field.
BUSY = Canopy is busy at the moment. Please try again.
FIELD_FLAG = { $name } must be true or false.
FIELD_LIST = { $name } must be a list.
FIELD_NUMBER = { $name } must be a whole number within its range.
FIELD_OBJECT = { $name } must be an object.
FIELD_TEXT = { $name } must be a text.
FIELD_UNEXPECTED = { $name } is not what this call expects.
FIELD_UNKNOWN = { $name } is not a field of this call.
IDEMPOTENCY_KEY_WRONG = Idempotency-Key must be 1 to 255 visible characters.
IF_MATCH_WRONG = If-Match must be the version of a deployment.
EXPORTS_CROWDED = Too many exports are being made at the moment. Please try again.
LOGS_CROWDED = Too many logs are being followed at the moment. Please try again.
METHOD_NOT_ALLOWED = This method is not allowed here.
NO_SUCH_CALL = There is no such call.
ONE_HOST = A request names exactly one host.
OTHER_HOST = Canopy does not answer to this host name. Its operator can add it to CANOPY_HOSTS.
PARAMETER_AFTER = from must not be after to.
PARAMETER_DATE = { $name } must be a date such as 2026-11-21 or 2026-11-21T10:00:00Z.
PARAMETER_NO_ID = { $name } must be an id.
PARAMETER_NUL = { $name } must not contain a null character.
PARAMETER_NUMBER = { $name } must be a whole number from { $least } to { $most }.
PARAMETER_SPAN = from must not be more than 366 days before to.
PARAMETER_TWICE = { $name } is given twice.
PARAMETER_WORD = { $name } must be one of { $known }.
PARAMETER_WRONG = A query parameter is wrong.
REQUEST_MALFORMED = The request is malformed.
REQUEST_TOO_LARGE = The request is too large.
REQUEST_TOO_LONG = The request took too long to complete. Please try again.
SCREENS_CROWDED = Too many screens are open.
SESSION_EXPIRED = Your session has expired. Please log in again to continue.
TOO_MANY_AT_ONCE = Too many requests at once. Please try again.
TOO_MANY_EXPORTS = You make too many exports at once. Wait for one to end and try again.
TOO_MANY_LOGS = You follow too many logs at once. Close one and try again.
TWO_TEAMS = team_id and teamId name different teams.
UNEXPECTED = An unexpected error occurred. Please try again later.
SHELL_NO_WEBSOCKET = A shell is opened over a WebSocket.
SHELL_OTHER_ORIGIN = A page of another site may not open a shell.
SHELL_SILENT = The browser does not answer any more, so the shell was closed.
SHELL_TERMINAL = A shell needs a terminal; a command can do without.
SHELL_UNREADABLE = A message to the shell cannot be read.

## What goes wrong with pods

NoSetting = The site has no setting for this.
NotTakenSo = No setting of the site makes it { $value }.
NoReasonGiven = no reason was given
PodsReady =
    { $wanted ->
        [one] { $ready } of { $wanted } pod is ready
       *[other] { $ready } of { $wanted } pods are ready
    }
PodsUpdated = { $ready } of { $wanted } pods are updated
OldPodsEnding =
    { $count ->
        [one] { $count } old pod has to end
       *[other] { $count } old pods have to end
    }
AndThen = { $first }; { $next }
ChangeTakenUp = the change is being taken up
JobRunning = the job is running
ObjectAwaited = { $object } is not there
RestartAwaited = waiting for the restart
RolloutPart = { $part }: { $said }
UpdateCompleting = the update is being completed
VolumeAwaited = the volume is not there yet
PodAtStep = pod { $pod } is still at its init step { $step }
PodUnready = pod { $pod } is running but not ready
PodUnreadyBecause = pod { $pod } is running but not ready: { $said }
RegistrySilent = the registry gave no reason
RolloutCannotStart = { $what } cannot start: { $said }
RolloutContainer = Container { $name }
RolloutCrashing = { $what } keeps crashing (exit code { $code }, { $restarts } restarts).
RolloutFailed = The rollout has failed.
RolloutImagePull = Image { $image } could not be pulled: { $said }
RolloutInitFailed = { $what } of pod { $pod } failed (exit code { $code }, { $tries } tries).
RolloutInitStep = Init step { $name }
RolloutJobFailed = Job { $job } failed: { $why }: { $said }
RolloutLate = { $owner } did not become ready within { $seconds } seconds: { $said }
RolloutMemory =
    { $known ->
        [yes] { $what } was killed for using more than its { $limit } memory limit.
       *[no] { $what } was killed for using more than its memory limit.
    }
RolloutNoPod = No pod of { $owner } can be created: { $said }
RolloutNoVolume = Volume { $volume } is not there: { $said }
RolloutOverdue =
    { $unit ->
        [minutes]
            { $count ->
                [one] The application was not ready after { $count } minute: { $said }
               *[other] The application was not ready after { $count } minutes: { $said }
            }
       *[seconds]
            { $count ->
                [one] The application was not ready after { $count } second: { $said }
               *[other] The application was not ready after { $count } seconds: { $said }
            }
    }
RolloutPreviousRuns =
    { $said }
    The new version failed, the previous one is still running.
RolloutReady = Everything is ready.
RolloutRemoved = { $object } is not there: somebody removed it.
RolloutUnschedulable = No node can take pod { $pod }: { $said }
VolumeLost = its volume was lost

## How Canopy itself is doing

BackupDiskFull = The last backup of Canopy failed: no room is left where it is written.
BackupFailed = The last backup of Canopy failed: { $said }
BackupFolderUnusable = The last backup of Canopy failed: its folder is missing or cannot be written.
BackupOld = The last backup of Canopy is { $age } old.
BackupPassphraseUnusable = The last backup of Canopy failed: its passphrase is missing or too short.
BackupToolsMissing = The last backup of Canopy failed: PostgreSQL’s pg_dump is missing or too old.
ClusterInMaintenance = It is in maintenance.
ClustersIll =
    { $more ->
        [yes] { $ill } of { $count } clusters are not operational: { $names } and others.
       *[no] { $ill } of { $count } clusters are not operational: { $names }.
    }
ClustersUnknown = What the clusters do is not known: infrastructure does not answer.
DeadLetters =
    { $count ->
        [one] There is one dead letter, { $age } old.
       *[other] There are { $count } dead letters, the oldest { $age } old.
    }
HealthRefused = It refused the probe.
HealthSilent = It did not answer within { $within }, { $times } times in a row.
HealthSlow = It did not answer within { $within }.
HealthStarting = It is starting or stopping.
HealthUnreachable = It cannot be reached.
Lapse =
    { $unit ->
        [days] { $count } days
        [hours] { $count } hours
        [minutes] { $count } minutes
        [seconds]
            { $count ->
                [one] a second
               *[other] { $count } s
            }
        [milliseconds] { $count } ms
       *[moments] less than two minutes
    }
NatsAddressMissing = No NATS address is set.
NatsRefusesFacts = NATS does not accept facts; it may need a restart after its disk was full.
NatsSilent = NATS does not answer.
NatsUnreachable = NATS cannot be reached.
NatsWithoutStreams = NATS does not answer for its streams.
PostgresAway = PostgreSQL cannot be used: writes and reads are refused until it is back.
WorkGoesOn = { $said } Work goes on; history and live screens catch up when it is back.

# Datacenters and clusters, changed by people
CLUSTER_HAS_DEPLOYMENTS = Cannot delete cluster: { $n } deployment(s) are on it and must be removed first.
CLUSTER_IN_MAINTENANCE = The cluster of this deployment is in maintenance. Nothing new is begun there until it ends.
DATACENTER_HAS_DEPLOYMENTS = Cannot delete datacenter: { $n } deployment(s) are on its clusters and must be removed first.
PLACE_CHANGED_MEANWHILE =
    { $kind ->
        [datacenter] { $known ->
            [yes] { $who } has changed this datacenter since you opened it. Load it again to see the change.
           *[no] Somebody else has changed this datacenter since you opened it. Load it again to see the change.
        }
       *[cluster] { $known ->
            [yes] { $who } has changed this cluster since you opened it. Load it again to see the change.
           *[no] Somebody else has changed this cluster since you opened it. Load it again to see the change.
        }
    }
ClusterChanged = Cluster "{ $cluster }" was changed.
ClusterDeleted = Cluster "{ $cluster }" was deleted.
ClusterMoved = Cluster "{ $cluster }" was moved to another datacenter.
ClusterRenamed = Cluster "{ $cluster }" was renamed to "{ $name }".
DatacenterChanged = Datacenter "{ $datacenter }" was changed.
DatacenterDeleted =
    { $n ->
        [0] Datacenter "{ $datacenter }" was deleted.
        [one] Datacenter "{ $datacenter }" was deleted; its cluster stays.
       *[other] Datacenter "{ $datacenter }" was deleted; its { $n } clusters stay.
    }
DatacenterRenamed = Datacenter "{ $datacenter }" was renamed to "{ $name }".
MaintenanceBegun = Cluster "{ $cluster }" is in maintenance.
MaintenanceEnded = The maintenance of cluster "{ $cluster }" has ended.

## Notifications

Label_Channel = Channel
Label_WebhookAddress = Address
DELIVERY_WAITS = It is waiting to be sent already.
EVENT_GONE = This event is not kept any more, so it cannot be sent again.
EVERYTHING_FOR_ADMINS = Only administrators and managers are told of teams that they are not in.
KINDS_FOR_ADMINS = Only administrators and managers are told of clusters, accounts and Canopy itself, and only by rules of their own.
KINDS_PERSONAL = A team is not told of sign-ins.
KINDS_REQUIRED = Choose what is to be told.
NO_SIGNATURES = Only a webhook has a key for signatures.
RULE_LIMIT = There are { $most } notification rules already. Delete one to make another.
WEBHOOK_ADDRESS_REFUSED = The address { $address } is not allowed for a webhook.
WEBHOOK_ADDRESS_WRONG = Write an address such as https://hooks.example.com/canopy, without a user name.
WEBHOOK_NOT_HTTPS = The address must begin with https://.

## Whether sites can be reached

REACH_NOT_RUNNING = Only a site that runs is checked.
ReachBroken = The connection to { $name } fails: { $said }
ReachCertificate = Visitors are sent to HTTPS, where browsers warn them: { $said } Renew or replace the certificate.
ReachCertificateEarly = The certificate of { $name } is not valid yet.
ReachCertificateExpired = The certificate of { $name } has expired.
ReachCertificateInvalid = The certificate of { $name } cannot be used: { $said }.
ReachCertificateIssuer = The certificate of { $name } was issued by an authority that browsers do not know: { $issuer }.
ReachCertificateLate = The certificate of { $name } should have been renewed: it ends on { $day }. Look at its Certificate in the cluster (kubectl describe certificate), or renew it where it was issued.
ReachCertificateName = The certificate is not for { $name }.
ReachCertificateOwn = The certificate of { $name } is self-signed.
ReachCircle = { $name } redirects its visitors in a circle. Look at the address and HTTPS settings of the site.
ReachFailing = { $name } answers with the error { $status }. The logs of the site say why.
ReachForbidden = { $name } resolves to { $address }, an address that Canopy’s settings do not allow it to contact. An administrator can allow it with CANOPY_REACH_ALLOW.
ReachNoHttps = { $name } sends its visitors to HTTPS, where nothing answers.
ReachNoRecord =
    { $kind ->
        [address] There is no A or AAAA record for { $name }. Create one that points to { $target }.
        [name] There is no A or AAAA record for { $name }. Create a CNAME record that points to { $target }.
        [tunnel] There is no A or AAAA record for { $name }. Add it to the Cloudflare tunnel as a public hostname.
       *[unknown] There is no A or AAAA record for { $name }. Create one that points to the address of your cluster’s ingress.
    }
ReachOff = Canopy’s settings have switched the check of sites off.
ReachRefused = Nothing answers at { $name }: the connection is refused. Check that the record points to your cluster’s ingress.
ReachSilent =
    { $seconds ->
        [one] { $name } did not answer within { $seconds } second. Check that the record points to your cluster’s ingress, and the firewall.
       *[other] { $name } did not answer within { $seconds } seconds. Check that the record points to your cluster’s ingress, and the firewall.
    }
ReachSimulated = This site runs on a simulated cluster: there is nothing to reach.
ReachUnresolved = The name servers did not answer for { $name }: whether it can be reached is not known.
SiteCertificateLate = The certificate of deployment "{ $deployment }" was not renewed in time: { $said }
SiteReachable = Deployment "{ $deployment }" can be reached again.
SiteUnreachable = Deployment "{ $deployment }" cannot be reached: { $said }
