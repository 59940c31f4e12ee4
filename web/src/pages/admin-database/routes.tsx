import { Navigate, type RouteObject } from 'react-router-dom'
import { paths, PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.adminDatabase, lazy: async () => ({ Component: (await import('./admin-database')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.oldDatabase, element: <Navigate to={paths.adminDatabase()} replace />, handle: { title: () => t('title') } },
]
