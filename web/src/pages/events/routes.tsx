import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.events, lazy: async () => ({ Component: (await import('./events')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.event, lazy: async () => ({ Component: (await import('./event')).default }), handle: { title: () => t('one') } },
]
