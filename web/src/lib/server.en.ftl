### What the server says, by its codes. Its own English is what readers of English see; this is what the other languages
### are held against. A code whose sentences differ has one text that is true of all of them.

## Refusals

ALREADY_MEMBER = This user is already a member of this team.
CHANGE_UNFINISHED = The last change of this deployment did not come about. Retry it or discard it first.
CHANGED_MEANWHILE = Somebody else has changed this deployment since you opened it. Load it again to see the change.
CLUSTER_REACHABLE = The cluster of this deployment answers. Delete the deployment instead.
DELETING = This deployment is being deleted.
DOMAIN_TAKEN = Another deployment on this cluster uses this domain already.
EMAIL_TAKEN = This email address is already registered.
KUBECONFIG_CHANGED = Another kubeconfig was set at the same time.
MEMBER_LIMIT = A team cannot have more than { $most } members.
NAME_TAKEN = This name is already in use.
NOT_INSTALLED = This deployment was never set up completely. Retry its installation, or delete it.
NOTHING_TO_DISCARD = The last change of this deployment is in effect.
NOTHING_TO_RETRY = What is wanted of this deployment is in effect. There is nothing to run again.
RELEASE_TAKEN = This could not be named. Please try again.
SETUP_COMPLETED = Canopy is set up already. Please sign in.
TASK_FINISHED = This task has already finished.
TASK_OUTDATED = Only the last task of a deployment can be run again.
TASK_RUNNING = A task is at work. Wait until it has finished, or cancel it first.
TASK_SUCCEEDED = This task has succeeded. There is nothing to run again.
TEAM_LIMIT = You cannot own more than { $most } teams.

## Refusals on the way to a cluster

FENCED = Another worker has taken over this deployment.
FOREIGN_NAMESPACE = Namespace { $namespace } exists and does not belong to this deployment.
FOREIGN_RELEASE = Revision { $revision } of release { $release } was not made by this task.
KUBE_CONFLICT = Cluster "{ $cluster }": { $said }
LOCKED = Another Helm operation holds the release.
NOTHING_TO_RESTART = Release { $release } has no Deployment that could be restarted.
OVERTAKEN = Somebody else changed release { $release } while revision { $revision } was being applied.
PAUSED = Deployment { $name } is paused; resume it before it can be restarted.

## History

ClusterCreated = Cluster "{ $cluster }" was registered.
ClusterReachable = Cluster "{ $cluster }" can be reached again.
ClusterUnreachable = Cluster "{ $cluster }" cannot be reached: { $said }
DatacenterCreated = Datacenter "{ $datacenter }" was created.
DeletionRequested = The deletion of deployment "{ $deployment }" was requested.
DeadLetterDropped = A dead letter of { $service } was dropped: { $method }.
DeadLetterResent = A dead letter of { $service } was sent again: { $method }.
DeploymentAbandoned = Deployment "{ $deployment }" was abandoned. In cluster "{ $cluster }" may remain: { $remains }.
DeploymentCreated = Deployment "{ $deployment }" was created in team "{ $team }" on cluster "{ $cluster }".
DeploymentDeleted = Deployment "{ $deployment }" was deleted from cluster "{ $cluster }".
KubeconfigRead = The kubeconfig of cluster "{ $cluster }" was read.
KubeconfigSet = The kubeconfig of cluster "{ $cluster }" was set.
MemberAdded = "{ $user }" was added to team "{ $team }".
MemberRemoved = "{ $user }" was removed from team "{ $team }".
RestartRequested = A restart of deployment "{ $deployment }" was requested.
RetryRequested =
    { $kind ->
        [install] Another try at the installation of deployment "{ $deployment }" was requested.
        [restart] Another try at the restart of deployment "{ $deployment }" was requested.
        [upgrade] Another try at the change of deployment "{ $deployment }" was requested.
       *[uninstall] Another try at the removal of deployment "{ $deployment }" was requested.
    }
SecretsRevealed = The passwords of deployment "{ $deployment }" were revealed.
SetupCompleted = Canopy was set up. "{ $user }" is its first admin.
TaskCancelled =
    { $kind ->
        [install] Installing deployment "{ $deployment }" was cancelled.
        [restart] Restarting deployment "{ $deployment }" was cancelled.
        [upgrade] Changing deployment "{ $deployment }" was cancelled.
       *[uninstall] Uninstalling deployment "{ $deployment }" was cancelled.
    }
TaskCompleted =
    { $kind ->
        [install] Deployment "{ $deployment }" was installed on cluster "{ $cluster }".
        [restart] Deployment "{ $deployment }" was restarted on cluster "{ $cluster }".
        [upgrade] Deployment "{ $deployment }" was changed on cluster "{ $cluster }".
       *[uninstall] Deployment "{ $deployment }" was uninstalled from cluster "{ $cluster }".
    }
TaskFailed =
    { $kind ->
        [install] Installing deployment "{ $deployment }" failed: { $said }
        [restart] Restarting deployment "{ $deployment }" failed: { $said }
        [upgrade] Changing deployment "{ $deployment }" failed: { $said }
       *[uninstall] Uninstalling deployment "{ $deployment }" failed: { $said }
    }
TeamCreated = Team "{ $team }" was created.
UserRegistered = "{ $user }" registered.

## Steps of tasks, by their names

Step_check = Check the cluster
Step_namespace = Prepare the namespace
Step_secrets = Write the secrets
Step_apply = Apply the release
Step_rollout = Wait for the pods
Step_hooks = Set up the site
Step_restart = Restart the workload
Step_uninstall = Uninstall the release
