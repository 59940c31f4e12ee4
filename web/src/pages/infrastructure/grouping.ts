import type { Cluster, Datacenter } from '@/api/types'
import { countryName } from './words'

/** Name, city or country (its code or its name) contains what was typed. */
export function matches(datacenter: Pick<Datacenter, 'name' | 'city' | 'country'>, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return true
  return [datacenter.name, datacenter.city, datacenter.country, countryName(datacenter.country)].some((text) => text.toLowerCase().includes(wanted))
}

export interface Grouped {
  at: (datacenter: string) => Cluster[]
  /** Those whose datacenter is gone or was never named. */
  detached: Cluster[]
}

export function grouped(datacenters: readonly Datacenter[], clusters: readonly Cluster[]): Grouped {
  const places = new Map<string, Cluster[]>(datacenters.map((datacenter) => [datacenter.id, []]))
  const detached: Cluster[] = []
  for (const cluster of clusters) (places.get(cluster.datacenter) ?? detached).push(cluster)
  return { at: (datacenter) => places.get(datacenter) ?? [], detached }
}
