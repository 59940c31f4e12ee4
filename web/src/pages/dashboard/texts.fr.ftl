dashboard-title = Tableau de bord
dashboard-about = Surveillez vos clusters et vos déploiements
dashboard-create = Créer un déploiement
dashboard-first-title = Créez votre premier déploiement
dashboard-first-text = Cinq courtes étapes jusqu’à un WordPress en service. Vous voyez chaque étape de l’installation au fur et à mesure.
dashboard-first-team = Créez votre première équipe
dashboard-first-team-text = Un déploiement appartient à une équipe. Créez-en une ou demandez à l’administrateur d’une équipe de vous y ajouter.
dashboard-first-team-create = Créer une équipe
dashboard-failed = Échec du chargement des données du tableau de bord
dashboard-loading = Chargement des données du tableau de bord
dashboard-counts = Chiffres
dashboard-deployments = Déploiements
dashboard-teams = Équipes
dashboard-clusters = Clusters
dashboard-datacenters = Centres de données
dashboard-tasks = Tâches

dashboard-events = Événements récents
dashboard-all = Tout afficher
dashboard-empty-title = Aucun événement
dashboard-empty-text = Il n’y a aucun événement pour le moment.

dashboard-attention = À traiter
dashboard-attention-name = Quoi
dashboard-attention-reason = Pourquoi
dashboard-attention-since = Depuis
dashboard-attention-is-down = En échec
dashboard-attention-is-unapplied = Modification sans effet
dashboard-attention-is-unreachable = Injoignable
dashboard-attention-is-unset = Non configuré
dashboard-attention-serves = La dernière modification n’est pas en vigueur ; la révision { $number } sert toujours.
dashboard-attention-is-maintenance = Maintenance
dashboard-attention-maintenance = Ce cluster est en maintenance : rien de nouveau n’y commence.
dashboard-attention-unset = Ce cluster n’a pas de kubeconfig. Rien ne peut y fonctionner.
dashboard-attention-unreachable = Ce cluster ne répond pas.
dashboard-attention-drift =
    { $n ->
        [one] { $n } écart par rapport à la révision { $number } dans le cluster.
       *[other] { $n } écarts par rapport à la révision { $number } dans le cluster.
    }
dashboard-attention-drift-by =
    { $n ->
        [one] { $n } écart par rapport à la révision { $number } dans le cluster, par { $names }.
       *[other] { $n } écarts par rapport à la révision { $number } dans le cluster, par { $names }.
    }
dashboard-attention-is-drift = Diffère de sa révision
dashboard-attention-drift-view = Voir le déploiement
dashboard-attention-task = Voir la tâche
dashboard-attention-set = Définir le kubeconfig
dashboard-attention-replace = Voir le cluster
dashboard-mail-off = Aucun courrier n’est envoyé : les invitations et les liens pour les mots de passe oubliés sont transmis à la main.
dashboard-mail-off-view = Voir le système
dashboard-attention-more =
    { $n ->
        [one] { $n } de plus
       *[other] { $n } de plus
    }
dashboard-well =
    { $n ->
        [one] Le déploiement fonctionne et tous les clusters répondent.
       *[other] Les { $n } déploiements fonctionnent, sont en cours ou sont arrêtés et tous les clusters répondent.
    }
dashboard-well-clusters =
    { $n ->
        [one] { $n } opérationnel
       *[other] { $n } opérationnels
    }
dashboard-of = sur { $n }
dashboard-stopped = { $n } arrêtés
dashboard-tasks-work =
    { $n ->
        [one] { $n } en cours
       *[other] { $n } en cours
    }
dashboard-work = En cours
dashboard-work-none = Aucune tâche n’est en cours.
dashboard-work-view = Voir les tâches
dashboard-work-all =
    { $n ->
        [one] Voir { $n } tâche
       *[other] Voir les { $n } tâches
    }

dashboard-hours-label = Événements des dernières 24 heures, par heure
dashboard-hours =
    { $n ->
        [one] { $n } événement en 24 heures : { $warnings }, { $errors }
       *[other] { $n } événements en 24 heures : { $warnings }, { $errors }
    }
dashboard-hours-more =
    { $n ->
        [one] Plus de { $n } événement en 24 heures : { $warnings }, { $errors }
       *[other] Plus de { $n } événements en 24 heures : { $warnings }, { $errors }
    }
dashboard-hours-bar =
    { $n ->
        [one] De { $from } à { $to } : { $n } événement, { $warnings }, { $errors }
       *[other] De { $from } à { $to } : { $n } événements, { $warnings }, { $errors }
    }
dashboard-hours-warnings =
    { $n ->
        [one] { $n } avertissement
       *[other] { $n } avertissements
    }
dashboard-hours-errors =
    { $n ->
        [one] { $n } erreur
       *[other] { $n } erreurs
    }
dashboard-steps = Premiers pas ({ $done } sur { $n })
dashboard-steps-hide = Masquer
dashboard-steps-done = (fait)
dashboard-steps-cluster = Enregistrer un cluster
dashboard-steps-cluster-why = Les sites s’y exécutent.
dashboard-steps-team = Créer une équipe
dashboard-steps-team-why = Chaque site appartient à une équipe.
dashboard-steps-site = Créer un site
dashboard-steps-site-why = Vous voyez chaque étape de son installation au fur et à mesure.
dashboard-steps-mail = Configurer le courrier
dashboard-steps-mail-why = D’ici là, les invitations et les liens de mots de passe oubliés sont transmis à la main.
dashboard-steps-second = Nommer aussi un autre administrateur
dashboard-steps-second-why = À deux, on peut s’aider à revenir.
dashboard-steps-factor = Activer l’authentification à deux facteurs
dashboard-steps-factor-why = Votre mot de passe seul ouvre tout ici.
dashboard-unwell = Toutes les parties de Canopy ne vont pas bien : { $names }.
dashboard-unwell-view = Voir le système
dashboard-backup-view = Voir la sauvegarde
dashboard-letters =
    { $n ->
        [one] Un message entre services a été refusé définitivement.
       *[other] { $n } messages entre services ont été refusés définitivement.
    }
dashboard-letters-view = Voir les messages refusés
