# List
deployments-title = Deployments
deployments-about = Your applications and where they run
deployments-new = New Deployment
deployments-search = Search deployments...
deployments-status-any = All Statuses
deployments-status-filter = Status
deployments-status-running = Running
deployments-status-pending = Pending
deployments-status-failed = Failed
deployments-status-stopped = Stopped
deployments-cluster-filter = Cluster: { $name }
deployments-cluster-any = All Clusters
deployments-team-any = All Teams
deployments-team-filter = Team: { $name }
deployments-sort = Sort by
deployments-sort-newest = Newest first
deployments-sort-name = Name, A to Z
deployments-sort-backwards = Name, Z to A
deployments-sort-changed = Last changed first
deployments-sort-unchanged = Longest unchanged first
deployments-sort-oldest = Oldest first
deployments-sort-failed = Failed first
deployments-sort-healthy = Failed last
deployments-column-name = Name
deployments-column-now = What happens
deployments-row-updated = Updated
deployments-loading = Loading deployments
deployments-found =
    { $n ->
        [one] { $total } deployment
       *[other] { $total } deployments
    }
deployments-empty-title = No deployments
deployments-empty-text = There are no deployments available at the moment.
deployments-empty-filtered = No deployment matches what you are looking for.
deployments-filters-clear = Show all deployments
deployments-load-failed = Failed to load deployments
deployments-pages = Pages of deployments

# Actions
deployments-open = Open
deployments-more = More actions
deployments-delete = Delete
deployments-delete-named = Delete { $name }
deployments-delete-ask = Are you sure?
deployments-delete-text = This action cannot be undone. This will permanently delete the deployment and all of its data.
deployments-goes-site = The site at { $domain }
deployments-goes-database = The database { $name } and its volume
deployments-goes-files = Its files and everything else it has in the cluster
deployments-goes-passwords = Its passwords
deployments-goes-passwords-env =
    { $n ->
        [one] Its passwords and { $n } environment variable
       *[other] Its passwords and { $n } environment variables
    }
deployments-goes-cluster = In the cluster now:
deployments-goes-asking = Asking the cluster what it has…
deployments-goes-none = Nothing of it is there.
deployments-goes-unseen = What is in the cluster cannot be seen now: { $why }
deployments-goes-busy = A task is at work. It is stopped first; what it makes until then goes too.
deployments-goes-lost = The volume of { $claim } ({ $size }) with all data in it
deployments-goes-unbound = The volume claim { $claim } ({ $size }), which holds nothing yet
deployments-goes-unknown = The volume claim { $claim } ({ $size }). Whether the cluster keeps the volume cannot be seen.
deployments-goes-foreign = Not made by Canopy, but in its namespace: { $names }
deployments-goes-objects =
    { $n ->
        [one] { $n } object
       *[other] { $n } objects
    }
deployments-goes-stays = What stays:
deployments-goes-kept = The volume { $volume } of { $claim } ({ $size }) with its data: the cluster keeps it until somebody removes it there.
deployments-delete-failed = Failed to delete deployment
deployments-delete-begun = Deleting deployment
deployments-delete-begun-text = { $name } is being removed from its cluster.
deployments-delete-done = Deployment deleted
deployments-delete-done-text = The deployment has been successfully deleted.
deployments-delete-stuck = Deployment not deleted
deployments-delete-stuck-text = { $name } could not be removed from its cluster.
deployments-task = View Task
deployments-reason-deleting = This deployment is being deleted.
deployments-reason-foreign = Only members of the team can change this deployment.
deployments-forget = Forget
deployments-forget-ask = Forget this deployment?
deployments-forget-text = Its cluster does not answer, so nothing can be removed there. Canopy forgets the deployment, its passwords and its history of changes; what runs in the cluster stays.
deployments-forget-failed = Failed to forget deployment
deployments-forget-done = Deployment forgotten
deployments-forget-remains = This may remain in the cluster:
deployments-forget-nothing = Nothing of it is known to remain in the cluster.

# Panels
deployments-details = Deployment Details
deployments-domain = Domain
deployments-domain-open = { $domain } (opens in a new tab)
deployments-type = Type
deployments-team = Team
deployments-cluster = Cluster
deployments-cluster-unknown = Unknown Cluster
deployments-location = Location
deployments-location-none = None
deployments-cpu = CPU
deployments-memory = Memory
deployments-storage = Storage
deployments-release = Helm Release
deployments-namespace = Namespace
deployments-created = Created
deployments-updated = Last Updated
deployments-id = ID
deployments-services = Services
deployments-services-active = Active
deployments-services-inactive = Inactive
deployments-services-none = None
deployments-services-failed = Failed to load services
deployments-service-pods =
    { $pods ->
        [one] { $ready } of { $pods } pod ready
       *[other] { $ready } of { $pods } pods ready
    }
deployments-service-restarts = { $n ->
    [one] { $n } restart
   *[other] { $n } restarts
}
deployments-shell = Shell
deployments-shell-of = Open a shell in { $service }
deployments-service-web = Web application
deployments-service-nginx = Nginx
deployments-service-mysql = MySQL
deployments-service-redis = Redis
deployments-service-ftp = FTP
deployments-service-phpmyadmin = phpMyAdmin
deployments-service-cloudflare = Cloudflare
deployments-php = PHP Configuration
deployments-php-version = Version
deployments-php-memory = Memory Limit
deployments-php-time = Max Execution Time
deployments-php-upload = Upload Max Filesize
deployments-php-pool = Pool Size
deployments-php-requests = Max Requests per Child
deployments-php-extensions = Extensions
deployments-mb = { $n } MB
deployments-seconds = { $n } s
deployments-database = Database Configuration
deployments-database-name = Database
deployments-database-host = Host
deployments-database-port = Port
deployments-database-user = User
deployments-database-pass = Password
deployments-database-root = Root Password
deployments-access = Administrator
deployments-access-user = Username
deployments-access-pass = Password
deployments-access-token = Tunnel Token
deployments-hidden = Not shown to you
deployments-reveal = Show passwords
deployments-conceal = Hide passwords
deployments-reveal-about = Showing them is recorded in the events.
deployments-reveal-root = The root password is only for the team’s admins.
deployments-reveal-failed = The passwords could not be shown. Please try again.

# Failure and work
deployments-problem-log = Error Log
deployments-problem-install = Installation failed
deployments-problem-change = The last change did not come about
deployments-problem-restart = The restart failed
deployments-problem-right = Putting right failed
deployments-problem-remains = What remains on another cluster could not be removed
deployments-problem-removal = The removal stopped
deployments-problem-pods = Something is wrong with the site
deployments-problem-serving = The site still serves as it did before.
deployments-problem-stopped = The site is stopped, as it was before.
deployments-problem-next-install = Next step: look at the task to see where it stopped, mend the cause, then retry.
deployments-problem-next-change = Next step: mend the cause and retry, or discard the change.
deployments-problem-next-restart = Next step: look at the task to see where it stopped, then retry.
deployments-problem-next-right = Next step: look at the task to see where it stopped, mend the cause, then retry.
deployments-problem-next-remains = Next step: look at the task to see what stands in the way, then retry.
deployments-problem-next-removal = Next step: retry the removal, or delete again.
deployments-problem-next-pods = Next step: look at the logs below, then restart the deployment.
deployments-problem-down = The site does not serve.
deployments-problem-former = Before this:
deployments-work-install = Installing
deployments-work-restart = Restarting
deployments-work-stop = Stopping
deployments-work-start = Starting
deployments-work-scale = Scaling
deployments-work-move = Moving
deployments-work-uninstall = Removing
deployments-work-upgrade = Changing
deployments-work-waiting = Waiting for a worker
deployments-work-cancelling = Being cancelled
deployments-work-progress = Steps done
deployments-work-for = for { $time }
deployments-work-step = Step { $at } of { $all }
deployments-ended-install = Installed in { $time }
deployments-ended-restart = Restarted in { $time }
deployments-ended-stop = Stopped in { $time }
deployments-ended-start = Started in { $time }
deployments-ended-scale = Scaled in { $time }
deployments-ended-move = Moved in { $time }
deployments-ended-uninstall = Removed in { $time }
deployments-ended-upgrade = Changed in { $time }
deployments-did-install = Installed
deployments-did-restart = Restarted
deployments-did-stop = Stopped
deployments-did-start = Started
deployments-did-scale = Scaled
deployments-did-move = Moved
deployments-did-uninstall = Removed
deployments-did-upgrade = Changed

# Detail
deployments-one-title = Deployment
deployments-one-missing = Deployment not found.
deployments-one-missing-text = It may have been deleted, or belong to a team that you are not in.
deployments-one-back = Back to Deployments
deployments-one-failed = Failed to load deployment
deployments-health = How it is
deployments-health-since = Since { $day }
deployments-health-revision = Revision { $number }
deployments-health-revisions = Revision { $effective } in effect, { $wanted } wanted
deployments-health-by = by { $name }
deployments-health-tasks = Tasks
deployments-health-events = Events
deployments-health-timeline = Timeline
deployments-reach-up = Reachable
deployments-reach-down = Not reachable
deployments-reach-unknown = Not checked yet
deployments-reach-answer = { $status } in { $time } ms
deployments-reach-redirect = leads to { $host }
deployments-reach-until = certificate until { $day }
deployments-reach-plain = without HTTPS
deployments-reach-check = Check now
deployments-reach-failed = The site could not be checked
deployments-reach-checked = Checked
deployments-tabs = Parts of the deployment
deployments-tab-overview = Overview
deployments-tab-settings = Settings
deployments-technical = Technical Details
deployments-logs = Logs
deployments-logs-source = Source of logs
deployments-log-fetch = Fetch the program
deployments-log-build = Build
deployments-log-migrate = Database tables
deployments-log-setup = Set-up
deployments-log-install = Set-up job
deployments-logs-connecting = Connecting
deployments-logs-following = Live
deployments-logs-lost = Reconnecting
deployments-logs-paused = Paused
deployments-logs-none-yet = No pods
deployments-logs-failed = The logs cannot be read
deployments-logs-read = All read
deployments-logs-previous = Previous run
deployments-logs-previous-about = What the containers wrote before they were started again
deployments-logs-previous-none = No container of this source has been started again in its pod: there is no run before this one.
deployments-logs-previous-reading = Reading what was written before…
deployments-logs-part = Part of the time
deployments-logs-part-title = Lines of a part of the time
deployments-logs-part-from = From
deployments-logs-part-to = To
deployments-logs-part-zone = Times in { $zone }
deployments-logs-part-wrong = The end must be after the beginning.
deployments-logs-part-apply = Show
deployments-logs-part-reading = Reading what was written in that time…
deployments-logs-part-none = Nothing was written in that time, or the cluster no longer has it.
deployments-logs-narrowed = { $from } to { $to }
deployments-logs-kept = The oldest line that the cluster still has is of { $from }.
deployments-logs-cut = There were more lines: these are not all.
deployments-logs-whole = Show all
deployments-logs-none = No log lines yet. They appear here as soon as something is written.
deployments-logs-stopped = The site is stopped: no pod writes a log.
deployments-logs-foreign = Logs are for members of the team and administrators.
deployments-logs-all = Open all
deployments-logs-replaced = From here on { $pod }: it took the place of the pod before
deployments-logs-last-source = At least one source is read.
deployments-logs-most-sources = At most { $n } sources are read at the same time.
deployments-catalogue-failed = Failed to load what Canopy can run. Please try again.
deployments-kind-unknown = This console does not know this type of application yet.
deployments-addresses = Addresses of Services
deployments-address = Address
deployments-address-another = Address { $n }
deployments-address-inside = In the cluster
deployments-address-pending = The cluster has not assigned an address yet.
deployments-address-forward = It is reached in the cluster only. While this command runs on your machine it answers at { $url }:
deployments-address-port = Port
deployments-address-user = Sign in as
deployments-address-pass = Password
deployments-address-not-yet = It does not run at the moment.
deployments-program = Program
deployments-source-default = default branch

# Revisions
deployments-revisions = Revisions
deployments-revisions-failed = Failed to load revisions
deployments-revisions-pages = Pages of revisions
deployments-revision-number = Revision { $number }
deployments-revision-create = Created by { $author }
deployments-revision-update = Changed by { $author }
deployments-revision-discard = Discarded by { $author }
deployments-revision-rollback = Rolled back to revision { $number } by { $author }
deployments-revision-stop = Stopped by { $author }
deployments-revision-start = Started by { $author }
deployments-revision-scale = Scaled by { $author }
deployments-revision-move = Moved by { $author }
deployments-revision-place = Made for cluster { $cluster }. Going back to it brings it back where the site runs now, without the data that was there.
deployments-rollback-this = Roll back
deployments-rollback-named = Roll back to revision { $number }
deployments-rollback-undo = Undo the last change
deployments-rollback-title = Back to revision { $number }
deployments-rollback-about = A new revision gets the values of revision { $number }. Passwords and values of variables stay as they are now. Nothing has been changed yet.
deployments-rollback-close = Close without rolling back
deployments-rollback-without = Roll back without a review
deployments-rollback-failed = Failed to roll back. Please try again.
deployments-rollback-done = Rolling back to revision { $number }

deployments-drift-title =
    { $n ->
        [one] { $n } difference from revision { $number }
       *[other] { $n } differences from revision { $number }
    }
deployments-drift-fields =
    { $n ->
        [one] { $n } field has another value.
       *[other] { $n } fields have other values.
    }
deployments-drift-missing =
    { $n ->
        [one] { $n } object is missing.
       *[other] { $n } objects are missing.
    }
deployments-drift-surplus =
    { $n ->
        [one] { $n } object is left over.
       *[other] { $n } objects are left over.
    }
deployments-drift-by = Changed by { $names },
deployments-drift-found = Noticed
deployments-drift-look = View differences
deployments-drift-panel = What differs from revision { $number }
deployments-drift-about = The cluster shows something else than this revision has. Put it right, or take it over where the site has a setting for it. Nothing has been changed yet.
deployments-drift-none = Nothing differs any more: the cluster shows what this revision has.
deployments-drift-close = Close without a change
deployments-drift-failed = Failed to compare the cluster with the revision. Please try again.
deployments-drift-right = Put right
deployments-drift-right-done = Putting right what differs from revision { $number }
deployments-drift-over = Take over
deployments-drift-over-about = What differs becomes part of a new revision. Everything else that differs is a conflict that the cluster names here. Nothing has been changed yet.
deployments-drift-over-none = The site has no setting for any of this.
deployments-drift-over-save = Save as revision { $number }
deployments-drift-over-done = Taken over as revision { $number }
deployments-drift-over-reason = Taken over from the cluster
deployments-drift-back = Back to the differences
deployments-drift-takes = Can be taken over: { $field } { $value }
deployments-revision-effective = In effect
deployments-chart = Chart
deployments-chart-named = Download the Helm chart of revision { $number }
deployments-chart-about = The Helm chart with the values of this revision, without secrets: for helm install, upgrade and template
deployments-chart-failed = The chart could not be downloaded
deployments-compare = Compare
deployments-compare-this = Compare
deployments-compare-named = Compare revision { $number }
deployments-compare-about = Two revisions, value by value
deployments-compare-left = First revision
deployments-compare-right = Second revision
deployments-compare-effective = Revision { $number } (in effect)
deployments-compare-differs = (differs)
deployments-compare-chart = Chart version
deployments-compare-result = Result
deployments-compare-lasted = Duration
deployments-compare-author = By
deployments-compare-close = Close the comparison
deployments-compare-value = Value
deployments-compare-limits = The values of passwords and variables are kept for the present only, so they are not compared.
deployments-compare-runtime = Runtime version
deployments-compare-power = State asked for
deployments-revision-helm =
    { $n ->
        [one] Helm revision { $numbers }
       *[other] Helm revisions { $numbers }
    }

# Edit
deployments-edit-title = Edit Deployment
deployments-edit-about = What is saved here is a new revision of the deployment.
deployments-edit-save = Save Changes
deployments-edit-look = Review Changes
deployments-creation-title = What happens in the cluster
deployments-creation-asking = The cluster is being asked. Nothing has been created yet.
deployments-creation-objects = { $n ->
    [one] Created in namespace { $namespace }: one object
   *[other] Created in namespace { $namespace }: { $n } objects
}
deployments-creation-elsewhere = The namespace does not exist yet, so its objects were tried in namespace { $namespace }. What applies to the new one alone, such as quotas, shows only when it is installed.
deployments-creation-untried = Could not be tried yet: { $names }
deployments-creation-refused = The cluster would refuse this
deployments-creation-silent = The cluster could not be asked. You can create the deployment without this review.
deployments-creation-wrong = This cannot be created as it is
deployments-creation-again = Ask again
deployments-plan-title = What changes
deployments-plan-about = As the cluster itself says. Nothing has been changed yet.
deployments-plan-back = Back to the form
deployments-plan-without = Save without a review
deployments-plan-refused = The cluster would refuse this change
deployments-plan-nothing = No object in the cluster changes.
deployments-plan-power-stops = The site will be unreachable until it is started. Its data stays.
deployments-plan-power-starts = The site comes up again and is reached when its pods are ready.
deployments-plan-power-stays = The site stays stopped; what changes counts when it is started.
deployments-plan-counts = Changed: { $changed }, created: { $created }, deleted: { $deleted }, left as they are: { $same }.
deployments-plan-away = { $names }: no pod serves from the end of the old one until the new one is ready.
deployments-plan-rolling = { $names }: new pods take over before the old ones end.
deployments-plan-lost = { $names }: deleted together with all data in it.
deployments-plan-secrets = New values: { $names }.
deployments-plan-generated = passwords that Canopy makes itself
deployments-plan-create = Create
deployments-plan-change = Change
deployments-plan-delete = Delete
deployments-plan-field = Field
deployments-plan-before = Now
deployments-plan-after = Afterwards
deployments-plan-absent = not set
deployments-plan-by = by { $name }
deployments-edit-saved = Deployment updated
deployments-edit-failed = Failed to update deployment. Please try again.
deployments-edit-reason = Reason for the change
deployments-edit-reason-about = Optional; it is shown in the list of revisions.
deployments-edit-unchanged = Nothing has been changed yet.
deployments-edit-quiet = Only the name or the description changes: nothing is restarted.
deployments-edit-restarts = Saving restarts the pods of the site.
deployments-edit-installs = Saving starts the installation with these settings.
deployments-edit-again = Load again
deployments-edit-fixed = Type, team and cluster cannot be changed.
deployments-keep-hint = Leave empty to keep
deployments-cancel = Cancel
deployments-name-long = Deployment name must not exceed 63 characters.
deployments-description-long = Description must not exceed 500 characters.

# Wizard
deployments-new-title = New Deployment
deployments-new-about = Five steps to a running site
deployments-step-1 = Basic Info
deployments-step-2 = Cluster
deployments-step-3 = Services
deployments-step-5 = Database
deployments-step-of = Step { $n } of { $all }: { $title }
deployments-previous = Previous
deployments-next = Next
deployments-create = Create Deployment
deployments-creating = Creating...
deployments-create-done = Deployment created successfully
deployments-create-failed = Failed to create deployment. Please check all required fields and try again.
deployments-draft-restored = Your draft is back
deployments-draft-over = Start over
deployments-invalid-title = Validation Error
deployments-invalid-missing = Please fill in: { $fields }
deployments-weak-title = Weak Password
deployments-weak-text = { $label } should be at least 8 characters long for security
deployments-weak-hint = At least 8 characters
deployments-required = { $label } is required
deployments-name-required = Deployment name is required
deployments-team-required = Please select a team for this deployment
deployments-domain-required = Domain name is required for deployment setup
deployments-appUser-required = Admin Username is required for application access
deployments-appPass-required = Admin Password is required for secure application access
deployments-cluster-required = Please select a cluster where your deployment will run
deployments-label-name = Deployment Name
deployments-label-description = Description
deployments-label-type = Application Type
deployments-label-domain = Domain
deployments-label-appUser = Admin Username
deployments-label-appPass = Admin Password
deployments-label-clusterId = Cluster
deployments-label-cloudflareToken = Cloudflare Tunnel Token
deployments-label-phpExtensions = Extensions
deployments-label-phpMemoryLimit = Memory Limit (MB)
deployments-label-phpMaxExecutionTime = Max Execution Time (s)
deployments-label-phpPoolSize = Pool Size
deployments-label-phpMaxRequestsPerChild = Max Requests per Child
deployments-label-phpUploadMaxFilesize = Upload Max Filesize (MB)
deployments-label-databaseName = Database Name
deployments-label-databaseUser = Database Username
deployments-label-databasePass = Database Password
deployments-label-databaseRootPass = Database Root Password
deployments-label-databaseHost = Database Host
deployments-label-databasePort = Database Port
deployments-about-domain = Where visitors reach the site, such as shop.example.com
deployments-domain-reduced = Taken from { $pasted }: only the host is needed.
deployments-domain-wrong = A domain has letters, digits and hyphens, with dots between, such as shop.example.com.
deployments-name-taken = A deployment with this name already exists in this team.
deployments-rail = What will be created, so far
deployments-rail-unnamed = No name yet
deployments-rail-open = Not chosen yet
deployments-rail-change = Back to { $title }
deployments-secrets = Passwords
deployments-secrets-about = Canopy made these. Put them somewhere safe now: after this they are only shown on request, which is recorded.
deployments-secrets-copy = Copy all
deployments-secrets-copied = Copied
deployments-finished = { $name } is being installed
deployments-finished-go = I have stored them
deployments-cluster-apart =
    { $n ->
        [one] Not usable now ({ $n })
       *[other] Not usable now ({ $n })
    }
deployments-about-app = The first account of the application itself
deployments-about-token = Of the tunnel that leads visitors to this site
deployments-about-host-own = The deployment’s own MySQL. Switch MySQL off in Services to use another server.
deployments-about-host-other = MySQL is off: name the server that holds the database.
deployments-generate = Generate
deployments-generate-named = Generate { $label }
deployments-optional = optional
deployments-team-pick = Choose a team
deployments-team-none = No teams available. Please create a team first.
deployments-team-create = Create Team
deployments-team-failed = Failed to load teams. Please try again.
deployments-cluster-none = No clusters available. Please create a cluster first.
deployments-cluster-create = Register Cluster
deployments-cluster-ask = An administrator registers clusters.
deployments-cluster-failed = Failed to load clusters. Please try again.
deployments-cluster-version = Version
deployments-cluster-nodes = Nodes
deployments-cluster-cpu = CPU
deployments-cluster-memory = Memory
deployments-cluster-cores =
    { $n ->
        [one] { $n } core
       *[other] { $n } cores
    }
deployments-cluster-gigabytes = { $n } GB
deployments-cluster-unobserved = Not known yet
deployments-cluster-blocked-kubeconfig = This cluster has no kubeconfig yet.
deployments-cluster-blocked-maintenance = This cluster is in maintenance.
deployments-cluster-careful = It does not answer at the moment; the installation waits for it.
deployments-services-about = What runs beside the site
deployments-services-always = Always on
deployments-about-mysql = The site’s own database
deployments-about-redis = Object cache
deployments-about-ftp = File access by SFTP with the administrator’s name and password
deployments-about-phpmyadmin = Look into the database with a browser
deployments-about-cloudflare = Reach the site through a Cloudflare tunnel
deployments-about-web = The site itself
deployments-summary = What will be created
deployments-draft-restored-text = Everything but passwords and values of variables was kept; please enter those again.
deployments-step-runtime = { $runtime } Config
deployments-kind-wordpress = A blog, shop or website, set up with its administrator.
deployments-kind-laravel = A Laravel application from a Git repository or an image.
deployments-kind-nodejs = A Node.js application from a Git repository or an image.
deployments-kind-orangecms = An OrangeCMS blog from a Git repository or an image.
deployments-url-required = The address of the Git repository is required.
deployments-image-required = An image is required.
deployments-number-least = { $label } must be at least { $n }.
deployments-number-most = { $label } must be at most { $n }.
deployments-label-team_id = Team
deployments-label-domains = Further Domains
deployments-label-kind = Source
deployments-label-url = Git Repository
deployments-label-ref = Branch, Tag or Commit
deployments-label-subdir = Folder
deployments-label-image = Image
deployments-label-build = Build Command
deployments-label-start = Start Command
deployments-label-port = Port
deployments-label-env = Environment Variables
deployments-label-cpu = CPU
deployments-label-memory = Memory
deployments-label-storage = Storage
deployments-label-replicas = Replicas
deployments-label-version = { $runtime } Version
deployments-source-git = Git repository
deployments-source-image = Image
deployments-source-none = None yet
deployments-source-none-about = The site shows a page that says so, until Edit names one.
deployments-about-domains = Further names that lead to the site; type one and press Enter
deployments-about-url = Public, without name or password in it; the cluster fetches and builds it
deployments-about-ref = Empty: the default branch
deployments-about-subdir = Of the program in the repository; empty: its root
deployments-about-image = With tag or digest; it listens on port { $port } unless told otherwise
deployments-about-build = Empty: what is usual for this type
deployments-about-start = Empty: what is usual for this type
deployments-about-port = Where the program listens; empty: { $port }
deployments-about-extensions = Choose from the list; type to search it
deployments-about-env = Given to the application. The values are kept as secrets and are not shown again here.
deployments-about-cpu = Cores, such as 500m or 2; empty: worked out
deployments-about-amount = Such as 512Mi or 2Gi; empty: worked out
deployments-about-storage = Of the site’s volume, which can only grow; empty: worked out
deployments-about-replicas = Copies that serve, 1 to { $most }
deployments-about-host-choice = Name a server to use one; empty: no database.
deployments-about-nginx = Web server in front of the application
deployments-database-without = MySQL is off: this site has no database.
deployments-bounds = { $least } to { $most }
deployments-resources = Resources
deployments-env-name = The name of a variable has at most 64 letters, digits and underscores, and no digit first.
deployments-env-reserved = { $name } is set by Canopy.
deployments-env-twice = { $name } is there twice.
deployments-env-name-label = Name of the variable
deployments-env-value-label = Value of { $name }
deployments-env-value = Value
deployments-env-new = the new variable
deployments-env-add = Add Variable
deployments-env-remove = Remove { $name }
deployments-review-change = Change
deployments-review-change-named = Change { $title }
deployments-review-on = On
deployments-review-off = Off
deployments-review-set = Set
deployments-version-ended = { $version } (no more security fixes)
deployments-ended-title = { $runtime } { $version } has reached its end of life
deployments-ended-text = There have been no security fixes for { $runtime } { $version } since { $date }. Choose a newer version unless the site needs this one.

deployments-bulk = The chosen deployments
deployments-bulk-chosen = { $n } chosen
deployments-bulk-clear = Clear
deployments-bulk-none = None of the chosen can be taken now.
deployments-restart = Restart
deployments-stop = Stop
deployments-start = Start
deployments-stopped-notice = This site is stopped
deployments-stopped-notice-text = Nobody reaches it until it is started. Its data is kept, and it uses storage only.
deployments-scale = Scale
deployments-move = Move
deployments-move-route = { $from } → { $to }
deployments-move-moving = On its way
deployments-elsewhere-remains = Something of this site may remain on cluster { $cluster }
deployments-elsewhere-left = It does not run there any more. What is there can be removed as soon as the cluster answers.
deployments-elsewhere-undoing = The move was not finished, and what it began could not be taken back. A retry goes on with it; discarding the change leaves it to be removed.
deployments-elsewhere-forget = Forget
deployments-elsewhere-forget-ask = Forget what may remain there?
deployments-elsewhere-forget-text = Cluster { $cluster } does not answer. Should it come back, what is there stays until somebody removes it by hand. The site itself is not touched.
deployments-elsewhere-forgotten = What may remain was forgotten
deployments-elsewhere-forget-failed = Failed to forget what remains. Please try again.
deployments-bulk-restart-ask =
    { $n ->
        [one] Restart one deployment?
       *[other] Restart { $n } deployments?
    }
deployments-bulk-restart-text = Their pods are replaced, one deployment after the other.
deployments-bulk-restart-done =
    { $n ->
        [one] One restart has begun
       *[other] { $n } restarts have begun
    }
deployments-bulk-stop-ask =
    { $n ->
        [one] Stop one deployment?
       *[other] Stop { $n } deployments?
    }
deployments-bulk-stop-text = What follows will be unreachable until it is started. The data stays.
deployments-bulk-stop-done =
    { $n ->
        [one] One deployment is being stopped
       *[other] { $n } deployments are being stopped
    }
deployments-bulk-start-ask =
    { $n ->
        [one] Start one deployment?
       *[other] Start { $n } deployments?
    }
deployments-bulk-start-text = What follows comes up again and is reached when its pods are ready.
deployments-bulk-start-done =
    { $n ->
        [one] One deployment is being started
       *[other] { $n } deployments are being started
    }
deployments-bulk-delete-ask =
    { $n ->
        [one] Delete one deployment?
       *[other] Delete { $n } deployments?
    }
deployments-bulk-delete-text = Each goes with its database, its files and its passwords. This cannot be undone.
deployments-bulk-delete-done =
    { $n ->
        [one] One deployment is being deleted
       *[other] { $n } deployments are being deleted
    }
deployments-bulk-left = Left out, because it is not possible now:
deployments-bulk-failed = Not all of them were taken
deployments-bulk-deleting = It is being deleted.

# Volumes that nothing uses any more

deployments-volume-nobody = Other data
deployments-keep-ask = What becomes of its data?
deployments-keep-asking = Asking the cluster where its data is…
deployments-keep-unseen = Its data is kept. Where it is cannot be seen now: { $why }
deployments-keep-none = It has no volume in the cluster: there is no data to keep.
deployments-keep-data = Keep its data
deployments-keep-about = { $volumes } stays in the cluster and is used again when { $service } is switched on again.
deployments-lose-data = Delete its data
deployments-lose-about = { $volumes } is deleted with everything in it once the change is in effect, unless the cluster is set to keep volumes; the review says which.
deployments-plan-volume-lost = { $service }: the volume { $volume } ({ $size }) is deleted with all data in it.
deployments-plan-volume-copied = { $service }: the volume { $volume } ({ $size }) is deleted here once its copy is in use.
deployments-plan-volume-unknown = { $service }: the volume claim { $volume } ({ $size }) is deleted. Whether the cluster keeps the volume cannot be seen.
deployments-plan-volume-kept = { $service }: the volume claim { $volume } ({ $size }) is deleted; the cluster keeps the volume until somebody removes it there.
deployments-plan-volume-reused = { $service } goes on with the data that was kept: volume { $volume } ({ $size }).
deployments-kept-volumes = Kept volumes
deployments-kept-about = What used them is switched off. They are used again when it is switched on, and cost storage until then.
deployments-kept-since = kept since
deployments-kept-ending = is being deleted
deployments-kept-delete = Delete
deployments-kept-delete-named = Delete volume { $volume }
deployments-kept-delete-title = Delete a kept volume
deployments-kept-delete-about = As the cluster itself says. The deletion is a revision of its own; nothing has been changed yet.
deployments-kept-delete-now = Delete Volume
deployments-kept-close = Close without deleting
deployments-kept-failed = Failed to delete the volume. Please try again.
deployments-kept-deleting = The volume is being deleted
deployments-revision-volume-goes = Deletes the volume { $volume } ({ $size }) in the end.
deployments-revision-volume-deleted = The volume { $volume } ({ $size }) was deleted.
deployments-revision-volume-left = The volume { $volume } ({ $size }) was to be deleted in the end.
deployments-revision-volume-stays = The volume { $volume } ({ $size }) was not deleted: { $why }
