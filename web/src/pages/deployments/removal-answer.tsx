import { lazy, Suspense } from 'react'
import type { Deployment } from '@/api/types'
import { t } from './texts'

const Removal = lazy(() => import('./removal').then(({ Removal: shown }) => ({ default: shown })))

/** Lines of text, in pixels: a heading with its margins, three lines for each volume that is to be expected, and the objects. */
const room = ({ services }: Deployment) => 38 + 66 * (services.mysql === true ? 2 : 1) + 22

/**
 * Where the question of a deletion shows what the cluster has. It leaves room for that before the cluster has answered: else the
 * buttons below would move away from under the pointer.
 */
export function RemovalAnswer({ deployment }: { deployment: Deployment }) {
  const asking = (
    <span className="goes-what quiet" aria-busy>
      {t('goes-asking')}
    </span>
  )
  return (
    <div style={{ minHeight: room(deployment) }}>
      <Suspense fallback={asking}>
        <Removal deployment={deployment} asking={asking} />
      </Suspense>
    </div>
  )
}
