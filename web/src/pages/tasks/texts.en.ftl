tasks-title = Tasks
tasks-about = Work on deployments: what runs now and how it ended
tasks-active = Active Tasks
tasks-finished = Finished Tasks
tasks-refresh = Refresh
tasks-view-events = View Events
tasks-failed = Failed to load tasks
tasks-empty-title = No tasks
tasks-empty-text = There are no active tasks at the moment.
tasks-empty-next = Create Deployment
tasks-unmatched-title = No tasks match
tasks-clear = Clear Filters
tasks-search = Search tasks...
tasks-status = Status
tasks-status-all = All statuses
tasks-status-pending = Pending
tasks-status-running = Running
tasks-status-complete = Complete
tasks-status-failed = Failed
tasks-sort = Sort by
tasks-sort-newest = Newest first
tasks-sort-oldest = Oldest first
tasks-sort-complete = Complete first
tasks-sort-running = At work first
tasks-sort-shortest = Shortest first
tasks-sort-longest = Longest first
tasks-only-deployment = Deployment: { $name }
tasks-only-remove = Show tasks of all deployments
tasks-pages = Pages of tasks
tasks-found = { $from }–{ $to } of { $total }

tasks-type-install = Install
tasks-type-restart = Restart
tasks-type-stop = Stop
tasks-type-start = Start
tasks-type-scale = Scale
tasks-type-uninstall = Uninstall
tasks-type-upgrade = Upgrade
tasks-name = { $type } { $deployment }
tasks-details = View details
tasks-column-task = Task
tasks-column-now = Step or reason
tasks-pending-now = Waiting for a worker
tasks-loading = Loading tasks

tasks-events = Recent Events
tasks-events-all = View all
tasks-events-failed = Failed to load events
tasks-events-none = No events

tasks-cancel = Cancel
tasks-cancel-named = Cancel { $task }
tasks-cancelling = Cancelling…
tasks-cancelling-about = The task ends at its next step
tasks-cancel-title = Stop this task?
tasks-cancel-text = { $task } is cancelled at its next step. What it has done so far stays as it is; Retry runs it again.
tasks-cancel-uninstall = { $task } is cancelled at its next step. What it has removed so far stays removed; Retry runs it again.
tasks-cancel-action = Stop Task
tasks-cancel-not = Keep running
tasks-cancel-failed = Failed to cancel task. Please try again later.
tasks-cancel-done = Task is being cancelled
tasks-retry-failed = Failed to retry task. Please try again later.
tasks-retry-done = Task started again
tasks-retry-view = View task
tasks-retry-outdated = Only the last task of a deployment can be run again
tasks-delete = Delete
tasks-delete-title = Are you sure?
tasks-delete-text = This removes the task and its log from the lists. The deployment stays as it is.
tasks-delete-failed = Failed to delete task. Please try again later.
tasks-delete-done = Task deleted
tasks-delete-reason = Only admins and the owner of the team can delete its tasks

tasks-detail-title = Task
tasks-detail-loading = Loading task details...
tasks-detail-failed = Failed to load task details
tasks-detail-back = Back to Tasks
tasks-detail-deployment = View deployment
tasks-created = Created
tasks-information = Task Information
tasks-parameters = Parameters
tasks-services = Services
tasks-services-enabled = Enabled services
tasks-services-none = No services
tasks-values = Values
tasks-values-none = No values
tasks-logs = Logs
tasks-error = Error Details
tasks-progress = Progress
tasks-steps = Steps
tasks-steps-none = The steps are laid out when the task starts.
tasks-steps-of = { $done } of { $all } steps done
tasks-steps-now = Step { $at } of { $all }: { $title }
tasks-steps-began = Started { $time }
tasks-steps-choose = Mark its lines in the log
tasks-stopped-at = It stopped at step { $at } of { $all }: { $title }.
tasks-done-in = { $type }: done in { $time }
tasks-done = Done
tasks-open-site = Open { $host }
tasks-values-show =
    { $n ->
        [one] { $n } value
       *[other] { $n } values
    }
tasks-logs-waiting = Waiting for logs...
tasks-logs-none = This task wrote no log that you may read
tasks-logs-failed = Failed to load the log
tasks-short = less than 1s

tasks-id = ID
tasks-type = Type
tasks-deployment = Deployment
tasks-team = Team
tasks-actor = Requested by
tasks-itself = Canopy
tasks-updated = Updated
tasks-started = Started
tasks-ended = Finished
tasks-waiting = Not yet
tasks-duration = Duration
tasks-revision = Revision
tasks-attempts = Taken up
tasks-attempts-value =
    { $n ->
        [one] { $n } time
       *[other] { $n } times
    }
tasks-chart = Chart
tasks-release = Release
tasks-namespace = Namespace
tasks-cluster = Cluster
tasks-na = N/A
tasks-yes = yes
tasks-no = no

tasks-new = New Task
tasks-new-start = Start Task
tasks-new-cancel = Cancel
tasks-new-choose = Choose a deployment
tasks-new-none = No deployment matches
tasks-new-restart = Restart
tasks-new-scale = Scale
tasks-new-retry = Retry the last change
tasks-new-restart-about = All containers of the site are replaced, one after another where it has several.
tasks-new-scale-about = How many pods serve, what each may have and how large the volume is. The change is shown first.
tasks-new-retry-about = What was asked for last is tried again, until it is in effect.
tasks-new-failed = Failed to start the task
tasks-new-edit = Change the settings of { $name } instead
