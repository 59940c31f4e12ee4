## account

account-firstName = Nombre
account-lastName = Apellidos
account-email = Correo electrónico
account-password = Contraseña
account-password-about = Al menos { $n } caracteres
account-name-required = El nombre es obligatorio
account-email-required = El correo electrónico es obligatorio
account-email-invalid = La dirección de correo electrónico no es válida
account-password-required = La contraseña es obligatoria
account-password-short = La contraseña debería tener al menos { $n } caracteres por seguridad

## changes

changes-edit = Editar
changes-edit-named = Editar { $name }
changes-restart = Reiniciar
changes-retry = Reintentar
changes-retry-done = Nuevo intento en marcha
changes-retry-done-text = El trabajo que falló se está haciendo de nuevo.
changes-retry-failed = No se ha podido iniciar de nuevo el trabajo. Vuelva a intentarlo.
changes-discard = Descartar el cambio
changes-task = Ver tarea
changes-failure-lines =
    { $n ->
        [one] { $n } línea de su registro
       *[other] { $n } líneas de su registro
    }
changes-failure-events = Lo que dijo el clúster
changes-failure-object = Objeto
changes-failure-word = Motivo
changes-failure-times = Veces

## event

event-times = ×{ $n }
event-times-about =
    { $n ->
        [one] Visto { $n } vez
       *[other] Visto { $n } veces
    }
event-column-type = Tipo
event-column-what = Qué ha ocurrido
event-column-when = Cuándo
event-details = Detalles del evento
event-basic = Información básica
event-timestamps = Fechas
event-technical = Detalles técnicos
event-none = Ninguno
event-id = ID
event-deployment = Despliegue
event-cluster = Clúster
event-team = Equipo
event-task = Tarea
event-kind-install = Instalación
event-kind-upgrade = Cambio
event-kind-restart = Reinicio
event-kind-stop = Detención
event-kind-start = Inicio
event-kind-scale = Escalado
event-kind-move = Traslado
event-kind-uninstall = Eliminación
event-actor = Realizado por
event-itself = Canopy
event-namespace = Espacio de nombres
event-count = Repeticiones
event-reason = Motivo
event-component = Componente
event-request = Petición
event-host = Host
event-clusterId = ID del clúster
event-created = Creado
event-updated = Actualizado
event-first = Visto por primera vez
event-last = Visto por última vez
event-uid = UID
event-fullId = ID completo
event-component-Deployment = Despliegue
event-component-Task = Tarea
event-component-Team = Equipo
event-component-Cluster = Clúster
event-component-Datacenter = Centro de datos
event-component-User = Usuario

## logs

logs-search = Buscar en los registros...
logs-level = Nivel
logs-all = Todos los niveles
logs-info = Información
logs-warn = Advertencia
logs-error = Error
logs-follow = Seguir el final
logs-copy = Copiar estas líneas
logs-copied = Copiado
logs-copy-not = Para copiar se necesita https
logs-download = Descargar estas líneas
logs-only = Solo las líneas con el texto
logs-hit = { $at } de { $n }
logs-hits = { $n } encontradas
logs-hit-before = Coincidencia anterior
logs-hit-next = Coincidencia siguiente
logs-since = Desde
logs-since-ever = Sin límite
logs-since-minutes = Últimos { $n } min
logs-since-hours = Últimas { $n } h
logs-wrap = Partir las líneas largas
logs-full = Toda la ventana
logs-full-leave = Salir de toda la ventana
logs-zone = Horas de { $zone }
logs-gone = { $pod } ya no existe
logs-region = Líneas del registro
logs-none = Aún no hay líneas en el registro
logs-unmatched = Ninguna línea coincide
logs-new =
    { $n ->
        [one] { $n } línea nueva
       *[other] { $n } líneas nuevas
    }
logs-shown =
    { $n ->
        [one] { $n } línea
       *[other] { $n } líneas
    }

## query

query-again = Volver a intentar
query-retry = Reintentar
query-stale = No se ha podido actualizar: { $reason }
query-loading = Cargando

## secret

secret-show = Mostrar { $label }
secret-hide = Ocultar { $label }
secret-none = Sin definir

## status

status-running = En ejecución
status-serving = En ejecución
status-failed = Fallido
status-pending = Pendiente
status-deleting = Eliminando
status-complete = Completado
status-skipped = Omitido
status-succeeded = Correcto
status-cancelled = Cancelado
status-operational = Operativo
status-maintenance = Mantenimiento
status-issues = Con incidencias
status-unreachable = Inaccesible
status-unknown = Desconocido
status-active = Activo
status-inactive = Inactivo
status-starting = Iniciándose
status-failing = Con fallos
status-stopping = Deteniéndose
status-stopped = Detenido
status-waiting = No aplicado
status-up = En servicio
status-down = Fuera de servicio
status-degraded = Degradado
status-Normal = Normal
status-Warning = Advertencia
status-Error = Error

## facts

facts-none = No disponible

## links

links-outside = (se abre en una pestaña nueva)

## rows

rows-open = Abrir
rows-actions = Acciones
rows-details = Detalles: { $name }
rows-picks = Elegir
rows-pick = Elegir { $name }

## copy

copy-copy = Copiar { $text }
copy-copied = Copiado
copy-not = Para copiar se necesita https

## atWork

atWork-name-install = Instalar { $name }
atWork-name-upgrade = Cambiar { $name }
atWork-name-restart = Reiniciar { $name }
atWork-name-stop = Detener { $name }
atWork-name-start = Iniciar { $name }
atWork-name-scale = Escalar { $name }
atWork-name-move = Trasladar { $name }
atWork-name-uninstall = Eliminar { $name }

## states

states-failed =
    { $n ->
        [one] { $n } fallido
       *[other] { $n } fallidos
    }
states-label = { $all } en total, { $failed } fallidos, { $pending } pendientes, { $stopped } detenidos

## pages

pages-before = Página anterior
pages-next = Página siguiente
pages-page = Página { $n }

## search

search-clear = Borrar la búsqueda

## preferences

preferences-failed = No se ha podido guardar su elección en su perfil

## role

role-name-admin = Administrador
role-name-manager = Gestor
role-name-user = Usuario

## held

held-new =
    { $n ->
        [one] { $n } nuevo
       *[other] { $n } nuevos
    }

clusterLacks-title = A este clúster le falta algo que los sitios necesitan
curl-copy = Copiar como curl
curl-copied = Orden copiada
curl-token = Ponga uno de sus tokens de API en CANOPY_TOKEN; se crean en Ajustes.
curl-not = Para copiar hace falta https
