import type { App } from 'antd'

type Instances = Pick<ReturnType<typeof App.useApp>, 'notification' | 'modal'>

let instances: Instances | null = null
let waiting: ((instances: Instances) => void)[] = []

/** Called by FeedbackHost. */
export function bind(next: Instances): void {
  instances = next
  for (const each of waiting) each(next)
  waiting = []
}

/** Runs with the instances, at once or as soon as they are there. */
export function withFeedback(run: (instances: Instances) => void): void {
  if (instances) run(instances)
  else waiting.push(run)
}
