import './tasks.css'
import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Skeleton, Tag, Typography } from 'antd'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Task } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { QueryView } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { toast } from '@/feedback/toast'
import { TaskActions } from './actions'
import { EnabledServices, ErrorDetails, Information, Logs, nameOf, Parameters, Steps, Values } from './parts'
import { chartOf } from './read'
import { useRights } from './rights'
import { t } from './texts'

const heading = (text: string) => <h2 className="tasks-heading">{text}</h2>

function Sections({ task }: { task: Task }) {
  return (
    <div className="tasks-detail">
      <div className="tasks-stack">
        {task.error ? <ErrorDetails error={task.error} /> : null}
        <Card size="small" title={heading(t('progress'))}>
          <Steps task={task} />
        </Card>
        <Card size="small" title={heading(t('logs'))}>
          <Logs task={task} />
        </Card>
      </div>
      <div className="tasks-stack">
        <Card size="small" title={heading(t('information'))}>
          <Information task={task} />
        </Card>
        <Card size="small" title={heading(t('parameters'))}>
          <Parameters task={task} />
        </Card>
        <Card size="small" title={heading(t('services'))}>
          <EnabledServices task={task} />
        </Card>
        <Card size="small" title={heading(t('values'))}>
          <Values task={task} />
        </Card>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status">
      <Typography.Text type="secondary">{t('detail-loading')}</Typography.Text>
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  )
}

function Line({ task }: { task: Task }) {
  return (
    <span className="meta-line">
      <Tag>{chartOf(task.Params.chart_name)}</Tag>
      <StatusTag family="task" status={task.status} />
      <span>
        {task.Params.namespace}/{task.Params.release_name}
      </span>
      <span>
        {t('created')} <TimeAgo at={task.createdAt} />
      </span>
    </span>
  )
}

export default function TaskPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const rightsIn = useRights()
  const query = useQuery(one('/tasks/{id}', { path: { id } }, POLICY.tasks))
  const task = query.data
  const retried = (next: string) => {
    toast.success(t('retry-done'))
    void navigate(paths.task(next))
  }
  return (
    <>
      <Link to={paths.tasks()} className="tasks-back">
        <ArrowLeftOutlined aria-hidden /> {t('detail-back')}
      </Link>
      <PageHeader
        title={task ? nameOf(task) : t('detail-title')}
        {...(task ? { description: <Line task={task} /> } : {})}
        actions={
          task ? (
            <>
              <Button onClick={() => void navigate(paths.deployment(task.deploymentId))}>{t('detail-deployment')}</Button>
              <TaskActions task={task} name={nameOf(task)} rights={rightsIn(task.teamId)} onRetried={retried} onDeleted={() => void navigate(paths.tasks(), { replace: true })} />
            </>
          ) : null
        }
      />
      <QueryView query={query} waiting={<Waiting />} errorTitle={t('detail-failed')}>
        {(loaded) => <Sections task={loaded} />}
      </QueryView>
    </>
  )
}
