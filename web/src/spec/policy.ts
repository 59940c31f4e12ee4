/** How long answers count, how often they are asked for again: every such number of the console, once. */

const SECOND = 1000

export const SESSION_MS = 7 * 24 * 3600 * SECOND
export const CLIENT_TIMEOUT_MS = 30 * SECOND

/** Defaults of every query; the families below change what they name. `retries` counts retryable failures only. */
export const DEFAULTS = { staleTime: 30 * SECOND, gcTime: 300 * SECOND, retries: 3 }

/** For how long an answer is not asked for again that came before its page. */
export const EARLY_MS = 5 * SECOND

export interface QueryPolicy {
  staleTime?: number
  gcTime?: number
  refetchInterval?: number
  retries?: number
}

export const POLICY = {
  standard: {},
  dashboard: { refetchInterval: 60 * SECOND },
  /** What the frame counts, on every page. */
  counts: { refetchInterval: 60 * SECOND, staleTime: 10 * SECOND },
  eventHours: { refetchInterval: 600 * SECOND, staleTime: 10 * SECOND },
  dashboardEvents: { refetchInterval: 30 * SECOND, staleTime: 10 * SECOND },
  tasks: { refetchInterval: 30 * SECOND, staleTime: 10 * SECOND },
  events: { refetchInterval: 30 * SECOND, staleTime: 10 * SECOND },
  deployments: { staleTime: 0, retries: 1 },
  services: { staleTime: 0, retries: 1 },
  volumes: { staleTime: 0, retries: 1 },
  teams: { staleTime: 0, retries: 1 },
  /** Live hints ask again for them; the pause is for what the reader may not see, such as another's deployment. */
  quotas: { staleTime: 10 * SECOND, refetchInterval: 60 * SECOND, retries: 1 },
  clusters: { retries: 1 },
  systemClusters: { refetchInterval: 60 * SECOND, retries: 1 },
  metrics: { staleTime: 60 * SECOND, refetchInterval: 300 * SECOND, retries: 1 },
  inspection: { staleTime: 10 * SECOND, refetchInterval: 60 * SECOND, retries: 1 },
  datacenters: { retries: 1 },
  health: { staleTime: 5 * SECOND, refetchInterval: 30 * SECOND },
  security: { staleTime: 10 * SECOND, refetchInterval: 60 * SECOND, retries: 1 },
  /** What PostgreSQL says of itself. */
  database: { staleTime: 10 * SECOND, refetchInterval: 60 * SECOND, retries: 1 },
  /** The log of Canopy itself; asked for again only while somebody follows it. */
  serverLog: { staleTime: 0, retries: 1 },
  profile: { staleTime: 60 * SECOND },
  sessions: { staleTime: 0, refetchInterval: 60 * SECOND },
  notifications: { staleTime: 0, retries: 1 },
  users: { staleTime: 0, refetchInterval: 60 * SECOND },
  catalogue: { staleTime: 3600 * SECOND },
  /** What was looked at stays what is done, until it is refused; who looks again asks anew. */
  plan: { staleTime: Infinity, gcTime: SECOND },
  /** Read once when the page opens: reading them is work for the cluster. */
  logErrors: { staleTime: Infinity, gcTime: 0 },
} satisfies Record<string, QueryPolicy>

/** How often the state of Canopy itself may be asked for again, in seconds; the first unless chosen otherwise. */
export const HEALTH_SECONDS = [30, 60, 300] as const

export const healthEvery = (seconds: number): QueryPolicy => ({ ...POLICY.health, refetchInterval: seconds * SECOND })

/** Canopy's own log: asked anew every two seconds while it is followed and the page is seen. */
export const serverLog = (follows: boolean): QueryPolicy => (follows ? { ...POLICY.serverLog, refetchInterval: 2 * SECOND } : POLICY.serverLog)

/** How often deliveries are looked at again while one is on its way. */
export const DELIVERIES_MS = 2 * SECOND

/** Toasts: how many are seen at once, and for how many seconds. Errors stay long enough to be read and copied, actions to be reached. */
export const TOAST = { visible: 3, seconds: 5, longSeconds: 15 }

/** The live stream: first and longest pause before it is opened again, when a lost one counts as
 * offline, how long it may be silent (the server says something every 15 s), and how hints are gathered.  */
export const LIVE = { firstPauseMs: SECOND, longestPauseMs: 30 * SECOND, offlineAfterMs: 30 * SECOND, silenceMs: 40 * SECOND, gatherMs: 100, listsEveryMs: SECOND, manyHints: 12 }

/** How long a page says that something was done. */
export const BANNER_MS = 3 * SECOND
