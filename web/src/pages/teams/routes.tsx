import type { RouteObject } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.teams, lazy: async () => ({ Component: (await import('./teams')).OwnTeams }), handle: { title: () => t('title') } },
  { path: PATTERNS.adminTeams, lazy: async () => ({ Component: (await import('./teams')).AllTeams }), handle: { title: () => t('title') } },
  { path: PATTERNS.newTeam, lazy: async () => ({ Component: (await import('./new-team')).default }), handle: { title: () => t('new-title') } },
  { path: PATTERNS.teamSettings, lazy: async () => ({ Component: (await Promise.all([import('./team-settings'), loadWords('invites')]))[0].default }), handle: { title: () => t('settings-title') } },
]
