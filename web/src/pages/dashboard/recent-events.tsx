import { Card, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { EmptyState } from '@/components/query-view'
import { ExpandableRow } from '@/components/expandable-row'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { paths } from '@/spec/paths'
import { EventDetails } from './event-details'
import { t } from './texts'

function Summary({ event }: { event: HistoryEvent }) {
  return (
    <>
      <span className="dashboard-message">{event.message}</span>
      <span className="dashboard-line">
        <StatusTag family="event" status={event.type} />
        <Tag>{event.component}</Tag>
        <Typography.Text type="secondary">
          <TimeAgo at={event.createdAt} />
        </Typography.Text>
      </span>
    </>
  )
}

export function RecentEvents({ events }: { events: readonly HistoryEvent[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <Card title={<h2 className="dashboard-heading">{t('events')}</h2>} extra={<Link to={paths.events()}>{t('all')}</Link>}>
      {events.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={<Link to={paths.newDeployment()}>{t('create')}</Link>} />
      ) : (
        <div className="rows">
          {events.map((event) => (
            <ExpandableRow key={event.id} open={open.has(event.id)} onToggle={() => toggle(event.id)} summary={<Summary event={event} />}>
              <EventDetails event={event} />
            </ExpandableRow>
          ))}
        </div>
      )}
    </Card>
  )
}
