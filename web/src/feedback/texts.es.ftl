## confirm

confirm-cancel = Cancelar
confirm-delete = Eliminar
confirm-type = Escriba { $name } para continuar

## errors

errors-UNAUTHORIZED-title = Error de autenticación
errors-FORBIDDEN-title = Acceso denegado
errors-NOT_FOUND-title = No encontrado
errors-VALIDATION_ERROR-title = Datos no válidos
errors-RATE_LIMIT_EXCEEDED-title = Límite de solicitudes superado
errors-INTERNAL_SERVER_ERROR-title = Error del servidor
errors-NETWORK_ERROR-title = Error de red
errors-TIMEOUT_ERROR-title = Tiempo de espera agotado
errors-CONFLICT-title = Conflicto
errors-SERVICE_UNAVAILABLE-title = No disponible temporalmente
errors-title = Error
errors-UNAUTHORIZED-text = Vuelva a iniciar sesión para continuar
errors-FORBIDDEN-text = No tiene permiso para realizar esta acción
errors-NOT_FOUND-text = No se ha encontrado el recurso solicitado
errors-VALIDATION_ERROR-text = Revise los datos introducidos y vuelva a intentarlo
errors-RATE_LIMIT_EXCEEDED-text = Demasiadas solicitudes. Vuelva a intentarlo más tarde
errors-INTERNAL_SERVER_ERROR-text = Se ha producido un error inesperado. Vuelva a intentarlo más tarde.
errors-NETWORK_ERROR-text = Compruebe su conexión a Internet y vuelva a intentarlo
errors-TIMEOUT_ERROR-text = La solicitud ha tardado demasiado en completarse. Vuelva a intentarlo
errors-CONFLICT-text = Otro cambio se ha producido al mismo tiempo. Revíselo y vuelva a intentarlo
errors-SERVICE_UNAVAILABLE-text = Una parte de Canopy no responde en este momento. Vuelva a intentarlo dentro de un momento
errors-text = Se ha producido un error inesperado. Vuelva a intentarlo más tarde.

## requestId

requestId-request = Solicitud { $id }
requestId-copied = Copiado

## toast

toast-again = Volver a intentar
toast-undo = Deshacer
toast-undone = Deshecho
toast-undo-failed = No se ha podido deshacer. Inténtelo de nuevo.
