import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { list } from '@/api/query'
import type { Team } from '@/api/types'
import { ErrorPanel, Waiting } from '@/components/query-view'
import { number } from '@/lib/number'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

const STATUSES = ['running', 'pending', 'failed', 'stopped'] as const

/** How many deployments the team has, by status. The server counts: one row is asked for, however many there are. */
export function TeamDeployments({ team }: { team: Team }) {
  const me = useUser()?.id
  const admin = useIsAdmin()
  const counts = useQueries({
    queries: STATUSES.map((status) => list('/deployments', { query: { teamId: team.id, status, limit: 1 } }, POLICY.deployments)),
  })
  const failed = counts.find((count) => count.error && count.data === undefined)
  const totals = counts.map((count) => count.data?.pagination.total)
  const retry = () => {
    for (const count of counts) if (count.error) void count.refetch()
  }
  const body = () => {
    if (failed) return <ErrorPanel title={t('count-failedToLoad')} error={failed.error} onRetry={retry} />
    if (totals.some((total) => total === undefined)) return <Waiting rows={1} />
    const all = totals.reduce<number>((sum, total) => sum + (total ?? 0), 0)
    if (all === 0) {
      const may = admin || team.members.some((member) => member.userId === me)
      return (
        <>
          <p className="quiet">{t('count-none')}</p>
          {may ? <Link to={paths.newDeployment()}>{t('count-create')}</Link> : null}
        </>
      )
    }
    return (
      <dl className="team-counts">
        <div>
          <dt>{t('count-all')}</dt>
          <dd className="number">{number(all)}</dd>
        </div>
        {STATUSES.map((status, index) => (
          <div key={status}>
            <dt>{t(`count-${status}`)}</dt>
            <dd className="number">{number(totals[index] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <>
      <h2>{t('deployments')}</h2>
      {body()}
    </>
  )
}
