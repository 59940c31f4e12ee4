import './events.css'
import { ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { list } from '@/api/query'
import type { Event as HistoryEvent } from '@/api/types'
import { EventDays } from '@/components/event-days'
import { eventColumns } from '@/components/event-row'
import { Held, useHeld, useInside } from '@/components/held'
import { PageHeader } from '@/components/page-header'
import { Pages } from '@/components/pages'
import { EmptyState, QueryView } from '@/components/query-view'
import { RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { counted, reachable } from '@/api/pages'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { ActiveFilters } from './active-filters'
import { DateRange } from './date-range'
import { ExportButton } from './export-button'
import { activeFields, type Filter, NO_FILTER, queryOf } from './filter'
import { FilterForm } from './filter-form'
import { t } from './texts'

const LIMIT = LIMITS.eventsPage
const NOTHING: readonly HistoryEvent[] = []

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState title={t('unmatched-title')} text={t('search-about')} action={<Button onClick={onClear}>{t('clear')}</Button>} />
  return <EmptyState title={t('empty-title')} text={t('empty-text')} action={<Link to={paths.newDeployment()}>{t('empty-next')}</Link>} />
}

export default function Events() {
  const [{ page: pageText, open, ...filter }, setUrl] = useUrlState({ ...NO_FILTER, page: '1', open: '' })
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1)
  const query = useQuery({ ...list('/events', { query: { ...queryOf(filter), page, limit: LIMIT } }, POLICY.events), placeholderData: keepPreviousData })
  const events = query.data?.items ?? NOTHING
  const pagination = query.data?.pagination

  // Another filter begins at its first page, with all rows closed.
  const change = useCallback((next: Partial<Filter>) => setUrl({ ...next, page: '1', open: '' }), [setUrl])
  const search = useCallback((q: string) => change({ q }), [change])
  const clear = () => change(NO_FILTER)

  // A page that is not there any more, of an old link or of events that fell out of the range.
  const beyond = !query.isPlaceholderData && page > 1 && events.length === 0 && pagination !== undefined
  useEffect(() => {
    if (beyond) setUrl({ page: '1' })
  }, [beyond, setUrl])

  const rows = useOpenRows(open, setUrl)
  const [inside, area] = useInside()
  // Only at the top of the newest do others come.
  const held = useHeld(events, inside || open !== '', JSON.stringify([filter, page, query.isPlaceholderData]))
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <>
          <ExportButton filter={filter} />
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
            {t('refresh')}
          </Button>
          </>
        }
      />
      <div className="toolbar">
        <SearchBox value={filter.q} label={t('search')} onSearch={search} />
        <DateRange filter={filter} onChange={change} />
        <FilterForm filter={filter} components={events.map((event) => event.component)} onChange={change} />
      </div>
      <ActiveFilters filter={filter} events={events} onChange={change} onClear={clear} />
      <QueryView query={query} waiting={<RowsWaiting rows={LIMIT} label={t('loading')} />} errorTitle={t('failed')} isEmpty={({ items }) => items.length === 0} empty={<Empty filtered={activeFields(filter).length > 0} onClear={clear} />}>
        {({ items, pagination: pages }) => (
          <>
            <Held area={area} fresh={held.fresh} take={held.take}>
            <RowList label={t('list')} columns={eventColumns()} busy={query.isPlaceholderData}>
              <EventDays events={held.shown} rows={rows} />
            </RowList>
            </Held>
            <div className="list-foot">
              <span className="quiet number">
                {t('found', { from: (page - 1) * LIMIT + 1, to: (page - 1) * LIMIT + items.length, total: counted(pages.total) })}
              </span>
              {pages.more || page > 1 ? <Pages label={t('pages')} page={page} size={LIMIT} total={reachable(pages, items.length)} onChange={(next) => setUrl({ page: String(next), open: '' })} /> : null}
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}
