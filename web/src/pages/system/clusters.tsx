import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list, one } from '@/api/query'
import type { Cluster, ClusterMetrics } from '@/api/types'
import { rangeOf, type Point, withGaps } from '@/components/charts/series'
import { Choice } from '@/components/choice'
import { LinkButton } from '@/components/link-button'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { StatTile } from '@/components/stat-tile'
import { number, percent } from '@/lib/number'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** The clusters together, and what was asked of one of them in the last 24 hours. */
export function Clusters() {
  const query = useQuery(list('/clusters', {}, POLICY.systemClusters))
  return (
    <Panel title={t('clusters')} extra={<LinkButton to={paths.infrastructure()}>{t('clusters-view')}</LinkButton>}>
      <QueryView query={query} errorTitle={t('clusters-failed')} isEmpty={({ items }) => items.length === 0} empty={<EmptyState title={t('clusters-none')} />}>
        {({ items }) => (
          <>
            <Totals clusters={items} />
            <LastDay clusters={items} />
          </>
        )}
      </QueryView>
    </Panel>
  )
}

/** What is known of those that tell both; a cluster that does not is in neither sum. */
function shareOf(clusters: readonly Cluster[], part: (cluster: Cluster) => number | null, whole: (cluster: Cluster) => number | null): number | null {
  const known = clusters.flatMap((cluster) => {
    const [some, all] = [part(cluster), whole(cluster)]
    return some === null || all === null ? [] : [{ some, all }]
  })
  const all = known.reduce((sum, each) => sum + each.all, 0)
  return all > 0 ? known.reduce((sum, each) => sum + each.some, 0) / all : null
}

function Totals({ clusters }: { clusters: readonly Cluster[] }) {
  const well = clusters.filter(({ status }) => status === 'operational').length
  const counted = clusters.filter(({ nodes }) => nodes !== null)
  const share = (value: number | null) => (value === null ? t('clusters-unknown') : percent(value))
  return (
    <div className="system-tiles">
      <StatTile title={t('clusters-well')} value={number(well)} note={t('clusters-of', { n: number(clusters.length) })} />
      <StatTile title={t('clusters-nodes')} value={counted.length === 0 ? t('clusters-unknown') : number(counted.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0))} />
      <StatTile title={t('clusters-cpu')} value={share(shareOf(clusters, (each) => each.requestedCPU, (each) => each.totalCPU))} />
      <StatTile title={t('clusters-memory')} value={share(shareOf(clusters, (each) => each.requestedMemory, (each) => each.totalMemory))} />
    </div>
  )
}

function LastDay({ clusters }: { clusters: readonly Cluster[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const shown = clusters.find(({ id }) => id === chosen) ?? clusters[0]
  if (!shown) return null
  return (
    <>
      <div className="toolbar system-day">
        <h3>{t('clusters-day')}</h3>
        {clusters.length > 1 ? <Choice label={t('clusters-choose')} value={shown.id} onChange={choose} options={clusters.map(({ id, name }) => ({ value: id, label: name }))} /> : <span className="quiet">{shown.name}</span>}
        <LinkButton to={paths.clusterMetrics(shown.id)}>{t('clusters-more')}</LinkButton>
      </div>
      <OfCluster key={shown.id} id={shown.id} />
    </>
  )
}

function OfCluster({ id }: { id: string }) {
  const query = useQuery(one('/clusters/{id}/metrics', { path: { id }, query: { range: '24h' } }, POLICY.metrics))
  return (
    <QueryView query={query} errorTitle={t('clusters-day-failed')} waiting={<Waiting rows={5} />} isEmpty={({ samples }) => samples.length === 0} empty={<p className="quiet">{t('clusters-day-none')}</p>}>
      {(metrics) => <Shares metrics={metrics} />}
    </QueryView>
  )
}

const ratio = (some: number | null, all: number | null) => (some === null || all === null || all === 0 ? null : some / all)

/** Width and height of the drawing; its size on the page is CSS's. */
const [WIDE, HIGH] = [1000, 100]

/** The way of a line between 0 and all; one that is not measured is a gap in it. */
function wayOf(points: readonly Point[], from: number, to: number): string {
  const place = (value: number, most: number) => Math.round(Math.min(value, 1) * most * 10) / 10
  const at = ([moment, value]: Point) => (value === null ? null : `${place((moment - from) / (to - from), WIDE)} ${HIGH - place(value, HIGH)}`)
  const places = points.map(at)
  return places.map((here, n) => (here === null ? '' : `${(places[n - 1] ?? null) === null ? 'M' : 'L'}${here}`)).join('')
}

function Shares({ metrics }: { metrics: ClusterMetrics }) {
  const { samples, seconds } = metrics
  const [from, to] = [Date.parse(metrics.from), Date.parse(metrics.to)]
  const line = (share: (sample: ClusterMetrics['samples'][number]) => number | null) => withGaps(samples.map((sample) => [Date.parse(sample.at), share(sample)] as const), seconds)
  const cpu = line((sample) => ratio(sample.requestedCPU, sample.totalCPU))
  const memory = line((sample) => ratio(sample.requestedMemory, sample.totalMemory))
  const [cores, bytes] = [rangeOf(cpu), rangeOf(memory)]
  if (!cores || !bytes) return <p className="quiet">{t('clusters-day-unread')}</p>
  return (
    <figure className="system-lines">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden>
        <path data-line="cpu" d={wayOf(cpu, from, to)} />
        <path data-line="memory" d={wayOf(memory, from, to)} />
      </svg>
      <figcaption>
        <span data-line="cpu">{t('clusters-cpu')}</span>
        <span data-line="memory">{t('clusters-memory')}</span>
        <span className="quiet">{t('clusters-day-caption', { cpu: percent(cores.now), memory: percent(bytes.now) })}</span>
      </figcaption>
    </figure>
  )
}
