import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Usage } from '@/api/types'
import { Chart } from '@/components/charts/chart'
import { type Range, RangeChoice, rangeIn } from '@/components/charts/range'
import { pointsOf, SamplesNote } from '@/components/charts/samples'
import { type Line, rangeOf, startOf } from '@/components/charts/series'
import { ChartTable } from '@/components/charts/table'
import { momentWords } from '@/components/charts/times'
import { share } from '@/components/gauges/figures'
import { Tiles } from '@/components/gauges/tiles'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { sentence } from '@/lib/sentence'
import { type Span, spanIn, spanWords } from '@/lib/span'
import { useUrlState } from '@/lib/url-state'
import { POLICY } from '@/spec/policy'
import { wordsOf } from './course'
import { t } from './texts'
import './usage.css'

/** The end of the axis: percent. */
const WHOLE = 100

/** What a site uses, now and over time, with the revisions that came into effect meanwhile. */
export default function UsagePage() {
  const { id = '' } = useParams()
  // One state of the address: another range has no part that was chosen of this one.
  const [address, setAddress] = useUrlState({ range: '24h', from: '', to: '' })
  const range = rangeIn(address.range)
  const span = useMemo(() => spanIn(address), [address])
  const setRange = (next: Range) => setAddress({ range: next, from: '', to: '' })
  // For the breadcrumb, and to know that there is such a site before its figures are asked for.
  const deployment = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const query = useQuery(one('/deployments/{id}/usage', { path: { id }, query: { range } }, POLICY.metrics))
  return (
    <>
      <PageHeader title={t('title')} description={t('about')} actions={<RangeChoice range={range} onChange={setRange} />} />
      <QueryView again="retry" query={deployment} errorTitle={t('unread')} errors={{ byStatus: { 404: t('gone') } }} waiting={<Waiting rows={8} />}>
        {() => (
          <QueryView again="retry" query={query} errorTitle={t('failed')} waiting={<Waiting rows={8} />}>
            {(usage) => (
              <div className="stack">
                <Panel title={t('title')}>
                  <Tiles usage={usage} />
                </Panel>
                <Panel title={t('chart')}>
                  <Course usage={usage} span={span} onAll={() => setAddress({ from: '', to: '' })} />
                </Panel>
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

/** What was measured in a part of the time; a figure is of the seconds that follow its moment. */
function partOf(usage: Usage, span: Span | null): Usage {
  if (!span) return usage
  const samples = usage.samples.filter(({ at }) => Date.parse(at) + usage.seconds * 1000 > span.from && Date.parse(at) <= span.to)
  return { ...usage, ...spanWords(span), samples }
}

/** CPU and memory over time, or over a part of it. */
function Course({ usage: whole, span, onAll }: { usage: Usage; span: Span | null; onAll: () => void }) {
  const usage = useMemo(() => partOf(whole, span), [whole, span])
  const lines = useMemo<Line[]>(
    () => [
      { name: t('cpu-line'), hue: 'cpu', filled: true, points: pointsOf(usage, (sample) => sample.cpuPercent) },
      { name: t('memory-line'), hue: 'memory', points: pointsOf(usage, (sample) => sample.memoryPercent) },
    ],
    [usage],
  )
  const revisions = useMemo(() => usage.revisions.map(({ number, at }) => ({ number, at: Date.parse(at) })), [usage])
  const marks = useMemo(() => revisions.map(({ at }) => at), [revisions])
  if (whole.samples.length === 0) {
    const { cpu } = usage
    // Why there is nothing is said where it is more than that the first time is still to come.
    const why = cpu.problem === null || cpu.problemReason === 'UsageNotYet' ? t('empty-text') : sentence(cpu.problemReason, cpu.problemParams, cpu.problem)
    return <EmptyState title={t('empty')} text={usage.stopped ? t('stopped') : why} />
  }
  const narrowed = span ? (
    <p className="usage-narrowed" role="status">
      {t('narrowed', { from: momentWords(span.from), to: momentWords(span.to) })}
      <Button size="small" onClick={onAll}>
        {t('whole')}
      </Button>
    </p>
  ) : null
  if (usage.samples.length === 0) {
    return (
      <>
        {narrowed}
        <p className="quiet">{t('within')}</p>
      </>
    )
  }
  if (lines.every(({ points }) => rangeOf(points) === null)) return <p className="quiet">{t('unbounded')}</p>
  const [from, ends] = [Date.parse(usage.from), Date.parse(usage.to)]
  const begins = span ? from : startOf(lines[0]?.points ?? [], from, ends)
  const named = (number: number) => t('mark', { number: String(number) })
  const seen = revisions.filter(({ at }) => at >= begins && at <= ends)
  const within = (after: number, until: number) =>
    seen
      .filter(({ at }) => at >= after && at < until)
      .map(({ number }) => named(number))
      .join(', ')
  return (
    <>
      {narrowed}
      <SamplesNote measured={usage} gaps={t('gaps')} />
      <Chart
        caption={lines.map(({ name, points }) => wordsOf(name, points)).join(' ').trim()}
        lines={lines}
        from={begins}
        to={ends}
        format={share}
        scale={WHOLE}
        marks={marks}
        group="usage"
        below={
          <>
            {seen.length === 0 ? null : (
              <ul className="usage-marks" aria-label={t('marks')}>
                {seen.map(({ number, at }) => (
                  <li key={number}>
                    {named(number)} <span className="quiet">{momentWords(at)}</span>
                  </li>
                ))}
              </ul>
            )}
            <ChartTable lines={lines} format={share} {...(seen.length === 0 ? {} : { happened: { name: t('happened'), within } })} />
          </>
        }
      />
    </>
  )
}
