import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { one } from '@/api/query'
import type { Dashboard } from '@/api/types'
import { keep } from '@/components/preferences'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import type { Attention } from './attention'

/** What an installation wants once. */
export interface Step {
  key: 'cluster' | 'team' | 'site' | 'mail' | 'second' | 'factor'
  done: boolean
  /** Where it is done. */
  to: string
}

export interface Checklist {
  /** Null while there is nothing to show: for others than administrators, when all is done, when it was hidden. */
  steps: Step[] | null
  /** Something that decides it is on its way. */
  waiting: boolean
  hide: () => void
}

interface Known {
  counts: Pick<Dashboard, 'teams' | 'clusters'>
  deployments: number
  mail: boolean
  administrators: number
  twoFactor: boolean
}

export const stepsOf = ({ counts, deployments, mail, administrators, twoFactor }: Known): Step[] => [
  { key: 'cluster', done: counts.clusters > 0, to: paths.newCluster() },
  { key: 'team', done: counts.teams > 0, to: paths.newTeam() },
  { key: 'site', done: deployments > 0, to: paths.newDeployment() },
  { key: 'mail', done: mail, to: paths.system() },
  { key: 'second', done: administrators > 1, to: paths.users() },
  { key: 'factor', done: twoFactor, to: paths.settings('two-factor') },
]

/** Of what is asked anyway, the profile, and who administrates; nothing of it is asked again and again. */
export function useChecklist(counts: Dashboard | undefined, attention: Attention): Checklist {
  const client = useQueryClient()
  const admin = useIsAdmin()
  const [hidden, setHidden] = useState(false)
  const profile = useQuery({ ...one('/users/profile', {}, POLICY.profile), enabled: admin })
  const wanted = admin && !hidden && profile.data !== undefined && profile.data.preferences.firstSteps !== 'hidden'
  const setUp = useQuery({ ...one('/auth/setup', {}, POLICY.standard), enabled: wanted })
  const security = useQuery({ ...one('/admin/security', {}, POLICY.standard), enabled: wanted })
  const [own, offered, who] = [profile.data, setUp.data, security.data]
  const { deployments } = attention
  const steps =
    wanted && counts && deployments !== null && own && offered && who
      ? stepsOf({ counts, deployments, mail: offered.mail, administrators: who.administrators.length, twoFactor: own.security.twoFactorEnabled })
      : []
  const hide = () => {
    setHidden(true)
    void keep({ firstSteps: 'hidden' }).then((kept) => {
      if (kept) client.setQueryData(one('/users/profile', {}).queryKey, kept)
      else setHidden(false)
    })
  }
  return {
    steps: steps.every(({ done }) => done) ? null : steps,
    // One that has failed once is not waited for.
    waiting: [...(admin ? [profile] : []), ...(wanted ? [setUp, security] : [])].some((query) => query.isPending && query.failureCount === 0),
    hide,
  }
}
