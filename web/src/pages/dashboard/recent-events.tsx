import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { EventRow, eventColumns } from '@/components/event-row'
import { Held, useHeld, useInside } from '@/components/held'
import { Panel } from '@/components/panel'
import { EmptyState } from '@/components/query-view'
import { RowList } from '@/components/row-list'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { paths } from '@/spec/paths'
import { EventHours } from './event-hours'
import { t } from './texts'

export function RecentEvents({ events }: { events: readonly HistoryEvent[] }) {
  const [url, setUrl] = useUrlState({ open: '' })
  const { isOpen, toggle } = useOpenRows(url.open, setUrl)
  const [inside, area] = useInside()
  const { shown, fresh, take } = useHeld(events, inside || events.some(({ id }) => isOpen(id)), '')
  return (
    <Panel title={t('events')} extra={<Link to={paths.events()}>{t('all')}</Link>} flush>
      <EventHours />
      <Held area={area} fresh={fresh} take={take}>
      {events.length === 0 ? (
        <EmptyState title={t('empty-title')} text={t('empty-text')} />
      ) : (
        <RowList label={t('events')} columns={eventColumns()} headless>
          {/* Places stay, and what is in them changes: nothing moves. */}
          {shown.map((event, place) => (
            <EventRow key={place} event={event} open={isOpen(event.id)} onToggle={toggle} />
          ))}
        </RowList>
      )}
      </Held>
    </Panel>
  )
}
