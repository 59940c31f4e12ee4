import './dashboard.css'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { list, one } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { ErrorPanel, QueryView } from '@/components/query-view'
import { RowsWaiting } from '@/components/row-list'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useAtWork } from '@/components/at-work'
import { useAttention } from './attention'
import { useChecklist } from './checklist'
import { ChecklistPanel } from './checklist-panel'
import { Counts } from './counts'
import { FirstSteps } from './first-steps'
import { NeedsAttention } from './needs-attention'
import { RecentEvents } from './recent-events'
import { t } from './texts'
import { Work } from './work'

/** First what wants somebody; then counts, what is at work and the last events. Counts and events are fetched apart and fail together: one panel, whose Try Again fetches both. */
export default function Dashboard() {
  const navigate = useNavigate()
  const counts = useQuery(one('/dashboard', {}, POLICY.dashboard))
  const events = useQuery(list('/events', { query: { page: 1, limit: LIMITS.dashboardEvents } }, POLICY.dashboardEvents))
  const attention = useAttention()
  const checklist = useChecklist(counts.data, attention)
  const work = useAtWork()
  const first = counts.data?.activeDeployments === 0 && attention.deployments === 0
  const again = () => {
    void counts.refetch()
    void events.refetch()
  }
  // All at once: nothing that is there already moves for what comes first.
  const waiting = attention.waiting || checklist.waiting || counts.isPending
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
        {waiting && !failed ? <RowsWaiting rows={8} label={t('loading')} /> : null}
        {(waiting && !failed) || (failed && counts.data === undefined) ? null : (
          <QueryView query={counts} onRetry={again}>
            {(data) => (
              <>
                {first ? <FirstSteps teams={data.teams} /> : <NeedsAttention attention={checklist.steps === null ? attention : { ...attention, mailOff: false }} />}
                <ChecklistPanel checklist={checklist} />
                <Counts counts={data} attention={attention} work={work.total} />
              </>
            )}
          </QueryView>
        )}
        {(waiting && !failed) || (failed && events.data === undefined) ? null : (
          <div className="dashboard-two">
            <Work work={work} />
            <QueryView query={events} onRetry={again} waiting={<RowsWaiting rows={LIMITS.dashboardEvents} label={t('loading')} />}>
              {({ items }) => <RecentEvents events={items} />}
            </QueryView>
          </div>
        )}
      </div>
    </>
  )
}
