import { texts } from '@/lib/texts'

const t = texts('event')

/** What events are about, as the server calls it. */
export const COMPONENTS = ['Deployment', 'Task', 'Team', 'Cluster', 'Datacenter', 'User'] as const

/** What people call it; what is not known stays as it is, such as a component of Kubernetes. */
export function componentName(component: string): string {
  const known = COMPONENTS.find((each) => each === component)
  return known ? t(`component-${known}`) : component
}
