import { useQuery } from '@tanstack/react-query'
import { list, one } from '@/api/query'
import type { Cluster, Deployment, DriftSummary, Task } from '@/api/types'
import { failure, worded } from '@/lib/sentence'
import { useIsAdmin } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** What wants somebody: worst first. */
export interface Trouble {
  key: string
  kind: 'down' | 'unapplied' | 'unreachable' | 'unset' | 'maintenance' | 'drift'
  deployment?: Deployment
  cluster?: Cluster
  reason: string
  /** Since when, as far as it is known. */
  since: string | null
}

const ORDER: Trouble['kind'][] = ['down', 'unapplied', 'unreachable', 'unset', 'maintenance', 'drift']

/** A change that did not come about, and nothing is at work on it now: what was there before still serves. */
const isUnapplied = ({ status, deleting, currentTaskId, lastResult, revision, effectiveRevision }: Deployment): boolean =>
  (status === 'running' || status === 'stopped') && !deleting && currentTaskId === null && (lastResult === 'failed' || lastResult === 'cancelled') && effectiveRevision !== null && effectiveRevision !== revision

/** Why it failed in one sentence: the task's own words, else the first line of what the cluster said. */
function reasonOf(deployment: Deployment, task: Task | undefined): string {
  if (task?.error) return worded(task, task.error).split('\n', 1)[0] ?? ''
  return failure(deployment).split('\n', 1)[0] ?? ''
}

function driftOf({ fields, missing, surplus, revision, managers }: DriftSummary): string {
  const [n, number] = [fields + missing + surplus, String(revision)]
  return managers.length > 0 ? t('attention-drift-by', { n, number, names: managers.join(', ') }) : t('attention-drift', { n, number })
}

export function troublesOf(deployments: readonly Deployment[], clusters: readonly Cluster[], tasks: readonly Task[]): Trouble[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const found: Trouble[] = []
  for (const deployment of deployments) {
    const kind = deployment.status === 'failed' ? 'down' : isUnapplied(deployment) ? 'unapplied' : null
    if (!kind) {
      const { drift, currentTaskId } = deployment
      if (drift && currentTaskId === null) found.push({ key: deployment.id, kind: 'drift', deployment, reason: driftOf(drift), since: drift.changedAt })
      continue
    }
    const task = byId.get(deployment.lastTaskId ?? '')
    const reason = reasonOf(deployment, task)
    const serves = kind === 'unapplied' && deployment.status === 'running' ? t('attention-serves', { number: String(deployment.effectiveRevision) }) : ''
    found.push({ key: deployment.id, kind, deployment, reason: [serves, reason].filter(Boolean).join(' '), since: task?.finishedAt ?? null })
  }
  for (const cluster of clusters) {
    if (!cluster.hasKubeconfig) found.push({ key: cluster.id, kind: 'unset', cluster, reason: t('attention-unset'), since: null })
    else if (cluster.status === 'unreachable') found.push({ key: cluster.id, kind: 'unreachable', cluster, reason: cluster.problem === null ? t('attention-unreachable') : worded(cluster, cluster.problem), since: cluster.lastSeen })
    else if (cluster.status === 'maintenance') found.push({ key: cluster.id, kind: 'maintenance', cluster, reason: t('attention-maintenance'), since: null })
  }
  return found.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** The component of Canopy that has a sentence and a way on of its own. */
const BACKUP = 'backup'

export interface Attention {
  troubles: Trouble[]
  /** Deployments in all; null until they are known. */
  deployments: number | null
  /** Clusters that answer, of how many; null until they are known. */
  clusters: { well: number; all: number } | null
  /** No mail is sent; said to administrators only, who can set it up. */
  mailOff: boolean
  /** Messages between services that were refused for good; said to administrators only. */
  letters: number
  /** Components of Canopy that are not well; said to administrators only. */
  unwell: string[]
  /** What is wrong with the last backup of Canopy itself; said to administrators only. */
  backup: string | null
  /** Whether everything has been looked at. */
  known: boolean
  /** Nothing is known yet, and it is on its way. */
  waiting: boolean
}

/** From the lists as they are, kept up to date by hints. */
export function useAttention(): Attention {
  const [sites, places] = [useQuery(list('/deployments', {}, POLICY.deployments)), useQuery(list('/clusters', {}, POLICY.clusters))]
  const [deployments, clusters] = [sites.data, places.data]
  const admin = useIsAdmin()
  const setUp = useQuery({ ...one('/auth/setup', {}, POLICY.standard), enabled: admin })
  const dead = useQuery({ ...one('/admin/dead-letters', {}, POLICY.counts), enabled: admin }).data
  const health = useQuery({ ...one('/health', {}, POLICY.counts), enabled: admin }).data
  const backup = health?.details[BACKUP]
  const failed = useQuery(list('/tasks', { query: { status: 'failed', limit: 100 } }, POLICY.counts)).data
  return {
    troubles: troublesOf(deployments?.items ?? [], clusters?.items ?? [], failed?.items ?? []),
    deployments: deployments?.pagination.total ?? null,
    clusters: clusters ? { well: clusters.items.filter((cluster) => cluster.status === 'operational').length, all: clusters.pagination.total } : null,
    mailOff: admin && setUp.data?.mail === false,
    letters: dead?.letters.length ?? 0,
    unwell: Object.entries(health?.components ?? {}).flatMap(([name, state]) => (state === 'up' || name === BACKUP ? [] : [name])),
    backup: backup?.text ? worded(backup, backup.text) : null,
    known: deployments !== undefined && clusters !== undefined,
    // One that has failed once may take long to fail for good: it is not waited for.
    waiting: [sites, places, ...(admin ? [setUp] : [])].some((query) => query.isPending && query.failureCount === 0),
  }
}
