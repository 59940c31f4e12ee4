import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import { useUser } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { type Rights, rightsOf } from './read'

/** The reader's rights by team; none until it is known which teams are theirs. */
export function useRights(): (teamId: string) => Rights {
  const user = useUser()
  const teams = useQuery({ ...list('/teams', {}, POLICY.teams), enabled: user !== null && user.role !== 'admin' })
  return (teamId) => rightsOf(user, teams.data?.items, teamId)
}
