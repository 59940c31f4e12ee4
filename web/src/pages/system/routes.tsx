import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.system, lazy: async () => ({ Component: (await import('./system')).default }), handle: { title: () => t('title') } }]
