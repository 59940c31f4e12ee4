## live

live-state-live = En directo
live-state-reconnecting = Reconectando
live-state-offline = Sin conexión
live-about-live = Lo que ve se actualiza por sí solo
live-about-reconnecting = Se está reabriendo la conexión en directo; entretanto, las pantallas se actualizan de vez en cuando
live-about-offline = Sin conexión con Canopy; lo que ve puede estar desactualizado

## shell

shell-open = Abrir menú
shell-close = Cerrar menú
shell-skip = Saltar al contenido
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
