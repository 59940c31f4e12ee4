import './at-work.css'
import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import type { Task } from '@/api/types'
import { TaskLink } from '@/components/links'
import { StatusDot } from '@/components/status-dot'
import { stepTitle } from '@/lib/sentence'
import { texts } from '@/lib/texts'
import { lasted, useNow } from '@/lib/time'
import { POLICY } from '@/spec/policy'

/** The tasks at work, the same in the header and on the dashboard. */

const t = texts('atWork')

const SHOWN = 20

const NONE: readonly Task[] = []

export interface AtWork {
  tasks: readonly Task[]
  /** All of them, also those that are not listed. */
  total: number
}

/** Tasks that run, then those that wait. */
export function useAtWork(): AtWork {
  const running = useQuery(list('/tasks', { query: { status: 'running', limit: SHOWN } }, POLICY.counts)).data
  const pending = useQuery(list('/tasks', { query: { status: 'pending', limit: SHOWN } }, POLICY.counts)).data
  // A task that has ended is patched into the list before that is asked for again.
  const alive = [...(running?.items ?? NONE), ...(pending?.items ?? NONE)].filter((task) => task.status === 'running' || task.status === 'pending')
  const tasks = [...new Map(alive.map((task) => [task.id, task])).values()].slice(0, SHOWN)
  const listed = (running?.items.length ?? 0) + (pending?.items.length ?? 0)
  const further = Math.max(0, (running?.pagination.total ?? 0) + (pending?.pagination.total ?? 0) - listed)
  return { tasks, total: tasks.length + further }
}

/** "Install Hotel Seeblick". */
const nameOf = (task: Task): string => t(`name-${task.type}`, { name: task.deploymentName })

/** Steps that are over. */
export const doneOf = (task: Task): number => task.steps.filter((step) => step.status === 'complete' || step.status === 'skipped').length

/** A task at work: its step, how many are over, and the seconds, which count. */
export function TaskLine({ task }: { task: Task }) {
  const now = useNow('seconds')
  const step = task.steps.find((each) => each.status === 'running')
  const done = doneOf(task)
  return (
    <li className="task-line">
      <TaskLink id={task.id} name={nameOf(task)} />
      <span className="task-line-step">
        <span>{step ? stepTitle(step) : <StatusDot family="task" status={task.status} />}</span>
        <span className="number">
          {done}/{task.steps.length}
          {task.startedAt ? ` · ${lasted(task.startedAt, task.finishedAt, now)}` : null}
        </span>
      </span>
      <span className="task-line-bar" aria-hidden>
        <span style={{ width: `${task.steps.length === 0 ? 0 : (done / task.steps.length) * 100}%` }} />
      </span>
    </li>
  )
}
