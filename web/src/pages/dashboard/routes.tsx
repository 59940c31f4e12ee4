import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.dashboard, lazy: async () => ({ Component: (await import('./dashboard')).default }), handle: { title: () => t('title') } },
]
