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
       *[other] All { $n } deployments run or are at work, and all clusters answer.
    }
dashboard-well-clusters =
    { $n ->
        [one] { $n } operational
       *[other] { $n } operational
    }
dashboard-of = of { $n }
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
