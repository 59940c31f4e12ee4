## Anything

Said = { $said }
NOT_FOUND =
    { $what ->
        [Team] No se ha encontrado el equipo
        [User] No se ha encontrado el usuario
        [Member] No se ha encontrado el miembro
        [Invite] No se ha encontrado la invitación
        [Session] No se ha encontrado la sesión
        [Token] No se ha encontrado el token
        [Deployment] No se ha encontrado el despliegue
        [Cluster] No se ha encontrado el clúster
        [Kubeconfig] No se ha encontrado el kubeconfig
        [Task] No se ha encontrado la tarea
        [Revision] No se ha encontrado la revisión
        [NotificationRule] No se ha encontrado la regla de notificación
        [Delivery] No se ha encontrado el envío
        [Datacenter] No se ha encontrado el centro de datos
        [Event] No se ha encontrado el evento
        [Account] No se ha encontrado la cuenta
        [File] No se ha encontrado el archivo
        [Object] No se ha encontrado el objeto
        [Pod] No se ha encontrado el pod
        [DeadLetter] No se ha encontrado el mensaje rechazado
       *[other] No se ha encontrado: { $what }
    }
VALIDATION_ERROR = Error de validación
TOO_MANY_REQUESTS = Demasiadas solicitudes. Vuelva a intentarlo más tarde
INTERNAL = Error interno
DATABASE_UNAVAILABLE = La base de datos no está disponible en este momento. Vuelva a intentarlo.
OVERLOADED = El servicio está sobrecargado. Vuelva a intentarlo.
PART_AWAY = Una parte de Canopy no responde en este momento. Vuelva a intentarlo.
RECEIVER_AWAY = No se puede contactar con el destinatario.
CALL_TOO_LONG = La llamada ha tardado más de lo permitido.
MESSAGE_UNREADABLE = No se puede leer el mensaje.
IDEMPOTENCY_KEY_REUSED = Esta Idempotency-Key se usó con otra solicitud.

## Fields

Label_Address = La dirección
Label_AdminPassword = La contraseña de administrador
Label_City = La ciudad
Label_ClusterName = El nombre del clúster
Label_Country = El país
Label_DatabaseName = El nombre de la base de datos
Label_DatabasePassword = La contraseña de la base de datos
Label_DatabaseRootPassword = La contraseña de root de la base de datos
Label_DatabaseUser = El usuario de la base de datos
Label_DeploymentName = El nombre del despliegue
Label_Endpoint = El punto de acceso de Kubernetes
Label_Kubeconfig = El kubeconfig
Label_Maintenance = El mantenimiento
Label_User = El usuario
Label_MaxExecutionTime = El tiempo máximo de ejecución
Label_MaxRequestsPerChild = El máximo de solicitudes por proceso
Label_MemoryLimit = El límite de memoria
Label_PoolSize = El tamaño del grupo de procesos
Label_Reason = El motivo
Label_Region = La región
Label_Id = El identificador
Label_Kind = El tipo
Label_Revision = La revisión con su hash
Label_Replicas = El número de réplicas
Label_Type = El tipo de aplicación
Label_UploadMaxFilesize = El tamaño máximo de archivo subido
ADMIN_PASSWORD_REQUIRED = La contraseña de administrador es necesaria para un acceso seguro a la aplicación
ADMIN_USERNAME_REQUIRED = El usuario administrador es necesario para acceder a la aplicación
AT_LEAST = debe ser al menos { $least }
AT_MOST = debe ser como máximo { $most }
CONTROL_CHARACTERS = { $label } no debe contener caracteres de control.
COUNTRY_UNKNOWN = El país debe ser uno de la lista para centros de datos propios.
DATABASE_HOST_REQUIRED = Se necesita el host de una base de datos cuando MySQL está desactivado.
DATABASE_NAME_RESERVED = MySQL se reserva este nombre. Elija otro.
DATABASE_USER_ROOT = El usuario root no es para aplicaciones. Elija otro nombre.
DOMAIN_NOT_ADDRESS = Escriba un nombre de dominio, no una dirección.
DOMAIN_NOT_ASCII = Escriba el dominio internacional en su forma xn--.
DOMAIN_ONE_PART = Un nombre de dominio tiene al menos dos partes, como shop.example.com.
DOMAIN_ONLY = Escriba solo el nombre de dominio, como shop.example.com, sin esquema, puerto ni ruta.
DOMAIN_REQUIRED = El nombre de dominio es necesario para configurar el despliegue
DOMAIN_RESERVED = Este nombre está reservado. Elija un nombre de dominio público.
DOMAIN_TOO_LONG = Un nombre de dominio tiene como máximo 253 caracteres.
EXTENSIONS_UNKNOWN = Desconocidas: { $unknown }. Están disponibles { $known }.
FIXED_FIELD = { $field } no se puede cambiar.
FIXED_FOR_NOW = { $field } todavía no se puede cambiar.
IMAGE_REQUIRED = Se necesita una imagen.
IN_MAINTENANCE = Este clúster está en mantenimiento.
LABELS_OF_OTHER = Las etiquetas nombran otro despliegue.
LESS_THAN =
    { $unit ->
       *[none] { $label } debe ser al menos { $least }.
        [MB] { $label } debe ser al menos { $least } MB.
        [s] { $label } debe ser al menos { $least } s.
    }
MISSING = Falta este valor.
MORE_THAN =
    { $unit ->
       *[none] { $label } debe ser como máximo { $most }.
        [MB] { $label } debe ser como máximo { $most } MB.
        [s] { $label } debe ser como máximo { $most } s.
    }
NAME_PREFIX = debe ser un nombre que empiece por { $prefix }
NO_ARRAY = debe ser una lista JSON
NO_METHOD = No existe ese método.
NO_CLUSTER = Este clúster no existe.
NO_CLUSTER_CHOSEN = Seleccione el clúster en el que se ejecutará el despliegue
NO_COMMAND = Un comando es una línea de 500 caracteres como máximo.
NO_CORES = Escriba núcleos, como 500m o 2, entre 10m y 64.
NO_DOMAIN = «{ $domain }» no es un nombre de dominio.
NO_FOLDER = Escriba una carpeta del repositorio, como apps/web.
NO_HIGH_PORT = Un puerto es un número de 1024 a 65535.
NO_IMAGE = Esto no es el nombre de una imagen, como ghcr.io/shop/web:1.4.
NO_LOG_SOURCE = No existe esa fuente de registros.
NO_NAME = debe ser un nombre
NO_NAMESPACE = debe ser el nombre de un espacio de nombres
NO_PORT = Un puerto es un número de 1 a 65535.
NO_REFERENCE = Escriba el nombre de una rama o etiqueta, o el identificador de un commit.
NO_RELEASE = debe ser el nombre de una release
NO_REPOSITORY = Escriba una dirección como https://github.com/shop/web.git.
NO_SECRET_FIELD = «{ $field }» no es ninguno de { $known }.
NO_SECRET_KEYS = debe tener claves de letras, cifras, '-', '_' y '.'
NO_SIZE = Escriba un tamaño como 512Mi o 2Gi, al menos { $least }Mi.
NO_SOURCE = { $application } trae su propio programa.
NO_TEAM = Seleccione un equipo para este despliegue
NO_TIME = Esto no es una hora.
NO_TUNNEL_TOKEN = Esto no es el token de un túnel de Cloudflare.
NO_VARIABLE_NAME = El nombre de una variable tiene como máximo 64 letras, cifras y guiones bajos.
NOT_HTTPS = { $label } debe ser una URL https.
NOT_UNIQUE = debe ser único
OTHER_DATACENTER = El clúster está en otro centro de datos.
PASSWORD_MASKED = { $label } está enmascarada. Escriba la contraseña misma.
PASSWORD_TOO_SHORT = { $label } debería tener al menos { $least } caracteres por seguridad
PHPMYADMIN_HOST_TOO_LONG = Con este dominio, el nombre de host de phpMyAdmin sería demasiado largo.
PHPMYADMIN_WITHOUT_DATABASE = phpMyAdmin necesita una base de datos: active MySQL o indique un host.
PODS_NEED =
    { $what ->
        [cpu] Sus pods necesitan { $wanted } de CPU; un despliegue puede tener { $most }.
        [memory] Sus pods necesitan { $wanted } de memoria; un despliegue puede tener { $most }.
        [memory_limit] Sus pods necesitan como máximo { $wanted } de memoria; un despliegue puede tener { $most }.
       *[storage] Sus pods necesitan { $wanted } de almacenamiento; un despliegue puede tener { $most }.
    }
LowerPool = Reduzca el límite de memoria o el tamaño del grupo de procesos.
AskForLess = Pida menos, o menos réplicas.
PROVIDER_UNKNOWN = El proveedor debe ser uno de { $known }.
REGION_UNKNOWN = El proveedor { $provider } no tiene esa región.
REPOSITORY_REQUIRED = Se necesita la dirección del repositorio Git.
REPOSITORY_WITH_SECRET = No se admite una dirección con nombre o contraseña: otros pueden leerla.
RUNS_ONCE = Sus archivos están en un volumen que monta un solo nodo: este sitio se ejecuta una vez.
SERVICE_FIXED = El servicio { $service } no se puede desactivar.
SERVICE_NAME_UNKNOWN = El nombre de un servicio no se conoce.
SERVICE_OFF = Este servicio está desactivado.
SERVICE_UNKNOWN = Este servicio no se conoce.
SOURCE_UNCLEAR = Indique si se refiere a la imagen o al repositorio Git.
SOURCE_UNKNOWN = Un origen es none, image o git.
STARTED_BY_SERVER = Un sitio { $application } lo inicia su servidor.
STATUS_UNKNOWN = El estado debe ser operational, maintenance o issues.
TOO_MANY_DOMAINS = Se permiten como máximo { $most } dominios.
TOO_MANY_EXTENSIONS = Demasiadas extensiones.
TOO_MANY_FURTHER_DOMAINS = Un sitio tiene como máximo { $most } dominios adicionales.
TOO_MANY_OBSERVATIONS = Como máximo { $most } observaciones a la vez.
TOO_MANY_VARIABLES = Un sitio tiene como máximo { $most } variables de entorno.
TOO_MUCH = { $what } { $advice }
TUNNEL_TOKEN_REQUIRED = Se necesita un token de túnel cuando Cloudflare está activado.
TYPE_UNKNOWN = Este tipo no se conoce. Elija uno de { $known }.
VALUE_MASKED = Este valor está enmascarado. Escriba el valor mismo.
VALUE_TOO_LONG = Un valor tiene como máximo 32 KiB.
VALUE_WITH_NUL = Un valor no debe contener el carácter 0.
VALUE_WRONG =
    { $rule ->
        [type] Este valor debe ser de tipo { $about }.
        [one-of] Este valor debe ser uno de estos: { $about }.
        [shortest] Este valor debe tener al menos { $about } caracteres.
        [longest] Este valor debe tener como máximo { $about } caracteres.
        [minimum] Este valor debe ser como mínimo { $about }.
        [maximum] Este valor debe ser como máximo { $about }.
        [entries] Este valor tiene demasiadas entradas o demasiado pocas.
        [twice] Este valor tiene una entrada repetida.
        [required] Este valor es obligatorio.
        [key] Este valor tiene una clave con un nombre no permitido.
        [unknown] Este valor tiene el campo desconocido «{ $about }».
       *[form] Este valor no es válido: { $about }.
    }
VARIABLES_TOO_LONG = Las variables de entorno juntas superan los 512 KiB.
VARIABLE_RESERVED = Canopy define { $name } por sí mismo.
VERSION_UNKNOWN = Están disponibles { $runtime } { $known }.
VOLUME_SMALLER = Un volumen no se puede reducir.
VOLUME_CANNOT_GROW = El volumen tiene { $size } y su clase de almacenamiento { $class } no permite ampliarlo.
WITHOUT_KUBECONFIG = Este clúster aún no tiene kubeconfig.
Label_Name = El nombre
Label_Description = La descripción
Label_Email = El correo electrónico
Label_FirstName = El nombre
Label_LastName = El apellido
Label_Password = La contraseña
Label_CurrentPassword = La contraseña actual
Label_TeamName = El nombre del equipo
Label_TokenScope = El alcance
REQUIRED = { $label } es obligatorio: rellene este campo
TOO_SHORT = { $label } debe tener al menos { $least } caracteres.
TOO_LONG = { $label } no debe superar los { $most } caracteres.
BLANK = { $label } debe contener una letra, una cifra o un símbolo.
HIDDEN_CHARACTERS = { $label } no debe contener caracteres de control ni invisibles.
TOO_MANY_MARKS = { $label } no debe contener más de 8 signos combinables seguidos.
EMAIL_INVALID = Dirección de correo no válida
LANGUAGE_UNKNOWN = El idioma debe ser uno de { $known }.
LAST_ADMIN = Es el único administrador activo. Nombre antes a otro.
MEMBER_ROLE_UNKNOWN = Un rol es admin o member.
NOT_A_MEMBER = Solo un miembro del equipo puede ser su propietario.
OWN_ACCOUNT =
    { $what ->
        [deactivate] No puede desactivar su propia cuenta.
       *[delete] No puede eliminar su propia cuenta.
    }
PASSWORD_COMMON = Esta contraseña es una de las primeras que se prueban. Elija otra.
OWNER_DEMOTES = Solo el propietario del equipo puede retirar el rol de un administrador del equipo.
OWNER_IS_ADMIN = El propietario de un equipo siempre es su administrador. Transfiera antes el equipo.
PASSWORD_WRONG = La contraseña actual no es correcta.
TEAM_HAS_DEPLOYMENTS =
    { $n ->
        [one] No se puede eliminar el equipo: tiene { $n } despliegue.
       *[other] No se puede eliminar el equipo: tiene { $n } despliegues.
    }
THEME_UNKNOWN = El tema debe ser uno de { $known }.
FIRST_STEPS_UNKNOWN = Los primeros pasos deben ser uno de { $known }.
TIME_ZONE_UNKNOWN = No es el nombre de una zona horaria, como Europe/Zurich.
REGISTRATION_FIXED = CANOPY_REGISTRATION decide el registro; no se puede cambiar aquí.
OUT_OF_RANGE = debe ser un número entero de { $least } a { $most }
SETTINGS_CHANGED_MEANWHILE = { $who } ha cambiado estos ajustes desde que los abrió. Vuelva a cargarlos para ver el cambio.
TOKEN_DAYS_WRONG = Un token puede valer de 1 a { $most } días.
TOKEN_LIMIT = Nadie puede tener más de { $most } tokens de API. Revoque alguno que no haga falta.
TWO_FACTOR_OFF = La autenticación de dos factores no está activada.
TWO_FACTOR_ON = La autenticación de dos factores ya está activada.
TWO_FACTOR_OWN = Desactive su propia autenticación de dos factores en los ajustes.
NO_ID = Esto no es un identificador.
TOO_MANY_EVENTS = Como máximo { $most } eventos por llamada.
EVENT_UNREADABLE = No se puede leer un evento: { $said }
TOO_MANY_IDS = Como máximo { $most } identificadores por llamada.

## Who may do what

CREDENTIALS_WRONG = Correo electrónico o contraseña no válidos
CHALLENGE_OVER = El inicio de sesión ha tardado demasiado. Vuelva a empezar.
OIDC_OFF = El inicio de sesión con un proveedor no está configurado.
OIDC_UNREACHABLE = { $provider } no responde en este momento. Inténtelo de nuevo.
OIDC_OVER = Este inicio de sesión ha tardado demasiado o se empezó en otra ventana. Vuelva a empezar.
OIDC_REFUSED = { $provider } se ha negado a decir quién inicia sesión ({ $code }). Un administrador puede averiguar por qué.
OIDC_TOKEN_INVALID = No se ha podido verificar lo que { $provider } ha dicho de usted. Un administrador puede averiguar por qué.
OIDC_EMAIL_MISSING = { $provider } no indica ninguna dirección de correo suya, y sin ella no hay cuenta.
OIDC_EMAIL_UNVERIFIED = { $provider } no ha verificado que { $email } sea su dirección, así que no se abre ninguna cuenta con ella.
OIDC_EMAIL_TAKEN = Ya hay una cuenta con la dirección { $email }. Inicie sesión con su contraseña y conéctela con { $provider } en Ajustes, Contraseña.
OIDC_NO_ACCOUNT = { $email } no tiene cuenta aquí. Pida una invitación a un administrador.
OIDC_NOT_ALLOWED = { $provider } no indica ningún grupo suyo que pueda iniciar sesión aquí.
OIDC_INACTIVE = Esta cuenta está desactivada. Consulte a un administrador.
OIDC_LINKED_ELSEWHERE = Esta identidad en { $provider } pertenece a otra cuenta, o esta cuenta a otra identidad.
OIDC_NOT_LINKED = Esta cuenta no está conectada con { $provider }.
OIDC_ONLY_WAY = Esta cuenta no tiene contraseña. Elija antes una, con un enlace de contraseña olvidada.
CODE_WRONG = Este código no es correcto.
SECOND_FACTOR_REQUIRED = Se necesita un código de su aplicación de autenticación.
NAMES_UNAVAILABLE = Los nombres de los usuarios no se pueden consultar en este momento. Vuelva a intentarlo.
NO_CALLER = Falta quien llama.
NO_TOKEN = No se ha encontrado ningún token de autenticación
NOT_PERMITTED = No tiene permiso para realizar esta acción
OWNER_ONLY = Solo el propietario del equipo puede quitar a un administrador del equipo.
OWNER_STAYS = No se puede quitar al propietario de su equipo.
REGISTRATION_CLOSED = El registro está cerrado. Pida una invitación a un administrador.
SESSION_ENDED = La sesión ha terminado.
SETUP_LINK_INVALID = El enlace de configuración no es válido.
SIGN_IN_CROWDED = Demasiadas personas están iniciando sesión en este momento. Vuelva a intentarlo.
SIGN_IN_UNCHECKED = El inicio de sesión no se puede comprobar en este momento. Vuelva a intentarlo.
TOKEN_INVALID = El token no es válido.
TOKEN_NOT_SIGNED_IN = Un token de API no puede hacer esto. Inicie sesión para hacerlo.
TOKEN_READ_ONLY = Este token de API solo puede leer.
USERS_ONLY = Esta llamada es para usuarios con sesión iniciada.

## Refusals

NO_DATACENTER = Este centro de datos no existe.
LOGS_UNAVAILABLE = Los registros no se pueden leer en este momento. Vuelva a intentarlo.
TASK_NOT_CURRENT = Esta tarea no es la actual del despliegue.
PLAN_OUTDATED = Algo ha cambiado desde que se hizo este plan. Revise el plan nuevo.
REMAINS_UNSEEN = El clúster «{ $cluster }» no respondió cuando se planificó el traslado, así que nadie ha visto lo que hay allí. Todo se queda; al reintentar se elimina.
UNINSTALL_LOSES_MORE = Desde que se mostró qué se elimina ha llegado esto, que también se perdería: { $names }. Elimine el despliegue de nuevo para verlo, o reintente para eliminarlo todo.
HASH_MISMATCH = La revisión no es la que esta tarea debía aplicar.
KUBECONFIGS_CROWDED = Se están comprobando demasiados kubeconfig en este momento. Vuelva a intentarlo.
MAY_NOT_REGISTER = Este servicio no puede registrar nada.
TaskNotStarted = No se ha podido iniciar la tarea: { $said }
ALREADY_INVITED = Este usuario ya está invitado a este equipo
INVITE_LIMIT = Un equipo puede tener como máximo { $most } invitaciones a la vez. Cancele una que ya no haga falta.
INVITE_OTHER_ADDRESS = Esta invitación es para { $email }. Inicie sesión con la cuenta de esa dirección.
RESET_OVER = Este enlace ya no es válido. Pida otro.
USER_ALREADY_INVITED = Este usuario ya ha sido invitado.
USER_EXISTS = Ya hay una cuenta con esta dirección de correo.
USER_INACTIVE = Esta cuenta está inactiva. Actívela primero.
USER_INVITE_LIMIT = Se puede invitar como máximo a { $most } personas a la vez. Cancele una invitación que ya no haga falta.
INVITE_OVER = Esta invitación ya no es válida. Pida un enlace nuevo.
ALREADY_MEMBER = Este usuario ya es miembro de este equipo.
ALREADY_STOPPED = Este despliegue ya está detenido.
CHANGE_UNFINISHED = El último cambio de este despliegue no se ha llevado a cabo. Reinténtelo o descártelo primero.
CHART_NOT_KEPT = El chart de la revisión { $number } no se conservó: es de cuando aún no se conservaban.
CHANGED_MEANWHILE =
    { $known ->
        [yes] { $who } ha modificado este despliegue desde que lo abrió. Vuelva a cargarlo para ver el cambio.
       *[no] Alguien ha modificado este despliegue desde que lo abrió. Vuelva a cargarlo para ver el cambio.
    }
CLUSTER_REACHABLE = El clúster de este despliegue responde. Elimine el despliegue en su lugar.
DELETING = Este despliegue se está eliminando.
DEPLOYMENT_LIMIT =
    { $of ->
        [team] Este equipo no puede tener más de { $most } despliegues. Elimine uno que ya no haga falta.
       *[user] No puede haber creado más de { $most } despliegues. Elimine uno que ya no haga falta.
    }
TASK_LIMIT =
    { $of ->
        [team] Este equipo tiene { $most } tareas sin terminar, que es el máximo. Espere a que termine una.
       *[user] Usted tiene { $most } tareas sin terminar, que es el máximo. Espere a que termine una.
    }
DOMAIN_TAKEN = Otro despliegue de este clúster ya usa este dominio.
EMAIL_TAKEN = Esta dirección de correo electrónico ya está registrada.
KUBECONFIG_CHANGED = Se ha definido otro kubeconfig al mismo tiempo.
MEMBER_LIMIT = Un equipo no puede tener más de { $most } miembros.
NAME_TAKEN =
    { $kind ->
        [cluster] Ya existe un clúster llamado «{ $name }».
        [datacenter] Ya existe un centro de datos llamado «{ $name }».
       *[deployment] Ya existe un despliegue con este nombre en este equipo.
    }
NOT_INSTALLED =
    { $verb ->
        [move] La instalación de este despliegue nunca se completó, así que no hay nada que trasladar. Reinténtela, o elimine el despliegue y créelo en el otro clúster.
        [discard] La instalación de este despliegue nunca se completó, así que no hay nada a lo que volver. Reinténtela o elimine el despliegue.
        [scale] La instalación de este despliegue nunca se completó, así que no hay nada que escalar. Reinténtela.
        [start] La instalación de este despliegue nunca se completó, así que no hay nada que iniciar. Reinténtela.
        [stop] La instalación de este despliegue nunca se completó, así que no hay nada que detener. Reinténtela o elimine el despliegue.
       *[restart] La instalación de este despliegue nunca se completó, así que no hay nada que reiniciar. Reinténtela.
    }
NOT_STOPPED = Este despliegue no está detenido.
NOTHING_TO_ROLL_BACK = Esta revisión ya es la más reciente.
NOTHING_TO_SCALE = Este es el tamaño que ya tiene el despliegue.
REMAINS_ELSEWHERE = Puede que aún quede algo de este despliegue en el clúster «{ $cluster }». Elimínelo primero.
CLUSTER_REACHABLE_ELSEWHERE = El clúster «{ $cluster }» responde. Elimine lo que hay allí.
NOTHING_REMAINS = No queda nada de este despliegue en otro clúster.
MOVE_DELETES_ALL = Un traslado elimina todos los volúmenes del clúster que el despliegue deja. Omita este campo.
MOVE_SITE_THERE = El sitio ya está en el clúster «{ $to }»: allí está su espacio de nombres. Parece ser el mismo clúster que «{ $from }», registrado dos veces. Elija otro.
MOVE_NOT_COPIED = Los datos del sitio debían copiarse y no se copiaron: trabajaba otra versión de Canopy. Vuelva a intentarlo.
COPY_NO_RIGHT = No se pueden copiar los datos: las credenciales del clúster «{ $cluster }» no permiten ejecutar comandos en contenedores. Les faltan create y get en pods/exec. Deles estos permisos o traslade el sitio sin los datos.
COPY_NO_USER = Nada del sitio usa el volumen { $volume }, así que no se sabe cómo leerlo.
COPY_CANNOT_START = El pod que copia un volumen no puede iniciarse. { $said }
COPY_READ_FAILED = No se puede leer el volumen { $volume } en el clúster «{ $cluster }»: { $said }
COPY_WRITE_FAILED = No se puede escribir el volumen { $volume } en el clúster «{ $cluster }»: { $said }
COPY_NO_RELEASE = La release del sitio ya no está desplegada en el clúster «{ $cluster }»: alguien la ha cambiado. Vuelva a trasladarlo.
COPY_OLD_CLUSTER = No se pueden copiar los datos: el clúster «{ $cluster }» es anterior a Kubernetes 1.30, y allí un comando no se entera de que su entrada ha terminado. Traslade el sitio sin los datos.
COPY_NO_TAR = No se pueden copiar los datos: no hay tar en el pod del clúster «{ $cluster }». { $said }
COPY_DISTURBED = El sitio del clúster «{ $cluster }» se inició mientras se copiaba.
COPY_STANDS_STILL = No se copió nada durante { $seconds } segundos.
MOVE_WANTS_PLAN = Un traslado a otro clúster necesita su plan, que dice qué se pierde. Pida el plan y envíe su hash.
MoveLosesNothing = Este despliegue no tiene volúmenes en el clúster «{ $from }», así que el traslado no pierde datos.
MoveLosesData = Los datos no se trasladan. Lo que hay en estos volúmenes se queda en el clúster «{ $from }» y desaparece con ellos: { $volumes }. En el clúster «{ $to }» el sitio empieza vacío. Exporte antes lo que necesite.
MoveLosesUnused = El sitio, tal como quedará, no usa estos volúmenes, así que no se copian. Lo que contienen desaparece con el clúster «{ $from }»: { $volumes }.
MoveCopiesData = Lo que hay en estos volúmenes se copia tal cual al clúster «{ $to }», archivos y bases de datos: { $volumes }.
MoveLeavesUnseen = El clúster «{ $from }» no responde, así que no se puede ver lo que el sitio tiene allí. Todo se queda allí, también los datos; no se traslada nada. En el clúster «{ $to }» el sitio empieza vacío. Cuando el clúster «{ $from }» responda, lo que queda se podrá eliminar desde la página del despliegue.
MoveRunsTwice = Si solo Canopy no puede acceder al clúster «{ $from }», el sitio sigue funcionando allí junto al del clúster «{ $to }». Los visitantes llegan a aquel al que apunten los registros DNS.
MoveUnreachable = El sitio del clúster «{ $from }» sirve hasta que el del clúster «{ $to }» esté en marcha; entonces se elimina. Desde ese momento nadie llega al sitio hasta que sus registros DNS apunten al clúster «{ $to }».
MoveStandsStill = El sitio del clúster «{ $from }» sirve hasta que el del clúster «{ $to }» esté en marcha. Entonces se detiene mientras se copian sus datos: cuantos más datos, más tiempo. Se elimina cuando la copia está en marcha. Nadie llega al sitio hasta que sus registros DNS apunten al clúster «{ $to }». Si la copia falla, el sitio vuelve a funcionar en el clúster «{ $from }».
MoveNeedsDns = Los registros DNS de { $domains } deben apuntar a la dirección del clúster «{ $to }».
NOTHING_TO_DISCARD = El último cambio de este despliegue está en vigor.
NOTHING_TO_RETRY = Lo que se pidió de este despliegue está en vigor. No hay nada que volver a ejecutar.
RELEASE_TAKEN = No se le ha podido dar un nombre. Vuelva a intentarlo.
SETUP_COMPLETED = Canopy ya está configurado. Inicie sesión.
TASK_FINISHED = Esta tarea ya ha finalizado.
TASK_UNFINISHED = Una tarea se puede eliminar cuando ha finalizado. Cancélela primero.
STOPPED = Este despliegue está detenido. Inícielo primero.
TASK_RUNNING = Ya hay una tarea en curso en este despliegue.
TEAM_LIMIT = No puede ser propietario de más de { $most } equipos.
MAIL_OFF = No hay ningún servidor SMTP configurado, así que no se envía correo.
VOLUME_FOREIGN = El volumen { $volume } no es de este despliegue.
VOLUME_IN_USE = El volumen { $volume } está en uso: solo se puede eliminar un volumen que el despliegue ya no utiliza.
VOLUME_UNKNOWN = No existe ningún volumen { $volume }.
NO_SUCH_CONTAINER = El pod no tiene ese contenedor.
SHELLS_CROWDED = Hay demasiadas terminales abiertas en este momento. Vuelva a intentarlo más tarde.
SHELLS_OF_USER = Tiene { $most } terminales abiertas, el máximo permitido. Cierre una y vuelva a intentarlo.
COMMAND_ABSENT = Este contenedor no tiene el programa { $program }.
COMMAND_EMPTY = Un comando empieza por el programa que se ejecuta.
COMMAND_LENGTH = Un comando tiene como máximo { $words } palabras y { $bytes } bytes.
COMMAND_NUL = Una palabra de un comando no puede contener el carácter NUL.
SHELL_ABSENT = Este contenedor no tiene intérprete de comandos.
SHELL_BROKE_OFF = Se interrumpió la conexión con el contenedor.
SHELL_IDLE = No se escribió nada durante mucho tiempo, así que la terminal se cerró.
SHELL_NODE_AWAY = El nodo del pod no responde: { $said }
SHELL_NOT_RUNNING = El contenedor { $container } no está en marcha.
SHELL_NO_RIGHT = Las credenciales del clúster no permiten abrir terminales: les faltan create y get en pods/exec.
SHELL_OFF = El operador de Canopy ha desactivado las terminales en contenedores.
SHELL_REFUSED = El clúster rechaza la terminal: { $said }
SHELL_SIZE = Una terminal tiene de 1 a { $most } columnas y filas.
SHELL_STOPPING = Canopy se está reiniciando, así que la terminal se cerró.
SHELL_TOO_LONG = La terminal estuvo abierta { $hours } horas, el máximo permitido, y se cerró.
SHELL_TOO_MUCH = Se envió a la terminal más de lo que había aceptado.
SHELL_UNNAMED = El primer mensaje de una terminal, y solo ese, dice dónde está.

## Refusals on the way to a cluster

CALLER_GONE = Quien llamaba se ha ido.
CLUSTER_ANSWERED = El clúster «{ $cluster }» ha respondido { $code }: { $said }
CLUSTER_OVERLOADED = El clúster «{ $cluster }» está sobrecargado ({ $what }).
CLUSTER_REFUSED = El clúster «{ $cluster }» lo ha rechazado ({ $what }): { $said }
CLUSTER_REFUSED_INPUT = El clúster «{ $cluster }» no lo ha aceptado ({ $what }): { $said }
CLUSTER_SLOW = El clúster es lento: el paso continúa en el próximo intento.
CLUSTER_LATE = El clúster «{ $cluster }» no ha respondido a tiempo.
CLUSTER_SILENT = El clúster no ha respondido a tiempo.
CLUSTER_TIMEOUT = El clúster «{ $cluster }» no ha respondido a tiempo ({ $what }).
CLUSTER_UNREACHABLE = No se puede acceder al clúster «{ $cluster }»: { $said }
CLUSTER_UNREADABLE = El clúster «{ $cluster }» ha dado una respuesta que Canopy no puede leer ({ $what }).
CLUSTER_WITHOUT_KUBECONFIG = El clúster «{ $cluster }» aún no tiene kubeconfig.
CREDENTIALS_LACK_RIGHT =
    { $place ->
        [namespace] Clúster «{ $cluster }»: las credenciales no permiten { $verb } { $resource } en el espacio de nombres { $namespace }.
        [cluster] Clúster «{ $cluster }»: las credenciales no permiten { $verb } { $resource } en todo el clúster.
       *[unknown] Clúster «{ $cluster }»: las credenciales no permiten { $verb } { $resource }.
    }
EARLIER_UNREADABLE = No se puede leer una revisión anterior: { $said }
ENDED = La revisión de Helm { $revision } de esta tarea ha terminado: { $why }
EXISTS = { $object } ya existe.
FIELD_CONFLICT = Alguien ha modificado { $object }: { $said }.
FOREIGN_OBJECT = { $object } ya existe y { $whose }.
NotByCanopy = no lo ha creado Canopy
OfNoRelease = no pertenece a ninguna release
OfOtherTask = lo ha creado otra tarea
OfRelease = pertenece a la release { $release }
GONE = { $object } ya no existe.
HOOK_NO_JOB = El hook { $hook } no es un Job.
ItIsGone = ya no está
KEEPS_CHANGING = Alguien modifica { $object } una y otra vez.
KIND_NOT_ALLOWED = { $version } { $kind } no está entre los tipos que se pueden aplicar.
KIND_UNKNOWN = Este clúster no conoce { $kind }.
KUBECONFIG_LACKS_RIGHT =
    { $place ->
        [namespace] El kubeconfig no permite { $verb } { $resource } en el espacio de nombres { $namespace }.
       *[cluster] El kubeconfig no permite { $verb } { $resource }.
    }
LOG_BROKE_OFF = El registro se ha interrumpido.
NAMESPACE_GOING = El espacio de nombres { $namespace } se está eliminando.
NAMESPACE_GONE = El espacio de nombres { $namespace } no existe.
NAMESPACE_LOST_LABEL = El espacio de nombres { $namespace } contiene este despliegue pero ha perdido la etiqueta { $label }; póngala de nuevo y elimine después.
ADMISSION_REFUSED = Un webhook o una política del clúster ha rechazado { $object }: { $said }
OBJECT_REFUSED = Se ha rechazado { $object }: { $said }
OBJECT_UNTRIED = No se ha podido probar { $object }: { $said }
OBJECT_GOING = { $object } se está eliminando y tiene que haber desaparecido antes de poder crearse de nuevo.
OBJECT_UNNAMED = Un { $kind } no tiene nombre.
RELEASE = Release { $release }: { $said }.
RELEASE_GONE = El registro de la release ya no existe.
RELEASE_INVALID = La release no es válida (línea { $line }, columna { $column }).
RELEASE_NOT_RECORDED = No se puede registrar la release: { $said }
REVISION_GONE = La revisión { $revision } de la release { $release } ya no existe.
REVISION_REMOVED = La revisión { $revision } de la release { $release } se ha eliminado entretanto.
ROLLOUT_UNSEEN = El clúster «{ $cluster }» ha dejado de responder mientras se observaba el despliegue.
UNREADABLE = No se puede leer la revisión { $revision } de la release { $release }: { $said }
WATCH_ENDED = La observación ha terminado.
FENCED = Otro proceso se ha hecho cargo de este despliegue.
FOREIGN_NAMESPACE = El espacio de nombres { $namespace } ya existe y no pertenece a este despliegue.
FOREIGN_RELEASE = La revisión { $revision } de la release { $release } no la ha creado esta tarea.
KUBE_CONFLICT = Clúster «{ $cluster }»: { $said }
LOCKED = { $said }
NOTHING_TO_RESTART = La release { $release } no tiene ningún Deployment que se pueda reiniciar.
OVERTAKEN = Alguien ha modificado la release { $release } mientras se aplicaba la revisión { $revision }.
PAUSED = El Deployment { $name } está en pausa; reanúdelo antes de reiniciarlo.

## History

DriftFound =
    { $known ->
        [yes]
            { $count ->
                [one] El despliegue «{ $deployment }» difiere de la revisión { $revision } en su clúster: { $count } diferencia, cambiada por { $managers }.
               *[other] El despliegue «{ $deployment }» difiere de la revisión { $revision } en su clúster: { $count } diferencias, cambiadas por { $managers }.
            }
       *[no]
            { $count ->
                [one] El despliegue «{ $deployment }» difiere de la revisión { $revision } en su clúster: { $count } diferencia.
               *[other] El despliegue «{ $deployment }» difiere de la revisión { $revision } en su clúster: { $count } diferencias.
            }
    }
DriftMore =
    { $known ->
        [yes]
            { $count ->
                [one] El despliegue «{ $deployment }» ha seguido cambiando en su clúster: { $count } diferencia más, cambiada por { $managers }.
               *[other] El despliegue «{ $deployment }» ha seguido cambiando en su clúster: { $count } diferencias más, cambiadas por { $managers }.
            }
       *[no]
            { $count ->
                [one] El despliegue «{ $deployment }» ha seguido cambiando en su clúster: { $count } diferencia más.
               *[other] El despliegue «{ $deployment }» ha seguido cambiando en su clúster: { $count } diferencias más.
            }
    }
DriftEnded = En su clúster, el despliegue «{ $deployment }» vuelve a ser como en la revisión { $revision }.
DriftPutRight = Se ha solicitado corregir el despliegue «{ $deployment }»: su clúster recibe de nuevo la revisión { $revision }.
DeploymentRolledBack = El despliegue «{ $deployment }» se ha devuelto a la revisión { $to }, como revisión { $revision }.
ChangeDiscarded = Se ha descartado el último cambio del despliegue «{ $deployment }».
DeploymentDescribed = Se ha cambiado la descripción del despliegue «{ $deployment }».
DeploymentRenamed = El despliegue «{ $deployment }» ahora se llama «{ $name }».
DeploymentUpdated = El despliegue «{ $deployment }» se ha cambiado a la revisión { $revision }.
MoveRequested = El despliegue «{ $deployment }» se va a trasladar del clúster «{ $from }» al clúster «{ $to }», como revisión { $revision }.
DeploymentMoved = El despliegue «{ $deployment }» funciona ahora en el clúster «{ $to }» y ya no en el clúster «{ $from }».
RemainsElsewhere = Puede que quede algo del despliegue «{ $deployment }» en el clúster «{ $cluster }».
RemainsForgotten = Se ha olvidado lo que pueda quedar del despliegue «{ $deployment }» en el clúster «{ $cluster }»: { $remains }.
ClusterCreated =
    { $with ->
        [kubeconfig] Se ha registrado el clúster «{ $cluster }» con un kubeconfig.
       *[nothing] Se ha registrado el clúster «{ $cluster }».
    }
ClusterReachable = El clúster «{ $cluster }» vuelve a ser accesible.
ClusterUnreachable = No se puede acceder al clúster «{ $cluster }»: { $said }.
DatacenterCreated = Se ha creado el centro de datos «{ $datacenter }».
DeadLetterDropped =
    { $place ->
        [server] Se ha descartado en el servidor un mensaje sin entregar de { $service }: { $method } ({ $id }).
       *[canopy] Se ha descartado un mensaje sin entregar de { $service }: { $method } ({ $id }).
    }
DeadLetterResent =
    { $place ->
        [server] Se ha reenviado en el servidor un mensaje sin entregar de { $service }: { $method } ({ $id }).
       *[canopy] Se ha reenviado un mensaje sin entregar de { $service }: { $method } ({ $id }).
    }
BackupRestored = Canopy se restauró a partir de la copia de seguridad de { $at } (Canopy { $version }). Se cerraron todas las sesiones.
KeysRotated = Cada rol tiene claves nuevas.
KeysRevoked = Cada rol tiene claves nuevas, y lo que firmaron las anteriores se rechaza. Sesiones cerradas: { $sessions }.
DeletionRequested = Se ha solicitado la eliminación del despliegue «{ $deployment }».
DeploymentAbandoned = Se ha abandonado el despliegue «{ $deployment }». En el clúster «{ $cluster }» puede permanecer: { $remains }.
DeploymentCreated = Se ha creado el despliegue «{ $deployment }» del equipo «{ $team }» en el clúster «{ $cluster }».
DeploymentDeleted = Se ha eliminado el despliegue «{ $deployment }» del clúster «{ $cluster }».
KubeconfigRead = Se ha leído el kubeconfig del clúster «{ $cluster }».
KubeconfigSet = Se ha definido el kubeconfig del clúster «{ $cluster }».
EventsExported = Se ha exportado el historial como { $form }.
InviteAccepted = «{ $user }» ha aceptado la invitación al equipo «{ $team }».
InviteCancelled = Se ha cancelado la invitación de { $email } al equipo «{ $team }».
InviteRenewed = La invitación de { $email } al equipo «{ $team }» tiene un enlace nuevo.
MemberInvited =
    { $role ->
        [admin] Se ha invitado a { $email } al equipo «{ $team }» como administrador.
       *[member] Se ha invitado a { $email } al equipo «{ $team }».
    }
MemberAdded = Se ha añadido a «{ $user }» al equipo «{ $team }».
MemberForgotten = Se ha eliminado la cuenta de «{ $user }» y, con ella, su lugar en el equipo «{ $team }».
MemberRemoved =
    { $how ->
        [left] «{ $user }» ha dejado el equipo «{ $team }».
       *[removed] Se ha quitado a «{ $user }» del equipo «{ $team }».
    }
MemberRoleChanged =
    { $role ->
        [admin] «{ $user }» es ahora administrador del equipo «{ $team }».
       *[member] «{ $user }» ya no es administrador del equipo «{ $team }».
    }
PasswordChanged = «{ $user }» ha cambiado su contraseña.
PasswordChosen = «{ $user }» ha elegido otra contraseña con un enlace.
PasswordForgotten = Se ha pedido otra contraseña para la cuenta de «{ $user }».
PasswordLinkMade =
    { $way ->
        [mail] Se ha enviado a «{ $user }» un enlace para elegir otra contraseña.
       *[link] Se ha creado para «{ $user }» un enlace para elegir otra contraseña.
    }
PasswordReset = La contraseña de «{ $user }» se ha restablecido en el servidor.
RecoveryCodesMade = «{ $user }» ha creado nuevos códigos de recuperación.
RestartRequested = Se ha solicitado el reinicio del despliegue «{ $deployment }».
ScaleRequested = Se ha solicitado otro tamaño para el despliegue «{ $deployment }», como revisión { $revision }.
StartRequested = Se ha solicitado el inicio del despliegue «{ $deployment }», como revisión { $revision }.
StopRequested = Se ha solicitado detener el despliegue «{ $deployment }», como revisión { $revision }.
RetryRequested =
    { $kind ->
        [move] Se ha solicitado otro intento de trasladar el despliegue «{ $deployment }».
        [vacate] Se ha solicitado otro intento de eliminar lo que queda del despliegue «{ $deployment }» en otro clúster.
        [install] Se ha solicitado otro intento de instalación del despliegue «{ $deployment }».
        [restart] Se ha solicitado otro intento de reinicio del despliegue «{ $deployment }».
        [upgrade] Se ha solicitado otro intento de cambio del despliegue «{ $deployment }».
        [scale] Se ha solicitado otro intento de escalar el despliegue «{ $deployment }».
        [stop] Se ha solicitado otro intento de detener el despliegue «{ $deployment }».
        [start] Se ha solicitado otro intento de iniciar el despliegue «{ $deployment }».
       *[uninstall] Se ha solicitado otro intento de eliminación del despliegue «{ $deployment }».
    }
SecretsRevealed =
    { $which ->
        [all] Se han mostrado las contraseñas del despliegue «{ $deployment }».
       *[some] Se han mostrado las contraseñas del despliegue «{ $deployment }», sin la contraseña de root de la base de datos.
    }
SessionsEnded =
    { $n ->
        [one] «{ $user }» ha cerrado otra sesión.
       *[other] «{ $user }» ha cerrado otras { $n } sesiones.
    }
SettingsChanged = Se cambiaron los ajustes del sistema.
SetupCompleted = Se ha configurado Canopy. «{ $user }» es su primer administrador.
TaskCancelled =
    { $how ->
        [move] Se ha cancelado el traslado del despliegue «{ $deployment }».
        [move_by] «{ $user }» ha cancelado el traslado del despliegue «{ $deployment }».
        [vacate] Se ha cancelado la eliminación de lo que queda del despliegue «{ $deployment }».
        [vacate_by] «{ $user }» ha cancelado la eliminación de lo que queda del despliegue «{ $deployment }».
        [install] Se ha cancelado la instalación del despliegue «{ $deployment }».
        [install_by] «{ $user }» ha cancelado la instalación del despliegue «{ $deployment }».
        [upgrade] Se ha cancelado el cambio del despliegue «{ $deployment }».
        [upgrade_by] «{ $user }» ha cancelado el cambio del despliegue «{ $deployment }».
        [scale] Se ha cancelado el escalado del despliegue «{ $deployment }».
        [scale_by] «{ $user }» ha cancelado el escalado del despliegue «{ $deployment }».
        [stop] Se ha cancelado la detención del despliegue «{ $deployment }».
        [stop_by] «{ $user }» ha cancelado la detención del despliegue «{ $deployment }».
        [start] Se ha cancelado el inicio del despliegue «{ $deployment }».
        [start_by] «{ $user }» ha cancelado el inicio del despliegue «{ $deployment }».
        [restart] Se ha cancelado el reinicio del despliegue «{ $deployment }».
        [restart_by] «{ $user }» ha cancelado el reinicio del despliegue «{ $deployment }».
        [uninstall_by] «{ $user }» ha cancelado la desinstalación del despliegue «{ $deployment }».
       *[uninstall] Se ha cancelado la desinstalación del despliegue «{ $deployment }».
    }
TaskCompleted =
    { $kind ->
        [move] El despliegue «{ $deployment }» se ha trasladado al clúster «{ $cluster }».
        [vacate] Lo que quedaba del despliegue «{ $deployment }» se ha eliminado del clúster «{ $cluster }».
        [install] El despliegue «{ $deployment }» se ha instalado en el clúster «{ $cluster }».
        [restart] El despliegue «{ $deployment }» se ha reiniciado en el clúster «{ $cluster }».
        [scale] El despliegue «{ $deployment }» se ha escalado en el clúster «{ $cluster }».
        [stop] El despliegue «{ $deployment }» se ha detenido en el clúster «{ $cluster }».
        [start] El despliegue «{ $deployment }» se ha iniciado en el clúster «{ $cluster }».
        [upgrade] El despliegue «{ $deployment }» se ha modificado en el clúster «{ $cluster }».
       *[uninstall] El despliegue «{ $deployment }» se ha desinstalado del clúster «{ $cluster }».
    }
TaskFailed =
    { $kind ->
        [move] El traslado del despliegue «{ $deployment }» ha fallado: { $said }
        [vacate] La eliminación de lo que queda del despliegue «{ $deployment }» ha fallado: { $said }
        [install] La instalación del despliegue «{ $deployment }» ha fallado: { $said }
        [restart] El reinicio del despliegue «{ $deployment }» ha fallado: { $said }
        [scale] El escalado del despliegue «{ $deployment }» ha fallado: { $said }
        [stop] La detención del despliegue «{ $deployment }» ha fallado: { $said }
        [start] El inicio del despliegue «{ $deployment }» ha fallado: { $said }
        [upgrade] El cambio del despliegue «{ $deployment }» ha fallado: { $said }
       *[uninstall] La desinstalación del despliegue «{ $deployment }» ha fallado: { $said }
    }
TokenCreated =
    { $scope ->
        [read] «{ $user }» ha creado el token de API «{ $token }», que solo lee.
       *[full] «{ $user }» ha creado el token de API «{ $token }» con todos sus permisos.
    }
TokenRevoked = «{ $user }» ha revocado el token de API «{ $token }».
TwoFactorOff = «{ $user }» ha desactivado la autenticación de dos factores.
TwoFactorOn = «{ $user }» ha activado la autenticación de dos factores.
TwoFactorRemoved = Se ha quitado en el servidor la autenticación de dos factores de «{ $user }».
TwoFactorReset = Se ha restablecido la autenticación de dos factores de «{ $user }».
TeamCreated = Se ha creado el equipo «{ $team }».
TeamDeleted = Se ha eliminado el equipo «{ $team }».
TeamDescribed = Se ha cambiado la descripción del equipo «{ $team }».
TeamHandedOver = El equipo «{ $team }» se ha transferido a «{ $user }».
TeamRenamed = El equipo «{ $team }» se llama ahora «{ $name }».
UserDeleted = Se ha eliminado la cuenta de «{ $user }».
UserInviteCancelled = Se ha cancelado la invitación de { $email }.
UserInviteRenewed = La invitación de { $email } tiene un enlace nuevo.
UserInvited = Se ha invitado a { $email } con el rol { $role }.
UserRegistered = «{ $user }» se ha registrado.
ProviderSignedIn = «{ $user }» ha iniciado sesión con { $provider }.
ProviderRegistered = «{ $user }» ha obtenido una cuenta al iniciar sesión con { $provider }.
ProviderLinked = «{ $user }» ha conectado su cuenta con { $provider }.
ProviderLinkedByAddress = La cuenta de «{ $user }» se ha conectado con { $provider } por su dirección verificada; su contraseña, sus sesiones y sus tokens de API han terminado.
ProviderUnlinked = «{ $user }» ha desconectado su cuenta de { $provider }.
ProviderRoleChanged = El rol de «{ $user }» ha cambiado de { $before } a { $after } por sus grupos en { $provider }.
UserRenamed = El nombre de «{ $user }» se ha cambiado a «{ $name }».
UserRoleChanged = El rol de «{ $user }» ha cambiado de { $before } a { $after }.
UserStatusChanged =
    { $status ->
        [active] Se ha activado la cuenta de «{ $user }».
       *[inactive] Se ha desactivado la cuenta de «{ $user }».
    }
NotificationRuleChanged =
    { $what ->
        [made] Se ha creado la regla de notificación «{ $rule }».
        [deleted] Se ha eliminado la regla de notificación «{ $rule }».
       *[changed] Se ha modificado la regla de notificación «{ $rule }».
    }
NotificationTest = Esta es una prueba de la regla de notificación «{ $rule }».
SignedInElsewhere = «{ $user }» ha iniciado sesión desde una red desde la que nunca lo había hecho ({ $network }).
SiteFailed = El despliegue «{ $deployment }» ha fallado: { $said }
SiteRecovered = El despliegue «{ $deployment }» vuelve a funcionar.
TestMailRequested = Se ha solicitado un correo de prueba a { $email }.
VolumeDeleted =
    { $service ->
        [mysql] Se ha eliminado la solicitud de volumen { $volume } ({ $size }) de la base de datos del despliegue «{ $deployment }».
        [ftp] Se ha eliminado la solicitud de volumen { $volume } ({ $size }) de los archivos del despliegue «{ $deployment }».
       *[other] Se ha eliminado la solicitud de volumen { $volume } ({ $size }) del despliegue «{ $deployment }».
    }
VolumeNotDeleted = El volumen { $volume } del despliegue «{ $deployment }» no se ha eliminado: { $said }
ShellOpened = Se abrió una terminal en el contenedor { $container } del pod { $pod } del despliegue «{ $deployment }».
ShellClosed = La terminal en el contenedor { $container } del pod { $pod } del despliegue «{ $deployment }» se cerró tras { $seconds } s. Se escribieron { $typed } bytes y se mostraron { $shown } bytes.
CommandStarted = Se inició el comando { $program } en el contenedor { $container } del pod { $pod } del despliegue «{ $deployment }».
CommandEnded = El comando { $program } en el contenedor { $container } del pod { $pod } del despliegue «{ $deployment }» terminó tras { $seconds } s. Se le enviaron { $typed } bytes y se mostraron { $shown } bytes.

## Steps of tasks, by their names

Step_check = Comprobar el clúster
Step_namespace = Preparar el espacio de nombres
Step_secrets = Escribir los secretos
Step_apply = Aplicar la release
Step_rollout = Esperar a los pods
Step_hooks = Configurar el sitio
Step_change = Aplicar el cambio
Step_adjust = Ajustar el sitio
Step_finish = Finalizar la release
Step_restart = Reiniciar la aplicación
Step_restart_mysql = Reiniciar la base de datos
Step_restart_redis = Reiniciar Redis
Step_restart_web = Reiniciar el sitio
Step_restart_phpmyadmin = Reiniciar phpMyAdmin
Step_restart_ftp = Reiniciar SFTP
Step_restart_cloudflared = Reiniciar el túnel de Cloudflare
Step_stop = Reducir todo a cero
Step_stopped = Esperar a que nada se ejecute
Step_start = Volver a crear los pods
Step_scale = Aplicar el nuevo tamaño
Step_copy = Copiar los datos al nuevo clúster
Step_again = Esperar a los pods con los datos copiados
Step_switch = Pasar al nuevo clúster
Step_vacate = Eliminarlo del clúster anterior
Step_undo = Retirar lo que se empezó
Step_uninstall = Desinstalar la release
Step_volumes = Eliminar volúmenes

## What a cluster is like, also within sentences

AddressNotAllowed = la dirección { $address } no se permite para un clúster
ApiServerAnswered = el servidor de API ha respondido { $code }
CertificateExpired = su certificado ha caducado
CertificateInvalid = su certificado no es válido
CertificateOfOther = su certificado no es de la autoridad del kubeconfig
CertificateOtherName = su certificado es para otro nombre
ClusterAnswerTooLarge = la respuesta del clúster supera los { $most } MiB
ClusterAway = No se puede acceder al clúster: { $said }
ClusterLacksRights =
    { $count ->
        [one] A las credenciales les falta un permiso que Canopy necesita: las tareas de este clúster fallan.
       *[other] A las credenciales les faltan { $count } permisos que Canopy necesita: las tareas de este clúster fallan.
    }
ClusterNoDefaultStorage = Ninguna clase de almacenamiento es la predeterminada: los volúmenes de los sitios no se crean y sus pods los esperan.
ClusterNoIngressClass = No hay ninguna clase de ingress: los sitios se ejecutan, pero nadie llega a ellos desde fuera.
ClusterNoReadyNode = Ningún nodo está listo para recibir pods: nada se inicia.
ClusterProblem = No se puede acceder al clúster: { $said }.
ClusterSilent = el clúster no ha respondido en { $seconds } segundos
CredentialsRefused = el clúster ha rechazado las credenciales
NameNotResolved = el nombre { $name } no se puede resolver
NoAnswerInTime = sin respuesta a tiempo
NoConnection = sin conexión
NodesUnknown = Las credenciales no permiten listar los nodos, por lo que nodos, CPU y memoria no se conocen.
NotKubernetes = lo que responde allí no es un servidor de API de Kubernetes
OtherCluster = allí responde un clúster distinto de aquel en el que se pusieron los despliegues
RightsUnknown = No se sabe qué permiten las credenciales: { $said }
RightMissing =
    { $place ->
        [namespace] Las credenciales no permiten { $verb } { $resource } en el espacio de nombres { $namespace }.
       *[cluster] Las credenciales no permiten { $verb } { $resource }.
    }
TooManyPods = tiene demasiados pods para mirarlos todos
UsageForbidden = Las credenciales del clúster no permiten listar lo que usan los pods.
UsageLogUnread = El registro del nginx del sitio no se puede leer en este momento.
UsageNoMetrics = El clúster no tiene API de métricas (metrics.k8s.io): allí no se mide lo que usan los pods.
UsageNoPods = Ningún pod del sitio se ha medido en los últimos minutos.
UsageNoRequestCount = Ningún nginx funciona en el sitio: nada cuenta sus peticiones.
UsageNoRequests = No hubo ninguna petición en los últimos cinco minutos.
UsageNoVolumeStatistics = El clúster aún no ha dicho cuánto se han llenado los volúmenes del sitio: se le pregunta cada cinco minutos.
UsageNotYet = Aún no se ha medido nada: las primeras cifras llegan en unos minutos.
UsageUnanswered = La API de métricas del clúster no responde.
UsageUnwatched = Las credenciales del clúster no permiten observar los pods de todos los espacios de nombres, por lo que no se sabe de qué sitio son.
UsageTooManyLogs = El sitio tiene demasiados pods para leer el registro de cada uno.
UsageTooManyNodes = El clúster tiene demasiados nodos para preguntar a cada uno cuánto se han llenado sus volúmenes.
UsageVolumesForbidden = Las credenciales del clúster no permiten preguntar a los nodos cuánto se han llenado sus volúmenes.
UsageVolumesUnanswered = Los nodos del clúster no dicen cuánto se han llenado sus volúmenes.
ClusterCannotBeReached = No se puede acceder al clúster.
ShellRightMissing = Las credenciales no permiten { $verb } pods/exec. Todo funciona sin ello, pero nadie puede abrir una terminal en un contenedor.

## What is wrong with a kubeconfig

KUBECONFIG_INVALID = Kubeconfig no válido: { $why }
KubeconfigAnchors = no se permiten anclas ni alias (& y *)
KubeconfigAuthorityExpired = la autoridad de certificación ha caducado
KubeconfigBase64 = no es base64
KubeconfigByteOrder = empieza con una marca de orden de bytes; guárdelo como UTF-8 simple
KubeconfigCertificate = { $field } contiene un certificado ilegible
KubeconfigCertificateEmpty = client-certificate-data está vacío
KubeconfigCertificateExpired = el certificado de cliente caducó el { $day }
KubeconfigCertificates = { $field } contiene más de { $most } certificados
KubeconfigCertificatesOnly = { $field } debe contener certificados y nada más
KubeconfigContextLacks = el contexto actual no nombra { $key }
KubeconfigDepth = está anidado a más de { $most } niveles
KubeconfigDirectives = no se permiten directivas (%)
KubeconfigDocuments = tiene más de un documento YAML
KubeconfigElsewhere = lleva a otro clúster
KubeconfigEntries = tiene más de { $most } entradas
KubeconfigEntry = una entrada de { $list }
KubeconfigEntryTwice = { $list } tiene dos entradas llamadas «{ $name }»
KubeconfigEntryUnnamed = una entrada de { $list } no tiene nombre
KubeconfigFieldBase64 = { $field } no es base64
KubeconfigFieldForbidden =
    no se permite '{ $field }': { $why ->
       *[files] nunca se leen archivos del servidor; incluya los datos (kubectl config view --raw --flatten --minify)
        [program] ejecutaría un programa en el servidor; use el token de una ServiceAccount
        [proxy] no se admiten proxies
        [verify] la conexión podría ser interceptada; añada certificate-authority-data
        [basic] la autenticación básica se eliminó en Kubernetes 1.19; use el token de una ServiceAccount
        [impersonation] no se admite la suplantación
    }
KubeconfigFieldUnknown = { $place } tiene un campo «{ $field }» que Canopy no conoce
KubeconfigFile = el archivo
KubeconfigHalfCertificate = un certificado de cliente necesita client-certificate-data y client-key-data
KubeconfigInUse =
    { $count ->
        [one] { $why }, y hay 1 despliegue en el actual
       *[other] { $why }, y hay { $count } despliegues en el actual
    }
KubeconfigKeyPair = client-key-data no corresponde a client-certificate-data
KubeconfigKeyTwice = la clave «{ $key }» aparece dos veces
KubeconfigKeyUnusable = client-certificate-data o client-key-data no se pueden usar
KubeconfigKeys = las claves deben ser textos simples
KubeconfigKind = kind debe ser Config
KubeconfigMergeKeys = no se permiten claves de fusión (<<)
KubeconfigMissing = { $what } «{ $name }» no está en el archivo
KubeconfigNamed = { $what } «{ $name }»
KubeconfigNamespace = namespace debe ser un nombre de Kubernetes
KubeconfigNoContext = no hay current-context y tiene { $count } contextos
KubeconfigNoCredentials = el usuario no tiene ni token ni certificado de cliente
KubeconfigNoPem = { $field } no contiene ningún bloque PEM
KubeconfigNoServer = el clúster no tiene server
KubeconfigNotList = { $list } debe ser una lista
KubeconfigNotMapping = { $place } debe ser un mapa
KubeconfigNotText = { $key } debe ser un texto
KubeconfigNul = tiene un byte NUL
KubeconfigOneKey = { $field } debe contener una clave privada y nada más
KubeconfigOtherPem = { $field } contiene un bloque PEM de otro tipo
KubeconfigPem = { $field } no es PEM válido
KubeconfigRefused = no se acepta su kubeconfig: { $why }
KubeconfigSections = faltan secciones obligatorias (apiVersion, clusters, contexts, users)
KubeconfigServer = server debe ser https://host[:puerto]
KubeconfigTags = no se permiten etiquetas (!)
KubeconfigTlsName = tls-server-name debe ser un nombre de host
KubeconfigToken = el token tiene caracteres que ningún token tiene
KubeconfigTokenExpired = el token caducó el { $day }
KubeconfigTooLarge = supera los 256 KiB
KubeconfigTooSlow = leerlo ha tardado demasiado
KubeconfigTwoCredentials = el usuario tiene un token y un certificado de cliente; deje solo uno
KubeconfigUnrecognised = sus credenciales no permiten leer el espacio de nombres kube-system, por el que se reconoce un clúster
KubeconfigUnsure = el clúster no dice que sea el mismo ({ $why })
KubeconfigUnusable = su kubeconfig no se puede usar
KubeconfigUtf8 = no es UTF-8
KubeconfigVersion = apiVersion debe ser v1
KubeconfigYaml = no es YAML válido
KubeconfigYamlAt = no es YAML válido (línea { $line })

## What a task does, line by line

WithLastLines =
    { $said }
    Últimas líneas:
    { $lines }
HookAttempt = el intento { $n } está en curso
HookClearing = se está quitando una ejecución anterior
HookFailed = ha fallado
HookOverdue = no había terminado tras { $minutes } minutos.
HookRunning = en curso
HookStarted = iniciado
HookStarting = iniciando
HookState = { $hook } ({ $n } de { $total }): { $said }
HookStepFailed = El paso de configuración { $hook } ha fallado.
HookStepFailedBecause = El paso de configuración { $hook } ha fallado: { $said }
NamespaceEnding = El espacio de nombres se está eliminando.
NamespaceEndingBecause = El espacio de nombres se está eliminando: { $said }
NamespaceUntouched = El espacio de nombres { $namespace } no pertenece a este despliegue; no se ha tocado nada en él.
NothingLeft = No queda nada.
NothingToSetUp = No hay nada que configurar.
ObjectsGoing = Se están eliminando los objetos de la release.
SiteSetUp = El sitio está configurado.
VolumesGoing = Se están eliminando volúmenes y secretos.
WithDetails =
    { $said }
    { $details }
Shortened =
    { $said }
    (recortado)
ApplyingInterrupted = La aplicación se ha interrumpido.
BrokenTryingAgain = Una parte de Canopy ha notificado un error interno. Se vuelve a intentar.
CancelledBy = Cancelada por { $user }
CredentialsTooWeak = Las credenciales del clúster «{ $cluster }» no lo permiten.
DatabaseAway = La base de datos no está disponible en este momento.
EndingRelease = Cerrando la release: { $said }
GaveUp =
    { $unit ->
        [minutes]
            { $count ->
                [one] Abandonado tras { $count } minuto. { $said }
               *[other] Abandonado tras { $count } minutos. { $said }
            }
       *[seconds]
            { $count ->
                [one] Abandonado tras { $count } segundo. { $said }
               *[other] Abandonado tras { $count } segundos. { $said }
            }
    }
HooksFailed = La configuración del sitio ha fallado.
IdentityRefused = Una parte de Canopy no acepta la identidad de las demás.
InterruptedOften = El trabajo se ha interrumpido { $count } veces y no se vuelve a intentar.
KubernetesVersion = Kubernetes { $version }
LinesDropped = Se han descartado las primeras { $count } líneas de este registro.
NamespaceReady =
    { $how ->
        [created] Se ha creado el espacio de nombres { $namespace }
       *[there] El espacio de nombres { $namespace } ya está
    }
NothingHeard = No se ha sabido nada del clúster.
NothingRestarted = No hay nada que reiniciar.
ObjectRemoved = Se ha quitado { $object }
PartAway = Una parte de Canopy no responde en este momento.
PartBroken = Una parte de Canopy ha notificado un error interno.
PodsNotReady = Los pods no han llegado a estar listos.
ReleaseFailedElsewhere = Otra operación ha marcado la release como fallida.
ReleaseFinished = La release está desplegada
Restarted = Reiniciado: { $names }
SecretsWritten = { $names }
ServiceOverloaded = El servicio está sobrecargado.
StillThere = Aún quedan: { $names }
SwitchedOver = Del clúster «{ $from }» al clúster «{ $to }»
SwitchedAlready = El sitio ya funciona en el nuevo clúster.
RemainsThere = Puede que quede algo en el clúster «{ $cluster }»: { $said }
TaskDone = La tarea se ha completado.
CopyStops = Deteniendo el sitio en el clúster «{ $cluster }» para la copia.
CopyWaitsForPods = Esperando a que terminen estos pods en el clúster «{ $cluster }»: { $pods }
CopyStarts = Iniciando los pods que copian en el clúster «{ $cluster }».
CopyingVolume = Copiando el volumen { $volume } ({ $n } de { $total }): { $size } copiados en total.
CopyEnding = Eliminando los pods que copiaron.
CopyingInterrupted = La copia se interrumpió.
VolumesCopied = Copiados { $size }: { $volumes }.
NothingToCopy = No hay nada que copiar del clúster «{ $cluster }».
CopyExit = terminó con el código de salida { $code }.
CopySaid = { $said }
WaitingForCluster = Esperando al clúster «{ $cluster }»: { $said }
WaitingForRest = Esperando a que desaparezca el resto.
WatchEndedEarly = La observación de los pods ha terminado antes de tiempo.
ObjectApplied = Se ha aplicado { $object }
ReleaseApplied = La release está aplicada.
ReleaseApplying = Se está aplicando la revisión de Helm { $revision }.
ReleaseDeployed = La release ya está desplegada.
ReleaseHeld =
    { $who ->
        [task] Otra tarea de Canopy ocupa la release.
       *[helm] Otra operación de Helm ocupa la release.
    }
ReleaseHeldSince =
    { $who ->
        [task] Otra tarea de Canopy ocupa la release desde { $since }.
       *[helm] Otra operación de Helm ocupa la release desde { $since }.
    }
VolumeEnding = Se está eliminando.
VolumeGone = La solicitud de volumen { $volume } ({ $size }) se ha eliminado.
VolumeHeld = Se está eliminando, a la espera de { $names }.
VolumeLines = { $lines }
VolumeMounted = El pod { $pod } todavía lo utiliza.
VolumeMountedElsewhere = Lo utiliza el pod { $pod }, que no es de la release.
VolumeReleaseMoved = Otra persona ha cambiado la release desde entonces.
VolumeReplaced = Es otro volumen que el que se indicó.
VolumesLeft = Se dejan como están: { $said }
VolumeStays = El volumen { $volume } se queda: { $said }
VolumeUsed = El despliegue lo utiliza.
VolumeWaits = Volumen { $volume }: { $said }

## Calls

HEAD_CODING = La única codificación de transferencia admitida en una petición es chunked.
HEAD_FIELD = Un campo de la cabecera de la petición está mal formado.
HEAD_HOST = Una petición nombra exactamente un host.
HEAD_LENGTH = La longitud del cuerpo de la petición no está clara.
HEAD_LINE_END = Una línea de la cabecera de la petición no termina en CRLF.
HEAD_LONG_LINE = Una línea de la cabecera de la petición supera los { $most } KiB.
HEAD_MANY_FIELDS = La petición tiene más de { $most } campos de cabecera.
HEAD_REQUEST_LINE = La línea de la petición está mal formada.
HEAD_TOO_LONG = La cabecera de la petición supera los { $most } KiB.
BODY_BROKEN = El cuerpo no se ha podido leer hasta el final.
BODY_COMPRESSED = El cuerpo debe enviarse sin compresión.
BODY_LATE = El cuerpo no ha llegado a tiempo.
BODY_MALFORMED = El cuerpo no es JSON válido (línea { $line }, columna { $column }).
BODY_MISSING = Falta el cuerpo: envíe un objeto JSON.
BODY_NO_OBJECT = El cuerpo debe ser un objeto JSON.
BODY_NOT_JSON = El cuerpo debe enviarse como application/json.
BODY_REFUSED = Se rechaza el cuerpo: { $said } (línea { $line }, columna { $column }).
BodyDepth = tiene demasiados niveles
BodyKeyLong = el nombre de un campo supera los { $most } bytes
BodyKeyTwice = el campo «{ $name }» está dos veces
BodyManyValues = tiene demasiados valores
BodyNul = un texto contiene un carácter nulo
BODY_TOO_LARGE = El cuerpo supera los { $most } KiB.
BODY_WRONG = El cuerpo tiene un campo incorrecto.
BUSY = Canopy está ocupado en este momento. Vuelva a intentarlo.
FIELD_FLAG = { $name } debe ser true o false.
FIELD_LIST = { $name } debe ser una lista.
FIELD_NUMBER = { $name } debe ser un número entero dentro de sus límites.
FIELD_OBJECT = { $name } debe ser un objeto.
FIELD_TEXT = { $name } debe ser un texto.
FIELD_UNEXPECTED = { $name } no es lo que espera esta llamada.
FIELD_UNKNOWN = { $name } no es un campo de esta llamada.
IDEMPOTENCY_KEY_WRONG = Idempotency-Key debe tener de 1 a 255 caracteres visibles.
IF_MATCH_WRONG = If-Match debe ser la versión de un despliegue.
EXPORTS_CROWDED = Se están haciendo demasiadas exportaciones en este momento. Vuelva a intentarlo.
LOGS_CROWDED = Se siguen demasiados registros en este momento. Vuelva a intentarlo.
METHOD_NOT_ALLOWED = Este método no se permite aquí.
NO_SUCH_CALL = No existe esta llamada.
ONE_HOST = Una solicitud nombra exactamente un host.
OTHER_HOST = Canopy no responde a este nombre de host. Quien lo opera puede añadirlo a CANOPY_HOSTS.
PARAMETER_AFTER = from no debe ser posterior a to.
PARAMETER_DATE = { $name } debe ser una fecha como 2026-11-21 o 2026-11-21T10:00:00Z.
PARAMETER_NO_ID = { $name } debe ser un identificador.
PARAMETER_NUL = { $name } no debe contener caracteres nulos.
PARAMETER_NUMBER = { $name } debe ser un número entero de { $least } a { $most }.
PARAMETER_SPAN = from no debe ser más de 366 días anterior a to.
PARAMETER_TWICE = { $name } se ha indicado dos veces.
PARAMETER_WORD = { $name } debe ser uno de { $known }.
PARAMETER_WRONG = Un parámetro de la consulta no es correcto.
REQUEST_MALFORMED = La solicitud está mal formada.
REQUEST_TOO_LARGE = La solicitud es demasiado grande.
REQUEST_TOO_LONG = La solicitud ha tardado demasiado. Vuelva a intentarlo.
SCREENS_CROWDED = Hay demasiadas pantallas abiertas.
SESSION_EXPIRED = Su sesión ha caducado. Vuelva a iniciar sesión para continuar.
TOO_MANY_AT_ONCE = Demasiadas solicitudes a la vez. Vuelva a intentarlo.
TOO_MANY_EXPORTS = Hace demasiadas exportaciones a la vez. Espere a que termine una y vuelva a intentarlo.
TOO_MANY_LOGS = Sigue demasiados registros a la vez. Cierre uno y vuelva a intentarlo.
TWO_TEAMS = team_id y teamId nombran equipos distintos.
UNEXPECTED = Se ha producido un error inesperado. Vuelva a intentarlo más tarde.
SHELL_NO_WEBSOCKET = Una terminal se abre por WebSocket.
SHELL_OTHER_ORIGIN = Una página de otro sitio no puede abrir una terminal.
SHELL_SILENT = El navegador ya no responde, así que la terminal se cerró.
SHELL_TERMINAL = Un intérprete de comandos necesita una terminal; un comando puede prescindir de ella.
SHELL_UNREADABLE = No se puede leer un mensaje a la terminal.

## What goes wrong with pods

NoSetting = El sitio no tiene ningún ajuste para esto.
NotTakenSo = Ningún ajuste del sitio le da el valor { $value }.
NoReasonGiven = no se ha dado ningún motivo
PodsReady =
    { $wanted ->
        [one] { $ready } de { $wanted } pod está listo
       *[other] { $ready } de { $wanted } pods están listos
    }
PodsUpdated = { $ready } de { $wanted } pods están actualizados
OldPodsEnding =
    { $count ->
        [one] falta que termine { $count } pod antiguo
       *[other] falta que terminen { $count } pods antiguos
    }
AndThen = { $first }; { $next }
ChangeTakenUp = se está asumiendo el cambio
JobRunning = el trabajo se está ejecutando
ObjectAwaited = { $object } no está
RestartAwaited = esperando el reinicio
RolloutPart = { $part }: { $said }
UpdateCompleting = se está completando la actualización
VolumeAwaited = el volumen aún no está
PodAtStep = el pod { $pod } sigue en su paso inicial { $step }
PodUnready = el pod { $pod } se ejecuta pero no está listo
PodUnreadyBecause = el pod { $pod } se ejecuta pero no está listo: { $said }
RegistrySilent = el registro de imágenes no ha dado ningún motivo
RolloutCannotStart = { $what } no puede arrancar: { $said }
RolloutContainer = El contenedor { $name }
RolloutCrashing = { $what } falla una y otra vez (código de salida { $code }, { $restarts } reinicios).
RolloutFailed = La puesta en marcha ha fallado.
RolloutImagePull = No se ha podido descargar la imagen { $image }: { $said }
RolloutInitFailed = { $what } del pod { $pod } ha fallado (código de salida { $code }, { $tries } intentos).
RolloutInitStep = El paso inicial { $name }
RolloutJobFailed = El Job { $job } ha fallado: { $why }: { $said }
RolloutLate = { $owner } no ha estado listo en { $seconds } segundos: { $said }
RolloutMemory =
    { $known ->
        [yes] { $what } se ha detenido por superar su límite de memoria de { $limit }.
       *[no] { $what } se ha detenido por superar su límite de memoria.
    }
RolloutNoPod = No se puede crear ningún pod de { $owner }: { $said }
RolloutNoVolume = El volumen { $volume } no está: { $said }
RolloutOverdue =
    { $unit ->
        [minutes]
            { $count ->
                [one] La aplicación no estaba lista tras { $count } minuto: { $said }
               *[other] La aplicación no estaba lista tras { $count } minutos: { $said }
            }
       *[seconds]
            { $count ->
                [one] La aplicación no estaba lista tras { $count } segundo: { $said }
               *[other] La aplicación no estaba lista tras { $count } segundos: { $said }
            }
    }
RolloutPreviousRuns =
    { $said }
    La nueva versión ha fallado, la anterior sigue en marcha.
RolloutReady = Todo está listo.
RolloutRemoved = { $object } no está: alguien lo ha quitado.
RolloutUnschedulable = Ningún nodo puede acoger el pod { $pod }: { $said }
VolumeLost = se ha perdido su volumen

## How Canopy itself is doing

BackupDiskFull = La última copia de seguridad de Canopy falló: no queda espacio donde se escribe.
BackupFailed = La última copia de seguridad de Canopy falló: { $said }
BackupFolderUnusable = La última copia de seguridad de Canopy falló: su carpeta falta o no se puede escribir en ella.
BackupOld = La última copia de seguridad de Canopy tiene { $age }.
BackupPassphraseUnusable = La última copia de seguridad de Canopy falló: su contraseña falta o es demasiado corta.
BackupToolsMissing = La última copia de seguridad de Canopy falló: pg_dump de PostgreSQL falta o es demasiado antiguo.
ClusterInMaintenance = Está en mantenimiento.
ClustersIll =
    { $more ->
        [yes] { $ill } de { $count } clústeres no están operativos: { $names } y otros.
       *[no] { $ill } de { $count } clústeres no están operativos: { $names }.
    }
ClustersUnknown = No se sabe qué hacen los clústeres: infrastructure no responde.
DeadLetters =
    { $count ->
        [one] Hay un mensaje sin entregar, desde hace { $age }.
       *[other] Hay { $count } mensajes sin entregar, el más antiguo desde hace { $age }.
    }
HealthRefused = Ha rechazado la comprobación.
HealthSilent = No ha respondido en { $within }, { $times } veces seguidas.
HealthSlow = No ha respondido en { $within }.
HealthStarting = Está arrancando o deteniéndose.
HealthUnreachable = No se puede acceder.
Lapse =
    { $unit ->
        [days] { $count } días
        [hours] { $count } horas
        [minutes] { $count } minutos
        [seconds]
            { $count ->
                [one] un segundo
               *[other] { $count } s
            }
        [milliseconds] { $count } ms
       *[moments] menos de dos minutos
    }
NatsAddressMissing = No hay ninguna dirección de NATS configurada.
NatsRefusesFacts = NATS no acepta hechos; puede necesitar un reinicio después de que se llenara su disco.
NatsSilent = NATS no responde.
NatsUnreachable = No se puede acceder a NATS.
NatsWithoutStreams = NATS no responde por sus flujos.
PostgresAway = PostgreSQL no se puede usar: se rechazan lecturas y escrituras hasta que vuelva.
WorkGoesOn = { $said } El trabajo continúa; el historial y las pantallas en vivo se ponen al día cuando vuelva.

# Datacenters and clusters, changed by people
CLUSTER_HAS_DEPLOYMENTS = No se puede eliminar el clúster: tiene { $n } despliegue(s), que hay que eliminar antes.
CLUSTER_IN_MAINTENANCE = El clúster de este despliegue está en mantenimiento. Hasta que termine no se empieza nada nuevo en él.
DATACENTER_HAS_DEPLOYMENTS = No se puede eliminar el centro de datos: sus clústeres tienen { $n } despliegue(s), que hay que eliminar antes.
PLACE_CHANGED_MEANWHILE =
    { $kind ->
        [datacenter] { $known ->
            [yes] { $who } ha cambiado este centro de datos desde que lo abrió. Vuelva a cargarlo para ver el cambio.
           *[no] Otra persona ha cambiado este centro de datos desde que lo abrió. Vuelva a cargarlo para ver el cambio.
        }
       *[cluster] { $known ->
            [yes] { $who } ha cambiado este clúster desde que lo abrió. Vuelva a cargarlo para ver el cambio.
           *[no] Otra persona ha cambiado este clúster desde que lo abrió. Vuelva a cargarlo para ver el cambio.
        }
    }
ClusterChanged = Se cambió el clúster «{ $cluster }».
ClusterDeleted = Se eliminó el clúster «{ $cluster }».
ClusterMoved = El clúster «{ $cluster }» pasó a otro centro de datos.
ClusterRenamed = El clúster «{ $cluster }» se llama ahora «{ $name }».
DatacenterChanged = Se cambió el centro de datos «{ $datacenter }».
DatacenterDeleted =
    { $n ->
        [0] Se eliminó el centro de datos «{ $datacenter }».
        [one] Se eliminó el centro de datos «{ $datacenter }»; su clúster permanece.
       *[other] Se eliminó el centro de datos «{ $datacenter }»; sus { $n } clústeres permanecen.
    }
DatacenterRenamed = El centro de datos «{ $datacenter }» se llama ahora «{ $name }».
MaintenanceBegun = El clúster «{ $cluster }» está en mantenimiento.
MaintenanceEnded = Terminó el mantenimiento del clúster «{ $cluster }».

## Notifications

Label_Channel = Canal
Label_WebhookAddress = Dirección
DELIVERY_WAITS = Ya está a la espera de enviarse.
EVENT_GONE = Este evento ya no se conserva, así que no puede volver a enviarse.
EVERYTHING_FOR_ADMINS = Solo administradores y gestores reciben avisos de equipos a los que no pertenecen.
KINDS_FOR_ADMINS = Solo administradores y gestores reciben avisos de clústeres, cuentas y del propio Canopy, y solo por reglas propias.
KINDS_PERSONAL = Un equipo no recibe avisos de inicios de sesión.
KINDS_REQUIRED = Elija de qué se debe avisar.
NO_SIGNATURES = Solo un webhook tiene clave para firmas.
RULE_LIMIT = Ya hay { $most } reglas de notificación. Elimine una para crear otra.
WEBHOOK_ADDRESS_REFUSED = La dirección { $address } no se permite para un webhook.
WEBHOOK_ADDRESS_WRONG = Escriba una dirección como https://hooks.example.com/canopy, sin nombre de usuario.
WEBHOOK_NOT_HTTPS = La dirección debe empezar por https://.

## Whether sites can be reached

REACH_NOT_RUNNING = Solo se comprueba un sitio que está en marcha.
ReachBroken = La conexión con { $name } falla: { $said }
ReachCertificate = Se envía a los visitantes a HTTPS, donde los navegadores les avisan: { $said } Renueve o reemplace el certificado.
ReachCertificateEarly = El certificado de { $name } aún no es válido.
ReachCertificateExpired = El certificado de { $name } ha caducado.
ReachCertificateInvalid = El certificado de { $name } no se puede usar: { $said }.
ReachCertificateIssuer = El certificado de { $name } lo emitió una autoridad que los navegadores no conocen: { $issuer }.
ReachCertificateLate = El certificado de { $name } ya debería haberse renovado: termina el { $day }. Revise su Certificate en el clúster (kubectl describe certificate) o renuévelo donde se emitió.
ReachCertificateName = El certificado no es para { $name }.
ReachCertificateOwn = El certificado de { $name } es autofirmado.
ReachCircle = { $name } redirige a sus visitantes en círculo. Revise la dirección y los ajustes de HTTPS del sitio.
ReachFailing = { $name } responde con el error { $status }. Los registros del sitio dicen por qué.
ReachForbidden = { $name } apunta a { $address }, una dirección que los ajustes de Canopy no permiten contactar. Un administrador puede permitirla con CANOPY_REACH_ALLOW.
ReachNoHttps = { $name } envía a sus visitantes a HTTPS, donde nada responde.
ReachNoRecord =
    { $kind ->
        [address] No hay ningún registro A o AAAA para { $name }. Cree uno que apunte a { $target }.
        [name] No hay ningún registro A o AAAA para { $name }. Cree un registro CNAME que apunte a { $target }.
        [tunnel] No hay ningún registro A o AAAA para { $name }. Añádalo al túnel de Cloudflare como nombre de host público.
       *[unknown] No hay ningún registro A o AAAA para { $name }. Cree uno que apunte a la dirección del ingress de su clúster.
    }
ReachOff = Los ajustes de Canopy han desactivado la comprobación de los sitios.
ReachRefused = Nada responde en { $name }: la conexión se rechaza. Compruebe que el registro apunta al ingress de su clúster.
ReachSilent =
    { $seconds ->
        [one] { $name } no respondió en { $seconds } segundo. Compruebe que el registro apunta al ingress de su clúster, y el cortafuegos.
       *[other] { $name } no respondió en { $seconds } segundos. Compruebe que el registro apunta al ingress de su clúster, y el cortafuegos.
    }
ReachSimulated = Este sitio se ejecuta en un clúster simulado: no hay nada que alcanzar.
ReachUnresolved = Los servidores de nombres no respondieron por { $name }: no se sabe si es accesible.
SiteCertificateLate = El certificado del despliegue «{ $deployment }» no se renovó a tiempo: { $said }
SiteReachable = El despliegue «{ $deployment }» vuelve a ser accesible.
SiteUnreachable = El despliegue «{ $deployment }» no es accesible: { $said }
