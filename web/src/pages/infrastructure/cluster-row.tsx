import { Alert, Button, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Cluster, Datacenter } from '@/api/types'
import { CopyId, CopyText } from '@/components/copy-id'
import { Count } from '@/components/count'
import { Fact, Facts } from '@/components/facts'
import { hint } from '@/components/hint/hint'
import { ClusterLink } from '@/components/links'
import { type Column, Row } from '@/components/row-list'
import { SiteStates } from '@/components/site-states'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import type { States } from '@/lib/count-states'
import { number } from '@/lib/number'
import { providerName } from '@/lib/provider-name'
import { worded } from '@/lib/sentence'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { CpuAsked, MemoryAsked } from './asked'
import { ClusterActions } from './cluster-actions'
import { ClusterDeployments } from './cluster-deployments'
import { usePlaceActions } from './place-actions'
import { t } from './texts'
import { memory } from './words'

// Loaded when it is asked for.
const KubeconfigDialog = lazy(() => import('./kubeconfig-dialog').then(({ KubeconfigDialog: shown }) => ({ default: shown })))

/** Which rows are open, and how many deployments are on which cluster (null until known). */
export interface Rows {
  counts: { of: Map<string, States>; atLeast: boolean } | null
  isOpen: (id: string) => boolean
  onToggle: (id: string) => void
}

export const clusterColumns = (): Column[] => [
  { key: 'status', title: t('status'), width: '108px' },
  { key: 'name', title: t('cluster'), main: true, width: 'minmax(108px, 1.6fr)' },
  { key: 'version', title: t('version-head'), from: 'wide', width: 'minmax(88px, 0.5fr)', phone: 'none' },
  { key: 'nodes', title: t('nodes'), align: 'end', width: 'minmax(64px, 0.3fr)' },
  { key: 'cpu', title: t('cpu-head'), width: 'minmax(104px, 0.8fr)' },
  { key: 'memory', title: t('memory-head'), width: 'minmax(116px, 0.8fr)' },
  { key: 'deployments', title: t('deployments'), align: 'end', width: 'minmax(124px, 0.7fr)' },
  { key: 'seen', title: t('lastSeen'), from: 'wide', align: 'end', width: 'minmax(64px, max-content)', phone: 'none' },
]

const NONE: States = { all: 0, failed: 0, pending: 0, stopped: 0 }

/** How many deployments are on it. A user sees only those of their own teams, and that is said. */
function Deployments({ cluster, counts }: { cluster: Cluster; counts: Rows['counts'] }) {
  const own = useUser()?.role === 'user'
  if (!counts) return null
  const states = counts.of.get(cluster.id) ?? NONE
  const { all: n } = states
  const words = counts.atLeast ? t('deploymentCount-more', { n }) : t(own ? 'deploymentCount-own' : 'deploymentCount', { n })
  // That they are only those of one's own teams is said in words.
  const shown = <SiteStates states={states} words={words} short={own ? undefined : counts.atLeast ? `${number(n)}+` : number(n)} />
  return n > 0 ? (
    <Link className="infra-sites" to={paths.deployments({ cluster: cluster.id })}>
      {shown}
    </Link>
  ) : (
    shown
  )
}

/** Nodes that take pods, of all there are; what keeps the others from it. */
function Nodes({ cluster: { nodes, cordonedNodes, unreadyNodes } }: { cluster: Cluster }) {
  if (nodes === null) return null
  const [cordoned, unready] = [cordonedNodes ?? 0, unreadyNodes ?? 0]
  const out = [unready > 0 ? t('nodes-unready', { n: unready }) : null, cordoned > 0 ? t('nodes-cordoned', { n: cordoned }) : null].filter((words) => words !== null)
  if (out.length === 0) return <Count short={number(nodes)} words={t('nodeCount', { n: nodes })} />
  return (
    <>
      <Count short={`${number(nodes)}/${number(nodes + cordoned + unready)}`} words={t('nodes-of', { n: nodes, all: nodes + cordoned + unready })} />
      <span className={unready > 0 ? 'row-second infra-problem' : 'row-second'}>{out.join(', ')}</span>
    </>
  )
}

/** What is asked for of what there is; without the first, only what there is. */
function Cpu({ cluster: { requestedCPU, totalCPU } }: { cluster: Cluster }) {
  if (totalCPU === null) return null
  if (requestedCPU === null) return t('coreCount', { n: totalCPU })
  return <CpuAsked asked={requestedCPU} of={totalCPU} />
}

function Memory({ cluster: { requestedMemory, totalMemory } }: { cluster: Cluster }) {
  if (totalMemory === null) return null
  if (requestedMemory === null) return memory(totalMemory)
  return <MemoryAsked asked={requestedMemory} of={totalMemory} />
}

export function ClusterRow({ cluster, rows }: { cluster: Cluster; rows: Rows }) {
  const admin = useIsAdmin()
  const problem = cluster.problem === null ? null : worded(cluster, cluster.problem)
  const note = problem ?? (cluster.version === null ? missing(cluster) : cluster.description)
  return (
    <Row
      id={cluster.id}
      name={cluster.name}
      open={rows.isOpen(cluster.id)}
      onToggle={() => rows.onToggle(cluster.id)}
      cells={{
        status: <StatusDot family="place" status={cluster.status} />,
        name: (
          <>
            <ClusterLink id={cluster.id} name={cluster.name} strong />
            {note ? (
              <span className={cluster.problem ? 'row-second infra-problem' : 'row-second'} title={note}>
                {note}
              </span>
            ) : null}
          </>
        ),
        version: <span className="one-line number" title={cluster.version ?? undefined}>{cluster.version}</span>,
        nodes: <Nodes cluster={cluster} />,
        cpu: <Cpu cluster={cluster} />,
        memory: <Memory cluster={cluster} />,
        deployments: <Deployments cluster={cluster} counts={rows.counts} />,
        seen: (
          <span className="quiet">
            <TimeAgo at={cluster.lastSeen} />
          </span>
        ),
      }}
    >
      {problem ? <Alert type="warning" showIcon title={problem} style={{ marginBottom: 16 }} /> : null}
      {cluster.status === 'maintenance' ? <Alert type="info" showIcon title={t('maintenance-on')} description={t('maintenance-about')} style={{ marginBottom: 16 }} /> : null}
      {admin ? <ClusterActions cluster={cluster} sites={rows.counts ? (rows.counts.of.get(cluster.id)?.all ?? 0) : null} /> : null}
      <Configuration cluster={cluster} />
      <Network cluster={cluster} />
      <ClusterDeployments cluster={cluster} />
    </Row>
  )
}

/** Why nothing is known about it. */
const missing = (cluster: Cluster) => t(cluster.hasKubeconfig ? 'notObserved-waiting' : 'notObserved-kubeconfig')

/** `datacenter`: that of the cluster where it does not stand in a head above; null when there is none. */
export function Configuration({ cluster, datacenter }: { cluster: Cluster; datacenter?: Datacenter | null }) {
  const why = missing(cluster)
  return (
    <section aria-label={`${t('configuration')}: ${cluster.name}`}>
      <div className="infra-heading">
        <h3>{t('configuration')}</h3>
      </div>
      <Facts>
        <Fact name={t('version')} why={why}>
          {cluster.version}
        </Fact>
        <Fact name={t('nodes')} why={why}>
          {cluster.nodes === null ? null : <Nodes cluster={cluster} />}
        </Fact>
        <Fact name={t('cpu')} why={why}>
          {cluster.totalCPU === null ? null : t('coreCount', { n: cluster.totalCPU })}
        </Fact>
        <Fact name={t('memory')} why={why}>
          {cluster.totalMemory === null ? null : memory(cluster.totalMemory)}
        </Fact>
        {datacenter ? (
          <Fact name={t('datacenter')}>
            <Link to={paths.infrastructure({ open: datacenter.id })}>{datacenter.name}</Link>
          </Fact>
        ) : null}
        {/* In a list it is that of the datacenter, in whose head it stands. */}
        {cluster.datacenter && datacenter === undefined ? null : <Fact name={t('provider')}>{[providerName(cluster.provider), cluster.region].filter(Boolean).join(', ')}</Fact>}
        <Fact name={t('description')}>{cluster.description}</Fact>
        <Fact name={t('clusterId')}>
          <CopyId id={cluster.id} />
        </Fact>
      </Facts>
    </section>
  )
}

export function Network({ cluster }: { cluster: Cluster }) {
  const admin = useIsAdmin()
  const [asking, setAsking] = useState(false)
  const actions = usePlaceActions()
  const endpoint = cluster.apiEndpoint || cluster.k8sendpoint
  return (
    <section aria-label={`${t('network')}: ${cluster.name}`}>
      <div className="infra-heading">
        <h3>{t('network')}</h3>
        {admin ? (
          <div className="infra-actions">
            {cluster.hasKubeconfig ? <Button onClick={() => void actions.downloadKubeconfig(cluster)}>{t('kubeconfig-download')}</Button> : null}
            <Button onClick={() => setAsking(true)}>{t(cluster.hasKubeconfig ? 'kubeconfig-replace' : 'kubeconfig-set')}</Button>
          </div>
        ) : null}
      </div>
      <Facts>
        <Fact name={t('endpoint')}>{endpoint ? <CopyText text={endpoint} /> : t('endpoint-none')}</Fact>
        <Fact name={t('access')}>{cluster.accessType || t('access-standard')}</Fact>
        <Fact name={t('security')}>
          <Tag color={cluster.hasSecurity ? 'green' : 'gold'} {...hint(t(cluster.hasSecurity ? 'secured-about' : 'unsecured-about'))}>
            {t(cluster.hasSecurity ? 'secured' : 'unsecured')}
          </Tag>
        </Fact>
        <Fact name={t('domains')}>{cluster.domains.length > 0 ? cluster.domains.join(', ') : t('domains-none')}</Fact>
        <Fact name={t('lastSeen')}>
          <TimeAgo at={cluster.lastSeen} />
        </Fact>
      </Facts>
      {asking ? <Suspense fallback={null}><KubeconfigDialog cluster={cluster} onClose={() => setAsking(false)} /></Suspense> : null}
    </section>
  )
}
