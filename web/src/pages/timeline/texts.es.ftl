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
timeline-narrow = Arrastre sobre el eje para ver solo lo que pasó en una parte del tiempo; haga clic para los registros y el uso en torno a un momento.
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
timeline-logs-of = Registros de este tiempo
timeline-usage-of = Uso en este tiempo
timeline-logs-around = Registros en torno a él
timeline-usage-around = Uso en torno a él
timeline-moment-off = Quitar
timeline-log-errors = Errores del registro
timeline-log-errors-several = { $n } errores, el primero: { $first }
timeline-log-errors-reading = Leyendo los errores de los registros…
timeline-log-errors-all = Los errores son los de los registros que aún tiene el clúster: de los pods que existen y de su ejecución anterior.
timeline-log-errors-kept = Los errores son los de los registros que aún tiene el clúster; su línea más antigua es de { $from }.
timeline-log-errors-none = El clúster no tiene registros del sitio: sus errores no están en el eje.
timeline-log-errors-cut = Hubo más líneas de las que se leen.
timeline-log-errors-foreign = Los errores de los registros son para los miembros del equipo y los administradores.
timeline-log-errors-failed = Los errores de los registros no están en el eje: { $why }
timeline-objects = Objetos cambiados
timeline-object-change = { $field }: { $before } → { $after }
