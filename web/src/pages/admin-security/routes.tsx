import { Navigate, type RouteObject } from 'react-router-dom'
import { paths, PATTERNS } from '@/spec/paths'
import { t } from './texts'

export const routes: RouteObject[] = [
  { path: PATTERNS.adminSecurity, lazy: async () => ({ Component: (await import('./admin-security')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.oldSecurity, element: <Navigate to={paths.adminSecurity()} replace />, handle: { title: () => t('title') } },
]
