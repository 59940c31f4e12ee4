# List
deployments-title = Despliegues
deployments-about = Sus aplicaciones y dónde se ejecutan
deployments-new = Nuevo despliegue
deployments-search = Buscar despliegues...
deployments-status-any = Todos los estados
deployments-status-filter = Estado
deployments-status-running = En ejecución
deployments-status-pending = Pendiente
deployments-status-failed = Fallido
deployments-status-stopped = Detenido
deployments-cluster-filter = Clúster: { $name }
deployments-cluster-any = Todos los clústeres
deployments-team-any = Todos los equipos
deployments-team-filter = Equipo: { $name }
deployments-sort = Ordenar por
deployments-sort-newest = Más recientes primero
deployments-sort-name = Nombre, de A a Z
deployments-sort-backwards = Nombre, de Z a A
deployments-sort-changed = Último cambio primero
deployments-sort-unchanged = Más tiempo sin cambios primero
deployments-sort-oldest = Más antiguos primero
deployments-sort-failed = Fallidos primero
deployments-sort-healthy = Fallidos al final
deployments-column-name = Nombre
deployments-column-now = Qué ocurre
deployments-row-updated = Actualizado
deployments-loading = Cargando despliegues
deployments-found =
    { $n ->
        [one] { $total } despliegue
       *[other] { $total } despliegues
    }
deployments-empty-title = No hay despliegues
deployments-empty-text = No hay despliegues disponibles en este momento.
deployments-empty-filtered = Ningún despliegue coincide con lo que busca.
deployments-filters-clear = Mostrar todos los despliegues
deployments-load-failed = No se han podido cargar los despliegues
deployments-pages = Páginas de despliegues

# Actions
deployments-open = Abrir
deployments-more = Más acciones
deployments-delete = Eliminar
deployments-delete-named = Eliminar { $name }
deployments-delete-ask = ¿Está seguro?
deployments-delete-text = Esta acción no se puede deshacer. Se eliminarán de forma permanente el despliegue y todos sus datos.
deployments-goes-site = El sitio en { $domain }
deployments-goes-database = La base de datos { $name } y su volumen
deployments-goes-files = Sus archivos y todo lo demás que tiene en el clúster
deployments-goes-passwords = Sus contraseñas
deployments-goes-passwords-env =
    { $n ->
        [one] Sus contraseñas y { $n } variable de entorno
       *[other] Sus contraseñas y { $n } variables de entorno
    }
deployments-goes-cluster = Ahora en el clúster:
deployments-goes-asking = Preguntando al clúster qué tiene…
deployments-goes-none = No hay nada suyo.
deployments-goes-unseen = Ahora no se puede ver qué hay en el clúster: { $why }
deployments-goes-busy = Hay una tarea en curso. Primero se detiene; lo que cree hasta entonces también se elimina.
deployments-goes-lost = El volumen de { $claim } ({ $size }) con todos sus datos
deployments-goes-unbound = La solicitud de volumen { $claim } ({ $size }), que todavía no contiene nada
deployments-goes-unknown = La solicitud de volumen { $claim } ({ $size }). No se puede ver si el clúster conserva el volumen.
deployments-goes-foreign = No creado por Canopy, pero en su espacio de nombres: { $names }
deployments-goes-objects =
    { $n ->
        [one] { $n } objeto
       *[other] { $n } objetos
    }
deployments-goes-stays = Lo que se conserva:
deployments-goes-kept = El volumen { $volume } de { $claim } ({ $size }) con sus datos: el clúster lo conserva hasta que alguien lo elimine allí.
deployments-delete-failed = No se ha podido eliminar el despliegue
deployments-delete-begun = Eliminando el despliegue
deployments-delete-begun-text = { $name } se está eliminando de su clúster.
deployments-delete-done = Despliegue eliminado
deployments-delete-done-text = El despliegue se ha eliminado correctamente.
deployments-delete-stuck = Despliegue no eliminado
deployments-delete-stuck-text = { $name } no se ha podido eliminar de su clúster.
deployments-task = Ver tarea
deployments-reason-deleting = Este despliegue se está eliminando.
deployments-reason-foreign = Solo los miembros del equipo pueden modificar este despliegue.
deployments-forget = Olvidar
deployments-forget-ask = ¿Olvidar este despliegue?
deployments-forget-text = Su clúster no responde, así que allí no se puede eliminar nada. Canopy olvida el despliegue, sus contraseñas y su historial de cambios; lo que se ejecuta en el clúster permanece.
deployments-forget-failed = No se ha podido olvidar el despliegue
deployments-forget-done = Despliegue olvidado
deployments-forget-remains = Esto puede permanecer en el clúster:
deployments-forget-nothing = No consta que quede nada de él en el clúster.

# Panels
deployments-details = Detalles del despliegue
deployments-domain = Dominio
deployments-domain-open = { $domain } (se abre en una pestaña nueva)
deployments-type = Tipo
deployments-team = Equipo
deployments-cluster = Clúster
deployments-cluster-unknown = Clúster desconocido
deployments-location = Ubicación
deployments-location-none = Ninguna
deployments-cpu = CPU
deployments-memory = Memoria
deployments-storage = Almacenamiento
deployments-release = Release de Helm
deployments-namespace = Espacio de nombres
deployments-created = Creado
deployments-updated = Última actualización
deployments-id = ID
deployments-services = Servicios
deployments-services-active = Activos
deployments-services-inactive = Inactivos
deployments-services-none = Ninguno
deployments-services-failed = No se pudieron cargar los servicios
deployments-service-pods =
    { $pods ->
        [one] { $ready } de { $pods } pod listo
       *[other] { $ready } de { $pods } pods listos
    }
deployments-service-restarts = { $n ->
    [one] { $n } reinicio
   *[other] { $n } reinicios
}
deployments-shell = Terminal
deployments-shell-of = Abrir una terminal en { $service }
deployments-service-web = Aplicación web
deployments-service-nginx = Nginx
deployments-service-mysql = MySQL
deployments-service-redis = Redis
deployments-service-ftp = FTP
deployments-service-phpmyadmin = phpMyAdmin
deployments-service-cloudflare = Cloudflare
deployments-php = Configuración de PHP
deployments-php-version = Versión
deployments-php-memory = Límite de memoria
deployments-php-time = Tiempo máximo de ejecución
deployments-php-upload = Tamaño máximo de subida
deployments-php-pool = Tamaño del pool
deployments-php-requests = Máx. de solicitudes por proceso
deployments-php-extensions = Extensiones
deployments-mb = { $n } MB
deployments-seconds = { $n } s
deployments-database = Configuración de la base de datos
deployments-database-name = Base de datos
deployments-database-host = Host
deployments-database-port = Puerto
deployments-database-user = Usuario
deployments-database-pass = Contraseña
deployments-database-root = Contraseña de root
deployments-access = Administrador
deployments-access-user = Nombre de usuario
deployments-access-pass = Contraseña
deployments-access-token = Token del túnel
deployments-hidden = No se le muestra
deployments-reveal = Mostrar contraseñas
deployments-conceal = Ocultar contraseñas
deployments-reveal-about = Mostrarlas queda registrado en los eventos.
deployments-reveal-root = La contraseña de root es solo para los administradores del equipo.
deployments-reveal-failed = No se han podido mostrar las contraseñas. Vuelva a intentarlo.

# Failure and work
deployments-problem-log = Registro de errores
deployments-problem-install = La instalación ha fallado
deployments-problem-change = El último cambio no se ha llevado a cabo
deployments-problem-restart = El reinicio ha fallado
deployments-problem-right = La corrección ha fallado
deployments-problem-remains = No se ha podido eliminar lo que queda en otro clúster
deployments-problem-removal = La eliminación se ha detenido
deployments-problem-pods = Algo va mal en el sitio
deployments-problem-serving = El sitio sigue funcionando como antes.
deployments-problem-stopped = El sitio está detenido, como antes.
deployments-problem-next-install = Siguiente paso: mire en la tarea dónde se detuvo, corrija la causa y reintente.
deployments-problem-next-change = Siguiente paso: corrija la causa y reintente, o descarte el cambio.
deployments-problem-next-restart = Siguiente paso: mire en la tarea dónde se detuvo y reintente.
deployments-problem-next-right = Siguiente paso: mire en la tarea dónde se detuvo, resuelva la causa y reintente.
deployments-problem-next-remains = Siguiente paso: mire en la tarea qué lo impide y reintente.
deployments-problem-next-removal = Siguiente paso: reintente la eliminación o elimine de nuevo.
deployments-problem-next-pods = Siguiente paso: mire los registros de abajo y reinicie el despliegue.
deployments-problem-down = El sitio no responde.
deployments-problem-former = Antes de esto:
deployments-work-install = Instalando
deployments-work-restart = Reiniciando
deployments-work-stop = Deteniendo
deployments-work-start = Iniciando
deployments-work-scale = Escalando
deployments-work-move = Trasladando
deployments-work-uninstall = Eliminando
deployments-work-upgrade = Cambiando
deployments-work-waiting = Esperando un proceso libre
deployments-work-cancelling = Cancelándose
deployments-work-progress = Pasos hechos
deployments-work-for = desde hace { $time }
deployments-work-step = Paso { $at } de { $all }
deployments-ended-install = Instalado en { $time }
deployments-ended-restart = Reiniciado en { $time }
deployments-ended-stop = Detenido en { $time }
deployments-ended-start = Iniciado en { $time }
deployments-ended-scale = Escalado en { $time }
deployments-ended-move = Trasladado en { $time }
deployments-ended-uninstall = Eliminado en { $time }
deployments-ended-upgrade = Cambiado en { $time }
deployments-did-install = Instalado
deployments-did-restart = Reiniciado
deployments-did-stop = Detenido
deployments-did-start = Iniciado
deployments-did-scale = Escalado
deployments-did-move = Trasladado
deployments-did-uninstall = Eliminado
deployments-did-upgrade = Cambiado

# Detail
deployments-one-title = Despliegue
deployments-one-missing = Despliegue no encontrado.
deployments-one-missing-text = Puede que se haya eliminado o que pertenezca a un equipo del que usted no forma parte.
deployments-one-back = Volver a los despliegues
deployments-one-failed = No se ha podido cargar el despliegue
deployments-health = Cómo está
deployments-health-since = Desde el { $day }
deployments-health-revision = Revisión { $number }
deployments-health-revisions = Revisión { $effective } en vigor, se quiere la { $wanted }
deployments-health-by = por { $name }
deployments-health-tasks = Tareas
deployments-health-events = Eventos
deployments-health-timeline = Cronología
deployments-reach-up = Accesible
deployments-reach-down = No accesible
deployments-reach-unknown = Aún sin comprobar
deployments-reach-answer = { $status } en { $time } ms
deployments-reach-redirect = lleva a { $host }
deployments-reach-until = certificado hasta el { $day }
deployments-reach-plain = sin HTTPS
deployments-reach-check = Comprobar ahora
deployments-reach-failed = No se pudo comprobar el sitio
deployments-reach-checked = Comprobado
deployments-tabs = Partes del despliegue
deployments-tab-overview = Resumen
deployments-tab-settings = Ajustes
deployments-technical = Datos técnicos
deployments-logs = Registros
deployments-logs-source = Origen de los registros
deployments-log-fetch = Obtener el programa
deployments-log-build = Compilación
deployments-log-migrate = Tablas de la base de datos
deployments-log-setup = Puesta en marcha
deployments-log-install = Trabajo de instalación
deployments-logs-connecting = Conectando
deployments-logs-following = En directo
deployments-logs-lost = Reconectando
deployments-logs-paused = En pausa
deployments-logs-none-yet = Sin pods
deployments-logs-failed = No se pueden leer los registros
deployments-logs-read = Todo leído
deployments-logs-previous = Ejecución anterior
deployments-logs-previous-about = Lo que escribieron los contenedores antes de volver a iniciarse
deployments-logs-previous-none = Ningún contenedor de esta fuente se ha vuelto a iniciar en su pod: no hay una ejecución anterior.
deployments-logs-previous-reading = Leyendo lo que se escribió antes…
deployments-logs-part = Parte del tiempo
deployments-logs-part-title = Líneas de una parte del tiempo
deployments-logs-part-from = Desde
deployments-logs-part-to = Hasta
deployments-logs-part-zone = Horas en { $zone }
deployments-logs-part-wrong = El final debe ser posterior al principio.
deployments-logs-part-apply = Mostrar
deployments-logs-part-reading = Leyendo lo que se escribió en ese tiempo…
deployments-logs-part-none = No se escribió nada en ese tiempo, o el clúster ya no lo tiene.
deployments-logs-narrowed = De { $from } a { $to }
deployments-logs-kept = La línea más antigua que aún tiene el clúster es de { $from }.
deployments-logs-cut = Hubo más líneas: estas no son todas.
deployments-logs-whole = Mostrar todo
deployments-logs-none = Aún no hay líneas en el registro. Aparecerán aquí en cuanto se escriba algo.
deployments-logs-stopped = El sitio está detenido: ningún pod escribe registros.
deployments-logs-foreign = Los registros son para los miembros del equipo y los administradores.
deployments-logs-all = Abrir todo
deployments-logs-replaced = Desde aquí { $pod }: ocupa el lugar del pod anterior
deployments-logs-last-source = Se lee al menos una fuente.
deployments-logs-most-sources = Se leen como máximo { $n } fuentes a la vez.
deployments-catalogue-failed = No se ha podido cargar lo que Canopy puede ejecutar. Vuelva a intentarlo.
deployments-kind-unknown = Esta consola aún no conoce este tipo de aplicación.
deployments-addresses = Direcciones de los servicios
deployments-address = Dirección
deployments-address-another = Dirección { $n }
deployments-address-inside = En el clúster
deployments-address-pending = El clúster aún no ha asignado una dirección.
deployments-address-forward = Solo se llega a él dentro del clúster. Mientras este comando se ejecute en su equipo, responde en { $url }:
deployments-address-port = Puerto
deployments-address-user = Iniciar sesión como
deployments-address-pass = Contraseña
deployments-address-not-yet = No está en marcha en este momento.
deployments-program = Programa
deployments-source-default = rama predeterminada

# Revisions
deployments-revisions = Revisiones
deployments-revisions-failed = No se han podido cargar las revisiones
deployments-revisions-pages = Páginas de revisiones
deployments-revision-number = Revisión { $number }
deployments-revision-create = Creada por { $author }
deployments-revision-update = Modificada por { $author }
deployments-revision-discard = Descartada por { $author }
deployments-revision-rollback = Devuelto a la revisión { $number } por { $author }
deployments-revision-stop = Detenido por { $author }
deployments-revision-start = Iniciado por { $author }
deployments-revision-scale = Escalado por { $author }
deployments-revision-move = Trasladado por { $author }
deployments-revision-place = Hecha para el clúster { $cluster }. Volver a ella la trae adonde el sitio funciona ahora, sin los datos que había allí.
deployments-rollback-this = Volver
deployments-rollback-named = Volver a la revisión { $number }
deployments-rollback-undo = Deshacer el último cambio
deployments-rollback-title = Volver a la revisión { $number }
deployments-rollback-about = Una nueva revisión recibe los valores de la revisión { $number }. Las contraseñas y los valores de las variables quedan como están. Todavía no se ha cambiado nada.
deployments-rollback-close = Cerrar sin volver atrás
deployments-rollback-without = Volver sin revisar
deployments-rollback-failed = No se ha podido volver a la revisión. Inténtelo de nuevo.
deployments-rollback-done = Volviendo a la revisión { $number }

deployments-drift-title =
    { $n ->
        [one] { $n } diferencia con la revisión { $number }
       *[other] { $n } diferencias con la revisión { $number }
    }
deployments-drift-fields =
    { $n ->
        [one] { $n } campo tiene otro valor.
       *[other] { $n } campos tienen otros valores.
    }
deployments-drift-missing =
    { $n ->
        [one] Falta { $n } objeto.
       *[other] Faltan { $n } objetos.
    }
deployments-drift-surplus =
    { $n ->
        [one] Sobra { $n } objeto.
       *[other] Sobran { $n } objetos.
    }
deployments-drift-by = Cambiado por { $names },
deployments-drift-found = Detectado
deployments-drift-look = Ver diferencias
deployments-drift-panel = Diferencias con la revisión { $number }
deployments-drift-about = El clúster muestra algo distinto de lo que tiene esta revisión. Corríjalo o incorpórelo si el sitio tiene un ajuste para ello. Todavía no se ha cambiado nada.
deployments-drift-none = Ya no hay diferencias: el clúster muestra lo que tiene esta revisión.
deployments-drift-close = Cerrar sin cambios
deployments-drift-failed = No se ha podido comparar el clúster con la revisión. Inténtelo de nuevo.
deployments-drift-right = Corregir
deployments-drift-right-done = Corrigiendo las diferencias con la revisión { $number }
deployments-drift-over = Incorporar
deployments-drift-over-about = Lo que difiere pasa a una revisión nueva. Todo lo demás que difiere es un conflicto que el clúster indica aquí. Todavía no se ha cambiado nada.
deployments-drift-over-none = El sitio no tiene ningún ajuste para esto.
deployments-drift-over-save = Guardar como revisión { $number }
deployments-drift-over-done = Incorporado como revisión { $number }
deployments-drift-over-reason = Incorporado desde el clúster
deployments-drift-back = Volver a las diferencias
deployments-drift-takes = Se puede incorporar: { $field } { $value }
deployments-revision-effective = En vigor
deployments-chart = Chart
deployments-chart-named = Descargar el chart de Helm de la revisión { $number }
deployments-chart-about = El chart de Helm con los valores de esta revisión, sin secretos: para helm install, upgrade y template
deployments-chart-failed = No se pudo descargar el chart
deployments-compare = Comparar
deployments-compare-this = Comparar
deployments-compare-named = Comparar la revisión { $number }
deployments-compare-about = Dos revisiones, valor por valor
deployments-compare-left = Primera revisión
deployments-compare-right = Segunda revisión
deployments-compare-effective = Revisión { $number } (en vigor)
deployments-compare-differs = (distinto)
deployments-compare-chart = Versión del chart
deployments-compare-result = Resultado
deployments-compare-lasted = Duración
deployments-compare-author = Por
deployments-compare-close = Cerrar la comparación
deployments-compare-value = Valor
deployments-compare-limits = Los valores de las contraseñas y las variables solo se guardan los actuales, así que no se comparan.
deployments-compare-runtime = Versión del entorno
deployments-compare-power = Estado solicitado
deployments-revision-helm =
    { $n ->
        [one] Revisión de Helm { $numbers }
       *[other] Revisiones de Helm { $numbers }
    }

# Edit
deployments-edit-title = Editar despliegue
deployments-edit-about = Lo que se guarda aquí es una nueva revisión del despliegue.
deployments-edit-save = Guardar cambios
deployments-edit-look = Revisar cambios
deployments-creation-title = Qué ocurre en el clúster
deployments-creation-asking = Se está preguntando al clúster. Todavía no se ha creado nada.
deployments-creation-objects = { $n ->
    [one] Se crea en el espacio de nombres { $namespace }: un objeto
   *[other] Se crean en el espacio de nombres { $namespace }: { $n } objetos
}
deployments-creation-elsewhere = El espacio de nombres aún no existe, así que sus objetos se probaron en el espacio de nombres { $namespace }. Lo que solo vale para el nuevo, como las cuotas, se ve al instalarlo.
deployments-creation-untried = Aún no se pudo probar: { $names }
deployments-creation-refused = El clúster rechazaría esto
deployments-creation-silent = No se pudo preguntar al clúster. Puede crear el despliegue sin esta revisión.
deployments-creation-wrong = Así no se puede crear
deployments-creation-again = Preguntar de nuevo
deployments-plan-title = Lo que cambia
deployments-plan-about = Según el propio clúster. Todavía no se ha cambiado nada.
deployments-plan-back = Volver al formulario
deployments-plan-without = Guardar sin revisar
deployments-plan-refused = El clúster rechazaría este cambio
deployments-plan-nothing = No cambia ningún objeto del clúster.
deployments-plan-power-stops = No se podrá acceder al sitio hasta que se inicie. Sus datos se conservan.
deployments-plan-power-starts = El sitio vuelve a funcionar y se podrá acceder a él cuando sus pods estén listos.
deployments-plan-power-stays = El sitio sigue detenido; lo que cambia cuenta cuando se inicie.
deployments-plan-counts = Modificados: { $changed }, creados: { $created }, eliminados: { $deleted }, sin cambios: { $same }.
deployments-plan-away = { $names }: ningún pod atiende desde que termina el anterior hasta que el nuevo está listo.
deployments-plan-rolling = { $names }: los pods nuevos toman el relevo antes de que terminen los anteriores.
deployments-plan-lost = { $names }: se elimina junto con todos sus datos.
deployments-plan-secrets = Valores nuevos: { $names }.
deployments-plan-generated = contraseñas que crea Canopy
deployments-plan-create = Crear
deployments-plan-change = Modificar
deployments-plan-delete = Eliminar
deployments-plan-field = Campo
deployments-plan-before = Ahora
deployments-plan-after = Después
deployments-plan-absent = sin definir
deployments-plan-by = por { $name }
deployments-edit-saved = Despliegue actualizado
deployments-edit-failed = No se ha podido actualizar el despliegue. Vuelva a intentarlo.
deployments-edit-reason = Motivo del cambio
deployments-edit-reason-about = Opcional; se muestra en la lista de revisiones.
deployments-edit-unchanged = Aún no se ha cambiado nada.
deployments-edit-quiet = Solo cambian el nombre o la descripción: no se reinicia nada.
deployments-edit-restarts = Al guardar se reinician los pods del sitio.
deployments-edit-installs = Al guardar empieza la instalación con esta configuración.
deployments-edit-again = Volver a cargar
deployments-edit-fixed = El tipo, el equipo y el clúster no se pueden cambiar.
deployments-keep-hint = Déjelo vacío para conservarla
deployments-cancel = Cancelar
deployments-name-long = El nombre del despliegue no puede superar los 63 caracteres.
deployments-description-long = La descripción no puede superar los 500 caracteres.

# Wizard
deployments-new-title = Nuevo despliegue
deployments-new-about = Cinco pasos hasta un sitio en funcionamiento
deployments-step-1 = Datos básicos
deployments-step-2 = Clúster
deployments-step-3 = Servicios
deployments-step-5 = Base de datos
deployments-step-of = Paso { $n } de { $all }: { $title }
deployments-previous = Anterior
deployments-next = Siguiente
deployments-create = Crear despliegue
deployments-creating = Creando...
deployments-create-done = Despliegue creado correctamente
deployments-create-failed = No se ha podido crear el despliegue. Revise todos los campos obligatorios y vuelva a intentarlo.
deployments-draft-restored = Se ha recuperado su borrador
deployments-draft-over = Empezar de nuevo
deployments-invalid-title = Error de validación
deployments-invalid-missing = Rellene: { $fields }
deployments-weak-title = Contraseña débil
deployments-weak-text = { $label }: por seguridad debe tener al menos 8 caracteres
deployments-weak-hint = Al menos 8 caracteres
deployments-required = { $label }: campo obligatorio
deployments-name-required = El nombre del despliegue es obligatorio
deployments-team-required = Seleccione un equipo para este despliegue
deployments-domain-required = El nombre de dominio es obligatorio para configurar el despliegue
deployments-appUser-required = El usuario administrador es obligatorio para acceder a la aplicación
deployments-appPass-required = La contraseña de administrador es obligatoria para acceder a la aplicación de forma segura
deployments-cluster-required = Seleccione el clúster en el que se ejecutará su despliegue
deployments-label-name = Nombre del despliegue
deployments-label-description = Descripción
deployments-label-type = Tipo de aplicación
deployments-label-domain = Dominio
deployments-label-appUser = Usuario administrador
deployments-label-appPass = Contraseña de administrador
deployments-label-clusterId = Clúster
deployments-label-cloudflareToken = Token del túnel de Cloudflare
deployments-label-phpExtensions = Extensiones
deployments-label-phpMemoryLimit = Límite de memoria (MB)
deployments-label-phpMaxExecutionTime = Tiempo máximo de ejecución (s)
deployments-label-phpPoolSize = Tamaño del pool
deployments-label-phpMaxRequestsPerChild = Máx. de solicitudes por proceso
deployments-label-phpUploadMaxFilesize = Tamaño máximo de subida (MB)
deployments-label-databaseName = Nombre de la base de datos
deployments-label-databaseUser = Usuario de la base de datos
deployments-label-databasePass = Contraseña de la base de datos
deployments-label-databaseRootPass = Contraseña de root de la base de datos
deployments-label-databaseHost = Host de la base de datos
deployments-label-databasePort = Puerto de la base de datos
deployments-about-domain = Donde los visitantes encuentran el sitio, por ejemplo shop.example.com
deployments-domain-reduced = Tomado de { $pasted }: solo hace falta el nombre del servidor.
deployments-domain-wrong = Un dominio tiene letras, cifras y guiones, con puntos entre ellos, como shop.example.com.
deployments-name-taken = Este equipo ya tiene un despliegue con este nombre.
deployments-rail = Lo que se creará, hasta ahora
deployments-rail-unnamed = Sin nombre todavía
deployments-rail-open = Sin elegir todavía
deployments-rail-change = Volver a { $title }
deployments-secrets = Contraseñas
deployments-secrets-about = Las ha creado Canopy. Guárdelas ahora en un lugar seguro: después solo se muestran a petición, y queda registrado.
deployments-secrets-copy = Copiar todas
deployments-secrets-copied = Copiadas
deployments-finished = { $name } se está instalando
deployments-finished-go = Las he guardado
deployments-cluster-apart =
    { $n ->
        [one] No utilizable ahora ({ $n })
       *[other] No utilizables ahora ({ $n })
    }
deployments-about-app = La primera cuenta de la propia aplicación
deployments-about-token = El del túnel que lleva a los visitantes a este sitio
deployments-about-host-own = El MySQL propio del despliegue. Desactive MySQL en Servicios para usar otro servidor.
deployments-about-host-other = MySQL está desactivado: indique el servidor que contiene la base de datos.
deployments-generate = Generar
deployments-generate-named = Generar { $label }
deployments-optional = opcional
deployments-team-pick = Elija un equipo
deployments-team-none = No hay equipos disponibles. Cree primero un equipo.
deployments-team-create = Crear equipo
deployments-team-failed = No se han podido cargar los equipos. Vuelva a intentarlo.
deployments-cluster-none = No hay clústeres disponibles. Cree primero un clúster.
deployments-cluster-create = Registrar clúster
deployments-cluster-ask = Los clústeres los registra un administrador.
deployments-cluster-failed = No se han podido cargar los clústeres. Vuelva a intentarlo.
deployments-cluster-version = Versión
deployments-cluster-nodes = Nodos
deployments-cluster-cpu = CPU
deployments-cluster-memory = Memoria
deployments-cluster-gigabytes = { $n } GB
deployments-cluster-cores =
    { $n ->
        [one] { $n } núcleo
       *[other] { $n } núcleos
    }
deployments-cluster-unobserved = Aún no se conoce
deployments-cluster-blocked-kubeconfig = Este clúster aún no tiene kubeconfig.
deployments-cluster-blocked-maintenance = Este clúster está en mantenimiento.
deployments-cluster-careful = No responde en este momento; la instalación lo esperará.
deployments-services-about = Lo que se ejecuta junto al sitio
deployments-services-always = Siempre activo
deployments-about-mysql = La base de datos propia del sitio
deployments-about-redis = Caché de objetos
deployments-about-ftp = Acceso a los archivos por SFTP con el usuario y la contraseña del administrador
deployments-about-phpmyadmin = Consultar la base de datos con un navegador
deployments-about-cloudflare = Llegar al sitio a través de un túnel de Cloudflare
deployments-about-web = El propio sitio
deployments-summary = Lo que se va a crear
deployments-draft-restored-text = Se ha conservado todo menos las contraseñas y los valores de las variables; introdúzcalos de nuevo.
deployments-step-runtime = Configuración de { $runtime }
deployments-kind-wordpress = Un blog, una tienda o un sitio web, instalado con su administrador.
deployments-kind-laravel = Una aplicación Laravel desde un repositorio Git o una imagen.
deployments-kind-nodejs = Una aplicación Node.js desde un repositorio Git o una imagen.
deployments-kind-orangecms = Un blog OrangeCMS desde un repositorio Git o una imagen.
deployments-url-required = La dirección del repositorio Git es obligatoria.
deployments-image-required = La imagen es obligatoria.
deployments-number-least = { $label }: como mínimo { $n }.
deployments-number-most = { $label }: como máximo { $n }.
deployments-label-team_id = Equipo
deployments-label-domains = Otros dominios
deployments-label-kind = Origen
deployments-label-url = Repositorio Git
deployments-label-ref = Rama, etiqueta o commit
deployments-label-subdir = Carpeta
deployments-label-image = Imagen
deployments-label-build = Comando de compilación
deployments-label-start = Comando de inicio
deployments-label-port = Puerto
deployments-label-env = Variables de entorno
deployments-label-cpu = CPU
deployments-label-memory = Memoria
deployments-label-storage = Almacenamiento
deployments-label-replicas = Réplicas
deployments-label-version = Versión de { $runtime }
deployments-source-git = Repositorio Git
deployments-source-image = Imagen
deployments-source-none = Aún ninguno
deployments-source-none-about = El sitio muestra una página que lo indica, hasta que se indique uno al editarlo.
deployments-about-domains = Otros nombres que llevan al sitio; escriba uno y pulse Intro
deployments-about-url = Pública, sin usuario ni contraseña; el clúster la descarga y la compila
deployments-about-ref = Vacío: la rama predeterminada
deployments-about-subdir = Del programa en el repositorio; vacío: su raíz
deployments-about-image = Con etiqueta o digest; escucha en el puerto { $port } si no se indica otro
deployments-about-build = Vacío: lo habitual para este tipo
deployments-about-start = Vacío: lo habitual para este tipo
deployments-about-port = Donde escucha el programa; vacío: { $port }
deployments-about-extensions = Elija de la lista; escriba para buscar
deployments-about-env = Se entregan a la aplicación. Los valores se guardan como secretos y no se vuelven a mostrar aquí.
deployments-about-cpu = Núcleos, por ejemplo 500m o 2; vacío: se calcula
deployments-about-amount = Por ejemplo 512Mi o 2Gi; vacío: se calcula
deployments-about-storage = Del volumen del sitio, que solo puede crecer; vacío: se calcula
deployments-about-replicas = Copias que sirven, de 1 a { $most }
deployments-about-host-choice = Indique un servidor para usarlo; vacío: sin base de datos.
deployments-about-nginx = Servidor web delante de la aplicación
deployments-database-without = MySQL está desactivado: este sitio no tiene base de datos.
deployments-bounds = De { $least } a { $most }
deployments-resources = Recursos
deployments-env-name = El nombre de una variable tiene como máximo 64 letras, cifras y guiones bajos, y no empieza por una cifra.
deployments-env-reserved = Canopy establece { $name }.
deployments-env-twice = { $name } aparece dos veces.
deployments-env-name-label = Nombre de la variable
deployments-env-value-label = Valor de { $name }
deployments-env-value = Valor
deployments-env-new = la variable nueva
deployments-env-add = Añadir variable
deployments-env-remove = Quitar { $name }
deployments-review-change = Cambiar
deployments-review-change-named = Cambiar { $title }
deployments-review-on = Activados
deployments-review-off = Desactivados
deployments-review-set = Establecida
deployments-version-ended = { $version } (sin más correcciones de seguridad)
deployments-ended-title = { $runtime } { $version } ha llegado al final de su vida útil
deployments-ended-text = No hay correcciones de seguridad para { $runtime } { $version } desde el { $date }. Elija una versión más reciente, salvo que el sitio necesite esta.

deployments-bulk = Los despliegues elegidos
deployments-bulk-chosen =
    { $n ->
        [one] { $n } elegido
       *[other] { $n } elegidos
    }
deployments-bulk-clear = Quitar
deployments-bulk-none = Ahora no es posible con ninguno de los elegidos.
deployments-restart = Reiniciar
deployments-stop = Detener
deployments-start = Iniciar
deployments-stopped-notice = Este sitio está detenido
deployments-stopped-notice-text = Nadie accede a él hasta que se inicie. Sus datos se conservan y solo usa almacenamiento.
deployments-scale = Escalar
deployments-move = Trasladar
deployments-move-route = { $from } → { $to }
deployments-move-moving = En camino
deployments-elsewhere-remains = Puede que quede algo de este sitio en el clúster { $cluster }
deployments-elsewhere-left = Ya no funciona allí. Lo que queda se puede eliminar en cuanto el clúster responda.
deployments-elsewhere-undoing = El traslado no se terminó y lo que empezó no se pudo retirar. Al reintentar, continúa; si descarta el cambio, quedará por eliminar.
deployments-elsewhere-forget = Olvidar
deployments-elsewhere-forget-ask = ¿Olvidar lo que pueda quedar allí?
deployments-elsewhere-forget-text = El clúster { $cluster } no responde. Si vuelve, lo que haya allí se quedará hasta que alguien lo elimine a mano. El sitio en sí no se toca.
deployments-elsewhere-forgotten = Se ha olvidado lo que pueda quedar
deployments-elsewhere-forget-failed = No se ha podido olvidar lo que queda. Vuelva a intentarlo.
deployments-bulk-restart-ask =
    { $n ->
        [one] ¿Reiniciar un despliegue?
       *[other] ¿Reiniciar { $n } despliegues?
    }
deployments-bulk-restart-text = Sus pods se sustituyen, un despliegue tras otro.
deployments-bulk-restart-done =
    { $n ->
        [one] Ha empezado un reinicio
       *[other] Han empezado { $n } reinicios
    }
deployments-bulk-stop-ask =
    { $n ->
        [one] ¿Detener un despliegue?
       *[other] ¿Detener { $n } despliegues?
    }
deployments-bulk-stop-text = Lo que sigue quedará inaccesible hasta que se inicie. Los datos se conservan.
deployments-bulk-stop-done =
    { $n ->
        [one] Se está deteniendo un despliegue
       *[other] Se están deteniendo { $n } despliegues
    }
deployments-bulk-start-ask =
    { $n ->
        [one] ¿Iniciar un despliegue?
       *[other] ¿Iniciar { $n } despliegues?
    }
deployments-bulk-start-text = Lo que sigue vuelve y es accesible cuando sus pods están listos.
deployments-bulk-start-done =
    { $n ->
        [one] Se está iniciando un despliegue
       *[other] Se están iniciando { $n } despliegues
    }
deployments-bulk-delete-ask =
    { $n ->
        [one] ¿Eliminar un despliegue?
       *[other] ¿Eliminar { $n } despliegues?
    }
deployments-bulk-delete-text = Cada uno se elimina con su base de datos, sus archivos y sus contraseñas. No se puede deshacer.
deployments-bulk-delete-done =
    { $n ->
        [one] Se está eliminando un despliegue
       *[other] Se están eliminando { $n } despliegues
    }
deployments-bulk-left = Quedan fuera, porque ahora no es posible:
deployments-bulk-failed = No se han podido iniciar todos
deployments-bulk-deleting = Se está eliminando.

# Volúmenes que ya nadie utiliza

deployments-volume-nobody = Otros datos
deployments-keep-ask = ¿Qué ocurre con sus datos?
deployments-keep-asking = Preguntando al clúster dónde están sus datos…
deployments-keep-unseen = Sus datos se conservan. Ahora no se puede ver dónde están: { $why }
deployments-keep-none = No tiene ningún volumen en el clúster: no hay datos que conservar.
deployments-keep-data = Conservar sus datos
deployments-keep-about = { $volumes } se queda en el clúster y se vuelve a utilizar cuando se active de nuevo { $service }.
deployments-lose-data = Eliminar sus datos
deployments-lose-about = { $volumes } se elimina con todo lo que contiene en cuanto el cambio esté en vigor, salvo que el clúster esté configurado para conservar los volúmenes; la revisión previa lo dice.
deployments-plan-volume-lost = { $service }: se elimina el volumen { $volume } ({ $size }) con todos sus datos.
deployments-plan-volume-copied = { $service }: el volumen { $volume } ({ $size }) se elimina aquí cuando su copia está en uso.
deployments-plan-volume-unknown = { $service }: se elimina la solicitud de volumen { $volume } ({ $size }). No se puede ver si el clúster conserva el volumen.
deployments-plan-volume-kept = { $service }: se elimina la solicitud de volumen { $volume } ({ $size }); el clúster conserva el volumen hasta que alguien lo quite allí.
deployments-plan-volume-reused = { $service } sigue con los datos que se conservaron: volumen { $volume } ({ $size }).
deployments-kept-volumes = Volúmenes conservados
deployments-kept-about = Lo que los utilizaba está desactivado. Se vuelven a utilizar cuando se active, y hasta entonces ocupan almacenamiento.
deployments-kept-since = conservado desde
deployments-kept-ending = se está eliminando
deployments-kept-delete = Eliminar
deployments-kept-delete-named = Eliminar el volumen { $volume }
deployments-kept-delete-title = Eliminar un volumen conservado
deployments-kept-delete-about = Según el propio clúster. La eliminación es una revisión propia; todavía no se ha cambiado nada.
deployments-kept-delete-now = Eliminar volumen
deployments-kept-close = Cerrar sin eliminar
deployments-kept-failed = No se ha podido eliminar el volumen. Inténtelo de nuevo.
deployments-kept-deleting = El volumen se está eliminando
deployments-revision-volume-goes = Elimina al final el volumen { $volume } ({ $size }).
deployments-revision-volume-deleted = Se ha eliminado el volumen { $volume } ({ $size }).
deployments-revision-volume-left = El volumen { $volume } ({ $size }) debía eliminarse al final.
deployments-revision-volume-stays = No se ha eliminado el volumen { $volume } ({ $size }): { $why }
