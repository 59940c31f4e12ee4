quotas-failed = Failed to load the quotas
quotas-deployments-team =
    { $most ->
        [one] { $used } of { $most } deployment of this team
       *[other] { $used } of { $most } deployments of this team
    }
quotas-deployments-user =
    { $most ->
        [one] { $used } of { $most } deployment that you have created
       *[other] { $used } of { $most } deployments that you have created
    }
quotas-tasks-team =
    { $most ->
        [one] { $used } of { $most } unfinished task of this team
       *[other] { $used } of { $most } unfinished tasks of this team
    }
quotas-tasks-user =
    { $most ->
        [one] { $used } of { $most } unfinished task that you have started
       *[other] { $used } of { $most } unfinished tasks that you have started
    }
quotas-deployments-team-label = Deployments of this team
quotas-deployments-user-label = Deployments that you have created
quotas-tasks-team-label = Unfinished tasks of this team
quotas-tasks-user-label = Unfinished tasks that you have started
quotas-near = Nearly at the limit
quotas-full = At the limit: the creation would be refused
quotas-deployments-team-full = Delete one that is not needed any more, choose another team, or ask an administrator for a higher limit.
quotas-deployments-user-full = Delete one that is not needed any more, or ask an administrator for a higher limit.
quotas-tasks-team-full = Wait until one has finished.
quotas-tasks-user-full = Wait until one has finished.
