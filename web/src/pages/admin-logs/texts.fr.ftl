serverlog-title = Journaux
serverlog-about = Les dernières lignes de chaque service, telles que leurs processus les gardent en mémoire. La sortie d’erreur de chaque processus les contient toutes.
serverlog-list = Lignes du journal
serverlog-failed = Impossible de charger les journaux
serverlog-loading = Chargement des lignes du journal
serverlog-follow = Suivre
serverlog-refresh = Actualiser
serverlog-clear-screen = Nouvelles lignes seulement
serverlog-search = Chercher dans le texte, les champs ou le module
serverlog-level = Niveau
serverlog-level-all = Tous les niveaux
serverlog-level-error = Erreurs
serverlog-level-warn = Avertissements et pires
serverlog-level-info = Informations et pires
serverlog-level-debug = Débogage et pires
serverlog-service = Service
serverlog-service-all = Tous les services
serverlog-time = Heure
serverlog-text = Texte
serverlog-request = ID de la requête
serverlog-module = Module
serverlog-same-request = Lignes de cette requête
serverlog-request-events = Événements de cette requête
serverlog-active = Filtres
serverlog-active-request = Requête { $id }
serverlog-active-since = Depuis { $time }
serverlog-remove = Retirer le filtre : { $filter }
serverlog-clear = Retirer les filtres
serverlog-missing = Tous les services n’ont pas répondu ; les lignes de ceux-ci ne sont pas affichées : { $services }
serverlog-empty = Aucune ligne dans le journal
serverlog-empty-text = Rien n’a encore été journalisé. Les lignes sont gardées en mémoire : un service redémarré commence sans aucune.
serverlog-unmatched = Aucune ligne ne correspond à vos filtres
serverlog-shown = { $n ->
    [one] Une ligne
   *[other] { $n } lignes
}
serverlog-shown-more = { $n ->
    [one] La ligne la plus récente ; d’autres plus anciennes correspondent aussi
   *[other] Les { $n } lignes les plus récentes ; d’autres plus anciennes correspondent aussi
}
serverlog-zone = Heures de { $zone }
