import './event-row.css'
import { Descriptions, Tag, Typography } from 'antd'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { componentName } from '@/components/component-name'
import { CopyId } from '@/components/copy-id'
import { ExpandableRow } from '@/components/expandable-row'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { worded } from '@/lib/sentence'
import { type Key, texts } from '@/lib/texts'
import { moment } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'

/** One event of the history: what happened on the row, everything known about it below. */

const t = texts('event')

type Label = Exclude<Key<'event'>, 'times' | 'times-about' | 'of-cluster' | 'of-team'>

function Summary({ event }: { event: HistoryEvent }) {
  return (
    <>
      <span className="event-message">{worded(event, event.message)}</span>
      <span className="meta-line">
        <StatusTag family="event" status={event.type} />
        <Tag>{componentName(event.component)}</Tag>
        {event.count > 1 ? (
          <Typography.Text className="number">
            <span aria-hidden>{t('times', { n: event.count })}</span>
            <span className="unseen">{t('times-about', { n: event.count })}</span>
          </Typography.Text>
        ) : null}
        {event.cluster ? <Typography.Text type="secondary">{t('of-cluster', { name: event.cluster.name })}</Typography.Text> : null}
        {event.team ? <Typography.Text type="secondary">{t('of-team', { name: event.team.name })}</Typography.Text> : null}
        <Typography.Text type="secondary">
          <TimeAgo at={event.createdAt} />
        </Typography.Text>
      </span>
    </>
  )
}

function Group({ title, fields }: { title: string; fields: [Label, ReactNode][] }) {
  const none = <Typography.Text type="secondary">{t('none')}</Typography.Text>
  return <Descriptions size="small" column={1} title={title} items={fields.map(([label, value]) => ({ key: label, label: t(label), children: value === '' || value === null ? none : value }))} />
}

const linked = (named: HistoryEvent['deployment'], to: (id: string) => string) => (named ? <Link to={to(named.id)}>{named.name || named.id.slice(0, LIMITS.shortId)}</Link> : null)

/** All there is to know about one event. Names and links are its own references, never read out of its text. */
function Details({ event }: { event: HistoryEvent }) {
  return (
    <div className="event-groups">
      <Group
        title={t('details')}
        fields={[
          ['id', <CopyId key="id" id={event.id} length={LIMITS.shortEventId} />],
          ['deployment', linked(event.deployment, paths.deployment)],
          ['cluster', linked(event.cluster, () => paths.infrastructure())],
          ['team', linked(event.team, () => paths.teams())],
          ['task', linked(event.task, paths.task)],
          ['namespace', event.namespace],
          ['count', <span key="count" className="number">{number(event.count)}</span>],
        ]}
      />
      <Group
        title={t('basic')}
        fields={[
          ['reason', event.reason],
          ['component', componentName(event.component)],
          ['actor', event.actor ? event.actor.name : t('itself')],
          ['host', event.host],
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
          ['fullId', <code key="full">{event.id}</code>],
        ]}
      />
    </div>
  )
}

export const EventRow = memo(function EventRow({ event, open, onToggle }: { event: HistoryEvent; open: boolean; onToggle: (id: string) => void }) {
  return (
    <ExpandableRow open={open} onToggle={() => onToggle(event.id)} summary={<Summary event={event} />}>
      <Details event={event} />
    </ExpandableRow>
  )
})
