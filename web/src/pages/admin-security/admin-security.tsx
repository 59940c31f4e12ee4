import './admin-security.css'
import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { AccountSecurity } from '@/api/types'
import { Fact, Facts } from '@/components/facts'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView, Waiting } from '@/components/query-view'
import { roleName } from '@/components/role-name'
import { type Column, Row, RowList } from '@/components/row-list'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { clock } from '@/lib/time'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

// Below what is looked at first.
const Rights = lazy(() => import('./rights').then(({ Rights: shown }) => ({ default: shown })))

type Person = AccountSecurity['administrators'][number]

/** What is known about the safety of the accounts; for admins. */
export default function AdminSecurity() {
  return useIsAdmin() ? <Screen /> : <Navigate to={paths.dashboard()} replace />
}

function Screen() {
  const query = useQuery(one('/admin/security', {}, POLICY.security))
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching && !query.isPending} onClick={() => void query.refetch()}>
            {t('refresh')}
          </Button>
        }
      />
      <QueryView query={query} errorTitle={t('failed')}>
        {(security) => <State security={security} />}
      </QueryView>
      <div className="admin-security-rights">
        <Suspense fallback={<Waiting rows={5} />}>
          <Rights />
        </Suspense>
      </div>
    </>
  )
}

function State({ security: { failedSignIns, sessions, tokens, users, administrators, withoutTwoFactor, withoutTwoFactorTotal, provider } }: { security: AccountSecurity }) {
  const passwordOnly = new Set(withoutTwoFactor.map(({ id }) => id))
  const manage = <Link to={paths.users()}>{t('manage')}</Link>
  return (
    <div className="stack">
      <Panel title={t('overview')}>
        <Facts>
          <Fact name={t('users')}>{number(users)}</Fact>
          <Fact name={t('without')}>{number(withoutTwoFactorTotal)}</Fact>
          <Fact name={t('sessions')}>{number(sessions)}</Fact>
          <Fact name={t('tokens')}>{number(tokens)}</Fact>
        </Facts>
      </Panel>
      <SignInProvider provider={provider} />
      <SignIns failed={failedSignIns} />
      <Panel title={t('administrators')} extra={manage} flush>
        <People label={t('administrators')} people={administrators} passwordOnly={passwordOnly} />
      </Panel>
      {withoutTwoFactor.length === 0 ? (
        <Panel title={t('people')}>
          <p>{t('people-none')}</p>
        </Panel>
      ) : (
        <Panel title={t('people')} extra={manage} flush>
          <People label={t('people')} people={withoutTwoFactor} />
          {withoutTwoFactorTotal > withoutTwoFactor.length ? <p className="quiet admin-security-note">{t('people-some', { shown: number(withoutTwoFactor.length), n: number(withoutTwoFactorTotal) })}</p> : null}
        </Panel>
      )}
    </div>
  )
}

/** The OpenID Connect provider as it is set, or that there is none. */
function SignInProvider({ provider }: { provider: AccountSecurity['provider'] }) {
  return (
    <Panel title={t('provider')} extra={provider ? <Tag color="green">{t('provider-on')}</Tag> : <Tag>{t('provider-off')}</Tag>}>
      <p className="quiet">{t('provider-about')}</p>
      {provider ? (
        <Facts>
          <Fact name={t('provider-name')}>{provider.name}</Fact>
          <Fact name={t('provider-issuer')}>{provider.issuer}</Fact>
          <Fact name={t('provider-linked')}>{number(provider.linked)}</Fact>
          <Fact name={t('provider-accounts')}>{t('provider-accounts-of', { of: provider.accounts })}</Fact>
          <Fact name={t('provider-link')}>{t(provider.linkByEmail ? 'provider-link-email' : 'provider-link-explicit')}</Fact>
          <Fact name={t('provider-second')}>{t(provider.ownSecondFactor ? 'provider-second-own' : 'provider-second-provider')}</Fact>
          <Fact name={t('provider-roles')}>{provider.roles.length === 0 ? t('provider-roles-none') : provider.roles.join(', ')}</Fact>
        </Facts>
      ) : null}
    </Panel>
  )
}

const networkColumns = (): Column[] => [
  { key: 'network', title: t('address'), main: true },
  { key: 'state', title: t('state'), width: 'minmax(0, 220px)' },
  { key: 'attempts', title: t('attempts'), align: 'end', width: '88px' },
  { key: 'last', title: t('last'), align: 'end', width: '108px' },
]

function SignIns({ failed: { networks, total, unplaced } }: { failed: AccountSecurity['failedSignIns'] }) {
  return (
    <Panel title={t('sign-ins')}>
      <p className="quiet">{t('sign-ins-about')}</p>
      {networks.length === 0 ? <p>{t('sign-ins-none')}</p> : <p>{t('sign-ins-total', { n: total })}</p>}
      {unplaced > 0 ? <p>{t('sign-ins-unplaced', { n: unplaced })}</p> : null}
      {networks.length === 0 ? null : (
        <RowList label={t('sign-ins')} columns={networkColumns()} opens={false}>
          {networks.map(({ network, attempts, lastAt, throttledUntil }) => {
            const name = network ?? t('address-none')
            return (
              <Row
                key={name}
                id={name}
                name={name}
                cells={{
                  network: <span className="row-name">{name}</span>,
                  state: throttledUntil ? <Tag color="error">{t('throttled', { time: clock(throttledUntil) })}</Tag> : <span className="quiet">{t('open')}</span>,
                  attempts: <span className="number">{number(attempts)}</span>,
                  last: <TimeAgo at={lastAt} />,
                }}
              />
            )
          })}
        </RowList>
      )}
    </Panel>
  )
}

const personColumns = (): Column[] => [
  { key: 'name', title: t('person'), main: true },
  { key: 'state', title: t('state'), width: 'minmax(0, 180px)' },
  { key: 'last', title: t('last-sign-in'), align: 'end', width: '120px', phone: 'none' },
]

/** Accounts; `passwordOnly`: who of them is marked for signing in without a second factor, instead of their role. */
function People({ label, people, passwordOnly }: { label: string; people: readonly Person[]; passwordOnly?: ReadonlySet<string> }) {
  return (
    <RowList label={label} columns={personColumns()} opens={false}>
      {people.map((person) => {
        const name = `${person.firstName} ${person.lastName}`.trim() || person.email
        return (
          <Row
            key={person.id}
            id={person.id}
            name={name}
            cells={{
              name: (
                <>
                  <Link className="name-link strong" to={paths.users({ q: person.email })}>
                    {name}
                  </Link>
                  <span className="row-second" title={person.email}>
                    {person.email}
                  </span>
                </>
              ),
              state: passwordOnly === undefined ? roleName(person.role) : passwordOnly.has(person.id) ? <Tag color="warning">{t('password-only')}</Tag> : null,
              last: <TimeAgo at={person.lastLogin} />,
            }}
          />
        )
      })}
    </RowList>
  )
}
