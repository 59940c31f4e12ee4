import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { session, useIsAdmin, useSession } from '@/session/store'
import { paths } from '@/spec/paths'

/** Without a session: to /login, which comes back to this very place. After Logout there is nothing to come back to. */
export function RequireSession() {
  const current = useSession()
  const { pathname, search, hash } = useLocation()
  if (current) return <Outlet />
  const from = session.lastEnding() === 'logout' ? undefined : pathname + search + hash
  return <Navigate to={paths.login()} replace state={from === undefined ? null : { from }} />
}

export function RequireAdmin() {
  return useIsAdmin() ? <Outlet /> : <Navigate to={paths.dashboard()} replace />
}

/** Login and register are for those who are not signed in. */
export function RequireNoSession() {
  const current = useSession()
  const { state } = useLocation()
  if (!current) return <Outlet />
  return <Navigate to={(state as { from?: string } | null)?.from ?? paths.dashboard()} replace />
}
