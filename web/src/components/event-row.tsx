import './event-row.css'
import { Fragment, memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { componentName } from '@/components/component-name'
import { CopyId } from '@/components/copy-id'
import { Fact, Facts } from '@/components/facts'
import { ActorLink, ClusterLink, EventLink, SiteLink, TaskLink, TeamLink } from '@/components/links'
import { type Column, Row } from '@/components/row-list'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { worded } from '@/lib/sentence'
import { type Key, texts } from '@/lib/texts'
import { moment } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'

/** One event of the history: what happened on the row, everything known about it below. */

const t = texts('event')

type Label = Exclude<Key<'event'>, 'times' | 'times-about'>

/** The columns of a list of events, for `RowList`. */
export const eventColumns = (): Column[] => [
  { key: 'type', title: t('column-type'), width: '116px', phone: 'second' },
  { key: 'what', title: t('column-what'), main: true },
  { key: 'actor', title: t('actor'), from: 'wide', width: 'minmax(0, 160px)' },
  { key: 'age', title: t('column-when'), width: '108px', align: 'end' },
]

type Kind = 'deployment' | 'cluster' | 'team' | 'task'

const LINKS = { deployment: SiteLink, cluster: ClusterLink, team: TeamLink, task: TaskLink }
const KINDS = Object.keys(LINKS) as Kind[]

export interface Part {
  text: string
  /** What this part of the sentence is the name of. */
  kind?: Kind
}

/** The sentence in parts, with the names of what the event refers to as parts of their own: each once, where it first stands in quotes. */
export function partsOf(sentence: string, event: Pick<HistoryEvent, Kind>): Part[] {
  const found = KINDS.flatMap((kind) => {
    const name = event[kind]?.name
    if (!name) return []
    const at = [`"${name}"`, `«${name}»`, `« ${name} »`, `«\u00a0${name}\u00a0»`, `“${name}”`].map((quoted) => [sentence.indexOf(quoted), quoted.indexOf(name)] as const).find(([begin]) => begin >= 0)
    return at ? [{ kind, begin: at[0] + at[1], end: at[0] + at[1] + name.length }] : []
  }).toSorted((a, b) => a.begin - b.begin)
  const parts: Part[] = []
  let end = 0
  for (const each of found) {
    // Two things of one name: the first has it.
    if (each.begin < end) continue
    parts.push({ text: sentence.slice(end, each.begin) }, { text: sentence.slice(each.begin, each.end), kind: each.kind })
    end = each.end
  }
  return [...parts, { text: sentence.slice(end) }].filter((part) => part.text !== '')
}

function named(event: HistoryEvent, kind: Kind): ReactNode {
  const its = event[kind]
  const To = LINKS[kind]
  return its ? <To id={its.id} name={its.name} /> : null
}

const TASKS = ['install', 'upgrade', 'restart', 'stop', 'start', 'scale', 'move', 'uninstall'] as const

/** A task has no name but what it does. */
export function kindName(name: string): string {
  const task = TASKS.find((each) => each === name)
  return task ? t(`kind-${task}`) : name
}

/** The sentence with the names of what it is about as links. */
export const EventSentence = ({ event, said }: { event: HistoryEvent; said: string }) =>
  partsOf(said, event).map((part, at) => <Fragment key={`${at} ${part.text}`}>{part.kind ? named(event, part.kind) : part.text}</Fragment>)

/** The sentence, and what it is about as far as the sentence does not say it. */
function What({ event, said }: { event: HistoryEvent; said: string }) {
  const parts = partsOf(said, event)
  const others = (['cluster', 'team'] as const).filter((kind) => event[kind] && !parts.some((part) => part.kind === kind))
  return (
    // Another event in the same place is written anew: what stood there does not move.
    <Fragment key={event.id}>
      <span className="event-sentence">
        <EventSentence event={event} said={said} />
      </span>
      <span className="event-about">
        <span>{componentName(event.component)}</span>
        {others.map((kind) => (
          <span key={kind}>{named(event, kind)}</span>
        ))}
        {event.count > 1 ? (
          <span className="number">
            <span aria-hidden>{t('times', { n: event.count })}</span>
            <span className="unseen">{t('times-about', { n: event.count })}</span>
          </span>
        ) : null}
      </span>
    </Fragment>
  )
}

function Group({ title, fields }: { title: string; fields: [Label, ReactNode][] }) {
  const none = <span className="quiet">{t('none')}</span>
  return (
    <div>
      <h3>{title}</h3>
      <Facts as="lines">
        {fields.map(([label, value]) => (
          <Fact key={label} name={t(label)}>
            {value === '' || value === null ? none : value}
          </Fact>
        ))}
      </Facts>
    </div>
  )
}

/** All that one request caused. */
const RequestLink = ({ id }: { id: string }) => (
  <Link to={paths.events({ request: id })} className="name-link" title={id}>
    {id}
  </Link>
)

/** All there is to know about one event. Names and links are its own references, never read out of its text. */
export function EventDetails({ event }: { event: HistoryEvent }) {
  return (
    <div className="event-groups">
      <Group
        title={t('details')}
        fields={[
          ['id', <CopyId key="id" id={event.id} length={LIMITS.shortEventId} />],
          ['deployment', named(event, 'deployment')],
          ['cluster', named(event, 'cluster')],
          ['team', named(event, 'team')],
          ['task', event.task ? <TaskLink key="task" id={event.task.id} name={kindName(event.task.name)} /> : null],
          ['namespace', event.namespace],
          ['count', <span key="count" className="number">{number(event.count)}</span>],
        ]}
      />
      <Group
        title={t('basic')}
        fields={[
          ['reason', event.reason],
          ['component', componentName(event.component)],
          ['actor', event.actor ? <ActorLink key="actor" id={event.actor.id} name={event.actor.name} /> : t('itself')],
          ['host', event.host],
          ['request', event.request_id ? <RequestLink key="request" id={event.request_id} /> : ''],
          ['clusterId', event.cluster_id === '' ? '' : <CopyId key="cluster" id={event.cluster_id} />],
        ]}
      />
      <Group
        title={t('timestamps')}
        fields={[
          ['created', moment(event.createdAt)],
          ['updated', moment(event.updatedAt)],
          ['first', moment(event.first_seen)],
          ['last', moment(event.last_seen)],
        ]}
      />
      <Group
        title={t('technical')}
        fields={[
          ['uid', <code key="uid">{event.uid}</code>],
          ['fullId', <EventLink key="full" id={event.id} name={event.id} />],
        ]}
      />
    </div>
  )
}

export const EventRow = memo(function EventRow({ event, open, onToggle }: { event: HistoryEvent; open: boolean; onToggle: (id: string) => void }) {
  const said = worded(event, event.message)
  return (
    <Row
      id={event.id}
      name={said}
      open={open}
      onToggle={() => onToggle(event.id)}
      cells={{
        type: <StatusDot family="event" status={event.type} />,
        what: <What event={event} said={said} />,
        actor: <span className="one-line">{event.actor ? <ActorLink id={event.actor.id} name={event.actor.name} /> : <span className="quiet">{t('itself')}</span>}</span>,
        age: (
          <Link to={paths.event(event.id)} className="event-age">
            <TimeAgo at={event.createdAt} />
          </Link>
        ),
      }}
    >
      <EventDetails event={event} />
    </Row>
  )
})
