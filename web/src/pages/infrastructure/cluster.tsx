import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useNavigate, useParams } from 'react-router-dom'
import { list, one } from '@/api/query'
import type { Cluster } from '@/api/types'
import { inspectionOf, Lacks } from '@/components/cluster-lacks'
import { CopyCurl } from '@/components/copy-curl'
import { LinkButton } from '@/components/link-button'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { worded } from '@/lib/sentence'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { CapacityDay } from './capacity-day'
import { ClusterActions } from './cluster-actions'
import { ClusterDeployments, onCluster } from './cluster-deployments'
import { Configuration, Network } from './cluster-row'
import { Inspected } from './inspection'
import { t } from './texts'
import './infrastructure.css'

/** One cluster: what is kept of it, and what it says of itself. */
export default function ClusterPage() {
  const { id = '' } = useParams()
  const query = useQuery(one('/clusters/{id}', { path: { id } }, POLICY.clusters))
  const cluster = query.data
  return (
    <>
      <PageHeader
        title={cluster?.name ?? t('cluster')}
        call={cluster ? <CopyCurl call={`/clusters/${cluster.id}`} /> : null}
        description={
          cluster ? (
            <span className="meta-line">
              <StatusTag family="place" status={cluster.status} />
              <span className="quiet">
                {t('lastSeen')}: <TimeAgo at={cluster.lastSeen} />
              </span>
            </span>
          ) : null
        }
        actions={cluster?.hasKubeconfig ? <LinkButton to={paths.clusterMetrics(id)}>{t('metrics-view')}</LinkButton> : null}
      />
      <QueryView again="retry" query={query} errorTitle={t('cluster-unread')} errors={{ byStatus: { 404: t('cluster-gone') } }} waiting={<Waiting rows={8} />}>
        {(found) => <Sections key={found.id} cluster={found} />}
      </QueryView>
    </>
  )
}

function Sections({ cluster }: { cluster: Cluster }) {
  const admin = useIsAdmin()
  const navigate = useNavigate()
  const sites = useQuery(onCluster(cluster.id))
  const datacenters = useQuery(list('/datacenters', {}, POLICY.datacenters))
  const inspection = useQuery({ ...inspectionOf(cluster.id), enabled: cluster.hasKubeconfig })
  return (
    <div className="stack">
      {cluster.problem === null ? null : <Alert type="warning" showIcon title={worded(cluster, cluster.problem)} />}
      {cluster.status === 'maintenance' ? <Alert type="info" showIcon title={t('maintenance-on')} description={t('maintenance-about')} /> : null}
      {inspection.data ? <Lacks lacks={inspection.data.lacks} /> : null}
      {admin ? <ClusterActions cluster={cluster} sites={sites.data?.pagination.total ?? null} onRemoved={() => void navigate(paths.infrastructure())} /> : null}
      <Panel title={t('look-known')}>
        <Configuration cluster={cluster} datacenter={datacenters.data?.items.find(({ id }) => id === cluster.datacenter) ?? null} />
        <Network cluster={cluster} />
        <ClusterDeployments cluster={cluster} />
      </Panel>
      {cluster.hasKubeconfig ? <CapacityDay id={cluster.id} /> : null}
      {cluster.hasKubeconfig ? (
        <QueryView again="retry" query={inspection} errorTitle={t('look-failed')} waiting={<Waiting rows={6} label={t('look-loading')} />}>
          {(seen) => <Inspected cluster={cluster} seen={seen} />}
        </QueryView>
      ) : null}
    </div>
  )
}
