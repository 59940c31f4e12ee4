import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.adminLogs, lazy: async () => ({ Component: (await import('./admin-logs')).default }), handle: { title: () => t('title') } }]
