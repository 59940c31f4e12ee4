quotas-failed = Impossible de charger les quotas
quotas-deployments-team =
    { $most ->
        [one] { $used } sur { $most } déploiement de cette équipe
       *[other] { $used } sur { $most } déploiements de cette équipe
    }
quotas-deployments-user =
    { $most ->
        [one] { $used } sur { $most } déploiement que vous avez créé
       *[other] { $used } sur { $most } déploiements que vous avez créés
    }
quotas-tasks-team =
    { $most ->
        [one] { $used } sur { $most } tâche inachevée de cette équipe
       *[other] { $used } sur { $most } tâches inachevées de cette équipe
    }
quotas-tasks-user =
    { $most ->
        [one] { $used } sur { $most } tâche inachevée que vous avez lancée
       *[other] { $used } sur { $most } tâches inachevées que vous avez lancées
    }
quotas-deployments-team-label = Déploiements de cette équipe
quotas-deployments-user-label = Déploiements que vous avez créés
quotas-tasks-team-label = Tâches inachevées de cette équipe
quotas-tasks-user-label = Tâches inachevées que vous avez lancées
quotas-near = Limite presque atteinte
quotas-full = Limite atteinte : la création serait refusée
quotas-deployments-team-full = Supprimez-en un devenu inutile, choisissez une autre équipe ou demandez une limite plus élevée à un administrateur.
quotas-deployments-user-full = Supprimez-en un devenu inutile ou demandez une limite plus élevée à un administrateur.
quotas-tasks-team-full = Attendez que l’une se termine.
quotas-tasks-user-full = Attendez que l’une se termine.
