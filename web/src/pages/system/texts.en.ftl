system-title = System
system-about = How Canopy itself is doing
system-overall-healthy = All components are operational
system-overall-degraded = Some components are degraded
system-overall-unhealthy = Some components are not available
system-logs = View Logs
system-database = Database
system-security = Security
system-health = System Health
system-health-failed = Failed to load the system health
system-health-loading = Asking all components
system-health-none = No health checks
system-health-none-text = There are no health checks available at the moment.
system-interval = Health Check Interval
system-interval-seconds = Every { $n } seconds
system-refresh = Refresh
system-state = State
system-component = Component
system-latency = Latency
system-checked = Checked
system-milliseconds = { $n } ms
system-mail = Mail
system-mail-loading = Asking for the state of mail
system-mail-failed = Failed to load the state of mail
system-mail-missing = Not all services answered; their letters are not counted: { $services }
system-mail-off = No mail is sent
system-mail-off-text = Invitations and links for forgotten passwords are passed on by hand. To have them sent, set CANOPY_SMTP_URL, CANOPY_MAIL_FROM and CANOPY_PUBLIC_URL, and start Canopy again.
system-mail-server = SMTP server
system-mail-encryption = Encryption
system-mail-encryption-none = None
system-mail-encryption-opportunistic = STARTTLS where the server offers it
system-mail-encryption-starttls = STARTTLS
system-mail-encryption-tls = TLS
system-mail-account = Signs in there
system-mail-account-yes = Yes
system-mail-account-no = No
system-mail-sender = Sender
system-mail-links = Links begin with
system-mail-waiting = Letters
system-mail-waiting-n =
    { $n ->
        [0] None waits
        [one] { $n } waits
       *[other] { $n } wait
    }
system-mail-oldest = the oldest since
system-mail-sent = Last one sent
system-mail-sent-none = No letter has been sent yet.
system-mail-failure-taken = The last letter was taken
system-mail-failure-refused = The SMTP server did not take a letter
system-mail-failure-unreachable = The SMTP server could not be reached
system-mail-failure-silent = The SMTP server did not answer in time
system-mail-given-up = The letter is not sent again.
system-mail-again = The letter is sent again until its link is too old.
system-mail-past = Letters have been sent since then.
system-mail-test = Send a Test Mail
system-mail-test-failed = The test mail could not be sent. Please try again.
system-mail-test-taken = The SMTP server took the test mail to { $to }
system-mail-test-refused = The SMTP server did not take the test mail to { $to }
system-mail-test-unreachable = The SMTP server could not be reached for the test mail to { $to }
system-mail-test-silent = The SMTP server did not answer within 10 seconds for the test mail to { $to }
system-letters = Dead letters
system-letters-about = Messages between services that were refused for good. Nothing waits for them: the task that one was about has failed.
system-letters-failed = Failed to load the dead letters
system-letters-missing = Not all services answered; what these have is not shown: { $services }
system-letters-none = There are none.
system-letter-service = Kept by
system-letter-target = For
system-letter-at = Since
system-letter-actor = Asked for by
system-letter-request = Request ID
system-letter-again = It is being handled again.
system-letter-send = Send again
system-letter-sent = It is sent again
system-letter-send-failed = It could not be sent again. Please try again.
system-letter-drop = Drop
system-letter-drop-ask = Drop this dead letter?
system-letter-drop-text = It is not sent any more. This action cannot be undone, and the events say that you did it.
system-letter-dropped = Dead letter dropped
system-letter-drop-failed = It could not be dropped. Please try again.
system-settings = System Settings
system-settings-failed = Failed to load the system settings
system-settings-save = Save Changes
system-settings-saved = System settings saved
system-settings-save-failed = The system settings could not be saved. Please try again.
system-settings-by = Changed by { $name }
system-timeout = Session Timeout
system-timeout-about = A session that nobody uses for so long ends.
system-timeout-none = Never
system-length = Session Length
system-length-about = From the sign-in, used or not. Older sessions end when this is made shorter.
system-history = Events are kept
system-history-about = Older ones are deleted for good.
system-history-operator = As CANOPY_EVENTS_DAYS says (a hundred years unless set)
system-registration = Registration
system-registration-about = Whether people may make accounts for themselves. Invited people always may.
system-registration-fixed = Decided by CANOPY_REGISTRATION; it cannot be changed here.
system-registration-open = Open to everybody
system-registration-closed = Only for invited people
system-seconds =
    { $n ->
        [one] { $n } second
       *[other] { $n } seconds
    }
system-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
system-hours =
    { $n ->
        [one] { $n } hour
       *[other] { $n } hours
    }
system-days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
system-clusters = Clusters
system-clusters-view = Infrastructure
system-clusters-failed = Failed to load clusters
system-clusters-none = No clusters
system-clusters-well = Operational
system-clusters-of = of { $n }
system-clusters-nodes = Ready nodes
system-clusters-cpu = CPU requested
system-clusters-memory = Memory requested
system-clusters-unknown = Not available
system-clusters-day = The last 24 hours
system-clusters-choose = Cluster
system-clusters-more = Capacity over time
system-clusters-day-failed = Failed to load what was requested of the cluster
system-clusters-day-none = Nothing measured yet: the first point appears as soon as the cluster has answered.
system-clusters-day-unread = Not available: the credentials may not list nodes or pods, or there are too many pods.
system-clusters-day-caption = Pods ask now for { $cpu } of the CPU and { $memory } of the memory.
