import type { Deployment, Team, User } from '@/api/types'

/** What the signed-in user may do with a deployment, so that nothing is offered that the server refuses. The server decides. */
export interface Rights {
  /** Whether it is known which teams the user has; until then nothing else is granted. */
  known: boolean
  /** Restart, edit, delete, and read logs: members of its team and admins. */
  change: boolean
  /** The passwords: all for the team's admins, its owner and admins; all but the root password for its creator. */
  secrets: 'all' | 'own' | 'none'
}

const UNKNOWN: Rights = { known: false, change: false, secrets: 'none' }
const NONE: Rights = { ...UNKNOWN, known: true }

export function rightsOf(deployment: Pick<Deployment, 'teamId' | 'createdBy'>, user: User | null, teams: readonly Team[] | undefined): Rights {
  if (!user) return NONE
  if (user.role === 'admin') return { known: true, change: true, secrets: 'all' }
  if (!teams) return UNKNOWN
  const team = teams.find((each) => each.id === deployment.teamId)
  const member = team?.members.find((each) => each.userId === user.id)
  if (!team || (!member && team.owner_id !== user.id)) return NONE
  const leads = team.owner_id === user.id || member?.role === 'admin'
  if (leads) return { known: true, change: true, secrets: 'all' }
  return { known: true, change: true, secrets: deployment.createdBy === user.id ? 'own' : 'none' }
}

/** Why nothing can be started on it now; null when something can. */
export function busy(deployment: Pick<Deployment, 'deleting' | 'currentTaskId'>): 'deleting' | 'task' | null {
  if (deployment.deleting) return 'deleting'
  return deployment.currentTaskId ? 'task' : null
}
