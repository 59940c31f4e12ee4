import type { Deployment, Work } from '@/api/types'
import { TimeAgo } from '@/components/time-ago'
import { failure, stepTitle } from '@/lib/sentence'
import { lasted, useNow } from '@/lib/time'
import { toldBy } from '@/components/changes/reason'
import { DriftBy, driftTitle } from './drift-notice'
import { t } from './texts'
import { troubleOf } from './work'

/** What happens on a deployment: the step at work, else why it failed, else what differs in its cluster, else what was done last and by whom. */
export function Happening({ deployment }: { deployment: Deployment }) {
  const { currentTaskId, work, operation, lastChange, updatedAt } = deployment
  if (currentTaskId !== null) return work ? <AtWork work={work} /> : <span>{t(`work-${operation}`)}</span>
  const trouble = troubleOf(deployment)
  if (trouble !== null) {
    const cause = toldBy(failure(deployment))?.cause ?? t(`problem-${trouble}`)
    return (
      <span className="two-lines" title={cause}>
        {cause}
      </span>
    )
  }
  const { drift } = deployment
  if (drift) {
    return (
      <span className="two-lines" title={driftTitle(drift)}>
        {driftTitle(drift)}{' '}
        <span className="quiet">
          <DriftBy drift={drift} />
        </span>
      </span>
    )
  }
  return (
    <span className="quiet two-lines" title={lastChange?.actor?.name}>
      {lastChange ? t(`did-${operation}`) : t('row-updated')} <TimeAgo at={lastChange?.at ?? updatedAt} />
      {lastChange?.actor ? ` ${t('health-by', { name: lastChange.actor.name })}` : null}
    </span>
  )
}

function AtWork({ work: { type, status, cancelRequested, startedAt, step, position, steps } }: { work: Work }) {
  const now = useNow('seconds')
  const words = cancelRequested ? t('work-cancelling') : status === 'pending' ? t('work-waiting') : step ? stepTitle(step) : t(`work-${type}`)
  return (
    <span className="two-lines">
      {words} {step ? <span className="quiet number">{`${position}/${steps}`}</span> : null}
      {startedAt ? <span className="quiet number"> · {lasted(startedAt, null, now)}</span> : null}
    </span>
  )
}
