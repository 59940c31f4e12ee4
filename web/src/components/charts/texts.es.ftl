charts-range = Periodo
charts-24h = 24 horas
charts-7d = 7 días
charts-30d = 30 días
charts-since = Medido desde { $when }.
charts-table = Mostrar como tabla
charts-time = Hora
