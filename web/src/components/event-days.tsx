import './event-days.css'
import type { Event as HistoryEvent } from '@/api/types'
import { EventRow } from '@/components/event-row'
import { RowGroup } from '@/components/row-list'
import { dayOf, dayWords, useNow } from '@/lib/time'
import type { OpenRows } from '@/lib/url-state'

/** Events in their order, those of one day together. */
function byDay(events: readonly HistoryEvent[]): [day: string, events: HistoryEvent[]][] {
  const days: [string, HistoryEvent[]][] = []
  for (const event of events) {
    const day = dayOf(event.createdAt)
    const last = days.at(-1)
    if (last?.[0] === day) last[1].push(event)
    else days.push([day, [event]])
  }
  return days
}

/** The rows of a list of events, below a head for each day. */
export function EventDays({ events, rows }: { events: readonly HistoryEvent[]; rows: OpenRows }) {
  const now = useNow()
  return byDay(events).map(([day, its]) => (
    <RowGroup key={day} head={<h2 className="event-day">{dayWords(day, now)}</h2>}>
      {its.map((event) => (
        <EventRow key={event.id} event={event} open={rows.isOpen(event.id)} onToggle={rows.toggle} />
      ))}
    </RowGroup>
  ))
}
