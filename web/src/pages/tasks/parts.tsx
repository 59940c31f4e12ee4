import { Alert, Descriptions, Progress, Tag, Typography } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Step, Task } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { LogView } from '@/components/logs/log-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { stepTitle, worded } from '@/lib/sentence'
import { lasted, moment, secondsOf, useNow } from '@/lib/time'
import { paths } from '@/spec/paths'
import { chartOf, enabled, flat, isOver, linesOf, progressOf } from './read'
import { t } from './texts'

/** The parts of a task, for its card in the list and for its own page. */

export const nameOf = (task: Task): string => t('name', { type: t(`type-${task.type}`), deployment: task.deploymentName })

function duration(from: string, to: string | null, now: number): string {
  return secondsOf(from, to, now) === 0 ? t('short') : lasted(from, to, now)
}

/** "Step 3 of 7: Apply the release", or how many are done. */
export function progressWords(task: Task): string {
  const { done, all, at } = progressOf(task.steps)
  const step = task.steps[at]
  return step ? t('steps-now', { at: at + 1, all, title: stepTitle(step) }) : t('steps-of', { done, all })
}

function StepItem({ step, now }: { step: Step; now: number }) {
  return (
    <li className="tasks-step" data-status={step.status} aria-current={step.status === 'running' ? 'step' : undefined}>
      <StatusTag family="step" status={step.status} />
      <div className="tasks-step-title">{stepTitle(step)}</div>
      {step.startedAt ? (
        <Typography.Text type="secondary" className="number tasks-step-time" title={t('steps-began', { time: moment(step.startedAt) })}>
          {duration(step.startedAt, step.finishedAt, now)}
        </Typography.Text>
      ) : null}
      {step.message ? (
        <Typography.Text type="secondary" className="tasks-step-message">
          {worded(step, step.message)}
        </Typography.Text>
      ) : null}
    </li>
  )
}

/** The steps with their times; they move by themselves. */
export function Steps({ task }: { task: Task }) {
  const running = !isOver(task)
  const now = useNow(running ? 'seconds' : 'once')
  const { done, all } = progressOf(task.steps)
  if (all === 0) return <Typography.Text type="secondary">{t('steps-none')}</Typography.Text>
  const look = task.status === 'failed' ? 'exception' : task.status === 'complete' ? 'success' : 'active'
  return (
    <>
      <Progress percent={Math.round((done / all) * 100)} status={look} size="small" aria-label={t('progress')} />
      <div role="status">
        <Typography.Text type="secondary">{progressWords(task)}</Typography.Text>
      </div>
      <ol className="tasks-steps" aria-label={t('steps')}>
        {task.steps.map((step) => (
          <StepItem key={step.name} step={step} now={now} />
        ))}
      </ol>
    </>
  )
}

type Facts = [string, ReactNode][]

function FactList({ facts, title }: { facts: Facts; title?: string }) {
  return <Descriptions size="small" column={1} title={title} items={facts.map(([label, children]) => ({ key: label, label, children }))} />
}

export function Information({ task, title }: { task: Task; title?: string }) {
  const now = useNow(isOver(task) ? 'once' : 'seconds')
  const facts: Facts = [
    [t('id'), <CopyId key="id" id={task.id} />],
    [t('status'), <StatusTag key="status" family="task" status={task.status} />],
    [t('type'), t(`type-${task.type}`)],
    [t('deployment'), <Link key="deployment" to={paths.deployment(task.deploymentId)}>{task.deploymentName}</Link>],
    [t('team'), task.teamName],
    [t('actor'), task.actor ? task.actor.name : t('itself')],
    [t('created'), moment(task.createdAt)],
    [t('started'), task.startedAt ? moment(task.startedAt) : t('waiting')],
    [t('ended'), task.finishedAt ? moment(task.finishedAt) : t('waiting')],
    ...(task.startedAt ? ([[t('duration'), <span key="lasted" className="number">{duration(task.startedAt, task.finishedAt, now)}</span>]] satisfies Facts) : []),
    [t('updated'), <TimeAgo key="updated" at={task.updatedAt} />],
    [t('revision'), task.revision],
    ...(task.attempt > 1 ? ([[t('attempts'), t('attempts-value', { n: task.attempt })]] satisfies Facts) : []),
  ]
  return <FactList facts={facts} {...(title ? { title } : {})} />
}

export function Parameters({ task, title }: { task: Task; title?: string }) {
  const { chart_name: chart, release_name: release, namespace } = task.Params
  const facts: Facts = [
    [t('chart'), chart ? chartOf(chart) : t('na')],
    [t('release'), release || t('na')],
    [t('namespace'), namespace || t('na')],
    [t('cluster'), task.clusterName ? <Link key="cluster" to={paths.infrastructure()}>{task.clusterName}</Link> : t('na')],
  ]
  return <FactList facts={facts} {...(title ? { title } : {})} />
}

export function EnabledServices({ task }: { task: Task }) {
  const names = enabled(task.Params.services)
  if (names.length === 0) return <Typography.Text type="secondary">{t('services-none')}</Typography.Text>
  return (
    <div className="tasks-tags">
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </div>
  )
}

const shown = (value: string | number | boolean) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value))

export function Values({ task }: { task: Task }) {
  const values = flat(task.Params.values)
  if (values.length === 0) return <Typography.Text type="secondary">{t('values-none')}</Typography.Text>
  return (
    <dl className="tasks-values">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Why it failed, with the lines of detail as they were written. */
export function ErrorDetails({ error }: { error: string }) {
  return <Alert type="error" showIcon title={t('error')} description={<div className="tasks-error">{error}</div>} />
}

/** The log; new lines come with the task's hints. */
export function Logs({ task, height }: { task: Task; height?: number }) {
  const { logs } = task
  const lines = useMemo(() => linesOf(logs ?? []), [logs])
  return <LogView lines={lines} name={`${task.Params.release_name || task.deploymentName}-${task.type}`} empty={t(isOver(task) ? 'logs-none' : 'logs-waiting')} {...(height ? { height } : {})} />
}
