import { Button } from 'antd'
import { RetryButton } from '@/components/changes/buttons'
import { Failure } from '@/components/changes/failure'
import type { Deployment } from '@/api/types'
import { useIsAdmin } from '@/session/store'
import { useActions } from './actions'
import { isGone, useClusters } from './places'
import { busy, type Rights } from './rights'
import { t } from './texts'

type Placed = Pick<Deployment, 'elsewhere' | 'currentTaskId'>

/** From where to where, while it moves; null when it does not. */
export function route({ elsewhere, currentTaskId, clusterName, operation }: Placed & Pick<Deployment, 'clusterName' | 'operation'>): string | null {
  if (elsewhere === null || currentTaskId === null || operation !== 'move') return null
  const [from, to] = elsewhere.state === 'left' ? [elsewhere.clusterName, clusterName] : [clusterName, elsewhere.clusterName]
  return t('move-route', { from, to })
}

/** That something of it may be on a cluster that it does not run on, and the way to remove it. */
export function ElsewhereNotice({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const { elsewhere } = deployment
  const { leave } = useActions()
  const admin = useIsAdmin()
  const clusters = useClusters().data?.items
  if (elsewhere === null || busy(deployment) !== null || (elsewhere.state !== 'left' && elsewhere.state !== 'undoing')) return null
  return (
    <Failure kind="" cause={t('elsewhere-remains', { cluster: elsewhere.clusterName })} told={null} tone="serving">
      <p>{t(elsewhere.state === 'left' ? 'elsewhere-left' : 'elsewhere-undoing')}</p>
      {/* A move that did not come about has its own ways on. */}
      <div className="ways-on">
        {rights.change && elsewhere.state === 'left' ? <RetryButton deployment={deployment} /> : null}
        {admin && clusters !== undefined && isGone(clusters.find((each) => each.id === elsewhere.clusterId)) ? (
          <Button className="quiet-danger" onClick={() => void leave(deployment)}>
            {t('elsewhere-forget')}
          </Button>
        ) : null}
      </div>
    </Failure>
  )
}
