tasks-title = Tareas
tasks-about = Trabajo sobre los despliegues: qué se ejecuta ahora y cómo ha terminado
tasks-active = Tareas activas
tasks-finished = Tareas finalizadas
tasks-refresh = Actualizar
tasks-view-events = Ver eventos
tasks-failed = No se han podido cargar las tareas
tasks-empty-title = No hay tareas
tasks-empty-text = No hay tareas activas en este momento.
tasks-empty-next = Crear despliegue
tasks-unmatched-title = Ninguna tarea coincide
tasks-clear = Borrar filtros
tasks-search = Buscar tareas...
tasks-status = Estado
tasks-status-all = Todos los estados
tasks-status-pending = Pendiente
tasks-status-running = En ejecución
tasks-status-complete = Completada
tasks-status-failed = Fallida
tasks-sort = Ordenar por
tasks-sort-newest = Más recientes primero
tasks-sort-oldest = Más antiguas primero
tasks-sort-complete = Completadas primero
tasks-sort-running = En ejecución primero
tasks-sort-shortest = Más breves primero
tasks-sort-longest = Más largas primero
tasks-only-deployment = Despliegue: { $name }
tasks-only-remove = Mostrar las tareas de todos los despliegues
tasks-pages = Páginas de tareas
tasks-found = { $from }–{ $to } de { $total }

tasks-type-install = Instalación
tasks-type-restart = Reinicio
tasks-type-stop = Detención
tasks-type-start = Inicio
tasks-type-scale = Escalado
tasks-type-uninstall = Desinstalación
tasks-type-upgrade = Actualización
tasks-name = { $type } de { $deployment }
tasks-details = Ver detalles
tasks-column-task = Tarea
tasks-column-now = Paso o motivo
tasks-pending-now = Esperando un proceso libre
tasks-loading = Cargando tareas

tasks-events = Eventos recientes
tasks-events-all = Ver todos
tasks-events-failed = No se han podido cargar los eventos
tasks-events-none = No hay eventos

tasks-cancel = Cancelar
tasks-cancel-named = Cancelar { $task }
tasks-cancelling = Cancelando…
tasks-cancelling-about = La tarea terminará en su próximo paso
tasks-cancel-title = ¿Detener esta tarea?
tasks-cancel-text = «{ $task }» se cancelará en su próximo paso. Lo que ya ha hecho se queda como está; con Reintentar se ejecuta de nuevo.
tasks-cancel-uninstall = «{ $task }» se cancelará en su próximo paso. Lo que ya ha eliminado queda eliminado; con Reintentar se ejecuta de nuevo.
tasks-cancel-action = Detener tarea
tasks-cancel-not = Seguir ejecutando
tasks-cancel-failed = No se ha podido cancelar la tarea. Vuelva a intentarlo más tarde.
tasks-cancel-done = La tarea se está cancelando
tasks-retry-failed = No se ha podido reintentar la tarea. Vuelva a intentarlo más tarde.
tasks-retry-done = La tarea se ha iniciado de nuevo
tasks-retry-view = Ver tarea
tasks-retry-outdated = Solo se puede volver a ejecutar la última tarea de un despliegue
tasks-delete = Eliminar
tasks-delete-title = ¿Está seguro?
tasks-delete-text = Se quitarán de las listas la tarea y su registro. El despliegue se queda como está.
tasks-delete-failed = No se ha podido eliminar la tarea. Vuelva a intentarlo más tarde.
tasks-delete-done = Tarea eliminada
tasks-delete-reason = Solo los administradores y el propietario del equipo pueden eliminar sus tareas

tasks-detail-title = Tarea
tasks-detail-loading = Cargando los detalles de la tarea...
tasks-detail-failed = No se han podido cargar los detalles de la tarea
tasks-detail-back = Volver a las tareas
tasks-detail-deployment = Ver despliegue
tasks-created = Creada
tasks-information = Información de la tarea
tasks-parameters = Parámetros
tasks-services = Servicios
tasks-services-enabled = Servicios activados
tasks-services-none = Sin servicios
tasks-values = Valores
tasks-values-none = Sin valores
tasks-logs = Registros
tasks-error = Detalles del error
tasks-progress = Progreso
tasks-steps = Pasos
tasks-steps-none = Los pasos se definen cuando empieza la tarea.
tasks-steps-of = { $done } de { $all } pasos hechos
tasks-steps-now = Paso { $at } de { $all }: { $title }
tasks-steps-began = Inicio: { $time }
tasks-steps-choose = Marcar sus líneas en el registro
tasks-stopped-at = Se detuvo en el paso { $at } de { $all }: { $title }.
tasks-done-in = { $type }: hecho en { $time }
tasks-done = Hecho
tasks-open-site = Abrir { $host }
tasks-values-show =
    { $n ->
        [one] { $n } valor
       *[other] { $n } valores
    }
tasks-logs-waiting = Esperando los registros...
tasks-logs-none = Esta tarea no ha escrito ningún registro que usted pueda leer
tasks-logs-failed = No se ha podido cargar el registro
tasks-short = menos de 1 s

tasks-id = ID
tasks-type = Tipo
tasks-deployment = Despliegue
tasks-team = Equipo
tasks-actor = Solicitada por
tasks-itself = Canopy
tasks-updated = Actualizada
tasks-started = Iniciada
tasks-ended = Finalizada
tasks-waiting = Aún no
tasks-duration = Duración
tasks-revision = Revisión
tasks-attempts = Intentos
tasks-attempts-value =
    { $n ->
        [one] { $n } vez
       *[other] { $n } veces
    }
tasks-chart = Chart
tasks-release = Release
tasks-namespace = Espacio de nombres
tasks-cluster = Clúster
tasks-na = N/D
tasks-yes = sí
tasks-no = no

tasks-new = Nueva tarea
tasks-new-start = Iniciar tarea
tasks-new-cancel = Cancelar
tasks-new-choose = Elija un despliegue
tasks-new-none = Ningún despliegue coincide
tasks-new-restart = Reiniciar
tasks-new-scale = Escalar
tasks-new-retry = Reintentar el último cambio
tasks-new-restart-about = Se sustituyen todos los contenedores del sitio, uno tras otro cuando tiene varios.
tasks-new-scale-about = Cuántos pods atienden, qué puede tener cada uno y qué tamaño tiene el volumen. Primero se muestra el cambio.
tasks-new-retry-about = Lo último que se pidió se intenta de nuevo hasta que esté en vigor.
tasks-new-failed = No se pudo iniciar la tarea
tasks-new-edit = Cambiar en su lugar los ajustes de { $name }
