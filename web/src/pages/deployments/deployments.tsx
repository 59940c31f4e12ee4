import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { list } from '@/api/query'
import type { Deployment } from '@/api/types'
import { Choice } from '@/components/choice'
import { Held, useHeld, useInside } from '@/components/held'
import { PageHeader } from '@/components/page-header'
import { Pages } from '@/components/pages'
import { EmptyState, QueryView } from '@/components/query-view'
import { RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { counted, reachable } from '@/api/pages'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { useUser } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Bulk } from './bulk'
import { columns, DeploymentRow } from './deployment-row'
import './deployments.css'
import { LinkButton } from '@/components/link-button'
import { usePlaces } from './places'
import { rightsOf } from './rights'
import { t } from './texts'

const NOTHING: readonly Deployment[] = []

const PAGE = LIMITS.deploymentsPage

/** What the server can sort by, each with the end of its text; the newest first without. */
const SORTS = { name: 'name', '-name': 'backwards', '-updatedAt': 'changed', updatedAt: 'unchanged', createdAt: 'oldest', status: 'failed', '-status': 'healthy' } as const
const ORDERS = Object.keys(SORTS) as (keyof typeof SORTS)[]

const STATUSES = ['running', 'pending', 'failed', 'stopped'] as const

export default function Deployments() {
  const [filter, setFilter] = useUrlState({ q: '', cluster: '', team: '', status: '', sort: '', page: '1', open: '', pick: '' })
  const page = Math.max(1, Number.parseInt(filter.page, 10) || 1)
  const sort = ORDERS.find((each) => each === filter.sort) ?? ''
  const deployments = useQuery({
    ...list('/deployments', { query: { search: filter.q.trim(), clusterId: filter.cluster, teamId: filter.team, status: filter.status, sort, page, limit: PAGE } }, POLICY.deployments),
    placeholderData: keepPreviousData,
  })
  const [inside, area] = useInside()
  // New rows have their place at the top only while the newest are first; in another order the list is as it was answered.
  const { open: _open, pick: _pick, ...about } = filter
  const held = useHeld(deployments.data?.items ?? NOTHING, sort === '' && (inside || filter.open !== '' || filter.pick !== ''), JSON.stringify([about, deployments.isPlaceholderData]))
  const places = usePlaces()
  const shownColumns = useMemo(() => columns(places), [places])
  const { isOpen, toggle } = useOpenRows(filter.open, setFilter)
  const picked = useOpenRows(filter.pick, useCallback(({ open }) => setFilter({ pick: open }), [setFilter]))
  const user = useUser()
  const filtered = filter.q !== '' || filter.cluster !== '' || filter.team !== '' || filter.status !== ''
  const clear = () => setFilter({ q: '', cluster: '', team: '', status: '', page: '1', pick: '' })
  const emptied = page > 1 && !deployments.isPlaceholderData && deployments.data?.items.length === 0

  useEffect(() => {
    // The last row of the last page was deleted.
    if (emptied) setFilter({ page: '1' })
  }, [emptied, setFilter])

  const search = useCallback((q: string) => setFilter({ q, page: '1', pick: '' }), [setFilter])
  const sorted = useCallback((next: string) => setFilter({ sort: next, page: '1', pick: '' }), [setFilter])
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <LinkButton type="primary" icon={<PlusOutlined aria-hidden />} to={paths.newDeployment()}>
            {t('new')}
          </LinkButton>
        }
      />
      <div className="toolbar">
        <SearchBox value={filter.q} label={t('search')} onSearch={search} />
        <Choice
          value={filter.status}
          label={t('status-filter')}
          onChange={(status) => setFilter({ status, page: '1', pick: '' })}
          options={[{ value: '', label: t('status-any') }, ...STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))]}
        />
        <PlaceFilter
          label={t('team')}
          any={t('team-any')}
          value={filter.team}
          names={places.teams}
          chosen={(name) => t('team-filter', { name })}
          onChange={(team) => setFilter({ team, page: '1', pick: '' })}
        />
        <PlaceFilter
          label={t('cluster')}
          any={t('cluster-any')}
          value={filter.cluster}
          names={places.clusters}
          chosen={(name) => t('cluster-filter', { name })}
          onChange={(cluster) => setFilter({ cluster, page: '1', pick: '' })}
        />
        <span className="row-sort-choice">
          <Choice value={sort} label={t('sort')} onChange={sorted} options={[{ value: '', label: t('sort-newest') }, ...ORDERS.map((value) => ({ value, label: t(`sort-${SORTS[value]}`) }))]} />
        </span>
        {deployments.data ? (
          <span className="quiet number" role="status">
            {t('found', { n: deployments.data.pagination.total, total: counted(deployments.data.pagination.total) })}
          </span>
        ) : null}
      </div>
      <QueryView
        again="retry"
        query={deployments}
        waiting={<RowsWaiting rows={8} label={t('loading')} />}
        errorTitle={t('load-failed')}
        isEmpty={(data) => data.items.length === 0}
        empty={
          filtered ? (
            <EmptyState title={t('empty-title')} text={t('empty-filtered')} action={<Button onClick={clear}>{t('filters-clear')}</Button>} />
          ) : (
            <EmptyState title={t('empty-title')} text={t('empty-text')} action={<LinkButton to={paths.newDeployment()}>{t('new')}</LinkButton>} />
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Held area={area} fresh={held.fresh} take={held.take}>
            <RowList label={t('title')} columns={shownColumns} actions picks busy={deployments.isPlaceholderData} sort={sort} onSort={sorted}>
              {held.shown.map((deployment) => (
                <DeploymentRow
                  key={deployment.id}
                  deployment={deployment}
                  places={places}
                  open={isOpen(deployment.id)}
                  onToggle={toggle}
                  picked={picked.isOpen(deployment.id)}
                  onPick={picked.toggle}
                />
              ))}
            </RowList>
            </Held>
            <Chosen items={held.shown.filter((each) => picked.isOpen(each.id) && rightsOf(each, user, places.teams).change)} onDone={() => setFilter({ pick: '' })} />
            {pagination.more || page > 1 ? (
              <Pages label={t('pages')} page={page} size={PAGE} total={reachable(pagination, items.length)} onChange={(next) => setFilter({ page: String(next), pick: '' })} />
            ) : null}
          </>
        )}
      </QueryView>
    </>
  )
}

const Chosen = ({ items, onDone }: { items: Deployment[]; onDone: () => void }) => (items.length > 0 ? <Bulk chosen={items} onDone={onDone} /> : null)

interface PlaceFilterProps {
  label: string
  /** What is said when nothing is chosen. */
  any: string
  value: string
  names: readonly { id: string; name: string }[] | undefined
  chosen: (name: string) => string
  onChange: (id: string) => void
}

/** Narrows to one team or cluster; not there where there is nothing to choose from. */
function PlaceFilter({ label, any, value, names, chosen, onChange }: PlaceFilterProps) {
  if (value === '' && (names === undefined || names.length < 2)) return null
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: each.id === value ? chosen(each.name) : each.name })
  // One that is gone, or not known yet, is shown as well: it narrows the list.
  const known = value === '' || names?.some(({ id }) => id === value) ? (names ?? []) : [...(names ?? []), { id: value, name: names ? value.slice(0, LIMITS.shortId) : '…' }]
  return <Choice value={value} label={label} onChange={onChange} options={[{ value: '', label: any }, ...known.map(named)]} />
}
