import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { ClusterMetrics } from '@/api/types'
import { Chart } from '@/components/charts/chart'
import { RangeChoice, useRange } from '@/components/charts/range'
import { pointsOf, SamplesNote } from '@/components/charts/samples'
import { type Line, type Point, rangeOf, startOf } from '@/components/charts/series'
import { ChartTable } from '@/components/charts/table'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { number } from '@/lib/number'
import { POLICY } from '@/spec/policy'
import { askedWords, cores, gigabytes, inGigabytes } from './capacity'
import { t } from './texts'
import './infrastructure.css'

const nodes = (value: number) => number(value)

/** What pods on a cluster asked for over time, and what its nodes can give. */
export default function ClusterMetricsPage() {
  const { id = '' } = useParams()
  const [range, setRange] = useRange()
  // For the breadcrumb, and to know that there is such a cluster before its figures are asked for.
  const cluster = useQuery(one('/clusters/{id}', { path: { id } }, POLICY.clusters))
  const query = useQuery(one('/clusters/{id}/metrics', { path: { id }, query: { range } }, POLICY.metrics))
  return (
    <>
      <PageHeader title={t('metrics-title')} description={t('metrics-about')} actions={<RangeChoice range={range} onChange={setRange} />} />
      <QueryView again="retry" query={cluster} errorTitle={t('cluster-unread')} errors={{ byStatus: { 404: t('cluster-gone') } }} waiting={<Waiting rows={8} />}>
        {() => (
          <QueryView
            again="retry"
            query={query}
            errorTitle={t('metrics-failed')}
            waiting={<Waiting rows={8} />}
            isEmpty={({ samples }) => samples.length === 0}
            empty={<EmptyState title={t('metrics-empty')} text={t('metrics-empty-text')} />}
          >
            {(metrics) => <Charts metrics={metrics} />}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

function Charts({ metrics }: { metrics: ClusterMetrics }) {
  const cpu = useMemo(() => [pointsOf(metrics, (sample) => sample.requestedCPU), pointsOf(metrics, (sample) => sample.totalCPU)] as const, [metrics])
  const ram = useMemo(() => [pointsOf(metrics, (sample) => inGigabytes(sample.requestedMemory)), pointsOf(metrics, (sample) => inGigabytes(sample.totalMemory))] as const, [metrics])
  return (
    <div className="stack">
      <SamplesNote measured={metrics} gaps={t('metrics-gaps')} />
      <Panel title={t('metrics-cpu')}>
        <Requested metrics={metrics} hue="cpu" requested={cpu[0]} whole={cpu[1]} format={cores} />
      </Panel>
      <Panel title={t('metrics-memory')}>
        <Requested metrics={metrics} hue="memory" requested={ram[0]} whole={ram[1]} format={gigabytes} />
      </Panel>
      <Panel title={t('metrics-nodes')}>
        <Nodes metrics={metrics} />
      </Panel>
    </div>
  )
}

interface RequestedProps {
  metrics: ClusterMetrics
  hue: 'cpu' | 'memory'
  requested: readonly Point[]
  whole: readonly Point[]
  format: (value: number) => string
}

function Requested({ metrics, hue, requested, whole, format }: RequestedProps) {
  const lines = useMemo<Line[]>(
    () => [
      { name: t('metrics-requested'), hue, filled: true, points: requested },
      { name: t('metrics-total'), hue: 'whole', dashed: true, points: whole },
    ],
    [hue, requested, whole],
  )
  const shown = rangeOf(requested)
  const all = rangeOf(whole)?.now
  if (!shown || !all) return <p className="quiet">{t('metrics-unread')}</p>
  return <Drawn metrics={metrics} lines={lines} format={format} caption={askedWords(shown, all, format)} />
}

function Nodes({ metrics }: { metrics: ClusterMetrics }) {
  const lines = useMemo<Line[]>(
    () => [
      { name: t('metrics-ready'), hue: 'nodes', filled: true, points: pointsOf(metrics, (sample) => sample.nodes) },
      { name: t('metrics-unready'), hue: 'bad', points: pointsOf(metrics, (sample) => sample.unreadyNodes) },
    ],
    [metrics],
  )
  const shown = rangeOf(lines[0]?.points ?? [])
  if (!shown) return <p className="quiet">{t('metrics-unread')}</p>
  const { low, high, now } = shown
  const caption = low === high ? t('metrics-caption-nodes-same', { now: nodes(now) }) : t('metrics-caption-nodes', { low: nodes(low), high: nodes(high), now: nodes(now) })
  return <Drawn metrics={metrics} lines={lines} format={nodes} whole caption={caption} />
}

interface DrawnProps {
  metrics: ClusterMetrics
  lines: readonly Line[]
  format: (value: number) => string
  whole?: boolean
  caption: string
}

/** A chart with its names and its table. */
function Drawn({ metrics, lines, format, whole = false, caption }: DrawnProps) {
  const [from, to] = [Date.parse(metrics.from), Date.parse(metrics.to)]
  return <Chart caption={caption} lines={lines} from={startOf(lines[0]?.points ?? [], from, to)} to={to} format={format} whole={whole} group="capacity" below={<ChartTable lines={lines} format={format} />} />
}
