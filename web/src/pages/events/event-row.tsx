import { Descriptions, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { ExpandableRow } from '@/components/expandable-row'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { moment } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { t } from './texts'

function Summary({ event }: { event: HistoryEvent }) {
  return (
    <>
      <span className="events-message">{event.message}</span>
      <span className="events-line">
        <StatusTag family="event" status={event.type} />
        <Tag>{event.component}</Tag>
        {event.count > 1 ? (
          <Typography.Text className="number">
            <span aria-hidden>{t('times', { n: event.count })}</span>
            <span className="unseen">{t.count('times.about', event.count)}</span>
          </Typography.Text>
        ) : null}
        {event.cluster ? <Typography.Text type="secondary">{t('cluster', { name: event.cluster.name })}</Typography.Text> : null}
        {event.team ? <Typography.Text type="secondary">{t('team', { name: event.team.name })}</Typography.Text> : null}
        <Typography.Text type="secondary">
          <TimeAgo at={event.createdAt} />
        </Typography.Text>
      </span>
    </>
  )
}

function Fields({ event }: { event: HistoryEvent }) {
  const none = <Typography.Text type="secondary">{t('none')}</Typography.Text>
  const word = (text: string) => (text === '' ? none : text)
  const linked = (named: { id: string; name: string } | null, to: (id: string) => string) => (named ? <Link to={to(named.id)}>{named.name || named.id.slice(0, LIMITS.shortId)}</Link> : none)
  const fields: [string, ReactNode][] = [
    [t('field.id'), <CopyId key="id" id={event.id} length={LIMITS.shortEventId} />],
    [t('field.reason'), word(event.reason)],
    [t('field.deployment'), linked(event.deployment, paths.deployment)],
    [t('field.cluster'), linked(event.cluster, paths.infrastructure)],
    [t('field.team'), linked(event.team, paths.teams)],
    [t('field.task'), linked(event.task, paths.task)],
    [t('field.actor'), event.actor ? event.actor.name : t('itself')],
    [t('field.component'), word(event.component)],
    [t('field.namespace'), word(event.namespace)],
    [t('field.host'), word(event.host)],
    [t('field.count'), <span key="count" className="number">{event.count}</span>],
    [t('field.clusterId'), event.cluster_id === '' ? none : <CopyId key="cluster" id={event.cluster_id} />],
    [t('field.created'), moment(event.createdAt)],
    [t('field.updated'), moment(event.updatedAt)],
    [t('field.first'), moment(event.first_seen)],
    [t('field.last'), moment(event.last_seen)],
    [t('field.uid'), <code key="uid">{event.uid}</code>],
    [t('field.fullId'), <code key="full">{event.id}</code>],
  ]
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 1, md: 2, lg: 2, xl: 3, xxl: 3 }}
      items={fields.map(([label, children], key) => ({ key, label, children }))}
    />
  )
}

export function EventRow({ event, open, onToggle }: { event: HistoryEvent; open: boolean; onToggle: () => void }) {
  return (
    <ExpandableRow open={open} onToggle={onToggle} summary={<Summary event={event} />}>
      <Fields event={event} />
    </ExpandableRow>
  )
}
