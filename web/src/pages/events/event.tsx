import './events.css'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link, useParams } from 'react-router-dom'
import { list, one } from '@/api/query'
import type { Event as HistoryEvent } from '@/api/types'
import { CopyCurl } from '@/components/copy-curl'
import { EventDetails, EventRow, EventSentence, eventColumns } from '@/components/event-row'
import { Fact, Facts } from '@/components/facts'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { RowList, RowsWaiting } from '@/components/row-list'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { worded } from '@/lib/sentence'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

const HOUR_MS = 60 * 60 * 1000

interface AroundProps {
  event: HistoryEvent
  title: string
  /** What the others have in common with it. */
  same: { deployment?: string; request?: string; actor?: string }
  /** Only those of an hour before and after. */
  near: boolean
}

/** Other events that have something in common with this one, newest first. */
function Around({ event, title, same, near }: AroundProps) {
  const [url, setUrl] = useUrlState({ open: '' })
  const { isOpen, toggle } = useOpenRows(url.open, setUrl)
  const at = Date.parse(event.createdAt)
  const hour = near ? { from: new Date(at - HOUR_MS).toISOString(), to: new Date(at + HOUR_MS).toISOString() } : {}
  const query = useQuery(list('/events', { query: { ...same, ...hour, page: 1, limit: LIMITS.eventsPage + 1 } }, POLICY.events))
  const others = query.data?.items.filter(({ id }) => id !== event.id).slice(0, LIMITS.eventsPage) ?? []
  return (
    <Panel title={title} flush extra={<Link to={paths.events(same)}>{t('around-all')}</Link>}>
      {near ? <p className="quiet events-hour">{t('around-hour')}</p> : null}
      <QueryView query={query} waiting={<RowsWaiting rows={2} label={t('loading')} />} errorTitle={t('failed')} isEmpty={() => others.length === 0} empty={<p className="quiet events-hour">{t('around-none')}</p>}>
        {() => (
          <RowList label={title} columns={eventColumns()} headless>
            {others.map((other) => (
              <EventRow key={other.id} event={other} open={isOpen(other.id)} onToggle={toggle} />
            ))}
          </RowList>
        )}
      </QueryView>
    </Panel>
  )
}

/** Who did it, from where, and what was changed: for whoever asks later. */
function Audit({ event: { actor, changes, address } }: { event: HistoryEvent }) {
  if (changes.length === 0 && address === null) return null
  return (
    <Panel title={t('audit')}>
      <Facts>
        {actor ? (
          <Fact name={t('audit-who')}>
            <Link to={paths.events({ actor: actor.id })}>{actor.name}</Link>
          </Fact>
        ) : null}
        {address === null ? null : <Fact name={t('audit-where')}>{address}</Fact>}
      </Facts>
      {changes.length === 0 ? null : (
        <dl className="event-changes">
          {changes.map(({ field, before, after, secret }) => (
            <div key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd>{secret ? <span className="quiet">{t('audit-secret')}</span> : <Change before={before} after={after} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function Change({ before, after }: { before: string | null; after: string | null }) {
  const shown = (value: string | null) => (value === null || value === '' ? <span className="quiet">{t('audit-empty')}</span> : value)
  return (
    <>
      <del>
        <span className="unseen">{t('audit-before')} </span>
        {shown(before)}
      </del>
      <span aria-hidden> → </span>
      <ins>
        <span className="unseen">{t('audit-after')} </span>
        {shown(after)}
      </ins>
    </>
  )
}

function Sections({ event }: { event: HistoryEvent }) {
  const { deployment, request_id: request, actor } = event
  return (
    <div className="stack">
      <Panel title={t('one-about')}>
        <EventDetails event={event} />
      </Panel>
      <Audit event={event} />
      {deployment ? <Around event={event} title={t('around-site')} same={{ deployment: deployment.id }} near /> : null}
      {request ? <Around event={event} title={t('around-request')} same={{ request }} near={false} /> : null}
      {actor ? <Around event={event} title={t('around-actor')} same={{ actor: actor.id }} near /> : null}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status">
      <span className="quiet">{t('one-loading')}</span>
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  )
}

/** One event, and what happened around it. */
export default function EventPage() {
  const { id = '' } = useParams()
  const query = useQuery(one('/events/{id}', { path: { id } }, POLICY.events))
  const event = query.data
  const said = event ? worded(event, event.message) : ''
  return (
    <>
      <PageHeader
        title={
          event ? (
            <span className="event-sentence">
              <EventSentence event={event} said={said} />
            </span>
          ) : (
            t('one')
          )
        }
        name={event ? said : t('one')}
        call={event ? <CopyCurl call={`/events/${event.id}`} /> : null}
        description={
          event ? (
            <span className="meta-line">
              <StatusTag family="event" status={event.type} />
              <TimeAgo at={event.createdAt} />
            </span>
          ) : null
        }
      />
      <QueryView query={query} waiting={<Waiting />} errorTitle={t('one-failed')}>
        {(loaded) => <Sections key={loaded.id} event={loaded} />}
      </QueryView>
    </>
  )
}
