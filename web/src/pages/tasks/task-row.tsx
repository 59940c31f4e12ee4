import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { one } from '@/api/query'
import type { Task } from '@/api/types'
import { toldBy } from '@/components/changes/reason'
import { TaskLink } from '@/components/links'
import { QueryView, Waiting } from '@/components/query-view'
import { type Column, Row } from '@/components/row-list'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { worded } from '@/lib/sentence'
import { lasted, useNow } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { StopButton, TaskActions } from './actions'
import { EnabledServices, ErrorDetails, Information, Logs, nameOf, Parameters, progressWords, Steps, Values } from './parts'
import { isOver, type Rights } from './read'
import { t } from './texts'

/** Widths that do not depend on what is in them: the columns of both lists agree, and a live change moves nothing. */
export const columns = (): Column[] => [
  { key: 'status', title: t('status'), width: '104px', sort: 'status' },
  { key: 'name', title: t('column-task'), main: true, width: 'minmax(0, 1.5fr)' },
  { key: 'now', title: t('column-now'), width: 'minmax(0, 1.3fr)' },
  { key: 'actor', title: t('actor'), width: 'minmax(0, 0.7fr)', from: 'wide', phone: 'none' },
  { key: 'started', title: t('started'), width: '92px', phone: 'none', sort: 'createdAt' },
  { key: 'duration', title: t('duration'), width: '92px', align: 'end', sort: 'duration', falls: true },
]

/** The step at work, or why it failed; nothing of what went well. */
function Now({ task }: { task: Task }) {
  const words = task.status === 'failed' ? (toldBy(task.error && worded(task, task.error))?.cause ?? '') : isOver(task) ? '' : task.cancelRequested ? t('cancelling') : task.steps.length === 0 || task.status === 'pending' ? t('pending-now') : progressWords(task)
  return words === '' ? null : (
    <span className="one-line" title={words}>
      {words}
    </span>
  )
}

function Duration({ task }: { task: Task }) {
  const now = useNow(isOver(task) ? 'once' : 'seconds')
  return task.startedAt ? <>{lasted(task.startedAt, task.finishedAt, now)}</> : null
}

/** The list has no logs: the open row fetches the whole task, which hints then keep fresh. */
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
    <div className="stack tasks-body">
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
      {task.error ? <ErrorDetails task={task} /> : null}
      <section aria-label={`${t('progress')}: ${nameOf(task)}`}>
        <Steps task={task} />
      </section>
      <div className="tasks-columns">
        <div>
          <h3 className="tasks-heading">{t('information')}</h3>
          <Information task={task} />
        </div>
        <div>
          <h3 className="tasks-heading">{t('parameters')}</h3>
          <Parameters task={task} />
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

export const TaskRow = memo(function TaskRow({ task, rights, open, onToggle }: { task: Task; rights: Rights; open: boolean; onToggle: (id: string) => void }) {
  const name = nameOf(task)
  return (
    <Row
      id={task.id}
      name={name}
      open={open}
      onToggle={() => onToggle(task.id)}
      cells={{
        status: <StatusDot family="task" status={task.status} />,
        name: <TaskLink id={task.id} name={name} strong />,
        now: <Now task={task} />,
        actor: (
          <span className="one-line quiet" title={task.actor?.name}>
            {task.actor ? task.actor.name : t('itself')}
          </span>
        ),
        started: (
          <span className="quiet">
            <TimeAgo at={task.createdAt} />
          </span>
        ),
        duration: <Duration task={task} />,
      }}
      actions={rights.change && !isOver(task) && !task.cancelRequested ? <StopButton task={task} name={name} /> : null}
    >
      <Body task={task} rights={rights} />
    </Row>
  )
})
