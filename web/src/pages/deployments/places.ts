import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { list } from '@/api/query'
import type { Cluster, Datacenter, Team } from '@/api/types'
import { useIsAdmin } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Where deployments are and whose they are: what the lists of clusters, datacenters and teams say about ids. */

export const useClusters = () => useQuery(list('/clusters', {}, POLICY.clusters))

export const useDatacenters = () => useQuery(list('/datacenters', {}, POLICY.datacenters))

/** The teams that the user may deploy for: their own; all of them for admins. */
export function useTeams() {
  const admin = useIsAdmin()
  const own = useQuery({ ...list('/teams', {}, POLICY.teams), enabled: !admin })
  const all = useQuery({ ...list('/teams/all', {}, POLICY.teams), enabled: admin })
  return admin ? all : own
}

export interface Places {
  clusters: readonly Cluster[] | undefined
  datacenters: readonly Datacenter[] | undefined
  teams: readonly Team[] | undefined
}

/** The same object for as long as none of the lists changed. */
export function usePlaces(): Places {
  const clusters = useClusters().data?.items
  const datacenters = useDatacenters().data?.items
  const teams = useTeams().data?.items
  return useMemo(() => ({ clusters, datacenters, teams }), [clusters, datacenters, teams])
}

/** As people call the cluster. */
export function clusterName(id: string, { clusters }: Places): string {
  // Until the clusters are known, "unknown" would be wrong.
  return clusters?.find((each) => each.id === id)?.name ?? (clusters ? t('cluster-unknown') : '…')
}

/** "city, country", else the name, else the location's text, else the id; empty without a place, dots until places are known. */
export function locationLabel(id: string, datacenters: readonly Datacenter[] | undefined): string {
  if (id !== '' && datacenters === undefined) return '…'
  const datacenter = datacenters?.find((each) => each.id === id)
  if (!datacenter) return id
  if (datacenter.city && datacenter.country) return `${datacenter.city}, ${datacenter.country}`
  return datacenter.name || datacenter.location || datacenter.id
}

/** A cluster that cannot be asked to remove anything. */
export function isGone(cluster: Cluster | undefined): boolean {
  return !cluster || !cluster.hasKubeconfig || (cluster.status !== 'operational' && cluster.status !== 'maintenance')
}

/** Why nothing can be deployed to a cluster; the server has the same rule. */
export function blocked(cluster: Cluster): 'kubeconfig' | 'maintenance' | null {
  if (!cluster.hasKubeconfig) return 'kubeconfig'
  return cluster.status === 'maintenance' ? 'maintenance' : null
}
