import { Alert, Button, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import type { Cluster } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { ExpandableRow } from '@/components/expandable-row'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { worded } from '@/lib/sentence'
import { useIsAdmin } from '@/session/store'
import { ClusterDeployments } from './cluster-deployments'
import { Fact, Facts, Measured } from './facts'
import { KubeconfigDialog } from './kubeconfig-dialog'
import { t } from './texts'
import { memory } from './words'

/** Which rows are open, and how many deployments are on which cluster (null until known). */
export interface Rows {
  counts: { of: Map<string, number>; atLeast: boolean } | null
  isOpen: (id: string) => boolean
  onToggle: (id: string) => void
}

function countOf(cluster: Cluster, counts: Rows['counts']): string | null {
  if (!counts) return null
  const n = counts.of.get(cluster.id) ?? 0
  return counts.atLeast ? t('deploymentCount-more', { n }) : t('deploymentCount', { n })
}

export function ClusterRow({ cluster, rows }: { cluster: Cluster; rows: Rows }) {
  const numbers = [
    cluster.version === null ? null : t('version-short', { version: cluster.version }),
    cluster.nodes === null ? null : t('nodeCount', { n: cluster.nodes }),
    cluster.totalCPU === null ? null : t('coreCount', { n: cluster.totalCPU }),
    cluster.totalMemory === null ? null : memory(cluster.totalMemory),
    cluster.version === null ? missing(cluster) : null,
    countOf(cluster, rows.counts),
  ].filter((text) => text !== null)
  const summary = (
    <span className="infra-summary">
      <strong>{cluster.name}</strong>
      <StatusTag family="place" status={cluster.status} />
      {numbers.map((text) => (
        <span key={text} className="muted number">
          {text}
        </span>
      ))}
    </span>
  )
  return (
    <ExpandableRow open={rows.isOpen(cluster.id)} onToggle={() => rows.onToggle(cluster.id)} summary={summary}>
      {cluster.problem ? <Alert type="warning" showIcon title={worded(cluster, cluster.problem)} style={{ marginBottom: 16 }} /> : null}
      <Configuration cluster={cluster} />
      <Network cluster={cluster} />
      <ClusterDeployments cluster={cluster} />
    </ExpandableRow>
  )
}

/** Why nothing is known about it. */
const missing = (cluster: Cluster) => t(cluster.hasKubeconfig ? 'notObserved-waiting' : 'notObserved-kubeconfig')

function Configuration({ cluster }: { cluster: Cluster }) {
  const why = missing(cluster)
  return (
    <section aria-label={`${t('configuration')}: ${cluster.name}`}>
      <div className="infra-heading">
        <h3>{t('configuration')}</h3>
      </div>
      <Facts>
        <Measured name={t('version')} value={cluster.version} why={why} />
        <Measured name={t('nodes')} value={cluster.nodes} why={why} />
        <Measured name={t('cpu')} value={cluster.totalCPU === null ? null : t('coreCount', { n: cluster.totalCPU })} why={why} />
        <Measured name={t('memory')} value={cluster.totalMemory === null ? null : memory(cluster.totalMemory)} why={why} />
        <Fact name={t('provider')}>{[cluster.provider, cluster.region].filter(Boolean).join(', ') || t('notAvailable')}</Fact>
        <Fact name={t('description')}>{cluster.description || t('notAvailable')}</Fact>
        <Fact name={t('clusterId')}>
          <CopyId id={cluster.id} />
        </Fact>
      </Facts>
    </section>
  )
}

function Network({ cluster }: { cluster: Cluster }) {
  const admin = useIsAdmin()
  const [asking, setAsking] = useState(false)
  const endpoint = cluster.apiEndpoint || cluster.k8sendpoint
  return (
    <section aria-label={`${t('network')}: ${cluster.name}`}>
      <div className="infra-heading">
        <h3>{t('network')}</h3>
        {admin ? <Button onClick={() => setAsking(true)}>{t(cluster.hasKubeconfig ? 'kubeconfig-replace' : 'kubeconfig-set')}</Button> : null}
      </div>
      <Facts>
        <Fact name={t('endpoint')}>{endpoint ? <span className="infra-code">{endpoint}</span> : t('endpoint-none')}</Fact>
        <Fact name={t('access')}>{cluster.accessType || t('access-standard')}</Fact>
        <Fact name={t('security')}>
          <Tooltip title={t(cluster.hasSecurity ? 'secured-about' : 'unsecured-about')}>
            <Tag color={cluster.hasSecurity ? 'green' : 'gold'}>{t(cluster.hasSecurity ? 'secured' : 'unsecured')}</Tag>
          </Tooltip>
        </Fact>
        <Fact name={t('domains')}>{cluster.domains.length > 0 ? cluster.domains.join(', ') : t('domains-none')}</Fact>
        <Fact name={t('lastSeen')}>
          <TimeAgo at={cluster.lastSeen} />
        </Fact>
      </Facts>
      {asking ? <KubeconfigDialog cluster={cluster} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}
