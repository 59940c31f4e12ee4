import './admin-logs.css'
import { CloseOutlined, ReloadOutlined, VerticalAlignTopOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useCallback, useMemo } from 'react'
import { Navigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { ServerLogLine } from '@/api/types'
import { Choice } from '@/components/choice'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView } from '@/components/query-view'
import { RowGroup, RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { dayOf, dayWords, moment, useNow, zone } from '@/lib/time'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { useIsAdmin } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { serverLog } from '@/spec/policy'
import { lineId, logColumns, LogRow } from './log-row'
import { t } from './texts'

/** The services that tell their last lines. */
const SERVICES = ['auth', 'teams', 'infrastructure', 'deployments', 'tasks', 'events', 'health', 'bff'] as const

const LEVELS = ['error', 'warn', 'info', 'debug'] as const

const NO_FILTER = { q: '', level: '', service: '', request: '', since: '' }

type Filter = typeof NO_FILTER

/** The newest first, those of one day together. */
function byDay(lines: readonly ServerLogLine[]): [day: string, lines: ServerLogLine[]][] {
  const days: [string, ServerLogLine[]][] = []
  for (const line of lines.toReversed()) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    if (last?.[0] === day) last[1].push(line)
    else days.push([day, [line]])
  }
  return days
}

/** What Canopy itself has logged; for admins. */
export default function AdminLogs() {
  return useIsAdmin() ? <Screen /> : <Navigate to={paths.dashboard()} replace />
}

function Screen() {
  const [{ follow, open, ...filter }, setUrl] = useUrlState({ ...NO_FILTER, follow: '', open: '' })
  const follows = follow === 'on'
  const query = useQuery({
    ...one('/admin/logs', { query: queryOf(filter) }, serverLog(follows)),
    placeholderData: keepPreviousData,
  })
  const search = useCallback((q: string) => setUrl({ q }), [setUrl])
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const clear = () => setUrl(NO_FILTER)
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <>
            <Button type={follows ? 'primary' : 'default'} aria-pressed={follows} icon={<VerticalAlignTopOutlined aria-hidden />} onClick={() => setUrl({ follow: follows ? '' : 'on' })}>
              {t('follow')}
            </Button>
            <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching && !query.isPending && !follows} onClick={() => void query.refetch()}>
              {t('refresh')}
            </Button>
          </>
        }
      />
      <div className="toolbar">
        <SearchBox value={filter.q} label={t('search')} onSearch={search} />
        <Choice
          label={t('level')}
          value={filter.level}
          onChange={(level) => setUrl({ level })}
          options={[{ value: '', label: t('level-all') }, ...LEVELS.map((value) => ({ value, label: t(`level-${value}`) }))]}
        />
        <Choice label={t('service')} value={filter.service} onChange={(service) => setUrl({ service })} options={[{ value: '', label: t('service-all') }, ...SERVICES.map((value) => ({ value, label: value }))]} />
        <Button onClick={() => setUrl({ since: new Date().toISOString() })}>{t('clear-screen')}</Button>
      </div>
      <Active filter={filter} onChange={setUrl} />
      <QueryView
        query={query}
        waiting={<RowsWaiting rows={12} label={t('loading')} />}
        errorTitle={t('failed')}
        isEmpty={({ lines, missing }) => lines.length === 0 && missing.length === 0}
        empty={isFiltered ? <EmptyState title={t('unmatched')} action={<Button onClick={clear}>{t('clear')}</Button>} /> : <EmptyState title={t('empty')} text={t('empty-text')} />}
      >
        {({ lines, missing, more }) => (
          <>
            {missing.length > 0 ? <Alert type="warning" showIcon title={t('missing', { services: missing.join(', ') })} style={{ marginBottom: 12 }} /> : null}
            <Lines lines={lines} busy={query.isPlaceholderData} open={open} setUrl={setUrl} />
            <div className="server-log-foot">
              <span className="quiet number">{t(more ? 'shown-more' : 'shown', { n: lines.length })}</span>
              <span className="quiet">{t('zone', { zone: zone() })}</span>
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}

const queryOf = ({ q, level, service, request, since }: Filter) => ({
  ...(service ? { service } : {}),
  ...(level ? { level } : {}),
  ...(q ? { search: q } : {}),
  ...(request ? { requestId: request } : {}),
  ...(since ? { after: since } : {}),
  limit: LIMITS.serverLog,
})

/** Filters that have no control of their own, each with a way to take it off. */
function Active({ filter: { request, since }, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) {
  const active = [
    ...(request ? [{ key: 'request', text: t('active-request', { id: request }) }] : []),
    ...(since ? [{ key: 'since', text: t('active-since', { time: moment(since) }) }] : []),
  ]
  if (active.length === 0) return null
  return (
    <div className="toolbar" role="group" aria-label={t('active')}>
      {active.map(({ key, text }) => (
        <Tag key={key} className="server-log-tag">
          {text}
          <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('remove', { filter: text })} onClick={() => onChange({ [key]: '' })} />
        </Tag>
      ))}
    </div>
  )
}

function Lines({ lines, busy, open, setUrl }: { lines: readonly ServerLogLine[]; busy: boolean; open: string; setUrl: (change: { open: string }) => void }) {
  const rows = useOpenRows(open, setUrl)
  const now = useNow('minutes')
  const days = useMemo(() => byDay(lines), [lines])
  return (
    <RowList label={t('list')} columns={logColumns()} busy={busy}>
      {days.map(([day, its]) => (
        <RowGroup key={day} head={<h2 className="server-log-day">{dayWords(day, now)}</h2>}>
          {its.map((line) => (
            <LogRow key={lineId(line)} line={line} open={rows.isOpen(lineId(line))} onToggle={rows.toggle} />
          ))}
        </RowGroup>
      ))}
    </RowList>
  )
}
