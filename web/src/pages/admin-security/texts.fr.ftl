security-title = Sécurité
security-about = Connexions échouées, sessions ouvertes et comptes protégés par un mot de passe seulement
security-refresh = Actualiser
security-failed = Impossible de charger l’état de la sécurité
security-overview = Vue d’ensemble
security-sessions = Sessions
security-tokens = Jetons d’API
security-users = Comptes actifs
security-without = Sans second facteur
security-sign-ins = Connexions échouées
security-sign-ins-about = Des dernières 24 heures. Celle qu’a suivie une connexion réussie au même compte n’est pas comptée.
security-sign-ins-none = Aucune connexion n’a échoué dans les dernières 24 heures.
security-sign-ins-total = { $n ->
    [one] Une connexion échouée au total
   *[other] { $n } connexions échouées au total
}
security-sign-ins-unplaced = { $n ->
    [one] Un autre mot de passe ou code erroné est venu d’un endroit d’où l’on s’était déjà connecté à ce compte ; d’où n’est pas conservé.
   *[other] { $n } autres mots de passe ou codes erronés sont venus d’endroits d’où l’on s’était déjà connecté à ces comptes ; d’où n’est pas conservé.
}
security-address = Adresse
security-address-none = Pas par la console
security-attempts = Tentatives
security-last = Dernière
security-state = État
security-throttled = Freinée jusqu’à { $time }
security-open = Non freinée
security-administrators = Administrateurs
security-person = Nom
security-last-sign-in = Dernière connexion
security-password-only = Mot de passe seulement
security-people = Sans authentification à deux facteurs
security-people-none = Tout le monde se connecte avec un second facteur.
security-people-some = Les { $shown } premiers sur { $n }
security-manage = Utilisateurs
security-provider = Connexion avec un fournisseur
security-provider-on = Activée
security-provider-off = Non configurée
security-provider-about = OpenID Connect, configuré par l’exploitant avec les réglages CANOPY_OIDC du rôle auth.
security-provider-name = Nom
security-provider-issuer = Émetteur
security-provider-linked = Comptes reliés
security-provider-accounts = Qui obtient un compte
security-provider-accounts-of =
    { $of ->
        [always] Tous ceux dont il se porte garant
        [invited] Quiconque est invité
       *[never] Personne
    }
security-provider-link = Comptes existants
security-provider-link-explicit = Une fois reliés par leur propriétaire
security-provider-link-email = Aussi par une adresse vérifiée
security-provider-second = Second facteur
security-provider-second-own = Le sien est demandé
security-provider-second-provider = Celui du fournisseur suffit
security-provider-roles = Rôles par groupe
security-provider-roles-none = Les rôles sont donnés ici
security-rights = Qui peut faire quoi
security-rights-about = Ce qu’un rôle permet partout, et ce qu’une place dans une équipe permet dans cette équipe.
security-rights-by = Classé par
security-rights-by-person = Par personne
security-rights-by-team = Par équipe
security-rights-search-people = Rechercher des personnes...
security-rights-search-teams = Rechercher des équipes...
security-rights-loading = Chargement de qui peut faire quoi
security-rights-failed = Impossible de charger qui peut faire quoi
security-rights-none = Personne ne s’appelle ainsi
security-rights-found = { $from } à { $to } sur { $total }
security-rights-role = Rôle
security-rights-may = Peut
security-rights-may-admin = Tout, dans toutes les équipes
security-rights-may-manager = Lire les sites, les tâches, les événements et les clusters de toutes les équipes, sans mots de passe ni journaux ; le reste selon sa place dans une équipe
security-rights-may-user = Lire les centres de données et les clusters ; le reste selon sa place dans une équipe
security-rights-may-nothing = Rien : le compte est inactif
security-rights-team = Équipe
security-rights-owner = Propriétaire
security-rights-members = Membres
security-rights-admin = Administrateur de l’équipe
security-rights-member = Membre
security-rights-may-in-owner = Tout ce que peut un administrateur de l’équipe ; aussi retirer des administrateurs, transmettre l’équipe et la supprimer
security-rights-may-in-admin = Tout ce que peut un membre ; aussi modifier l’équipe et ses membres et voir les mots de passe de ses sites
security-rights-may-in-member = Créer, modifier et supprimer les sites de l’équipe et lire leurs journaux
security-rights-no-team = Dans aucune équipe
