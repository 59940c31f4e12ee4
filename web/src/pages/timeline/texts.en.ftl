timeline-title = Timeline
timeline-about = What happened to the site: revisions, tasks and events on one axis
timeline-failed = Failed to load the timeline
timeline-unread = Failed to load the site
timeline-gone = There is no such site, or it is not yours to see.
timeline-axis = Revisions, tasks and events over time
timeline-revisions = Revisions
timeline-tasks = Tasks
timeline-outages = Outages
timeline-events = Events
timeline-list = Events
timeline-narrowed = { $from } to { $to }
timeline-whole = Show all
timeline-narrow = Drag over the axis to see only what happened in a part of the time; click on it for the logs and the usage around a moment.
timeline-revision = Revision { $number }, { $who }
timeline-task = { $name }, { $state }
timeline-empty = Nothing happened in this time
timeline-empty-text = Choose a longer time span, or look at all events of the site.
timeline-all = All events
timeline-more = Only the newest of them are here.
timeline-within = Nothing happened in this part of the time.
timeline-summary =
    { $revisions ->
        [one] { $revisions } revision
       *[other] { $revisions } revisions
    }, { $tasks ->
        [one] { $tasks } task
       *[other] { $tasks } tasks
    } ({ $failed } failed), { $events ->
        [one] { $events } event
       *[other] { $events } events
    }.
timeline-young = The axis begins when the site was created: { $from }.
timeline-logs-of = Logs of this time
timeline-usage-of = Usage in this time
timeline-logs-around = Logs around it
timeline-usage-around = Usage around it
timeline-moment-off = Clear
timeline-log-errors = Log errors
timeline-log-errors-several = { $n } errors, the first of them: { $first }
timeline-log-errors-reading = Reading the errors of the logs…
timeline-log-errors-all = Errors are those of the logs that the cluster still has: of pods that are there, and of their run before.
timeline-log-errors-kept = Errors are those of the logs that the cluster still has; their oldest line is of { $from }.
timeline-log-errors-none = The cluster has no logs of the site: errors in them are not on the axis.
timeline-log-errors-cut = There were more lines than are read.
timeline-log-errors-foreign = Errors of the logs are for members of the team and administrators.
timeline-log-errors-failed = Errors of the logs are not on the axis: { $why }
timeline-objects = Changed objects
timeline-object-change = { $field }: { $before } → { $after }
