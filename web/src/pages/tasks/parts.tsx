import { Tag } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { Step, Task } from '@/api/types'
import { Failure } from '@/components/changes/failure'
import { toldBy } from '@/components/changes/reason'
import { CopyId } from '@/components/copy-id'
import { Fact, Facts } from '@/components/facts'
import { ClusterLink, SiteLink, TeamLink } from '@/components/links'
import type { Line } from '@/components/logs/log-buffer'
import type { Filtered } from '@/components/logs/log-filter'
import { LogView } from '@/components/logs/log-view'
import { StatusDot } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { stepTitle, worded } from '@/lib/sentence'
import { lasted, moment, secondsOf, useNow } from '@/lib/time'
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

/** Where a step stands on the one axis of all, in percent. */
export function barOf(step: Step, from: number, to: number, now: number): { start: number; width: number } | null {
  if (!step.startedAt || to <= from) return null
  const begun = Date.parse(step.startedAt)
  const ended = step.finishedAt ? Date.parse(step.finishedAt) : Math.max(begun, now)
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100))
  return { start: percent(begun), width: percent(ended) - percent(begun) }
}

interface StepItemProps {
  step: Step
  now: number
  /** The axis: when the task began, and its end so far. */
  from: number
  to: number
  chosen: boolean
  onChoose: ((name: string) => void) | undefined
}

function StepItem({ step, now, from, to, chosen, onChoose }: StepItemProps) {
  const bar = barOf(step, from, to, now)
  return (
    <li className="tasks-step" data-status={step.status} aria-current={step.status === 'running' ? 'step' : undefined}>
      <StatusDot family="step" status={step.status} />
      <div className="tasks-step-title">
        {onChoose ? (
          <button type="button" className="tasks-step-choose" aria-pressed={chosen} title={t('steps-choose')} onClick={() => onChoose(step.name)}>
            {stepTitle(step)}
          </button>
        ) : (
          stepTitle(step)
        )}
      </div>
      <span className="quiet number tasks-step-time" title={step.startedAt ? t('steps-began', { time: moment(step.startedAt) }) : undefined}>
        {step.startedAt ? duration(step.startedAt, step.finishedAt, now) : null}
      </span>
      <span className="tasks-step-track" aria-hidden>
        {bar ? <span style={{ insetInlineStart: `${bar.start}%`, width: `${bar.width}%` }} /> : null}
      </span>
      {step.message ? <span className="quiet tasks-step-message">{worded(step, step.message)}</span> : null}
    </li>
  )
}

/** The steps with their times, as bars on one axis; they move by themselves. `onChoose`: of whose lines the log is shown. */
export function Steps({ task, chosen = '', onChoose }: { task: Task; chosen?: string; onChoose?: (name: string) => void }) {
  const running = !isOver(task)
  const now = useNow(running ? 'seconds' : 'once')
  const { all } = progressOf(task.steps)
  if (all === 0) return <span className="quiet">{t('steps-none')}</span>
  const from = Date.parse(task.startedAt ?? task.createdAt)
  const to = task.finishedAt ? Date.parse(task.finishedAt) : now
  return (
    <>
      <div role="status" className="quiet">
        {progressWords(task)}
      </div>
      <ol className="tasks-steps" aria-label={t('steps')}>
        {task.steps.map((step) => (
          <StepItem key={step.name} step={step} now={now} from={from} to={to} chosen={chosen === step.name} onChoose={step.startedAt ? onChoose : undefined} />
        ))}
      </ol>
    </>
  )
}

type Known = [string, ReactNode][]

function FactList({ facts }: { facts: Known }) {
  return (
    <Facts as="lines">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}

export function Information({ task }: { task: Task }) {
  const now = useNow(isOver(task) ? 'once' : 'seconds')
  const facts: Known = [
    [t('id'), <CopyId key="id" id={task.id} />],
    [t('status'), <StatusDot key="status" family="task" status={task.status} />],
    [t('type'), t(`type-${task.type}`)],
    [t('deployment'), <SiteLink key="deployment" id={task.deploymentId} name={task.deploymentName} />],
    [t('team'), <TeamLink key="team" id={task.teamId} name={task.teamName} />],
    [t('actor'), task.actor ? task.actor.name : t('itself')],
    [t('created'), moment(task.createdAt)],
    [t('started'), task.startedAt ? moment(task.startedAt) : t('waiting')],
    [t('ended'), task.finishedAt ? moment(task.finishedAt) : t('waiting')],
    ...(task.startedAt ? ([[t('duration'), <span key="lasted" className="number">{duration(task.startedAt, task.finishedAt, now)}</span>]] satisfies Known) : []),
    [t('updated'), <TimeAgo key="updated" at={task.updatedAt} />],
    [t('revision'), String(task.revision)],
    ...(task.attempt > 1 ? ([[t('attempts'), t('attempts-value', { n: task.attempt })]] satisfies Known) : []),
  ]
  return <FactList facts={facts} />
}

export function Parameters({ task }: { task: Task }) {
  const { chart_name: chart, release_name: release, namespace, cluster_id: cluster } = task.Params
  const facts: Known = [
    [t('chart'), chart ? chartOf(chart) : t('na')],
    [t('release'), release || t('na')],
    [t('namespace'), namespace || t('na')],
    [t('cluster'), task.clusterName ? <ClusterLink key="cluster" id={cluster} name={task.clusterName} /> : t('na')],
  ]
  return <FactList facts={facts} />
}

export function EnabledServices({ task }: { task: Task }) {
  const names = enabled(task.Params.services)
  if (names.length === 0) return <span className="quiet">{t('services-none')}</span>
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
  if (values.length === 0) return <span className="quiet">{t('values-none')}</span>
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

/** Why it failed, where it stopped, and what the cluster knows of it. */
export function ErrorDetails({ task }: { task: Task }) {
  const told = toldBy(task.error && worded(task, task.error))
  if (!told) return null
  const at = task.steps.findIndex((step) => step.status === 'failed')
  const step = task.steps[at]
  return (
    <Failure kind={t('error')} cause={told.cause} told={told} tone="failed">
      {step ? <p>{t('stopped-at', { at: at + 1, all: task.steps.length, title: stepTitle(step) })}</p> : null}
    </Failure>
  )
}

interface LogsProps {
  task: Task
  height?: number
  /** The step whose lines are marked and brought into sight. */
  step?: string
  filtered?: Filtered
}

/** The log; new lines come with the task's hints. */
export function Logs({ task, height, step = '', filtered }: LogsProps) {
  const { logs } = task
  const lines = useMemo(() => linesOf(logs ?? []), [logs])
  const target = useMemo(() => (step === '' ? null : (line: Line) => line.source === step), [step])
  return <LogView lines={lines} target={target} name={`${task.Params.release_name || task.deploymentName}-${task.type}`} empty={t(isOver(task) ? 'logs-none' : 'logs-waiting')} {...(height ? { height } : {})} {...(filtered ? { filtered } : {})} />
}
