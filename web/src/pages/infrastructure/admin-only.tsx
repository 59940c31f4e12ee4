import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'

/** Only admins create datacenters and clusters; anyone else is shown those there are. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return useIsAdmin() ? children : <Navigate to={paths.infrastructure()} replace />
}
