/** Every URL of the console; no other file writes one. The patterns are the keys of the route table. */
export const PATTERNS = {
  dashboard: '/',
  login: '/login',
  /** Where the identity provider sends the browser back to. */
  signInCallback: '/login/callback',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setup: '/setup',
  invite: '/invite',
  newDeployment: '/new-deployment',
  deploymentsNew: '/deployments/new',
  deployments: '/deployments',
  deployment: '/deployments/:id',
  editDeployment: '/deployments/:id/edit',
  deploymentUsage: '/deployments/:id/usage',
  deploymentTimeline: '/deployments/:id/timeline',
  deploymentShell: '/deployments/:id/shell',
  teams: '/teams',
  adminTeams: '/admin/teams',
  newTeam: '/teams/new',
  tasks: '/tasks',
  task: '/tasks/:id',
  events: '/events',
  event: '/events/:id',
  infrastructure: '/infrastructure',
  datacenters: '/admin/datacenters',
  newDatacenter: '/admin/datacenters/new',
  newCluster: '/clusters/new',
  editDatacenter: '/admin/datacenters/:id/edit',
  cluster: '/clusters/:id',
  editCluster: '/clusters/:id/edit',
  clusterMetrics: '/clusters/:id/metrics',
  teamSettings: '/teams/:id/settings',
  settings: '/settings/*',
  users: '/users',
  system: '/system',
  user: '/users/:id',
  adminLogs: '/admin/logs',
  adminDatabase: '/database',
  adminSecurity: '/security',
  /** Where these two were before; links to it are still about. */
  oldDatabase: '/admin/database',
  oldSecurity: '/admin/security',
} as const

type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(key, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** A list with a row open, which is brought into sight. */
const atRow = (path: string, query: { q?: string; open?: string }) => `${withQuery(path, query)}${query.open ? `#${query.open}` : ''}`

const withId = (pattern: string, id: string) => pattern.replace(':id', encodeURIComponent(id))

export const paths = {
  dashboard: () => PATTERNS.dashboard,
  login: () => PATTERNS.login,
  signInCallback: () => PATTERNS.signInCallback,
  /** With what stands in the link of an invitation to have an account: its token, a slash, the address. */
  register: (invite?: string) => `${PATTERNS.register}${invite === undefined ? '' : `#${invite}`}`,
  forgotPassword: () => PATTERNS.forgotPassword,
  /** As with invitations, the token stands behind the #. */
  resetPassword: (token: string) => `${PATTERNS.resetPassword}#${token}`,
  setup: (query: { token?: string } = {}) => withQuery(PATTERNS.setup, query),
  /** The token stands behind the #: no server is told it, and none writes it down. */
  invite: (token: string) => `${PATTERNS.invite}#${token}`,
  newDeployment: (query: { cluster?: string; step?: number } = {}) => withQuery(PATTERNS.newDeployment, query),
  deployments: (query: { q?: string; cluster?: string; open?: string } = {}) => withQuery(PATTERNS.deployments, query),
  /** `from`, `to` and `level` are for its logs; `discard`, the id once more, asks whether its last change is to be given up; `restart` shows what a restart does. */
  deployment: (id: string, query: { tab?: 'logs'; from?: string; to?: string; level?: string; discard?: string; restart?: 'shown' } = {}) => withQuery(withId(PATTERNS.deployment, id), query),
  editDeployment: (id: string) => withId(PATTERNS.editDeployment, id),
  deploymentUsage: (id: string, query: { range?: string; from?: string; to?: string } = {}) => withQuery(withId(PATTERNS.deploymentUsage, id), query),
  deploymentTimeline: (id: string) => withId(PATTERNS.deploymentTimeline, id),
  deploymentShell: (id: string, query: { service?: string } = {}) => withQuery(withId(PATTERNS.deploymentShell, id), query),
  teams: (query: { q?: string; open?: string } = {}) => atRow(PATTERNS.teams, query),
  adminTeams: (query: { q?: string; open?: string } = {}) => atRow(PATTERNS.adminTeams, query),
  newTeam: () => PATTERNS.newTeam,
  tasks: (query: { deploymentId?: string } = {}) => withQuery(PATTERNS.tasks, query),
  task: (id: string) => withId(PATTERNS.task, id),
  events: (query: { deployment?: string; cluster?: string; team?: string; actor?: string; request?: string; from?: string; to?: string } = {}) => withQuery(PATTERNS.events, query),
  event: (id: string) => withId(PATTERNS.event, id),
  infrastructure: (query: { q?: string; open?: string } = {}) => atRow(PATTERNS.infrastructure, query),
  datacenters: () => PATTERNS.datacenters,
  newDatacenter: () => PATTERNS.newDatacenter,
  newCluster: (query: { datacenter?: string } = {}) => withQuery(PATTERNS.newCluster, query),
  editDatacenter: (id: string) => withId(PATTERNS.editDatacenter, id),
  cluster: (id: string) => withId(PATTERNS.cluster, id),
  editCluster: (id: string) => withId(PATTERNS.editCluster, id),
  clusterMetrics: (id: string) => withId(PATTERNS.clusterMetrics, id),
  teamSettings: (id: string) => withId(PATTERNS.teamSettings, id),
  settings: (section?: string) => PATTERNS.settings.replace('/*', section ? `/${section}` : ''),
  system: () => PATTERNS.system,
  user: (id: string) => withId(PATTERNS.user, id),
  adminDatabase: () => PATTERNS.adminDatabase,
  adminSecurity: () => PATTERNS.adminSecurity,
  adminLogs: (query: { service?: string; request?: string } = {}) => withQuery(PATTERNS.adminLogs, query),
  users: (query: { q?: string } = {}) => withQuery(PATTERNS.users, query),
}
