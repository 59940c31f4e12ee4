import { Navigate, type RouteObject, useSearchParams } from 'react-router-dom'
import { loadWords } from '@/lib/language'
import { paths, PATTERNS } from '@/spec/paths'
import { t } from './texts'

/** An older address of the wizard, still linked to; `?cluster=` goes along. */
function ToWizard() {
  const [params] = useSearchParams()
  return <Navigate to={paths.newDeployment({ cluster: params.get('cluster') ?? undefined })} replace />
}

export const routes: RouteObject[] = [
  { path: PATTERNS.deployments, lazy: async () => ({ Component: (await import('./deployments')).default }), handle: { title: () => t('title') } },
  { path: PATTERNS.newDeployment, lazy: async () => ({ Component: (await import('./wizard/new-deployment')).default }), handle: { title: () => t('new-title') } },
  { path: PATTERNS.deploymentsNew, element: <ToWizard />, handle: { title: () => t('new-title') } },
  { path: PATTERNS.deployment, lazy: async () => ({ Component: (await import('./deployment')).default }), handle: { title: () => t('one-title') } },
  { path: PATTERNS.editDeployment, lazy: async () => ({ Component: (await import('./edit')).default }), handle: { title: () => t('edit-title') } },
  { path: PATTERNS.deploymentShell, lazy: async () => ({ Component: (await Promise.all([import('./terminal/terminal'), loadWords('deployments/terminal')]))[0].default }), handle: { title: () => t('shell') } },
]
