import type { RouteObject } from 'react-router-dom'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.settings, lazy: async () => ({ Component: (await import('./settings')).default }), handle: { title: () => t('title') } }]
