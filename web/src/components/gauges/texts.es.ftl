gauges-title = Uso
gauges-view = Uso a lo largo del tiempo
gauges-failed = No se pudo cargar el uso
gauges-cpu = Uso de CPU
gauges-memory = Uso de memoria
gauges-storage = Uso de almacenamiento
gauges-requests = Peticiones/min
gauges-responseTime = Tiempo medio de respuesta
gauges-errorRate = Tasa de errores
gauges-none = No disponible
gauges-warn = Elevado
gauges-high = Alto
gauges-of-requests = { $used } de { $of } solicitados
gauges-of-limits = { $used } de { $of } como máximo
gauges-of-volumes = { $used } de { $of }
gauges-free = { $used }, sin límite ni solicitud
gauges-milliseconds = { $n } ms
gauges-measured = Medido
gauges-stopped = El sitio está detenido: no tiene pods, así que no se mide nada.
gauges-cores =
    { $n ->
        [one] { $count } núcleo
       *[other] { $count } núcleos
    }
gauges-gigabytes = { $n } GB
gauges-megabytes = { $n } MB
