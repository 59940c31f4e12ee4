serverlog-title = Registros
serverlog-about = Las últimas líneas de cada servicio, tal como sus procesos las guardan en memoria. La salida de error de cada proceso las tiene todas.
serverlog-list = Líneas del registro
serverlog-failed = No se pudieron cargar los registros
serverlog-loading = Cargando las líneas del registro
serverlog-follow = Seguir
serverlog-refresh = Actualizar
serverlog-clear-screen = Solo líneas nuevas
serverlog-search = Buscar en texto, campos o módulo
serverlog-level = Nivel
serverlog-level-all = Todos los niveles
serverlog-level-error = Errores
serverlog-level-warn = Advertencias y peores
serverlog-level-info = Información y peores
serverlog-level-debug = Depuración y peores
serverlog-service = Servicio
serverlog-service-all = Todos los servicios
serverlog-time = Hora
serverlog-text = Texto
serverlog-request = ID de la solicitud
serverlog-module = Módulo
serverlog-same-request = Líneas de esta solicitud
serverlog-request-events = Eventos de esta solicitud
serverlog-active = Filtros
serverlog-active-request = Solicitud { $id }
serverlog-active-since = Desde { $time }
serverlog-remove = Quitar el filtro: { $filter }
serverlog-clear = Quitar los filtros
serverlog-missing = No todos los servicios respondieron; no se muestran las líneas de estos: { $services }
serverlog-empty = No hay líneas en el registro
serverlog-empty-text = Todavía no se ha registrado nada. Las líneas se guardan en memoria: un servicio que se ha iniciado de nuevo empieza sin ninguna.
serverlog-unmatched = Ninguna línea coincide con sus filtros
serverlog-shown = { $n ->
    [one] Una línea
   *[other] { $n } líneas
}
serverlog-shown-more = { $n ->
    [one] La línea más reciente; otras anteriores también coinciden
   *[other] Las { $n } líneas más recientes; otras anteriores también coinciden
}
serverlog-zone = Horas en { $zone }
