import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.users, lazy: async () => ({ Component: (await import('./users')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.user, lazy: async () => ({ Component: (await import('./user')).default }), handle: { title: () => t('user') } },
]
