timeline-title = Cronología
timeline-about = Qué le pasó al sitio: revisiones, tareas y eventos en un solo eje
timeline-failed = No se pudo cargar la cronología
timeline-unread = No se pudo cargar el sitio
timeline-gone = No existe ese sitio, o no puede verlo.
timeline-axis = Revisiones, tareas y eventos en el tiempo
timeline-revisions = Revisiones
timeline-tasks = Tareas
timeline-outages = Interrupciones
timeline-events = Eventos
timeline-list = Eventos
timeline-narrowed = De { $from } a { $to }
timeline-whole = Mostrar todo
timeline-narrow = Arrastre sobre el eje para ver solo lo que pasó en una parte del tiempo.
timeline-revision = Revisión { $number }, { $who }
timeline-task = { $name }, { $state }
timeline-empty = No pasó nada en este tiempo
timeline-empty-text = Elija un periodo más largo o consulte todos los eventos del sitio.
timeline-all = Todos los eventos
timeline-more = Aquí solo están los más recientes.
timeline-within = No pasó nada en esta parte del tiempo.
timeline-summary =
    { $revisions ->
        [one] { $revisions } revisión
       *[other] { $revisions } revisiones
    }, { $tasks ->
        [one] { $tasks } tarea
       *[other] { $tasks } tareas
    } (fallidas: { $failed }), { $events ->
        [one] { $events } evento
       *[other] { $events } eventos
    }.
timeline-young = El eje empieza cuando se creó el sitio: { $from }.
