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
timeline-narrow = Drag over the axis to see only what happened in a part of the time.
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
