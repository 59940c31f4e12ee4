import { Card } from 'antd'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { EventRow } from '@/components/event-row'
import { EmptyState } from '@/components/query-view'
import { paths } from '@/spec/paths'
import { t } from './texts'

export function RecentEvents({ events }: { events: readonly HistoryEvent[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return (
    <Card title={<h2 className="dashboard-heading">{t('events')}</h2>} extra={<Link to={paths.events()}>{t('all')}</Link>}>
      {events.length === 0 ? (
        <EmptyState title={t('empty-title')} text={t('empty-text')} />
      ) : (
        <div className="rows">
          {events.map((event) => (
            <EventRow key={event.id} event={event} open={open.has(event.id)} onToggle={toggle} />
          ))}
        </div>
      )}
    </Card>
  )
}
