import type { Listed } from '@/api/query'
import type { Deployment, Task, Work } from '@/api/types'

/** How far a task is, as the server says it with the deployment that it is at work on; null once it has ended. */
export function workOf({ id, type, status, cancelRequested, startedAt, steps }: Task): Work | null {
  if (status !== 'pending' && status !== 'running') return null
  const [running, next] = ['running', 'pending'].map((word) => steps.findIndex((step) => step.status === word) + 1)
  return { taskId: id, type, status, cancelRequested, startedAt, step: steps.find((step) => step.status === 'running') ?? null, position: running || next || steps.length, steps: steps.length }
}

/** What the cache holds of deployments: one, or a list of them. */
export type Held = Deployment | Listed<Deployment>

/** Whether that task is at work on any of them. */
export const isAtWorkOn = (held: Held, task: string): boolean => ('items' in held ? held.items : [held]).some(({ currentTaskId }) => currentTaskId === task)

/** The same, where the task is at work with how far it is. */
export function withWork(held: Held, task: Task): Held {
  const work = workOf(task)
  const put = (deployment: Deployment): Deployment => (deployment.currentTaskId === task.id ? { ...deployment, work } : deployment)
  return 'items' in held ? { ...held, items: held.items.map(put) } : put(held)
}

/** A deployment as it was fetched, with what has been heard of its task meanwhile, or before where nobody could tell now. */
export function caughtUp(fetched: Deployment, { work }: Deployment): Deployment {
  const isBehind = work && work.taskId === fetched.currentTaskId && (fetched.work?.position ?? 0) < work.position
  return isBehind ? { ...fetched, work } : fetched
}
