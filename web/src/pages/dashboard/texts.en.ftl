dashboard-title = Dashboard
dashboard-about = Monitor your clusters and deployments
dashboard-create = Create Deployment
dashboard-first-title = Create your first deployment
dashboard-first-text = Five short steps to a running WordPress. You see each step of the installation as it happens.
dashboard-first-team = Create your first team
dashboard-first-team-text = A deployment belongs to a team. Create one, or ask a team admin to add you to theirs.
dashboard-first-team-create = Create Team
dashboard-failed = Failed to load dashboard data
dashboard-loading = Loading dashboard data
dashboard-counts = Counts
dashboard-deployments = Deployments
dashboard-teams = Teams
dashboard-clusters = Clusters
dashboard-datacenters = Datacenters
dashboard-tasks = Tasks

dashboard-events = Recent Events
dashboard-all = View all
dashboard-empty-title = No events
dashboard-empty-text = There are no events at the moment.

dashboard-attention = Needs attention
dashboard-attention-name = What
dashboard-attention-reason = Why
dashboard-attention-since = Since
dashboard-attention-is-down = Failed
dashboard-attention-is-unapplied = Change not in effect
dashboard-attention-is-unreachable = Unreachable
dashboard-attention-is-unset = Not set up
dashboard-attention-serves = The last change is not in effect; revision { $number } still serves.
dashboard-attention-is-maintenance = Maintenance
dashboard-attention-maintenance = This cluster is in maintenance: nothing new is begun on it.
dashboard-attention-unset = This cluster has no kubeconfig. Nothing can run on it.
dashboard-attention-unreachable = This cluster does not answer.
dashboard-attention-drift =
    { $n ->
        [one] { $n } difference from revision { $number } in the cluster.
       *[other] { $n } differences from revision { $number } in the cluster.
    }
dashboard-attention-drift-by =
    { $n ->
        [one] { $n } difference from revision { $number } in the cluster, changed by { $names }.
       *[other] { $n } differences from revision { $number } in the cluster, changed by { $names }.
    }
dashboard-attention-is-drift = Differs from its revision
dashboard-attention-drift-view = View Deployment
dashboard-attention-task = View Task
dashboard-attention-set = Set Kubeconfig
dashboard-attention-replace = View Cluster
dashboard-mail-off = No mail is sent: invitations and links for forgotten passwords are passed on by hand.
dashboard-mail-off-view = View System
dashboard-attention-more =
    { $n ->
        [one] { $n } more
       *[other] { $n } more
    }
dashboard-well =
    { $n ->
        [one] The deployment runs, and all clusters answer.
       *[other] All { $n } deployments run, are at work or are stopped, and all clusters answer.
    }
dashboard-well-clusters =
    { $n ->
        [one] { $n } operational
       *[other] { $n } operational
    }
dashboard-of = of { $n }
dashboard-stopped = { $n } stopped
dashboard-tasks-work =
    { $n ->
        [one] { $n } at work
       *[other] { $n } at work
    }
dashboard-work = At work
dashboard-work-none = No task is at work.
dashboard-work-view = View tasks
dashboard-work-all =
    { $n ->
        [one] View { $n } task
       *[other] View all { $n } tasks
    }

dashboard-hours-label = Events of the last 24 hours, by hour
dashboard-hours =
    { $n ->
        [one] { $n } event in 24 hours: { $warnings }, { $errors }
       *[other] { $n } events in 24 hours: { $warnings }, { $errors }
    }
dashboard-hours-more =
    { $n ->
        [one] Over { $n } event in 24 hours: { $warnings }, { $errors }
       *[other] Over { $n } events in 24 hours: { $warnings }, { $errors }
    }
dashboard-hours-bar =
    { $n ->
        [one] { $from } to { $to }: { $n } event, { $warnings }, { $errors }
       *[other] { $from } to { $to }: { $n } events, { $warnings }, { $errors }
    }
dashboard-hours-warnings =
    { $n ->
        [one] { $n } warning
       *[other] { $n } warnings
    }
dashboard-hours-errors =
    { $n ->
        [one] { $n } error
       *[other] { $n } errors
    }
dashboard-steps = First steps ({ $done } of { $n })
dashboard-steps-hide = Hide
dashboard-steps-done = (done)
dashboard-steps-cluster = Register a cluster
dashboard-steps-cluster-why = Sites run on it.
dashboard-steps-team = Create a team
dashboard-steps-team-why = Each site belongs to one.
dashboard-steps-site = Create a site
dashboard-steps-site-why = You see each step of its installation as it happens.
dashboard-steps-mail = Set up mail
dashboard-steps-mail-why = Until then invitations and links for forgotten passwords are passed on by hand.
dashboard-steps-second = Make somebody else an administrator, too
dashboard-steps-second-why = Two can help each other back in.
dashboard-steps-factor = Turn on two-factor authentication
dashboard-steps-factor-why = Your password alone opens everything here.
dashboard-unwell = Not all parts of Canopy are well: { $names }.
dashboard-unwell-view = View system
dashboard-backup-view = View backup
dashboard-letters =
    { $n ->
        [one] A message between services was refused for good.
       *[other] { $n } messages between services were refused for good.
    }
dashboard-letters-view = View dead letters
