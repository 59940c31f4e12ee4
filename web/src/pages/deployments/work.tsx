import { Alert, Button, Card, Progress, Space, Typography } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Deployment, Task } from '@/api/types'
import { StatusTag } from '@/components/status-tag'
import { stepTitle, worded } from '@/lib/sentence'
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

/** Why the last change failed, and what to do about it. */
export function Problem({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const { retry, restart } = useActions()
  const { errorLog, lastTaskId } = deployment
  const shown = errorLog !== null && errorLog !== '' && busy(deployment) === null
  const last = useQuery({ ...one('/tasks/{id}', { path: { id: lastTaskId ?? '' } }, POLICY.standard), enabled: shown && lastTaskId !== null })
  if (!shown) return null
  const failed = last.data?.status === 'failed' ? last.data : null
  const serving = deployment.status === 'running'
  const next = failed ? t(failed.type === 'uninstall' ? 'problem-next-removal' : 'problem-next-retry') : t('problem-next-restart')
  return (
    <Alert
      type={serving ? 'warning' : 'error'}
      showIcon
      title={t('problem-title')}
      description={
        <>
          {serving ? <p>{t('problem-serving')}</p> : null}
          {/* Long logs scroll, by keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="error-log" tabIndex={0} aria-label={t('problem-title')}>
            {errorLog}
          </pre>
          {rights.change && !last.isLoading ? <p>{next}</p> : null}
          <Space wrap>
            {rights.change && failed ? (
              <Button loading={retry.isPending} onClick={() => retry.mutate(failed.id)}>
                {t('retry')}
              </Button>
            ) : null}
            {rights.change && !failed && !last.isLoading ? (
              <Button loading={restart.isPending} onClick={() => restart.mutate(deployment.id)}>
                {t('restart')}
              </Button>
            ) : null}
            {lastTaskId ? <LinkButton to={paths.task(lastTaskId)}>{t('task')}</LinkButton> : null}
          </Space>
        </>
      }
    />
  )
}
