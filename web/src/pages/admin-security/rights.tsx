import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { counted, reachable } from '@/api/pages'
import { list, one, people } from '@/api/query'
import type { Account, Pagination, Team } from '@/api/types'
import { Pages } from '@/components/pages'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView } from '@/components/query-view'
import { roleName } from '@/components/role-name'
import { type Column, Row, RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

const LIMIT = LIMITS.usersPage
const NAMES = { by: 'person', who: '', page: '1', open: '' }

type Place = 'owner' | 'admin' | 'member'

/** Who may do what: everybody with their teams, or every team with its people. */
export function Rights() {
  const [url, setUrl] = useUrlState(NAMES)
  const by = url.by === 'team' ? 'team' : 'person'
  const page = Math.max(1, Number.parseInt(url.page, 10) || 1)
  const { isOpen, toggle } = useOpenRows(url.open, setUrl)
  const shown = { search: url.who.trim(), page, isOpen, toggle, onPage: (next: number) => setUrl({ page: String(next), open: '' }) }
  return (
    <Panel title={t('rights')}>
      <p className="quiet">{t('rights-about')}</p>
      <div className="toolbar">
        <SearchBox value={url.who} label={t(by === 'team' ? 'rights-search-teams' : 'rights-search-people')} onSearch={(who) => setUrl({ who, page: '1', open: '' })} />
        <Segmented
          aria-label={t('rights-by')}
          value={by}
          options={(['person', 'team'] as const).map((value) => ({ value, label: t(`rights-by-${value}`) }))}
          onChange={(next) => setUrl({ by: next, who: '', page: '1', open: '' })}
        />
      </div>
      {by === 'team' ? <ByTeam {...shown} /> : <ByPerson {...shown} />}
    </Panel>
  )
}

interface Shown {
  search: string
  page: number
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
  onPage: (page: number) => void
}

function Foot({ items, pagination, page, onPage }: { items: number; pagination: Pagination; page: number; onPage: Shown['onPage'] }) {
  if (!pagination.more && page === 1) return null
  return (
    <div className="list-foot">
      <span className="quiet number">{t('rights-found', { from: (page - 1) * LIMIT + 1, to: (page - 1) * LIMIT + items, total: counted(pagination.total) })}</span>
      <Pages label={t('rights')} page={page} size={LIMIT} total={reachable(pagination, items)} onChange={onPage} />
    </div>
  )
}

const personColumns = (): Column[] => [
  { key: 'name', title: t('person'), main: true },
  { key: 'role', title: t('rights-role'), width: '112px', phone: 'first' },
  { key: 'may', title: t('rights-may'), width: 'minmax(0, 1.6fr)', from: 'medium', phone: 'second' },
]

const nameOf = ({ firstName, lastName, email }: Account) => `${firstName} ${lastName}`.trim() || email

function ByPerson({ search, page, isOpen, toggle, onPage }: Shown) {
  const query = useQuery({ ...people({ search, role: '', status: '', page, limit: LIMIT }, POLICY.users), placeholderData: keepPreviousData })
  return (
    <QueryView query={query} errorTitle={t('rights-failed')} waiting={<RowsWaiting rows={5} label={t('rights-loading')} />} isEmpty={({ items }) => items.length === 0} empty={<EmptyState title={t('rights-none')} />}>
      {({ items, pagination }) => (
        <>
          <RowList label={t('rights')} columns={personColumns()} busy={query.isPlaceholderData}>
            {items.map((user) => (
              <Row
                key={user.id}
                id={user.id}
                name={nameOf(user)}
                open={isOpen(user.id)}
                onToggle={() => toggle(user.id)}
                cells={{
                  name: (
                    <>
                      <Link className="name-link strong one-line" to={paths.user(user.id)}>
                        {nameOf(user)}
                      </Link>
                      <span className="row-second" title={user.email}>
                        {user.email}
                      </span>
                    </>
                  ),
                  role: roleName(user.role),
                  may: <span className="quiet">{user.status === 'active' ? t(`rights-may-${user.role}`) : t('rights-may-nothing')}</span>,
                }}
              >
                <TeamsOf id={user.id} />
              </Row>
            ))}
          </RowList>
          <Foot items={items.length} pagination={pagination} page={page} onPage={onPage} />
        </>
      )}
    </QueryView>
  )
}

function Places({ children }: { children: ReactNode }) {
  return <ul className="admin-security-places">{children}</ul>
}

function PlaceItem({ name, to, place }: { name: string; to: string; place: Place }) {
  return (
    <li>
      <Link className="name-link strong" to={to}>
        {name}
      </Link>
      <span>{t(`rights-${place}`)}</span>
      <span className="quiet">{t(`rights-may-in-${place}`)}</span>
    </li>
  )
}

function TeamsOf({ id }: { id: string }) {
  const query = useQuery(one('/users/{id}', { path: { id } }, POLICY.users))
  return (
    <QueryView query={query} errorTitle={t('rights-failed')}>
      {({ teams }) =>
        teams.length === 0 ? (
          <p className="quiet">{t('rights-no-team')}</p>
        ) : (
          <Places>
            {teams.map((team) => (
              <PlaceItem key={team.id} name={team.name} to={paths.teamSettings(team.id)} place={team.owner ? 'owner' : team.admin ? 'admin' : 'member'} />
            ))}
          </Places>
        )
      }
    </QueryView>
  )
}

const teamColumns = (): Column[] => [
  { key: 'name', title: t('rights-team'), main: true },
  { key: 'owner', title: t('rights-owner'), width: 'minmax(0, 1fr)', phone: 'second' },
  { key: 'members', title: t('rights-members'), align: 'end', width: '96px', phone: 'first' },
]

type Member = Team['members'][number]

const memberName = ({ first_name: first, last_name: last, email, userId }: Member) => `${first} ${last}`.trim() || email || userId

function placeOf(team: Team, member: Member): Place {
  return member.userId === team.owner_id ? 'owner' : member.role
}

const RANK: readonly Place[] = ['owner', 'admin', 'member']

function ByTeam({ search, page, isOpen, toggle, onPage }: Shown) {
  const query = useQuery({ ...list('/teams/all', { query: { search, page, limit: LIMIT } }, POLICY.teams), placeholderData: keepPreviousData })
  return (
    <QueryView query={query} errorTitle={t('rights-failed')} waiting={<RowsWaiting rows={5} label={t('rights-loading')} />} isEmpty={({ items }) => items.length === 0} empty={<EmptyState title={t('rights-none')} />}>
      {({ items, pagination }) => (
        <>
          <RowList label={t('rights')} columns={teamColumns()} busy={query.isPlaceholderData}>
            {items.map((team) => {
              const owner = team.members.find((member) => member.userId === team.owner_id)
              const ranked = team.members.toSorted((a, b) => RANK.indexOf(placeOf(team, a)) - RANK.indexOf(placeOf(team, b)))
              return (
                <Row
                  key={team.id}
                  id={team.id}
                  name={team.name}
                  open={isOpen(team.id)}
                  onToggle={() => toggle(team.id)}
                  cells={{
                    name: (
                      <Link className="name-link strong one-line" to={paths.teamSettings(team.id)}>
                        {team.name}
                      </Link>
                    ),
                    owner: owner ? memberName(owner) : null,
                    members: <span className="number">{team.members.length}</span>,
                  }}
                >
                  <Places>
                    {ranked.map((member) => (
                      <PlaceItem key={member.userId} name={memberName(member)} to={paths.user(member.userId)} place={placeOf(team, member)} />
                    ))}
                  </Places>
                </Row>
              )
            })}
          </RowList>
          <Foot items={items.length} pagination={pagination} page={page} onPage={onPage} />
        </>
      )}
    </QueryView>
  )
}
