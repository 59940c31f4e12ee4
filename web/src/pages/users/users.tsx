import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { counted, reachable } from '@/api/pages'
import { people } from '@/api/query'
import type { MadeUserInvite } from '@/api/types'
import { Choice } from '@/components/choice'
import { PageHeader } from '@/components/page-header'
import { Pages } from '@/components/pages'
import { EmptyState, QueryView } from '@/components/query-view'
import { roleName } from '@/components/role-name'
import { RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { useUrlState } from '@/lib/url-state'
import { useIsAdmin } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { BANNER_MS, POLICY } from '@/spec/policy'
import { t } from './texts'
import { UserRow, userColumns } from './user-row'
import { ROLES, STATUSES } from './words'
import './users.css'

// The form comes when somebody invites, and with it the list of those who are invited.
const InviteUser = lazy(() => import('./invite-user').then(({ InviteUser: shown }) => ({ default: shown })))
const Invites = lazy(() => import('./invites').then(({ Invites: shown }) => ({ default: shown })))

const LIMIT = LIMITS.usersPage
const NO_FILTER = { q: '', role: '', status: '' }

type Filter = typeof NO_FILTER

/** Everybody who has an account; for admins. */
export default function Users() {
  return useIsAdmin() ? <Everybody /> : <Navigate to={paths.dashboard()} replace />
}

/** A sentence that goes away by itself. */
function useBanner(): [string | null, (text: string) => void] {
  const [banner, setBanner] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (banner === null) return
    const timer = setTimeout(() => setBanner(null), BANNER_MS)
    return () => clearTimeout(timer)
  }, [banner])
  return [banner?.text ?? null, useCallback((text: string) => setBanner({ text }), [])]
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) {
  return (
    <div className="toolbar">
      <SearchBox value={filter.q} label={t('search')} onSearch={(q) => onChange({ q })} />
      <Choice
        label={t('role')}
        value={filter.role}
        onChange={(role) => onChange({ role })}
        options={[{ value: '', label: t('role-all') }, ...ROLES.map((value) => ({ value, label: roleName(value) }))]}
      />
      <Choice
        label={t('status')}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        options={[{ value: '', label: t('status-all') }, ...STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))]}
      />
    </div>
  )
}

function Everybody() {
  const [{ page: pageText, ...filter }, setUrl] = useUrlState({ ...NO_FILTER, page: '1' })
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1)
  const asked = { search: filter.q.trim(), role: filter.role, status: filter.status, page, limit: LIMIT }
  const query = useQuery({ ...people(asked, POLICY.users), placeholderData: keepPreviousData })
  const [banner, say] = useBanner()
  const change = useCallback((next: Partial<Filter>) => setUrl({ ...next, page: '1' }), [setUrl])
  const deleted = useCallback(() => say(t('deleted')), [say])
  const [inviting, setInviting] = useState(false)
  const [made, setMade] = useState<MadeUserInvite | null>(null)
  // A page that is not there any more: its last account was deleted, or the link is old.
  const beyond = !query.isPlaceholderData && page > 1 && query.data?.items.length === 0
  useEffect(() => {
    if (beyond) setUrl({ page: '1' })
  }, [beyond, setUrl])
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <Button type="primary" onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        }
      />
      <div role="status">{banner === null ? null : <Alert className="users-banner" type="success" showIcon title={banner} />}</div>
      <Suspense fallback={null}>
        {inviting ? (
          <InviteUser
            onClose={() => setInviting(false)}
            onMade={(fresh) => {
              setMade(fresh)
              say(t('invite-sent'))
            }}
          />
        ) : null}
        <Invites made={made} onMade={setMade} />
      </Suspense>
      <Filters filter={filter} onChange={change} />
      <QueryView
        query={query}
        errorTitle={t('failed')}
        errors={{ fetching: t('fetch-failed') }}
        waiting={<RowsWaiting rows={5} label={t('loading')} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')} action={<Button onClick={() => change(NO_FILTER)}>{t('clear')}</Button>} />}
      >
        {({ items, pagination }) => (
          <>
            <RowList label={t('title')} columns={userColumns()} opens={false} actions busy={query.isPlaceholderData}>
              {items.map((user) => (
                <UserRow key={user.id} user={user} onDeleted={deleted} />
              ))}
            </RowList>
            {pagination.more || page > 1 ? (
              <div className="list-foot">
                <span className="quiet number">{t('found', { from: (page - 1) * LIMIT + 1, to: (page - 1) * LIMIT + items.length, total: counted(pagination.total) })}</span>
                <Pages label={t('pages')} page={page} size={LIMIT} total={reachable(pagination, items.length)} onChange={(next) => setUrl({ page: String(next) })} />
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </>
  )
}
