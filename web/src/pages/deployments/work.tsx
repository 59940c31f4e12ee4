import { Alert, Button, Card, Progress, Space, Typography } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Deployment, Task } from '@/api/types'
import { DiscardButton, RestartButton, RetryButton } from '@/components/changes/buttons'
import { StatusTag } from '@/components/status-tag'
import { failure, stepTitle, worded } from '@/lib/sentence'
import { lasted, useNow } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useActions } from './actions'
import { LinkButton } from '@/components/link-button'
import { TaskLink } from './panels'
import { busy, type Rights } from './rights'
import { t } from './texts'

/** How far the task at work is, step by step; nothing when none is. */
export function Work({ deployment }: { deployment: Deployment }) {
  const id = deployment.currentTaskId
  const task = useQuery({ ...one('/tasks/{id}', { path: { id: id ?? '' } }, POLICY.tasks), enabled: id !== null })
  if (id === null || !task.data) return null
  return <WorkCard task={task.data} />
}

function stateOf(task: Task): string {
  if (task.cancelRequested) return t('work-cancelling')
  if (task.status === 'pending') return t('work-waiting')
  return t(`work-${task.type}`)
}

function WorkCard({ task }: { task: Task }) {
  const now = useNow('seconds')
  const done = task.steps.filter((step) => step.status === 'complete' || step.status === 'skipped').length
  const percent = task.steps.length === 0 ? 0 : Math.round((done / task.steps.length) * 100)
  return (
    <Card
      size="small"
      title={
        <Space>
          <h2 className="panel-title">{stateOf(task)}</h2>
          {task.startedAt ? <Typography.Text type="secondary" className="work-time number">{t('work-for', { time: lasted(task.startedAt, task.finishedAt, now) })}</Typography.Text> : null}
        </Space>
      }
      extra={<TaskLink id={task.id} />}
    >
      <Progress percent={percent} showInfo={false} status="active" aria-label={t('work-progress')} />
      <ol className="steps" aria-live="polite">
        {task.steps.map((step) => (
          <li key={step.name}>
            <StatusTag family="step" status={step.status} />
            <span>{stepTitle(step)}</span>
            {step.message ? <Typography.Text type="secondary">{worded(step, step.message)}</Typography.Text> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Trouble = 'install' | 'change' | 'restart' | 'removal' | 'pods'

/** What went wrong and is not at work now. A change that did not come about leaves what was in effect before. */
export function troubleOf(deployment: Pick<Deployment, 'deleting' | 'currentTaskId' | 'operation' | 'lastResult' | 'revision' | 'effectiveRevision' | 'errorLog'>): Trouble | null {
  const { operation, lastResult, revision, effectiveRevision, errorLog } = deployment
  if (busy(deployment) !== null) return null
  const ended = lastResult === 'failed' || lastResult === 'cancelled'
  if (ended && operation === 'uninstall') return 'removal'
  if (ended && effectiveRevision === null) return 'install'
  if (ended && effectiveRevision !== revision) return 'change'
  if (ended && operation === 'restart') return 'restart'
  return errorLog ? 'pods' : null
}

/** What went wrong, why, and the ways on. */
export function Problem({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const trouble = troubleOf(deployment)
  if (trouble === null) return null
  const { errorLog, lastTaskId } = deployment
  const serving = deployment.status === 'running'
  return (
    <Alert
      type={serving ? 'warning' : 'error'}
      showIcon
      title={t(`problem-${trouble}`)}
      description={
        <>
          {serving && trouble !== 'pods' ? <p>{t('problem-serving')}</p> : null}
          {errorLog ? (
            <>
              <strong>{t('problem-log')}</strong>
              {/* Long logs scroll, by keyboard too. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre className="error-log" tabIndex={0} aria-label={t('problem-log')}>
                {failure(deployment)}
              </pre>
            </>
          ) : null}
          {rights.change ? <p>{t(`problem-next-${trouble}`)}</p> : null}
          <div className="ways-on">
            {rights.change ? <WaysOn trouble={trouble} deployment={deployment} /> : null}
            {lastTaskId ? <LinkButton to={paths.task(lastTaskId)}>{t('task')}</LinkButton> : null}
          </div>
        </>
      }
    />
  )
}

function WaysOn({ trouble, deployment }: { trouble: Trouble; deployment: Deployment }) {
  const { remove } = useActions()
  if (trouble === 'pods') return <RestartButton deployment={deployment} />
  return (
    <>
      <RetryButton deployment={deployment} />
      {trouble === 'change' ? <DiscardButton deployment={deployment} /> : null}
      {trouble === 'install' || trouble === 'removal' ? (
        <Button danger onClick={() => void remove(deployment)}>
          {t('delete')}
        </Button>
      ) : null}
    </>
  )
}
