import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { Deployment, DriftSummary } from '@/api/types'
import { Failure } from '@/components/changes/failure'
import { Waiting } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { useUrlState } from '@/lib/url-state'
import { busy, type Rights } from './rights'
import { t } from './texts'

const Differences = lazy(() => import('./drift'))

const sum = ({ fields, missing, surplus }: DriftSummary) => fields + missing + surplus

/** How much differs, in a few words. */
export const driftTitle = (drift: DriftSummary): string => t('drift-title', { n: sum(drift), number: String(drift.revision) })

/** Who changed it and when; when it was noticed where that is not known. */
export function DriftBy({ drift: { managers, changedAt } }: { drift: DriftSummary }) {
  return (
    <>
      {managers.length > 0 ? t('drift-by', { names: managers.join(', ') }) : t('drift-found')} <TimeAgo at={changedAt} />
    </>
  )
}

/** That the cluster shows something else than what is in effect, and the way to what it is. */
export function DriftNotice({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const [{ drift: opened }, setAddress] = useUrlState({ drift: '' })
  const { drift } = deployment
  if (!rights.change || busy(deployment) !== null) return null
  const open = opened !== ''
  // What was looked at stays until it is closed: it says that nothing differs any more.
  if (!drift && !open) return null
  return (
    <>
      {!drift ? null : (
        <Failure kind="" cause={driftTitle(drift)} told={null} tone="serving">
          <p>
            {drift.fields > 0 ? <span>{t('drift-fields', { n: drift.fields })} </span> : null}
            {drift.missing > 0 ? <span>{t('drift-missing', { n: drift.missing })} </span> : null}
            {drift.surplus > 0 ? <span>{t('drift-surplus', { n: drift.surplus })} </span> : null}
            <span className="quiet">
              <DriftBy drift={drift} />
            </span>
          </p>
          {open ? null : (
            <div className="ways-on">
              <Button onClick={() => setAddress({ drift: 'shown' })}>{t('drift-look')}</Button>
            </div>
          )}
        </Failure>
      )}
      {open ? (
        <Suspense fallback={<Waiting rows={6} />}>
          <Differences deployment={deployment} onClose={() => setAddress({ drift: '' })} />
        </Suspense>
      ) : null}
    </>
  )
}
