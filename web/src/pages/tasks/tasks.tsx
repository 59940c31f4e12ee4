import './tasks.css'
import { PlusOutlined, ProfileOutlined, ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { list } from '@/api/query'
import type { Task } from '@/api/types'
import { Choice } from '@/components/choice'
import { PageHeader } from '@/components/page-header'
import { Pages } from '@/components/pages'
import { EmptyState, QueryView } from '@/components/query-view'
import { RowList, RowsWaiting } from '@/components/row-list'
import { counted, reachable } from '@/api/pages'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { type Filter, Filters, NO_FILTER } from './filters'
import { isOver } from './read'
import { RecentEvents } from './recent-events'
import { useRights } from './rights'
import { columns, TaskRow } from './task-row'
import { t } from './texts'

// The form comes when somebody asks for it.
const NewTask = lazy(() => import('./new-task').then(({ NewTask: shown }) => ({ default: shown })))

const LIMIT = LIMITS.tasksPage

/** What the server can sort by, each with the end of its text; the newest first without. */
const SORTS = { createdAt: 'oldest', status: 'complete', '-status': 'running', duration: 'shortest', '-duration': 'longest' } as const
const ORDERS = Object.keys(SORTS) as (keyof typeof SORTS)[]

interface GroupsProps {
  tasks: readonly Task[]
  /** There is no other page and no filter: what is not here is not there. */
  whole: boolean
  isOpen: (id: string) => boolean
  onToggle: (id: string) => void
  sort: string
  onSort: (sort: string) => void
}

function Groups({ tasks, whole, isOpen, onToggle, sort, onSort }: GroupsProps) {
  const rightsIn = useRights()
  const active = tasks.filter((task) => !isOver(task))
  const finished = tasks.filter(isOver)
  const rows = (group: readonly Task[], label: string) => (
    <RowList label={label} columns={columns()} actions sort={sort} onSort={onSort}>
      {group.map((task) => (
        <TaskRow key={task.id} task={task} rights={rightsIn(task.teamId)} open={isOpen(task.id)} onToggle={onToggle} />
      ))}
    </RowList>
  )
  return (
    <>
      {active.length > 0 || whole ? (
        <section aria-label={t('active')}>
          <h2 className="tasks-heading">{t('active')}</h2>
          {active.length > 0 ? rows(active, t('active')) : <p className="quiet tasks-none">{t('empty-text')}</p>}
        </section>
      ) : null}
      {finished.length > 0 ? (
        <section aria-label={t('finished')}>
          <h2 className="tasks-heading">{t('finished')}</h2>
          {rows(finished, t('finished'))}
        </section>
      ) : null}
    </>
  )
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState title={t('unmatched-title')} action={<Button onClick={onClear}>{t('clear')}</Button>} />
  return <EmptyState title={t('empty-title')} text={t('empty-text')} action={<Link to={paths.newDeployment()}>{t('empty-next')}</Link>} />
}

export default function Tasks() {
  const navigate = useNavigate()
  const [beginning, begin] = useState(false)
  const [{ page: pageText, open, sort: sortText, ...filter }, setUrl] = useUrlState({ ...NO_FILTER, sort: '', page: '1', open: '' })
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1)
  const sort = ORDERS.find((each) => each === sortText) ?? ''
  const asked = { search: filter.q.trim(), status: filter.status, deploymentId: filter.deploymentId, sort, page, limit: LIMIT }
  const query = useQuery({ ...list('/tasks', { query: asked }, POLICY.tasks), placeholderData: keepPreviousData })
  const pagination = query.data?.pagination
  const rows = useOpenRows(open, setUrl)
  const filtered = filter.q !== '' || filter.status !== '' || filter.deploymentId !== ''
  const change = useCallback((next: Partial<Filter>) => setUrl({ ...next, page: '1' }), [setUrl])
  // The newest first is how it stands unless sorted: that is not written into the address.
  const sorted = useCallback((next: string) => setUrl({ sort: next === '-createdAt' ? '' : next, page: '1' }), [setUrl])

  const beyond = !query.isPlaceholderData && page > 1 && query.data?.items.length === 0
  useEffect(() => {
    if (beyond) setUrl({ page: '1' })
  }, [beyond, setUrl])

  const deployment = query.data?.items.find((task) => task.deploymentId === filter.deploymentId)?.deploymentName ?? filter.deploymentId.slice(0, LIMITS.shortId)
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => begin(true)}>
              {t('new')}
            </Button>
            <Button icon={<ProfileOutlined aria-hidden />} onClick={() => void navigate(paths.events(filter.deploymentId === '' ? {} : { deployment: filter.deploymentId }))}>
              {t('view-events')}
            </Button>
            <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
              {t('refresh')}
            </Button>
          </>
        }
      />
      <Suspense>{beginning ? <NewTask deployment={filter.deploymentId} onClose={() => begin(false)} /> : null}</Suspense>
      <div className="tasks-page">
        <div className="stack tasks-main" aria-busy={query.isPlaceholderData}>
          <Filters filter={filter} deployment={deployment} onChange={change}>
            <span className="row-sort-choice">
              <Choice value={sort} label={t('sort')} onChange={sorted} options={[{ value: '', label: t('sort-newest') }, ...ORDERS.map((value) => ({ value, label: t(`sort-${SORTS[value]}`) }))]} />
            </span>
          </Filters>
          <QueryView query={query} waiting={<RowsWaiting rows={8} label={t('loading')} />} errorTitle={t('failed')} isEmpty={({ items }) => items.length === 0} empty={<Empty filtered={filtered} onClear={() => change(NO_FILTER)} />}>
            {({ items, pagination: pages }) => (
              <>
                <Groups tasks={items} whole={!filtered && pagination?.more === false && page === 1} isOpen={rows.isOpen} onToggle={rows.toggle} sort={sort} onSort={sorted} />
                {pages.more || page > 1 ? (
                  <div className="list-foot">
                    <span className="quiet number">{t('found', { from: (page - 1) * LIMIT + 1, to: (page - 1) * LIMIT + items.length, total: counted(pages.total) })}</span>
                    <Pages label={t('pages')} page={page} size={LIMIT} total={reachable(pages, items.length)} onChange={(next) => setUrl({ page: String(next), open: '' })} />
                  </div>
                ) : null}
              </>
            )}
          </QueryView>
        </div>
        <aside aria-label={t('events')}>
          <RecentEvents deployment={filter.deploymentId} />
        </aside>
      </div>
    </>
  )
}
