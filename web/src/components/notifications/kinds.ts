import type { NotificationRule } from '@/api/types'

/** What somebody can be told of, in the groups in which it is offered. */

export type NotificationKind = NotificationRule['kinds'][number]

export interface Group {
  name: 'sites' | 'tasks' | 'people' | 'canopy'
  kinds: readonly NotificationKind[]
}

const SITES: Group = { name: 'sites', kinds: ['site_failed', 'site_recovered', 'certificate_late', 'kubernetes_warning', 'site_changed'] }
const TASKS: Group = { name: 'tasks', kinds: ['task_failed', 'task_ended'] }
const OF_TEAMS: Group = { name: 'people', kinds: ['team_changed', 'secrets_shown'] }
const OF_ONE: Group = { name: 'people', kinds: ['sign_in', ...OF_TEAMS.kinds] }
const CANOPY: Group = { name: 'canopy', kinds: ['cluster_state', 'infrastructure_changed', 'accounts', 'system'] }

/** A team is not told of sign-ins, and only administrators and managers see what is of no team. */
export function groupsFor(isTeam: boolean, oversees: boolean): Group[] {
  if (isTeam) return [SITES, TASKS, OF_TEAMS]
  return oversees ? [SITES, TASKS, OF_ONE, CANOPY] : [SITES, TASKS, OF_ONE]
}

/** What most want to know. */
export const USUAL: NotificationKind[] = ['site_failed', 'site_recovered', 'certificate_late', 'task_failed']
