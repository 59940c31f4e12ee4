import type { RouteObject } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [{ path: PATTERNS.deploymentTimeline, lazy: async () => ({ Component: (await Promise.all([import('./timeline'), loadWords('charts')]))[0].default }), handle: { title: () => t('title') } }]
