import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { Health } from '@/api/types'
import { LinkButton } from '@/components/link-button'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { type Column, Row, RowList, RowsWaiting } from '@/components/row-list'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { worded } from '@/lib/sentence'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { HEALTH_SECONDS, healthEvery } from '@/spec/policy'
import { DeadLetters } from './dead-letters'
import { Mail } from './mail'
import { t } from './texts'
import './system.css'

// These come after what is looked at first.
const Clusters = lazy(() => import('./clusters').then(({ Clusters: shown }) => ({ default: shown })))
const Settings = lazy(() => import('./settings').then(({ Settings: shown }) => ({ default: shown })))

/** How Canopy itself is doing; for admins. */
export default function System() {
  return useIsAdmin() ? <Screen /> : <Navigate to={paths.dashboard()} replace />
}

function Screen() {
  const settings = useQuery(one('/system/settings', {}))
  const seconds = settings.data?.healthCheckInterval ?? HEALTH_SECONDS[0]
  const health = useQuery(one('/health', {}, healthEvery(seconds)))
  return (
    <>
      <PageHeader title={t('title')} description={health.data ? t(`overall-${health.data.status}`) : t('about')} actions={
          <>
            <LinkButton to={paths.adminSecurity()}>{t('security')}</LinkButton>
            <LinkButton to={paths.adminDatabase()}>{t('database')}</LinkButton>
            <LinkButton to={paths.adminLogs()}>{t('logs')}</LinkButton>
          </>
        } />
      <div className="stack">
        <Panel
          title={t('health')}
          flush
          extra={
            <Button loading={health.isFetching} onClick={() => void health.refetch()}>
              {t('refresh')}
            </Button>
          }
        >
          <QueryView
            query={health}
            errorTitle={t('health-failed')}
            waiting={<RowsWaiting rows={8} label={t('health-loading')} />}
            isEmpty={({ components }) => Object.keys(components).length === 0}
            empty={<EmptyState title={t('health-none')} text={t('health-none-text')} />}
          >
            {(seen) => <Components health={seen} />}
          </QueryView>
        </Panel>
        <Suspense fallback={<Waiting rows={4} />}>
          <Clusters />
          <Settings />
        </Suspense>
        <Mail />
        <DeadLetters />
      </div>
    </>
  )
}

const columns = (): Column[] => [
  { key: 'state', title: t('state'), width: '152px' },
  { key: 'name', title: t('component'), main: true },
  { key: 'latency', title: t('latency'), align: 'end', width: 'minmax(72px, 0.3fr)' },
  { key: 'checked', title: t('checked'), align: 'end', width: 'minmax(96px, 0.4fr)', phone: 'none' },
]

/** What is not well comes first. */
const WORST = ['down', 'degraded', 'up']

function Components({ health: { components, details } }: { health: Health }) {
  const rank = (name: string) => WORST.indexOf(components[name] ?? 'down')
  const names = Object.keys(components).toSorted((before, after) => rank(before) - rank(after) || before.localeCompare(after))
  return (
    <RowList label={t('health')} columns={columns()} opens={false}>
      {names.map((name) => {
        const found = details[name]
        const said = found?.text ? worded(found, found.text) : null
        return (
          <Row
            key={name}
            id={name}
            name={name}
            cells={{
              state: <StatusDot family="health" status={components[name] ?? ''} />,
              name: (
                <>
                  <span className="row-name one-line" title={name}>
                    {name}
                  </span>
                  {said ? <span className="row-second">{said}</span> : null}
                </>
              ),
              latency: found ? <span className="number">{t('milliseconds', { n: number(found.latency) })}</span> : null,
              checked: (
                <span className="quiet">
                  <TimeAgo at={found?.lastCheck} />
                </span>
              ),
            }}
          />
        )
      })}
    </RowList>
  )
}
