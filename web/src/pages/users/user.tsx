import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { list, one } from '@/api/query'
import type { AccountDetails, ApiToken, OwnSession } from '@/api/types'
import { CopyCurl } from '@/components/copy-curl'
import { Fact, Facts } from '@/components/facts'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { RoleTag } from '@/components/role-tag'
import { TimeAgo } from '@/components/time-ago'
import { agentParts } from '@/lib/agent'
import { worded } from '@/lib/sentence'
import { dayName, moment } from '@/lib/time'
import { useIsAdmin } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'
import { fullName } from './words'
import './users.css'

// The forms come when somebody asks for them.
const EditUser = lazy(() => import('./edit-user').then(({ EditUser: shown }) => ({ default: shown })))
const ResetPassword = lazy(() => import('./reset-password').then(({ ResetPassword: shown }) => ({ default: shown })))

function agent(text: string): string {
  const { browser, system } = agentParts(text)
  if (browser && system) return t('agent', { browser, system })
  return browser ?? (text.trim() === '' ? t('agent-none') : text)
}

/** So many are shown before somebody asks for all: what stands below is not pushed out of sight. */
const FIRST = 8

function Items({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  const [all, showAll] = useState(false)
  const more = children.length - FIRST
  return (
    <Panel title={title}>
      {children.length > 0 ? <ul className="users-invites">{all ? children : children.slice(0, FIRST)}</ul> : <span className="quiet">{none}</span>}
      {all || more <= 0 ? null : (
        <Button type="link" onClick={() => showAll(true)}>
          {t('more', { n: more })}
        </Button>
      )}
    </Panel>
  )
}

const Session = ({ session: { userAgent, address, createdAt, lastSeenAt } }: { session: OwnSession }) => (
  <li>
    <div>
      <strong title={userAgent}>{agent(userAgent)}</strong>
      <div className="quiet">
        {address === '' ? t('session-address-none') : address} · {t('session-since', { when: moment(createdAt) })}
      </div>
    </div>
    <span className="quiet">
      {t('session-seen')} <TimeAgo at={lastSeenAt} />
    </span>
  </li>
)

const Token = ({ token: { name, scope, createdAt, expiresAt, lastUsedAt } }: { token: ApiToken }) => (
  <li>
    <div>
      <strong>{name}</strong> <Tag>{t(`token-${scope}`)}</Tag>
      <div className="quiet">
        {t('token-made', { day: dayName(createdAt) })} · {expiresAt === null ? t('token-forever') : t('token-expires', { day: dayName(expiresAt) })}
      </div>
    </div>
    <span className="quiet">
      {lastUsedAt === null ? (
        t('token-unused')
      ) : (
        <>
          {t('token-used')} <TimeAgo at={lastUsedAt} />
        </>
      )}
    </span>
  </li>
)

function Activity({ user }: { user: string }) {
  const events = useQuery(list('/events', { query: { actor: user, page: 1, limit: LIMITS.eventsPage } }, POLICY.events))
  return (
    <Panel title={t('activity')} extra={<Link to={paths.events({ actor: user })}>{t('activity-all')}</Link>}>
      <QueryView query={events} errorTitle={t('activity-failed')} isEmpty={({ items }) => items.length === 0} empty={<span className="quiet">{t('activity-none')}</span>}>
        {({ items }) => (
          <ul className="users-invites">
            {items.map((event) => (
              <li key={event.id}>
                <div>
                  <Link to={paths.event(event.id)}>{worded(event, event.message)}</Link>
                </div>
                <span className="quiet">
                  <TimeAgo at={event.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}

function Actions({ user }: { user: AccountDetails }) {
  const [open, setOpen] = useState<'edit' | 'reset' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ReasonButton reason={user.status === 'active' ? null : t('reset-inactive')} onClick={() => setOpen('reset')}>
        {t('reset-do')}
      </ReasonButton>
      <Button type="primary" onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      <Suspense fallback={null}>
        {open === 'edit' ? <EditUser user={user} onClose={close} /> : null}
        {open === 'reset' ? <ResetPassword user={user} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

function Details({ user }: { user: AccountDetails }) {
  const role = (team: AccountDetails['teams'][number]) => t(team.owner ? 'team-owner' : team.admin ? 'team-admin' : 'team-member')
  return (
    <div className="stack">
      <Panel title={t('account')}>
        <Facts>
          <Fact name={t('email')}>{user.email}</Fact>
          <Fact name={t('role')}>
            <RoleTag role={user.role} />
          </Fact>
          <Fact name={t('status')}>{t(`status-${user.status}`)}</Fact>
          <Fact name={t('two-factor')}>{t(user.twoFactorEnabled ? 'two-factor-on' : 'two-factor-off')}</Fact>
          <Fact name={t('lastLogin')}>{moment(user.lastLogin)}</Fact>
          <Fact name={t('created')}>{moment(user.createdAt)}</Fact>
        </Facts>
      </Panel>
      <Items title={t('teams')} none={t('teams-none')}>
        {user.teams.map((team) => (
          <li key={team.id}>
            <div>
              <Link to={paths.teamSettings(team.id)}>{team.name}</Link>
            </div>
            <Tag>{role(team)}</Tag>
          </li>
        ))}
      </Items>
      <Items title={t('sessions')} none={t('sessions-none')}>
        {user.sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </Items>
      <Items title={t('tokens')} none={t('tokens-none')}>
        {user.tokens.map((token) => (
          <Token key={token.id} token={token} />
        ))}
      </Items>
      <Activity user={user.id} />
    </div>
  )
}

function OfId({ id }: { id: string }) {
  const user = useQuery(one('/users/{id}', { path: { id } }, POLICY.users))
  return (
    <>
      <PageHeader title={user.data ? fullName(user.data) : t('user')} call={user.data ? <CopyCurl call={`/users/${user.data.id}`} /> : null} actions={user.data ? <Actions user={user.data} /> : null} />
      <QueryView query={user} errorTitle={t('user-failed')} errors={{ fallback: t('user-failed') }}>
        {(found) => <Details user={found} />}
      </QueryView>
    </>
  )
}

/** One account with its teams, sessions, tokens and what its owner did last; for admins. */
export default function UserPage() {
  const { id = '' } = useParams()
  return useIsAdmin() ? <OfId id={id} /> : <Navigate to={paths.dashboard()} replace />
}
