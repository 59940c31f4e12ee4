import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.adminDatabase, lazy: async () => ({ Component: (await import('./admin-database')).default }), handle: { title: () => t('title') } }]
