timeline-title = Chronologie
timeline-about = Ce qui est arrivé au site : révisions, tâches et événements sur un seul axe
timeline-failed = Échec du chargement de la chronologie
timeline-unread = Échec du chargement du site
timeline-gone = Ce site n’existe pas, ou ne vous est pas visible.
timeline-axis = Révisions, tâches et événements au fil du temps
timeline-revisions = Révisions
timeline-tasks = Tâches
timeline-outages = Interruptions
timeline-events = Événements
timeline-list = Événements
timeline-narrowed = De { $from } à { $to }
timeline-whole = Tout afficher
timeline-narrow = Faites glisser sur l’axe pour ne voir que ce qui est arrivé dans une partie du temps ; cliquez pour les journaux et l’utilisation autour d’un moment.
timeline-revision = Révision { $number }, { $who }
timeline-task = { $name }, { $state }
timeline-empty = Rien n’est arrivé dans ce temps
timeline-empty-text = Choisissez une période plus longue, ou consultez tous les événements du site.
timeline-all = Tous les événements
timeline-more = Seuls les plus récents sont ici.
timeline-within = Rien n’est arrivé dans cette partie du temps.
timeline-summary =
    { $revisions ->
        [one] { $revisions } révision
       *[other] { $revisions } révisions
    }, { $tasks ->
        [one] { $tasks } tâche
       *[other] { $tasks } tâches
    } (échouées : { $failed }), { $events ->
        [one] { $events } événement
       *[other] { $events } événements
    }.
timeline-young = L’axe commence à la création du site : { $from }.
timeline-logs-of = Journaux de ce temps
timeline-usage-of = Utilisation dans ce temps
timeline-logs-around = Journaux autour
timeline-usage-around = Utilisation autour
timeline-moment-off = Retirer
timeline-log-errors = Erreurs des journaux
timeline-log-errors-several = { $n } erreurs, dont la première : { $first }
timeline-log-errors-reading = Lecture des erreurs des journaux…
timeline-log-errors-all = Les erreurs sont celles des journaux que le cluster a encore : des pods qui existent, et de leur exécution précédente.
timeline-log-errors-kept = Les erreurs sont celles des journaux que le cluster a encore ; leur ligne la plus ancienne est de { $from }.
timeline-log-errors-none = Le cluster n’a pas de journaux du site : leurs erreurs ne sont pas sur l’axe.
timeline-log-errors-cut = Il y avait plus de lignes que ce qui est lu.
timeline-log-errors-foreign = Les erreurs des journaux sont réservées aux membres de l’équipe et aux administrateurs.
timeline-log-errors-failed = Les erreurs des journaux ne sont pas sur l’axe : { $why }
timeline-objects = Objets modifiés
timeline-object-change = { $field } : { $before } → { $after }
