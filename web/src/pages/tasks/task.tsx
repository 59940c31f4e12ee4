import './tasks.css'
import { ArrowLeftOutlined, CheckCircleFilled, ExportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { list, one } from '@/api/query'
import type { Task } from '@/api/types'
import { CopyCurl } from '@/components/copy-curl'
import { siteAddress } from '@/components/links'
import { useLogAddress } from '@/components/logs/log-filter'
import { Panel } from '@/components/panel'
import { PageHeader } from '@/components/page-header'
import { QueryView } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { lasted, lastedSeconds } from '@/lib/time'
import { useUrlState } from '@/lib/url-state'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { toast } from '@/feedback/toast'
import { TaskActions } from './actions'
import { EnabledServices, ErrorDetails, Information, Logs, nameOf, Parameters, Steps, Values } from './parts'
import { chartOf, flat, usualOf } from './read'
import { useRights } from './rights'
import { t } from './texts'

/** How long such tasks usually take, where enough of them are known. */
function Usual({ task }: { task: Task }) {
  const tasks = useQuery(list('/tasks', { query: { status: 'complete', page: 1, limit: LIMITS.newestTasks } }, POLICY.tasks)).data?.items
  const seconds = tasks ? usualOf(tasks, task) : null
  return seconds === null || seconds === 0 ? null : <span className="quiet number">{t('usual', { time: lastedSeconds(seconds) })}</span>
}

/** The steps and the log, of which a chosen step's lines are marked. */
function Course({ task }: { task: Task }) {
  const [{ step }, setAddress] = useUrlState({ step: '' })
  const filtered = useLogAddress()
  return (
    <>
      <Panel title={t('progress')} extra={<Usual task={task} />}>
        <Steps task={task} chosen={step} onChoose={(name) => setAddress({ step: name === step ? '' : name })} />
      </Panel>
      <Panel title={t('logs')} flush>
        <Logs task={task} step={step} filtered={filtered} />
      </Panel>
    </>
  )
}

/** From what was done on to the site itself. */
function Done({ task }: { task: Task }) {
  const { data: deployment } = useQuery({ ...one('/deployments/{id}', { path: { id: task.deploymentId } }, POLICY.deployments), enabled: task.type !== 'uninstall' })
  // A site that was stopped since is not there to be opened.
  const host = deployment?.stopped ? undefined : deployment?.baseParameters?.domain
  return (
    <div className="tasks-done">
      <CheckCircleFilled aria-hidden />
      <span role="status">{task.startedAt && task.finishedAt ? t('done-in', { type: t(`type-${task.type}`), time: lasted(task.startedAt, task.finishedAt, 0) }) : t('done')}</span>
      {host ? (
        <Button type="primary" href={siteAddress(host, deployment?.reachability.https ?? true)} target="_blank" rel="noreferrer" icon={<ExportOutlined aria-hidden />}>
          {t('open-site', { host })}
        </Button>
      ) : null}
    </div>
  )
}

function Sections({ task }: { task: Task }) {
  return (
    <div className="tasks-detail">
      <div className="stack">
        {task.error ? <ErrorDetails task={task} /> : null}
        {task.status === 'complete' ? <Done task={task} /> : null}
        <Course task={task} />
      </div>
      <div className="stack">
        <Panel title={t('information')}>
          <Information task={task} />
        </Panel>
        <Panel title={t('parameters')}>
          <Parameters task={task} />
        </Panel>
        <Panel title={t('services')}>
          <EnabledServices task={task} />
        </Panel>
        <Panel title={t('values')}>
          <details>
            <summary>{t('values-show', { n: flat(task.Params.values).length })}</summary>
            <Values task={task} />
          </details>
        </Panel>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status">
      <span className="quiet">{t('detail-loading')}</span>
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
        call={task ? <CopyCurl call={`/tasks/${task.id}`} /> : null}
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
