serverlog-title = Logs
serverlog-about = The last lines of every service, as their processes keep them in memory. Standard error of each process has all of them.
serverlog-list = Log lines
serverlog-failed = Failed to load the logs
serverlog-loading = Loading log lines
serverlog-follow = Follow
serverlog-refresh = Refresh
serverlog-clear-screen = Only new lines
serverlog-search = Search text, fields or module
serverlog-level = Level
serverlog-level-all = All levels
serverlog-level-error = Errors
serverlog-level-warn = Warnings and worse
serverlog-level-info = Info and worse
serverlog-level-debug = Debug and worse
serverlog-service = Service
serverlog-service-all = All services
serverlog-time = Time
serverlog-text = Text
serverlog-request = Request ID
serverlog-module = Module
serverlog-same-request = Lines of this request
serverlog-request-events = Events of this request
serverlog-active = Filters
serverlog-active-request = Request { $id }
serverlog-active-since = Since { $time }
serverlog-remove = Remove the filter: { $filter }
serverlog-clear = Clear Filters
serverlog-missing = Not all services answered; the lines of these are not shown: { $services }
serverlog-empty = No log lines
serverlog-empty-text = Nothing has been logged yet. The lines are kept in memory: a service that was started anew begins without any.
serverlog-unmatched = No log lines match your filters
serverlog-shown = { $n ->
    [one] One line
   *[other] { $n } lines
}
serverlog-shown-more = { $n ->
    [one] The newest line; older ones match as well
   *[other] The newest { $n } lines; older ones match as well
}
serverlog-zone = Times in { $zone }
