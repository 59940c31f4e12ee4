import type { RouteObject } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.users, lazy: async () => ({ Component: (await Promise.all([import('./users'), loadWords('invites')]))[0].default }), handle: { title: () => t('title') } },
  { path: PATTERNS.user, lazy: async () => ({ Component: (await import('./user')).default }), handle: { title: () => t('user') } },
]
