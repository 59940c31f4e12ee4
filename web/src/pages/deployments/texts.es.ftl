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
deployments-cluster-filter = Clúster: { $name }
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
deployments-open-named = Abrir { $name }
deployments-delete = Eliminar
deployments-delete-named = Eliminar { $name }
deployments-delete-ask = ¿Está seguro?
deployments-delete-text = Esta acción no se puede deshacer. Se eliminarán de forma permanente el despliegue y todos sus datos.
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
deployments-revision = Revisión
deployments-created = Creado
deployments-updated = Última actualización
deployments-id = ID
deployments-services = Servicios
deployments-services-active = Activos
deployments-services-inactive = Inactivos
deployments-services-none = Ninguno
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
deployments-problem-removal = La eliminación se ha detenido
deployments-problem-pods = Algo va mal en el sitio
deployments-problem-serving = El sitio sigue funcionando como antes.
deployments-problem-next-install = Siguiente paso: mire en la tarea dónde se detuvo, corrija la causa y reintente.
deployments-problem-next-change = Siguiente paso: corrija la causa y reintente, o descarte el cambio.
deployments-problem-next-restart = Siguiente paso: mire en la tarea dónde se detuvo y reintente.
deployments-problem-next-removal = Siguiente paso: reintente la eliminación o elimine de nuevo.
deployments-problem-next-pods = Siguiente paso: mire los registros de abajo y reinicie el despliegue.
deployments-work-install = Instalando
deployments-work-restart = Reiniciando
deployments-work-uninstall = Eliminando
deployments-work-upgrade = Cambiando
deployments-work-waiting = Esperando un proceso libre
deployments-work-cancelling = Cancelándose
deployments-work-progress = Pasos hechos
deployments-work-for = desde hace { $time }

# Detail
deployments-one-title = Despliegue
deployments-one-missing = Despliegue no encontrado.
deployments-one-missing-text = Puede que se haya eliminado o que pertenezca a un equipo del que usted no forma parte.
deployments-one-back = Volver a los despliegues
deployments-one-failed = No se ha podido cargar el despliegue
deployments-logs = Registros
deployments-logs-source = Origen de los registros
deployments-source-wordpress = WordPress
deployments-source-install = Trabajo de instalación
deployments-logs-connecting = Conectando
deployments-logs-following = En directo
deployments-logs-lost = Reconectando
deployments-logs-paused = En pausa
deployments-logs-none-yet = Sin pods
deployments-logs-failed = No se pueden leer los registros
deployments-logs-none = Aún no hay líneas en el registro. Aparecerán aquí en cuanto se escriba algo.
deployments-logs-foreign = Los registros son para los miembros del equipo y los administradores.

# Revisions
deployments-revisions = Revisiones
deployments-revisions-show = Mostrar revisiones
deployments-revisions-hide = Ocultar revisiones
deployments-revisions-failed = No se han podido cargar las revisiones
deployments-revisions-pages = Páginas de revisiones
deployments-revision-number = Revisión { $number }
deployments-revision-create = Creada por { $author }
deployments-revision-update = Modificada por { $author }
deployments-revision-discard = Descartada por { $author }
deployments-revision-effective = En vigor
deployments-revision-helm =
    { $n ->
        [one] Revisión de Helm { $numbers }
       *[other] Revisiones de Helm { $numbers }
    }

# Edit
deployments-edit-title = Editar despliegue
deployments-edit-about = Lo que se guarda aquí es una nueva revisión del despliegue.
deployments-edit-save = Guardar cambios
deployments-edit-saved = Despliegue actualizado
deployments-edit-failed = No se ha podido actualizar el despliegue. Vuelva a intentarlo.
deployments-edit-reason = Motivo del cambio
deployments-edit-reason-about = Opcional; se muestra en la lista de revisiones.
deployments-edit-unchanged = Aún no se ha cambiado nada.
deployments-edit-quiet = Solo cambian el nombre o la descripción: no se reinicia nada.
deployments-edit-restarts = Al guardar se reinician los pods del sitio.
deployments-edit-installs = Al guardar empieza la instalación con esta configuración.
deployments-edit-again = Volver a cargar
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
deployments-step-4 = PHP
deployments-step-5 = Base de datos
deployments-step-of = Paso { $n } de { $all }: { $title }
deployments-previous = Anterior
deployments-next = Siguiente
deployments-create = Crear despliegue
deployments-creating = Creando...
deployments-create-done = Despliegue creado correctamente
deployments-create-failed = No se ha podido crear el despliegue. Revise todos los campos obligatorios y vuelva a intentarlo.
deployments-draft-restored = Se ha recuperado su borrador
deployments-draft-restored-text = Se ha conservado todo menos las contraseñas; introdúzcalas de nuevo.
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
deployments-label-teamId = Equipo
deployments-label-domain = Dominio
deployments-label-appUser = Usuario administrador
deployments-label-appPass = Contraseña de administrador
deployments-label-clusterId = Clúster
deployments-label-services = Servicios
deployments-label-cloudflareToken = Token del túnel de Cloudflare
deployments-label-phpVersion = Versión de PHP
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
deployments-about-app = La primera cuenta de la propia aplicación
deployments-about-token = El del túnel que lleva a los visitantes a este sitio
deployments-about-extensions = Deben formar parte de la imagen; escriba para añadir una
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
deployments-about-nginx = Servidor web delante de PHP
deployments-about-mysql = La base de datos propia del sitio
deployments-about-redis = Caché de objetos
deployments-about-ftp = Acceso a los archivos por SFTP con el usuario y la contraseña del administrador
deployments-about-phpmyadmin = Consultar la base de datos con un navegador
deployments-about-cloudflare = Llegar al sitio a través de un túnel de Cloudflare
deployments-about-web = El propio sitio
deployments-summary = Lo que se va a crear
deployments-php-ended = { $version } (sin más correcciones de seguridad)
