import type { RouteObject } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.deploymentUsage, lazy: async () => ({ Component: (await Promise.all([import('./usage'), loadWords('gauges'), loadWords('charts')]))[0].default }), handle: { title: () => t('title') } }]
