import { Link } from 'react-router-dom'
import type { Cluster, Datacenter } from '@/api/types'
import { statusWord } from '@/components/status-tag'
import type { Rows } from './cluster-row'
import { grouped } from './grouping'
import { t } from './texts'
import { countryName } from './words'

/** Datacenters and their clusters as a tree from left to right: a cluster is as large as it has sites, its ring is its state. */

/** Pixels: a row of clusters, and where the columns begin. */
const ROW = 48
const COLUMNS = { places: 24, clusters: 420 }
const WIDE = 860

/** Between a dot that is seen and one that does not touch its neighbour. */
const RADIUS = { least: 6, most: 18 }

/** Areas are compared, not radii: four times the sites are twice as wide. */
export const radiusOf = (sites: number, most: number): number => (most <= 0 ? RADIUS.least : RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(sites / most))

export interface Placed {
  datacenter: Datacenter | null
  y: number
  clusters: { cluster: Cluster; y: number }[]
}

/** Where everything stands: clusters below each other, a datacenter in the middle of its own. */
export function placed(datacenters: readonly Datacenter[], clusters: readonly Cluster[]): { all: Placed[]; height: number } {
  const places = grouped(datacenters, clusters)
  const groups: { datacenter: Datacenter | null; its: Cluster[] }[] = datacenters.map((datacenter) => ({ datacenter, its: places.at(datacenter.id) }))
  if (places.detached.length > 0) groups.push({ datacenter: null, its: places.detached })
  let top = 0
  const all = groups.map(({ datacenter, its }) => {
    const rows = Math.max(1, its.length)
    const y = (top + rows / 2) * ROW
    const shown = its.map((cluster, at) => ({ cluster, y: (top + at + 0.5) * ROW }))
    top += rows
    return { datacenter, y, clusters: shown }
  })
  return { all, height: top * ROW }
}

const branch = (from: number, to: number) => {
  const [start, end] = [COLUMNS.places + 190, COLUMNS.clusters - 24]
  const middle = (start + end) / 2
  return `M${start} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}`
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export default function Topology({ datacenters, clusters, counts, toCluster }: { datacenters: readonly Datacenter[]; clusters: readonly Cluster[]; counts: Rows['counts']; toCluster: (id: string) => string }) {
  const { all, height } = placed(datacenters, clusters)
  const sitesOn = (id: string) => counts?.of.get(id)?.all ?? 0
  const most = Math.max(0, ...clusters.map(({ id }) => sitesOn(id)))
  return (
    <figure className="topology">
      <svg width={WIDE} height={height} viewBox={`0 0 ${WIDE} ${height}`} role="group" aria-label={t('topology-about')}>
        {all.map(({ datacenter, y, clusters: its }) => (
          <g key={datacenter?.id ?? 'none'}>
            {its.map(({ cluster, y: at }) => (
              <path key={cluster.id} className="topology-branch" d={branch(y, at)} />
            ))}
            <text x={COLUMNS.places} y={its.length > 0 || datacenter ? y - 2 : y} className="topology-place">
              {shortened(datacenter?.name ?? t('detached'), 26)}
            </text>
            {datacenter ? (
              <text x={COLUMNS.places} y={y + 15} className="topology-about">
                {shortened([datacenter.city, countryName(datacenter.country)].filter(Boolean).join(', '), 34)}
              </text>
            ) : null}
            {its.map(({ cluster, y: at }) => {
              const sites = sitesOn(cluster.id)
              const words = [statusWord(cluster.status), ...(counts ? [t('deploymentCount', { n: sites })] : [])].join(' · ')
              return (
                <Link key={cluster.id} to={toCluster(cluster.id)} className="topology-cluster" aria-label={`${cluster.name}: ${words}`}>
                  <rect x={COLUMNS.clusters - 24} y={at - ROW / 2 + 2} width={WIDE - COLUMNS.clusters + 24} height={ROW - 4} rx={6} />
                  <circle cx={COLUMNS.clusters} cy={at} r={radiusOf(sites, most)} data-status={cluster.status} />
                  <text x={COLUMNS.clusters + 32} y={at - 2} className="topology-name">
                    {shortened(cluster.name, 48)}
                  </text>
                  <text x={COLUMNS.clusters + 32} y={at + 15} className="topology-about">
                    {words}
                  </text>
                </Link>
              )
            })}
          </g>
        ))}
      </svg>
      <figcaption className="quiet">{t('topology-key')}</figcaption>
    </figure>
  )
}
