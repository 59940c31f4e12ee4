import './dashboard.css'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { list, one } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { ErrorPanel, QueryView, Waiting } from '@/components/query-view'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Counts } from './counts'
import { FirstSteps } from './first-steps'
import { RecentEvents } from './recent-events'
import { t } from './texts'

/** Counts and the last events. They are fetched apart and fail together: one panel, whose Try Again fetches both. */
export default function Dashboard() {
  const navigate = useNavigate()
  const counts = useQuery(one('/dashboard', {}, POLICY.dashboard))
  const events = useQuery(list('/events', { query: { page: 1, limit: LIMITS.dashboardEvents } }, POLICY.dashboardEvents))
  // The count is of those that run; whether there are others is asked only when none does.
  const others = useQuery({ ...list('/deployments', { query: { page: 1, limit: 1 } }, POLICY.deployments), enabled: counts.data?.activeDeployments === 0 })
  const first = counts.data?.activeDeployments === 0 && others.data?.pagination.total === 0
  const again = () => {
    void counts.refetch()
    void events.refetch()
  }
  const failed = (counts.data === undefined && counts.error) || (events.data === undefined && events.error) || null
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          // One way on: with nothing there yet, it stands where the eye is.
          first ? null : (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(paths.newDeployment())}>
              {t('create')}
            </Button>
          )
        }
      />
      <div className="dashboard">
        {failed ? <ErrorPanel title={t('failed')} error={failed} onRetry={again} /> : null}
        {failed && counts.data === undefined ? null : (
          <QueryView query={counts} onRetry={again} waiting={<Waiting rows={2} label={t('loading')} />}>
            {(data) => (
              <>
                {first ? <FirstSteps teams={data.teams} /> : null}
                <Counts counts={data} />
              </>
            )}
          </QueryView>
        )}
        {failed && events.data === undefined ? null : (
          <QueryView query={events} onRetry={again} waiting={<Waiting rows={5} label={t('loading')} />}>
            {({ items }) => <RecentEvents events={items} />}
          </QueryView>
        )}
      </div>
    </>
  )
}
