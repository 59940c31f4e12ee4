## Refusals

ALREADY_MEMBER = Cet utilisateur est déjà membre de cette équipe.
CHANGE_UNFINISHED = La dernière modification de ce déploiement n’a pas abouti. Réessayez-la ou abandonnez-la d’abord.
CHANGED_MEANWHILE = Quelqu’un a modifié ce déploiement depuis que vous l’avez ouvert. Rechargez-le pour voir la modification.
CLUSTER_REACHABLE = Le cluster de ce déploiement répond. Supprimez plutôt le déploiement.
DELETING = Ce déploiement est en cours de suppression.
DOMAIN_TAKEN = Un autre déploiement de ce cluster utilise déjà ce domaine.
EMAIL_TAKEN = Cette adresse e-mail est déjà enregistrée.
KUBECONFIG_CHANGED = Un autre kubeconfig a été défini en même temps.
MEMBER_LIMIT = Une équipe ne peut pas compter plus de { $most } membres.
NAME_TAKEN = Ce nom est déjà utilisé.
NOT_INSTALLED = L’installation de ce déploiement n’a jamais abouti. Réessayez-la ou supprimez le déploiement.
NOTHING_TO_DISCARD = La dernière modification de ce déploiement est en vigueur.
NOTHING_TO_RETRY = Ce qui est demandé pour ce déploiement est en vigueur. Il n’y a rien à relancer.
RELEASE_TAKEN = Aucun nom n’a pu être attribué. Veuillez réessayer.
SETUP_COMPLETED = Canopy est déjà configuré. Veuillez vous connecter.
TASK_FINISHED = Cette tâche est déjà terminée.
TASK_OUTDATED = Seule la dernière tâche d’un déploiement peut être relancée.
TASK_RUNNING = Une tâche est en cours. Attendez qu’elle se termine ou annulez-la d’abord.
TASK_SUCCEEDED = Cette tâche a réussi. Il n’y a rien à relancer.
TEAM_LIMIT = Vous ne pouvez pas être propriétaire de plus de { $most } équipes.

## Refusals on the way to a cluster

FENCED = Un autre processus a pris en charge ce déploiement.
FOREIGN_NAMESPACE = L’espace de noms { $namespace } existe déjà et n’appartient pas à ce déploiement.
FOREIGN_RELEASE = La révision { $revision } de la release { $release } n’a pas été créée par cette tâche.
KUBE_CONFLICT = Cluster « { $cluster } » : { $said }
LOCKED = Une autre opération Helm occupe la release.
NOTHING_TO_RESTART = La release { $release } n’a aucun Deployment à redémarrer.
OVERTAKEN = Quelqu’un d’autre a modifié la release { $release } pendant l’application de la révision { $revision }.
PAUSED = Le Deployment { $name } est en pause ; reprenez-le avant de le redémarrer.

## History

ClusterCreated = Le cluster « { $cluster } » a été enregistré.
ClusterReachable = Le cluster « { $cluster } » est à nouveau joignable.
ClusterUnreachable = Le cluster « { $cluster } » est injoignable : { $said }
DatacenterCreated = Le centre de données « { $datacenter } » a été créé.
DeletionRequested = La suppression du déploiement « { $deployment } » a été demandée.
DeadLetterDropped = Un message en échec de { $service } a été supprimé : { $method }.
DeadLetterResent = Un message en échec de { $service } a été renvoyé : { $method }.
DeploymentAbandoned = Le déploiement « { $deployment } » a été abandonné. Dans le cluster « { $cluster } » peut subsister : { $remains }.
DeploymentCreated = Le déploiement « { $deployment } » de l’équipe « { $team } » a été créé sur le cluster « { $cluster } ».
DeploymentDeleted = Le déploiement « { $deployment } » a été supprimé du cluster « { $cluster } ».
KubeconfigRead = Le kubeconfig du cluster « { $cluster } » a été lu.
KubeconfigSet = Le kubeconfig du cluster « { $cluster } » a été défini.
MemberAdded = « { $user } » a rejoint l’équipe « { $team } ».
MemberRemoved = « { $user } » ne fait plus partie de l’équipe « { $team } ».
RestartRequested = Le redémarrage du déploiement « { $deployment } » a été demandé.
RetryRequested =
    { $kind ->
        [install] Une nouvelle tentative d’installation du déploiement « { $deployment } » a été demandée.
        [restart] Une nouvelle tentative de redémarrage du déploiement « { $deployment } » a été demandée.
        [upgrade] Une nouvelle tentative de modification du déploiement « { $deployment } » a été demandée.
       *[uninstall] Une nouvelle tentative de suppression du déploiement « { $deployment } » a été demandée.
    }
SecretsRevealed = Les mots de passe du déploiement « { $deployment } » ont été affichés.
SetupCompleted = Canopy a été configuré. « { $user } » en est le premier administrateur.
TaskCancelled =
    { $kind ->
        [install] L’installation du déploiement « { $deployment } » a été annulée.
        [restart] Le redémarrage du déploiement « { $deployment } » a été annulé.
        [upgrade] La modification du déploiement « { $deployment } » a été annulée.
       *[uninstall] La désinstallation du déploiement « { $deployment } » a été annulée.
    }
TaskCompleted =
    { $kind ->
        [install] Le déploiement « { $deployment } » a été installé sur le cluster « { $cluster } ».
        [restart] Le déploiement « { $deployment } » a été redémarré sur le cluster « { $cluster } ».
        [upgrade] Le déploiement « { $deployment } » a été modifié sur le cluster « { $cluster } ».
       *[uninstall] Le déploiement « { $deployment } » a été désinstallé du cluster « { $cluster } ».
    }
TaskFailed =
    { $kind ->
        [install] L’installation du déploiement « { $deployment } » a échoué : { $said }
        [restart] Le redémarrage du déploiement « { $deployment } » a échoué : { $said }
        [upgrade] La modification du déploiement « { $deployment } » a échoué : { $said }
       *[uninstall] La désinstallation du déploiement « { $deployment } » a échoué : { $said }
    }
TeamCreated = L’équipe « { $team } » a été créée.
UserRegistered = « { $user } » s’est inscrit.

## Steps of tasks, by their names

Step_check = Vérifier le cluster
Step_namespace = Préparer l’espace de noms
Step_secrets = Écrire les secrets
Step_apply = Appliquer la release
Step_rollout = Attendre les pods
Step_hooks = Configurer le site
Step_restart = Redémarrer l’application
Step_uninstall = Désinstaller la release
