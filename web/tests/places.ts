import { CATALOGUE } from './kinds'
import { ADA, type Faked, listed } from './render'

/** What a page of deployments asks for beside them: one cluster, its datacenter, one team. */
export const PLACES: Record<string, Faked> = {
  'GET /catalogue': CATALOGUE,
  'GET /clusters': listed([{ id: 'c-1', name: 'prod', datacenter: 'd-1', status: 'operational', hasKubeconfig: true }]),
  'GET /datacenters': listed([{ id: 'd-1', name: 'FSN', city: 'Falkenstein', country: 'DE' }]),
  'GET /teams/all': listed([{ id: 't-1', name: 'Shop team', owner_id: ADA.id, members: [] }]),
}
