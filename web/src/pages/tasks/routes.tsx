import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.tasks, lazy: async () => ({ Component: (await import('./tasks')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.task, lazy: async () => ({ Component: (await import('./task')).default }), handle: { title: () => t('detail-title') } },
]
