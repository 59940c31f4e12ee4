teams-title = Équipes
teams-about = Qui travaille avec qui, et sur quels déploiements
teams-about-all = Toutes les équipes de cette installation
teams-create = Créer une équipe
teams-search = Rechercher des équipes...
teams-scope-label = Quelles équipes
teams-scope-own = Mes équipes
teams-scope-all = Toutes les équipes
teams-empty = Aucune équipe. Créez une équipe pour commencer.
teams-empty-search = Aucune équipe ne correspond à « { $q } ».
teams-empty-clear = Effacer la recherche
teams-failed = Erreur lors du chargement des équipes. Veuillez réessayer plus tard.
teams-loading = Chargement des équipes
teams-first = Seules les { $n } premières équipes sont affichées.
teams-memberCount =
    { $n ->
        [one] { $n } membre
       *[other] { $n } membres
    }
teams-you = Vous
teams-owner = Propriétaire
teams-admin = Administrateur
teams-member = Membre
teams-members = Membres
teams-deployments = Déploiements
teams-remove = Retirer
teams-remove-label = Retirer { $name }
teams-remove-title = Retirer { $name } de { $team } ?
teams-remove-text = Cette personne ne verra plus les déploiements de cette équipe. Elle pourra y être ajoutée à nouveau.
teams-leave = Quitter l’équipe
teams-leave-title = Quitter { $team } ?
teams-leave-text = Vous ne verrez plus les déploiements de cette équipe. Un administrateur de l’équipe pourra vous y ajouter à nouveau.
teams-remove-failed = Échec du retrait du membre de l’équipe. Veuillez réessayer.
teams-removed = Membre retiré
teams-removed-text = { $name } ne fait plus partie de { $team }.
teams-removed-self = Vous ne faites plus partie de { $team }.
teams-add = Ajouter un membre
teams-add-who = Utilisateur à ajouter
teams-add-placeholder = Nom, e-mail ou ID d’utilisateur
teams-add-about = Les personnes de vos autres équipes peuvent être trouvées par leur nom. Pour les autres, collez leur ID d’utilisateur, qu’elles voient sur leur page Équipes.
teams-add-required = Choisissez un utilisateur ou collez un ID d’utilisateur
teams-add-id = ID d’utilisateur { $id }
teams-add-none = Personne n’a été trouvé. Collez l’ID d’utilisateur complet.
teams-add-failed = Échec de l’ajout du membre à l’équipe
teams-add-unknown = Aucun utilisateur actif ne porte cet ID.
teams-added = Membre ajouté
teams-added-text = { $name } fait maintenant partie de { $team }.
teams-yourId = Votre ID d’utilisateur, pour qui souhaite vous ajouter à une équipe :
teams-count-running = En service
teams-count-pending = En attente
teams-count-failed = En échec
teams-count-all = Au total
teams-count-failedToLoad = Impossible de compter les déploiements de cette équipe
teams-count-none = Aucun déploiement pour l’instant.
teams-count-create = Créer un déploiement
teams-teamId = ID de l’équipe
teams-created = Créée
teams-new-title = Créer une équipe
teams-new-about = Vous en devenez le propriétaire et pouvez y ajouter d’autres personnes.
teams-name = Nom de l’équipe
teams-description = Description
teams-cancel = Annuler
teams-name-short = Le nom de l’équipe doit comporter au moins { $n } caractères.
teams-name-long = Le nom de l’équipe ne doit pas dépasser { $n } caractères.
teams-description-short = La description doit comporter au moins { $n } caractères.
teams-description-long = La description ne doit pas dépasser { $n } caractères.
teams-done = Équipe créée
teams-done-text = { $name } est prête.
teams-new-error = Erreur
teams-new-failed = Échec de la création de l’équipe. Veuillez réessayer.
teams-role = Votre rôle
teams-deploymentCount =
    { $n ->
        [one] { $n } déploiement
       *[other] { $n } déploiements
    }
