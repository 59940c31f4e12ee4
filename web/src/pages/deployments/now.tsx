import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { list } from '@/api/query'
import type { Deployment, Task } from '@/api/types'
import { TimeAgo } from '@/components/time-ago'
import { failure, stepTitle } from '@/lib/sentence'
import { lasted, useNow } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { POLICY } from '@/spec/policy'
import { toldBy } from '@/components/changes/reason'
import { DriftBy, driftTitle } from './drift-notice'
import { t } from './texts'
import { troubleOf } from './work'

/** The tasks at work by their ids, in one request for all rows; nothing is asked while no row has one. */
export function useTasksAtWork(rows: readonly Deployment[]): ReadonlyMap<string, Task> {
  const enabled = rows.some((each) => each.currentTaskId !== null)
  const tasks = useQuery({ ...list('/tasks', { query: { sort: '-status', page: 1, limit: LIMITS.newestTasks } }, POLICY.tasks), enabled })
  return useMemo(() => new Map(tasks.data?.items.map((task) => [task.id, task])), [tasks.data])
}

/** What happens on a deployment: the step at work, else why it failed, else what differs in its cluster, else what was done last and by whom. */
export function Happening({ deployment, task }: { deployment: Deployment; task: Task | undefined }) {
  const { currentTaskId, operation, lastChange, updatedAt } = deployment
  if (currentTaskId !== null) return task ? <AtWork task={task} /> : <span>{t(`work-${operation}`)}</span>
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

function AtWork({ task }: { task: Task }) {
  const now = useNow('seconds')
  const at = task.steps.findIndex((step) => step.status === 'running')
  const step = task.steps[at]
  const words = task.cancelRequested ? t('work-cancelling') : task.status === 'pending' ? t('work-waiting') : step ? stepTitle(step) : t(`work-${task.type}`)
  return (
    <span className="two-lines">
      {words} {step ? <span className="quiet number">{`${at + 1}/${task.steps.length}`}</span> : null}
      {task.startedAt ? <span className="quiet number"> · {lasted(task.startedAt, task.finishedAt, now)}</span> : null}
    </span>
  )
}
