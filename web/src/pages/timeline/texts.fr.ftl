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
timeline-narrow = Faites glisser sur l’axe pour ne voir que ce qui est arrivé dans une partie du temps.
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
