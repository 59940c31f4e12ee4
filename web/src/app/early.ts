import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { askEarly, type EarlyQuery, list, one, people } from '@/api/query'
import type { Session } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { PATTERNS } from '@/spec/paths'
import { POLICY } from '@/spec/policy'

/**
 * What a page needs for its first rows is asked for when the console starts, while the page's own files are still on
 * their way; it finds the answer there. Only as the page stands without a filter: `early.test.tsx` holds that these are
 * the calls that it makes.
 */

interface Asking {
  id: string
  admin: boolean
}

const places = ({ admin }: Asking): EarlyQuery[] => [list('/clusters', {}, POLICY.clusters), list('/datacenters', {}, POLICY.datacenters), admin ? list('/teams/all', {}, POLICY.teams) : list('/teams', {}, POLICY.teams)]

export const FIRST: Partial<Record<keyof typeof PATTERNS, (asking: Asking) => EarlyQuery[]>> = {
  dashboard: ({ admin }) => [
    list('/deployments', {}, POLICY.deployments),
    list('/clusters', {}, POLICY.clusters),
    one('/dashboard', {}, POLICY.dashboard),
    list('/events', { query: { page: 1, limit: LIMITS.dashboardEvents } }, POLICY.dashboardEvents),
    ...(admin ? [one('/auth/setup', {}, POLICY.standard), one('/users/profile', {}, POLICY.profile)] : []),
  ],
  deployments: (asking) => [
    list('/deployments', { query: { page: 1, limit: LIMITS.deploymentsPage } }, POLICY.deployments),
    ...places(asking),
  ],
  deployment: (asking) => [one('/deployments/{id}', { path: { id: asking.id } }, POLICY.deployments), ...places(asking)],
  tasks: () => [list('/tasks', { query: { page: 1, limit: LIMITS.tasksPage } }, POLICY.tasks)],
  events: () => [list('/events', { query: { page: 1, limit: LIMITS.eventsPage } }, POLICY.events)],
  infrastructure: () => [list('/datacenters', {}, POLICY.datacenters), list('/clusters', {}, POLICY.clusters), list('/deployments', {}, POLICY.deployments)],
  users: ({ admin }) => (admin ? [people({ page: 1, limit: LIMITS.usersPage }, POLICY.users)] : []),
}

/** Asks for what the page at this address shows first. */
export function startPage(client: QueryClient, session: Session | null, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (!session || search !== '') return
  for (const [name, asks] of Object.entries(FIRST)) {
    const match = matchPath(PATTERNS[name as keyof typeof PATTERNS], pathname)
    // /deployments/new is no deployment.
    if (match && match.params.id !== 'new') return askEarly(client, asks({ id: match.params.id ?? '', admin: session.user.role === 'admin' }))
  }
}
