import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { list } from '@/api/query'
import type { Event as HistoryEvent } from '@/api/types'
import { Panel } from '@/components/panel'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { worded } from '@/lib/sentence'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

function Sentence({ event }: { event: HistoryEvent }) {
  return <Link to={paths.event(event.id)}>{worded(event, event.message)}</Link>
}

/** The last events, beside the tasks. Each leads to its page. */
export function RecentEvents({ deployment }: { deployment: string }) {
  const events = useQuery(list('/events', { query: { deployment, page: 1, limit: LIMITS.dashboardEvents } }, POLICY.events))
  return (
    <Panel
      title={t('events')}
      extra={<Link to={paths.events(deployment === '' ? {} : { deployment })}>{t('events-all')}</Link>}
    >
      <QueryView
        query={events}
        errorTitle={t('events-failed')}
        waiting={<Waiting rows={5} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<span className="quiet">{t('events-none')}</span>}
      >
        {({ items }) => (
          <ul className="tasks-events">
            {items.map((event) => (
              <li key={event.id}>
                <Sentence event={event} />
                <div className="meta-line">
                  <StatusDot family="event" status={event.type} />
                  <span className="quiet">
                    <TimeAgo at={event.createdAt} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}
