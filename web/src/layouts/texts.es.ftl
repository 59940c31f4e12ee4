## live

live-state-live = En directo
live-state-connecting = Conectando
live-state-reconnecting = Reconectando
live-state-offline = Sin conexión
live-about-live = Lo que ve se actualiza por sí solo
live-about-connecting = Se está abriendo la conexión en directo; entretanto, las pantallas se actualizan de vez en cuando
live-about-reconnecting = Se está reabriendo la conexión en directo; entretanto, las pantallas se actualizan de vez en cuando
live-about-offline = Sin conexión con Canopy; lo que ve puede estar desactualizado

## shell

shell-open = Abrir menú
shell-close = Cerrar menú
shell-skip = Saltar al contenido
shell-skip-rows = Saltar a la lista
shell-offline = No tiene conexión. No es posible hacer cambios hasta que vuelva la red.

## nav

nav-main = Navegación principal
nav-dashboard = Panel
nav-deployments = Despliegues
nav-tasks = Tareas
nav-events = Eventos
nav-teams = Equipos
nav-admin = Administración
nav-infrastructure = Infraestructura
nav-logout = Cerrar sesión ({ $name })
nav-user = Usuario
nav-logout-title = Sesión cerrada
nav-logout-text = Ha cerrado la sesión.

## themeButton

themeButton-light = Tema claro
themeButton-dark = Tema oscuro

## theme

theme-choose = Tema: { $choice }
theme-light = Claro
theme-dark = Oscuro
theme-system = Como el sistema

## language

language-choose = Idioma: { $language }
language-failed = No se ha podido cargar el idioma. Vuelva a intentarlo.

## shell

shell-palette = Buscar o ir a…

## nav

nav-count-failed =
    { $n ->
        [one] despliegue ha fallado
       *[other] despliegues han fallado
    }
nav-count-work =
    { $n ->
        [one] tarea en curso
       *[other] tareas en curso
    }

## trail

trail-label = Dónde está
trail-to-deployments = Despliegues
trail-to-tasks = Tareas
trail-to-events = Eventos
trail-to-teams = Equipos
trail-to-infrastructure = Infraestructura
trail-to-system = Sistema
trail-to-users = Usuarios

## work

work-label =
    { $n ->
        [0] Mensajes; ninguna tarea en curso
        [one] Mensajes; { $n } tarea en curso
       *[other] Mensajes; { $n } tareas en curso
    }
work-title = En curso
work-none = No hay ninguna tarea en curso.
work-messages = Mensajes
work-messages-none = Todavía no hay mensajes.

## palette

palette-label = Buscar o ir a
palette-placeholder = Despliegue, clúster, equipo, tarea o página
palette-found = Resultados
palette-none = Nada se llama «{ $typed }».
palette-group-pages = Páginas
palette-group-sites = Despliegues
palette-group-clusters = Clústeres
palette-group-teams = Equipos
palette-group-tasks = Tareas
palette-page-dashboard = Panel
palette-page-deployments = Despliegues
palette-page-new = Crear despliegue
palette-page-tasks = Tareas
palette-page-events = Eventos
palette-page-teams = Equipos
palette-page-newTeam = Crear equipo
palette-page-infrastructure = Infraestructura
palette-page-newCluster = Registrar clúster
palette-page-newDatacenter = Añadir centro de datos
palette-task-install = Instalar { $name }
palette-task-upgrade = Cambiar { $name }
palette-task-restart = Reiniciar { $name }
palette-task-stop = Detener { $name }
palette-task-start = Iniciar { $name }
palette-task-scale = Escalar { $name }
palette-task-move = Trasladar { $name }
palette-task-uninstall = Eliminar { $name }

## keys

keys-title = Teclas
keys-leave = Cerrar
keys-to-palette = Buscar o ir a
keys-to-search = Buscar en esta lista
keys-to-dashboard = Panel
keys-to-deployments = Despliegues
keys-to-tasks = Tareas
keys-to-events = Eventos
keys-to-teams = Equipos
keys-to-infrastructure = Infraestructura
keys-to-create = Crear despliegue
keys-to-rows = Fila siguiente y anterior
keys-to-enter = Ir a lo que trata la fila
keys-to-open = Abrir la fila
keys-to-choose = Elegir la fila, donde se pueden elegir varias
keys-to-actions = Lo que se puede hacer con la fila
keys-to-parts = Cabecera, menú, contenido
keys-to-close = Cerrar lo que está abierto
keys-to-this = Estas teclas

## public

public-about = Aplicaciones web en sus propios clústeres de Kubernetes

## people

nav-settings = Ajustes
nav-system = Sistema
nav-security = Seguridad
nav-database = Base de datos
nav-users = Usuarios
palette-page-settings = Ajustes
palette-page-system = Sistema
palette-page-security = Seguridad
palette-page-database = Base de datos
palette-page-users = Usuarios
keys-to-settings = Ajustes
