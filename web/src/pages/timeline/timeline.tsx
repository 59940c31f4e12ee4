import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Timeline } from '@/api/types'
import { RangeChoice, useRange } from '@/components/charts/range'
import { momentWords } from '@/components/charts/times'
import { EventDays } from '@/components/event-days'
import { eventColumns } from '@/components/event-row'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { RowList } from '@/components/row-list'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Axis } from './axis'
import { lanesOf, spanOf, wholeOf, wordOf } from './lanes'
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
        {({ createdAt }) => (
          <QueryView again="retry" query={query} errorTitle={t('failed')} waiting={<Waiting rows={8} />} isEmpty={isEmpty} empty={<EmptyState title={t('empty')} text={t('empty-text')} action={<All id={id} />} />}>
            {(timeline) => <Story id={id} created={Date.parse(createdAt)} timeline={timeline} />}
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

function Story({ id, created, timeline }: { id: string; created: number; timeline: Timeline }) {
  const [{ span: asked, open }, setUrl] = useUrlState({ span: '', open: '' })
  const whole = wholeOf(timeline, created)
  const chosen = spanOf(asked, whole)
  const rows = useOpenRows(open, setUrl)
  const lanes = useMemo(() => lanesOf(id, timeline), [id, timeline])
  const events = chosen ? timeline.events.filter(({ createdAt }) => Date.parse(createdAt) >= chosen.from && Date.parse(createdAt) <= chosen.to) : timeline.events
  const failed = timeline.tasks.filter(({ status }) => status === 'failed').length
  const summary = t('summary', { revisions: timeline.revisions.length, tasks: timeline.tasks.length, failed, events: timeline.events.length })
  return (
    <div className="stack">
      <Panel title={t('axis')}>
        <Axis
          span={whole}
          chosen={chosen}
          lanes={lanes}
          onChoose={(span) => setUrl({ span: wordOf(span), open: '' })}
          caption={
            <>
              {summary} {whole.young ? t('young', { from: momentWords(created) }) : null} {timeline.more ? t('more') : t('narrow')}
            </>
          }
        />
        {chosen ? (
          <p className="timeline-chosen-line" role="status">
            {t('narrowed', { from: momentWords(chosen.from), to: momentWords(chosen.to) })}
            <Button size="small" onClick={() => setUrl({ span: '' })}>
              {t('whole')}
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
