import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Deployment, Timeline } from '@/api/types'
import { type Range, RangeChoice, useRange } from '@/components/charts/range'
import { momentWords } from '@/components/charts/times'
import { EventDays } from '@/components/event-days'
import { eventColumns } from '@/components/event-row'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { RowList } from '@/components/row-list'
import { present } from '@/feedback/present'
import { spanWords } from '@/lib/span'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Axis } from './axis'
import { around, lanesOf, momentIn, spanOf, wholeOf, wordOf } from './lanes'
import { type LogError, useLogErrors } from './log-errors'
import { t } from './texts'

/** What happened to a site: revisions, tasks and events on one axis, and the events one by one. */
export default function TimelinePage() {
  const { id = '' } = useParams()
  const [range, setRange] = useRange()
  // For the breadcrumb, and to know that there is such a site before its story is asked for.
  const deployment = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const query = useQuery(one('/deployments/{id}/timeline', { path: { id }, query: { range } }, POLICY.events))
  return (
    <>
      <PageHeader title={t('title')} description={t('about')} actions={<RangeChoice range={range} onChange={setRange} />} />
      <QueryView again="retry" query={deployment} errorTitle={t('unread')} errors={{ byStatus: { 404: t('gone') } }} waiting={<Waiting rows={8} />}>
        {(site) => (
          <QueryView again="retry" query={query} errorTitle={t('failed')} waiting={<Waiting rows={8} />} isEmpty={isEmpty} empty={<EmptyState title={t('empty')} text={t('empty-text')} action={<All id={id} />} />}>
            {(timeline) => <Story site={site} range={range} timeline={timeline} />}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

const isEmpty = ({ revisions, tasks, events }: Timeline) => revisions.length + tasks.length + events.length === 0

function All({ id }: { id: string }) {
  return <Link to={paths.events({ deployment: id })}>{t('all')}</Link>
}

const NONE: readonly LogError[] = []

/** How far back the logs go whose errors are on the axis, or why none are. */
function LogNote({ query: { data, error, isPending }, from }: { query: ReturnType<typeof useLogErrors>; from: number }) {
  const words = () => {
    if (error) return error.code === 'FORBIDDEN' ? t('log-errors-foreign') : t('log-errors-failed', { why: present(error).description })
    if (isPending || !data) return t('log-errors-reading')
    const kept = data.keptFrom === null ? t('log-errors-none') : data.keptFrom > from ? t('log-errors-kept', { from: momentWords(data.keptFrom) }) : t('log-errors-all')
    return data.cut ? `${kept} ${t('log-errors-cut')}` : kept
  }
  return <p className="quiet timeline-note">{words()}</p>
}

function Story({ site, range, timeline }: { site: Deployment; range: Range; timeline: Timeline }) {
  const { id } = site
  const created = Date.parse(site.createdAt)
  const [{ span: asked, at, open }, setUrl] = useUrlState({ span: '', at: '', open: '' })
  const whole = useMemo(() => wholeOf(timeline, created), [timeline, created])
  const logErrors = useLogErrors(site, timeline, range)
  const chosen = spanOf(asked, whole)
  const moment = momentIn(at, whole)
  const looked = around(moment, chosen, range)
  const rows = useOpenRows(open, setUrl)
  const found = logErrors.data?.errors ?? NONE
  const lanes = useMemo(() => lanesOf(id, timeline, whole, found), [id, timeline, whole, found])
  const events = chosen ? timeline.events.filter(({ createdAt }) => Date.parse(createdAt) >= chosen.from && Date.parse(createdAt) <= chosen.to) : timeline.events
  const failed = timeline.tasks.filter(({ status }) => status === 'failed').length
  const summary = t('summary', { revisions: timeline.revisions.length, tasks: timeline.tasks.length, failed, events: timeline.events.length })
  return (
    <div className="stack">
      <Panel title={t('axis')}>
        <Axis
          span={whole}
          chosen={chosen}
          moment={moment}
          lanes={lanes}
          onChoose={(span) => setUrl({ span: wordOf(span), at: '', open: '' })}
          onMoment={(then) => setUrl({ span: '', at: String(then), open: '' })}
          caption={
            <>
              {summary} {whole.young ? t('young', { from: momentWords(created) }) : null} {timeline.more ? t('more') : t('narrow')}
            </>
          }
        />
        <LogNote query={logErrors} from={whole.from} />
        {looked ? (
          <p className="timeline-chosen-line" role="status">
            {chosen ? t('narrowed', { from: momentWords(chosen.from), to: momentWords(chosen.to) }) : momentWords(moment ?? 0)}
            <Link to={paths.deployment(id, { tab: 'logs', ...spanWords(looked.logs) })}>{t(chosen ? 'logs-of' : 'logs-around')}</Link>
            <Link to={paths.deploymentUsage(id, { range, ...spanWords(looked.usage) })}>{t(chosen ? 'usage-of' : 'usage-around')}</Link>
            <Button size="small" onClick={() => setUrl({ span: '', at: '' })}>
              {t(chosen ? 'whole' : 'moment-off')}
            </Button>
          </p>
        ) : null}
      </Panel>
      <Panel title={t('list')} flush={events.length > 0} extra={<All id={id} />}>
        {events.length === 0 ? (
          <p className="quiet">{t('within')}</p>
        ) : (
          <RowList label={t('list')} columns={eventColumns()}>
            <EventDays events={events} rows={rows} />
          </RowList>
        )}
      </Panel>
    </div>
  )
}
