gauges-title = Usage
gauges-view = Usage over time
gauges-failed = Failed to load the usage
gauges-cpu = CPU Usage
gauges-memory = Memory Usage
gauges-storage = Storage Usage
gauges-requests = Requests/min
gauges-responseTime = Avg Response Time
gauges-errorRate = Error Rate
gauges-none = Not available
gauges-warn = Elevated
gauges-high = High
gauges-of-requests = { $used } of { $of } requested
gauges-of-limits = { $used } of at most { $of }
gauges-of-volumes = { $used } of { $of }
gauges-free = { $used }, with neither limit nor request
gauges-milliseconds = { $n } ms
gauges-measured = Measured
gauges-stopped = The site is stopped: it has no pods, so nothing is measured.
gauges-cores =
    { $n ->
        [one] { $count } core
       *[other] { $count } cores
    }
gauges-gigabytes = { $n } GB
gauges-megabytes = { $n } MB
