gauges-title = Utilisation
gauges-view = Utilisation au fil du temps
gauges-failed = Échec du chargement de l’utilisation
gauges-cpu = Utilisation du CPU
gauges-memory = Utilisation de la mémoire
gauges-storage = Utilisation du stockage
gauges-requests = Requêtes/min
gauges-responseTime = Temps de réponse moyen
gauges-errorRate = Taux d’erreur
gauges-none = Non disponible
gauges-warn = Élevé
gauges-high = Très élevé
gauges-of-requests = { $used } sur { $of } demandés
gauges-of-limits = { $used } sur { $of } au plus
gauges-of-volumes = { $used } sur { $of }
gauges-free = { $used }, sans limite ni demande
gauges-milliseconds = { $n } ms
gauges-measured = Mesuré
gauges-stopped = Le site est arrêté : il n’a pas de pods, rien n’est donc mesuré.
gauges-cores =
    { $n ->
        [one] { $count } cœur
       *[other] { $count } cœurs
    }
gauges-gigabytes = { $n } Go
gauges-megabytes = { $n } Mo
