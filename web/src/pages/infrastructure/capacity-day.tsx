import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { one } from '@/api/query'
import type { ClusterMetrics, ClusterSample } from '@/api/types'
import { pointsOf } from '@/components/charts/samples'
import { rangeOf } from '@/components/charts/series'
import { Fact, Facts } from '@/components/facts'
import { Panel } from '@/components/panel'
import { Spark } from '@/components/spark'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { askedWords, cores, gigabytes, inGigabytes, lastOfEach } from './capacity'
import { t } from './texts'

const HOURS = 24

/** The last day of a cluster: what its pods asked for, as a course and in words. Not there before anything was measured. */
export function CapacityDay({ id }: { id: string }) {
  const { data } = useQuery(one('/clusters/{id}/metrics', { path: { id }, query: { range: '24h' } }, POLICY.metrics))
  if (!data || data.samples.length === 0) return null
  return (
    <Panel title={t('metrics-title')} extra={<Link to={paths.clusterMetrics(id)}>{t('metrics-view')}</Link>}>
      <div className="capacity-day">
        <Facts>
          <Course name={t('metrics-cpu')} metrics={data} requested={(sample) => sample.requestedCPU} whole={(sample) => sample.totalCPU} format={cores} />
          <Course name={t('metrics-memory')} metrics={data} requested={(sample) => inGigabytes(sample.requestedMemory)} whole={(sample) => inGigabytes(sample.totalMemory)} format={gigabytes} />
        </Facts>
      </div>
    </Panel>
  )
}

interface CourseProps {
  name: string
  metrics: ClusterMetrics
  requested: (sample: ClusterSample) => number | null
  whole: (sample: ClusterSample) => number | null
  format: (value: number) => string
}

function Course({ name, metrics, requested, whole, format }: CourseProps) {
  const points = pointsOf(metrics, requested)
  const [shown, all] = [rangeOf(points), rangeOf(pointsOf(metrics, whole))?.now]
  if (!shown || !all) return <Fact name={name} why={t('metrics-unread')} />
  return (
    <Fact name={name}>
      <span className="spark-line">
        <Spark values={lastOfEach(points, Date.parse(metrics.from), Date.parse(metrics.to), HOURS)} of={all} />
        <span>{askedWords(shown, all, format)}</span>
      </span>
    </Fact>
  )
}
