## errorPage

errorPage-title = No se ha podido mostrar esta página
errorPage-update = Es posible que se haya instalado una versión más reciente de Canopy. Vuelva a cargar la página para usarla.
errorPage-reload = Volver a cargar
errorPage-home = Ir al panel
errorPage-details = Detalles

## routes

routes-login = Iniciar sesión
routes-register = Crear cuenta
routes-forgotPassword = Contraseña olvidada
routes-resetPassword = Cambiar la contraseña
routes-setup = Configuración inicial
routes-invite = Invitación
routes-notFound = Página no encontrada
routes-loading = Cargando

## session

session-title = Acceso no autorizado
session-text = Su sesión ha caducado. Vuelva a iniciar sesión para continuar.
