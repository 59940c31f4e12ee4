import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { list } from '@/api/query'
import { useUser } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { type Rights, rightsOf } from './read'

/** The reader's rights by team, the same object for the same team; none until it is known which teams are theirs. */
export function useRights(): (teamId: string) => Rights {
  const user = useUser()
  const teams = useQuery({ ...list('/teams', {}, POLICY.teams), enabled: user !== null && user.role !== 'admin' }).data?.items
  return useMemo(() => {
    const known = new Map<string, Rights>()
    return (teamId) => {
      const rights = known.get(teamId) ?? rightsOf(user, teams, teamId)
      known.set(teamId, rights)
      return rights
    }
  }, [user, teams])
}
