dashboard-title = Panel
dashboard-about = Supervise sus clústeres y despliegues
dashboard-create = Crear despliegue
dashboard-first-title = Cree su primer despliegue
dashboard-first-text = Cinco breves pasos hasta un WordPress en funcionamiento. Verá cada paso de la instalación a medida que se realiza.
dashboard-first-team = Cree su primer equipo
dashboard-first-team-text = Un despliegue pertenece a un equipo. Cree uno o pida al administrador de un equipo que le añada al suyo.
dashboard-first-team-create = Crear equipo
dashboard-failed = No se han podido cargar los datos del panel
dashboard-loading = Cargando los datos del panel
dashboard-counts = Cifras
dashboard-deployments = Despliegues
dashboard-teams = Equipos
dashboard-clusters = Clústeres
dashboard-datacenters = Centros de datos
dashboard-tasks = Tareas

dashboard-events = Eventos recientes
dashboard-all = Ver todos
dashboard-empty-title = No hay eventos
dashboard-empty-text = No hay eventos en este momento.

dashboard-attention = Requiere atención
dashboard-attention-name = Qué
dashboard-attention-reason = Por qué
dashboard-attention-since = Desde
dashboard-attention-is-down = Fallido
dashboard-attention-is-unapplied = Cambio sin efecto
dashboard-attention-is-unreachable = Inaccesible
dashboard-attention-is-unset = Sin configurar
dashboard-attention-serves = El último cambio no está en vigor; sigue sirviendo la revisión { $number }.
dashboard-attention-is-maintenance = Mantenimiento
dashboard-attention-maintenance = Este clúster está en mantenimiento: no se empieza nada nuevo en él.
dashboard-attention-unset = Este clúster no tiene kubeconfig. No puede ejecutarse nada en él.
dashboard-attention-unreachable = Este clúster no responde.
dashboard-attention-drift =
    { $n ->
        [one] { $n } diferencia con la revisión { $number } en el clúster.
       *[other] { $n } diferencias con la revisión { $number } en el clúster.
    }
dashboard-attention-drift-by =
    { $n ->
        [one] { $n } diferencia con la revisión { $number } en el clúster, por { $names }.
       *[other] { $n } diferencias con la revisión { $number } en el clúster, por { $names }.
    }
dashboard-attention-is-drift = Difiere de su revisión
dashboard-attention-drift-view = Ver despliegue
dashboard-attention-task = Ver tarea
dashboard-attention-set = Establecer kubeconfig
dashboard-attention-replace = Ver clúster
dashboard-mail-off = No se envía correo: las invitaciones y los enlaces para contraseñas olvidadas se entregan a mano.
dashboard-mail-off-view = Ver el sistema
dashboard-attention-more =
    { $n ->
        [one] { $n } más
       *[other] { $n } más
    }
dashboard-well =
    { $n ->
        [one] El despliegue funciona y todos los clústeres responden.
       *[other] Los { $n } despliegues funcionan, están en curso o están detenidos y todos los clústeres responden.
    }
dashboard-well-clusters =
    { $n ->
        [one] { $n } operativo
       *[other] { $n } operativos
    }
dashboard-of = de { $n }
dashboard-stopped = { $n } detenidos
dashboard-tasks-work =
    { $n ->
        [one] { $n } en curso
       *[other] { $n } en curso
    }
dashboard-work = En curso
dashboard-work-none = No hay ninguna tarea en curso.
dashboard-work-view = Ver tareas
dashboard-work-all =
    { $n ->
        [one] Ver { $n } tarea
       *[other] Ver las { $n } tareas
    }

dashboard-hours-label = Eventos de las últimas 24 horas, por hora
dashboard-hours =
    { $n ->
        [one] { $n } evento en 24 horas: { $warnings }, { $errors }
       *[other] { $n } eventos en 24 horas: { $warnings }, { $errors }
    }
dashboard-hours-more =
    { $n ->
        [one] Más de { $n } evento en 24 horas: { $warnings }, { $errors }
       *[other] Más de { $n } eventos en 24 horas: { $warnings }, { $errors }
    }
dashboard-hours-bar =
    { $n ->
        [one] De { $from } a { $to }: { $n } evento, { $warnings }, { $errors }
       *[other] De { $from } a { $to }: { $n } eventos, { $warnings }, { $errors }
    }
dashboard-hours-warnings =
    { $n ->
        [one] { $n } advertencia
       *[other] { $n } advertencias
    }
dashboard-hours-errors =
    { $n ->
        [one] { $n } error
       *[other] { $n } errores
    }
dashboard-steps = Primeros pasos ({ $done } de { $n })
dashboard-steps-hide = Ocultar
dashboard-steps-done = (hecho)
dashboard-steps-cluster = Registrar un clúster
dashboard-steps-cluster-why = En él se ejecutan los sitios.
dashboard-steps-team = Crear un equipo
dashboard-steps-team-why = Cada sitio pertenece a uno.
dashboard-steps-site = Crear un sitio
dashboard-steps-site-why = Verá cada paso de su instalación mientras ocurre.
dashboard-steps-mail = Configurar el correo
dashboard-steps-mail-why = Hasta entonces, las invitaciones y los enlaces de contraseñas olvidadas se entregan a mano.
dashboard-steps-second = Nombrar también a otro administrador
dashboard-steps-second-why = Dos pueden ayudarse a volver a entrar.
dashboard-steps-factor = Activar la autenticación de dos factores
dashboard-steps-factor-why = Su contraseña por sí sola abre aquí todo.
dashboard-unwell = No todas las partes de Canopy están bien: { $names }.
dashboard-unwell-view = Ver el sistema
dashboard-backup-view = Ver la copia
dashboard-letters =
    { $n ->
        [one] Un mensaje entre servicios se rechazó definitivamente.
       *[other] { $n } mensajes entre servicios se rechazaron definitivamente.
    }
dashboard-letters-view = Ver los mensajes rechazados
