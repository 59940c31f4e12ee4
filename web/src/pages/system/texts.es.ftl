system-title = Sistema
system-about = Cómo está el propio Canopy
system-overall-healthy = Todos los componentes funcionan
system-overall-degraded = Algunos componentes están degradados
system-overall-unhealthy = Algunos componentes no están disponibles
system-logs = Ver los registros
system-database = Base de datos
system-security = Seguridad
system-health = Estado del sistema
system-health-failed = No se ha podido cargar el estado del sistema
system-health-loading = Preguntando a todos los componentes
system-health-none = Sin comprobaciones
system-health-none-text = En este momento no hay comprobaciones de estado.
system-interval = Intervalo de comprobación
system-interval-seconds = Cada { $n } segundos
system-refresh = Actualizar
system-state = Estado
system-component = Componente
system-latency = Latencia
system-checked = Comprobado
system-milliseconds = { $n } ms
system-mail = Correo
system-mail-loading = Consultando el estado del correo
system-mail-failed = No se ha podido cargar el estado del correo
system-mail-missing = No han respondido todos los servicios; sus cartas no se cuentan: { $services }
system-mail-off = No se envía correo
system-mail-off-text = Las invitaciones y los enlaces para contraseñas olvidadas se entregan a mano. Para enviarlos, defina CANOPY_SMTP_URL, CANOPY_MAIL_FROM y CANOPY_PUBLIC_URL y reinicie Canopy.
system-mail-server = Servidor SMTP
system-mail-encryption = Cifrado
system-mail-encryption-none = Ninguno
system-mail-encryption-opportunistic = STARTTLS si el servidor lo ofrece
system-mail-encryption-starttls = STARTTLS
system-mail-encryption-tls = TLS
system-mail-account = Inicia sesión allí
system-mail-account-yes = Sí
system-mail-account-no = No
system-mail-sender = Remitente
system-mail-links = Los enlaces empiezan por
system-mail-waiting = Cartas
system-mail-waiting-n =
    { $n ->
        [0] Ninguna en espera
        [one] { $n } en espera
       *[other] { $n } en espera
    }
system-mail-oldest = la más antigua desde
system-mail-sent = Última enviada
system-mail-sent-none = Todavía no se ha enviado ninguna carta.
system-mail-failure-taken = La última carta fue aceptada
system-mail-failure-refused = El servidor SMTP no ha aceptado una carta
system-mail-failure-unreachable = No se ha podido contactar con el servidor SMTP
system-mail-failure-silent = El servidor SMTP no ha respondido a tiempo
system-mail-given-up = La carta no se vuelve a enviar.
system-mail-again = La carta se vuelve a enviar hasta que su enlace sea demasiado antiguo.
system-mail-past = Desde entonces se han enviado cartas.
system-mail-test = Enviar un correo de prueba
system-mail-test-failed = No se ha podido enviar el correo de prueba. Inténtelo de nuevo.
system-mail-test-taken = El servidor SMTP ha aceptado el correo de prueba a { $to }
system-mail-test-refused = El servidor SMTP no ha aceptado el correo de prueba a { $to }
system-mail-test-unreachable = No se ha podido contactar con el servidor SMTP para el correo de prueba a { $to }
system-mail-test-silent = El servidor SMTP no ha respondido en 10 segundos para el correo de prueba a { $to }
system-letters = Mensajes rechazados
system-letters-about = Mensajes entre servicios que se rechazaron definitivamente. Nada los espera: la tarea a la que pertenecían ha fallado.
system-letters-failed = No se han podido cargar los mensajes rechazados
system-letters-missing = No todos los servicios han respondido; no se muestra lo que tienen estos: { $services }
system-letters-none = No hay ninguno.
system-letter-service = Guardado por
system-letter-target = Para
system-letter-at = Desde
system-letter-actor = Solicitado por
system-letter-request = ID de la solicitud
system-letter-again = Se está procesando de nuevo.
system-letter-send = Enviar de nuevo
system-letter-sent = Se envía de nuevo
system-letter-send-failed = No se ha podido enviar de nuevo. Vuelva a intentarlo.
system-letter-drop = Descartar
system-letter-drop-ask = ¿Descartar este mensaje rechazado?
system-letter-drop-text = Ya no se envía. Esta acción no se puede deshacer, y los eventos dirán que lo ha hecho usted.
system-letter-dropped = Mensaje rechazado descartado
system-letter-drop-failed = No se ha podido descartar. Vuelva a intentarlo.
system-settings = Ajustes del sistema
system-settings-failed = No se han podido cargar los ajustes del sistema
system-settings-save = Guardar cambios
system-settings-saved = Ajustes del sistema guardados
system-settings-save-failed = No se han podido guardar los ajustes del sistema. Inténtelo de nuevo.
system-settings-by = Cambiados por { $name }
system-timeout = Tiempo de inactividad
system-timeout-about = Una sesión que nadie usa durante ese tiempo termina.
system-timeout-none = Nunca
system-length = Duración de la sesión
system-length-about = Desde el inicio de sesión, se use o no. Si se acorta, las sesiones más antiguas terminan.
system-history = Los eventos se conservan
system-history-about = Los más antiguos se eliminan para siempre.
system-history-operator = Como diga CANOPY_EVENTS_DAYS (cien años si no está puesto)
system-registration = Registro
system-registration-about = Si cualquiera puede crearse una cuenta. Las personas invitadas siempre pueden.
system-registration-fixed = Lo decide CANOPY_REGISTRATION; no se puede cambiar aquí.
system-registration-open = Abierto a todos
system-registration-closed = Solo para personas invitadas
system-seconds =
    { $n ->
        [one] { $n } segundo
       *[other] { $n } segundos
    }
system-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
system-hours =
    { $n ->
        [one] { $n } hora
       *[other] { $n } horas
    }
system-days =
    { $n ->
        [one] { $n } día
       *[other] { $n } días
    }
system-clusters = Clústeres
system-clusters-view = Infraestructura
system-clusters-failed = No se han podido cargar los clústeres
system-clusters-none = Sin clústeres
system-clusters-well = Operativos
system-clusters-of = de { $n }
system-clusters-nodes = Nodos listos
system-clusters-cpu = CPU solicitada
system-clusters-memory = Memoria solicitada
system-clusters-unknown = No disponible
system-clusters-day = Las últimas 24 horas
system-clusters-choose = Clúster
system-clusters-more = Capacidad a lo largo del tiempo
system-clusters-day-failed = No se ha podido cargar lo que se solicitó al clúster
system-clusters-day-none = Aún no hay mediciones: el primer punto aparece en cuanto el clúster haya respondido.
system-clusters-day-unread = No disponible: las credenciales no pueden listar nodos o pods, o hay demasiados pods.
system-clusters-day-caption = Los pods solicitan ahora { $cpu } de la CPU y { $memory } de la memoria.
