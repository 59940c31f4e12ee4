import { useEffect, useState } from 'react'
import type { Cluster, Kind, Team } from '@/api/types'
import { blank, type Draft, textAt, withKind } from '../form/draft'
import { forget, keep, kept } from '../form/stored'
import { blocked } from '../places'

/** The draft with what keeps it: sessionStorage, and the cluster named in the address. */
export function useDraft(userId: string, cluster: string, kinds: readonly [Kind, ...Kind[]]) {
  const [stored] = useState(() => kept(userId, kinds))
  const [draft, setDraft] = useState<Draft>(() => ({ ...(stored ?? blank(kinds[0])), ...(cluster ? { clusterId: cluster } : {}) }))
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) keep(userId, draft)
  }, [userId, draft, touched])
  const change = (part: Draft) => {
    setTouched(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  const choose = (from: Kind, to: Kind) => {
    setTouched(true)
    setDraft((before) => withKind(before, from, to))
  }
  const reset = () => {
    setTouched(false)
    forget()
    setDraft(blank(kinds[0], cluster))
  }
  return { draft, change, choose, reset, restored: stored !== null }
}

/**
 * A cluster or team that is named in the address or in an older draft may be gone: then nothing is chosen. Where there is
 * only one to choose, it is chosen.
 */
export function choosable(draft: Draft, clusters: readonly Cluster[] | undefined, teams: readonly Team[] | undefined): Draft {
  const lost = (id: string, all: readonly { id: string }[] | undefined) => id !== '' && all !== undefined && !all.some((each) => each.id === id)
  const open = clusters?.filter((each) => blocked(each) === null)
  const only = (all: readonly { id: string }[] | undefined) => (all?.length === 1 ? (all[0]?.id ?? '') : '')
  const [cluster, team] = [textAt(draft, 'clusterId'), textAt(draft, 'team_id')]
  const clusterId = (lost(cluster, open) ? '' : cluster) || only(open)
  const teamId = (lost(team, teams) ? '' : team) || only(teams)
  return clusterId === cluster && teamId === team ? draft : { ...draft, clusterId, team_id: teamId }
}
