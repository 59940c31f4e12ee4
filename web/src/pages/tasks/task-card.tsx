import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag, Typography } from 'antd'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { Task } from '@/api/types'
import { ExpandableRow } from '@/components/expandable-row'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { TaskActions } from './actions'
import { EnabledServices, ErrorDetails, Information, Logs, nameOf, Parameters, progressWords, Steps, Values } from './parts'
import { chartOf, isOver, type Rights } from './read'
import { t } from './texts'

function Summary({ task }: { task: Task }) {
  return (
    <>
      <span className="tasks-name">{nameOf(task)}</span>
      <span className="meta-line">
        <StatusTag family="task" status={task.status} />
        <Tag>{chartOf(task.Params.chart_name)}</Tag>
        {isOver(task) || task.steps.length === 0 ? null : <Typography.Text>{progressWords(task)}</Typography.Text>}
        <Typography.Text type="secondary">{task.Params.namespace}</Typography.Text>
        <Typography.Text type="secondary">
          <TimeAgo at={task.createdAt} />
        </Typography.Text>
      </span>
    </>
  )
}

/** The list has no logs: the open card fetches the whole task, which hints then keep fresh. */
function LoadedLogs({ task }: { task: Task }) {
  const whole = useQuery(one('/tasks/{id}', { path: { id: task.id } }, POLICY.tasks))
  return (
    <QueryView query={whole} errorTitle={t('logs-failed')} waiting={<Waiting rows={4} label={t('logs-waiting')} />}>
      {(loaded) => <Logs task={loaded} height={220} />}
    </QueryView>
  )
}

function Body({ task, rights }: { task: Task; rights: Rights }) {
  const navigate = useNavigate()
  const view = (id: string) => void navigate(paths.task(id))
  return (
    <div className="tasks-body">
      <div className="toolbar">
        <Button icon={<EyeOutlined aria-hidden />} onClick={() => view(task.id)}>
          {t('details')}
        </Button>
        <TaskActions
          task={task}
          name={nameOf(task)}
          rights={rights}
          onRetried={(id) => toast.success(t('retry-done'), nameOf(task), { action: { label: t('retry-view'), run: () => view(id) } })}
          onDeleted={() => undefined}
        />
      </div>
      {task.error ? <ErrorDetails error={task.error} /> : null}
      <section aria-label={`${t('progress')}: ${nameOf(task)}`}>
        <Steps task={task} />
      </section>
      <div className="tasks-columns">
        <Information task={task} title={t('information')} />
        <div>
          <Parameters task={task} title={t('parameters')} />
          <h3 className="tasks-heading">{t('services-enabled')}</h3>
          <EnabledServices task={task} />
        </div>
        <div>
          <h3 className="tasks-heading">{t('values')}</h3>
          <Values task={task} />
        </div>
      </div>
      <section aria-label={`${t('logs')}: ${nameOf(task)}`}>
        <h3 className="tasks-heading">{t('logs')}</h3>
        <LoadedLogs task={task} />
      </section>
    </div>
  )
}

export const TaskCard = memo(function TaskCard({ task, rights, open, onToggle }: { task: Task; rights: Rights; open: boolean; onToggle: (id: string) => void }) {
  return (
    <ExpandableRow open={open} onToggle={() => onToggle(task.id)} summary={<Summary task={task} />}>
      <Body task={task} rights={rights} />
    </ExpandableRow>
  )
})
