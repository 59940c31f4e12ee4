import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { list } from '@/api/query'
import type { Cluster } from '@/api/types'
import { SiteLink } from '@/components/links'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusDot } from '@/components/status-dot'
import { typeName } from '@/lib/type-name'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Rows before View All. */
const SHOWN = 5

/** The first of those that are on a cluster, and how many there are. */
export const onCluster = (id: string) => list('/deployments', { query: { clusterId: id, limit: SHOWN } }, POLICY.deployments)

export function ClusterDeployments({ cluster }: { cluster: Cluster }) {
  const deployments = useQuery(onCluster(cluster.id))
  const total = deployments.data?.pagination.total ?? 0
  return (
    <section aria-label={`${t('deployments')}: ${cluster.name}`}>
      <div className="infra-heading">
        <h3>
          {t('deployments')}
          {total > 0 ? ` (${total})` : ''}
        </h3>
        {total > 0 ? (
          <Link to={paths.deployments({ cluster: cluster.id })} aria-label={t('viewAll-label', { name: cluster.name })}>
            {t('viewAll')}
          </Link>
        ) : null}
      </div>
      <QueryView
        again="retry"
        query={deployments}
        errorTitle={t('deployments-failed')}
        waiting={<Waiting rows={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<None cluster={cluster} />}
      >
        {({ items }) => (
          <ul className="infra-list">
            {items.map((deployment) => (
              <li key={deployment.id}>
                <span className="grow">
                  <SiteLink id={deployment.id} name={deployment.name} />
                </span>
                <span className="muted">{typeName(deployment.type)}</span>
                <StatusDot family="deployment" status={deployment.deleting && deployment.status === 'pending' ? 'deleting' : deployment.status} />
                <Link to={paths.deployment(deployment.id)} aria-label={t('manage-label', { name: deployment.name })}>
                  {t('manage')}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function None({ cluster }: { cluster: Cluster }) {
  const navigate = useNavigate()
  const role = useUser()?.role
  if (!cluster.hasKubeconfig) return <span className="quiet">{t('kubeconfig-none')}</span>
  return (
    <div className="infra-heading">
      <span className="quiet">{t(role === 'user' ? 'deployments-none-own' : 'deployments-none')}</span>
      {cluster.status === 'maintenance' ? null : <Button onClick={() => void navigate(paths.newDeployment({ cluster: cluster.id }))}>{t('createDeployment')}</Button>}
    </div>
  )
}
