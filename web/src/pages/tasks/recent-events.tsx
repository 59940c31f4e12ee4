import { useQuery } from '@tanstack/react-query'
import { Card, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { list } from '@/api/query'
import type { Event as HistoryEvent } from '@/api/types'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { worded } from '@/lib/sentence'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

function Sentence({ event }: { event: HistoryEvent }) {
  const text = worded(event, event.message)
  if (event.task) return <Link to={paths.task(event.task.id)}>{text}</Link>
  return event.deployment ? <Link to={paths.events({ deployment: event.deployment.id })}>{text}</Link> : text
}

/** The last events, beside the tasks. Each leads to its task, or to the events of its deployment. */
export function RecentEvents({ deployment }: { deployment: string }) {
  const events = useQuery(list('/events', { query: { deployment, page: 1, limit: LIMITS.dashboardEvents } }, POLICY.events))
  return (
    <Card
      size="small"
      title={<h2 className="tasks-heading">{t('events')}</h2>}
      extra={<Link to={paths.events(deployment === '' ? {} : { deployment })}>{t('events-all')}</Link>}
    >
      <QueryView
        query={events}
        errorTitle={t('events-failed')}
        waiting={<Waiting rows={5} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Typography.Text type="secondary">{t('events-none')}</Typography.Text>}
      >
        {({ items }) => (
          <ul className="tasks-events">
            {items.map((event) => (
              <li key={event.id}>
                <Sentence event={event} />
                <div className="meta-line">
                  <StatusTag family="event" status={event.type} />
                  <Typography.Text type="secondary">
                    <TimeAgo at={event.createdAt} />
                  </Typography.Text>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
