import { CheckCircleFilled, LoadingOutlined, MinusCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Deployment, Task } from '@/api/types'
import { RetryButton } from '@/components/changes/buttons'
import { Failure } from '@/components/changes/failure'
import { toldBy } from '@/components/changes/reason'
import { LinkButton } from '@/components/link-button'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { failure, stepTitle, worded } from '@/lib/sentence'
import { lasted, useNow } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useActions } from './actions'
import { DiscardButton } from './discard-button'
import { TaskLink } from './panels'
import { RestartButton } from './restart-button'
import { busy, type Rights } from './rights'
import { t } from './texts'

type Shown = Pick<Deployment, 'currentTaskId' | 'lastTaskId'>

/** The task at work, or else the last one, which says how it ended; whether it is on its way, or cannot be had. Not asked for unless `wanted`. */
export function useTask({ currentTaskId, lastTaskId }: Shown, wanted = true): { task: Task | undefined; coming: boolean; failed: boolean } {
  const id = currentTaskId ?? lastTaskId
  const policy = currentTaskId === null ? POLICY.standard : POLICY.tasks
  const { data, isLoading, isError } = useQuery({ ...one('/tasks/{id}', { path: { id: id ?? '' } }, policy), enabled: wanted && id !== null })
  return { task: data, coming: isLoading, failed: isError }
}

export const useLastTask = (shown: Shown): Task | undefined => useTask(shown).task

/**
 * One line that keeps its place: how far the task at work is, in seconds that count; when it has ended, how. A failure is
 * for `Problem`, which says more. `steps`: all of them below it.
 */
export function Work({ deployment, steps = false }: { deployment: Deployment; steps?: boolean }) {
  const { task, coming } = useTask(deployment)
  // Its place is kept: what is below does not move when it comes.
  if (!task) return coming && !steps && troubleOf(deployment) === null ? <div className="work" aria-hidden /> : null
  if (deployment.currentTaskId !== null) return <WorkLine task={task} steps={steps} />
  // The row itself says how the last one ended.
  return !steps && task.status === 'complete' && troubleOf(deployment) === null ? <Ended task={task} /> : null
}

function stateOf(task: Task): string {
  if (task.cancelRequested) return t('work-cancelling')
  if (task.status === 'pending') return t('work-waiting')
  return t(`work-${task.type}`)
}

function WorkLine({ task, steps: all }: { task: Task; steps: boolean }) {
  const now = useNow('seconds')
  const { steps } = task
  const done = steps.filter((step) => step.status === 'complete' || step.status === 'skipped').length
  const at = steps.findIndex((step) => step.status === 'running')
  const step = steps[at]
  return (
    <div className="work">
      <div className="work-line">
        <LoadingOutlined className="work-mark" aria-hidden />
        <h2 className="work-verb">{stateOf(task)}</h2>
        {task.startedAt ? <span className="quiet number">{t('work-for', { time: lasted(task.startedAt, task.finishedAt, now) })}</span> : null}
        <span className="work-step" role="status">
          {step && !all ? (
            <>
              <span className="quiet">{t('work-step', { at: at + 1, all: steps.length })}</span> <span>{stepTitle(step)}</span>
              {step.message ? <span className="quiet"> · {worded(step, step.message)}</span> : null}
            </>
          ) : null}
        </span>
        <TaskLink id={task.id} />
      </div>
      <div className="work-bar" role="progressbar" aria-label={t('work-progress')} aria-valuemin={0} aria-valuemax={steps.length} aria-valuenow={done}>
        {steps.map(({ name, status }) => (
          <span key={name} data-status={status} />
        ))}
      </div>
      {all ? (
        <ol className="steps">
          {steps.map((each) => (
            <li key={each.name}>
              <StatusTag family="step" status={each.status} />
              <span>{stepTitle(each)}</span>
              {each.message ? <span className="quiet">{worded(each, each.message)}</span> : null}
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  )
}

function Ended({ task }: { task: Task }) {
  return (
    <div className="work" data-ended>
      <div className="work-line">
        <CheckCircleFilled className="work-done" aria-hidden />
        <span role="status">{task.startedAt && task.finishedAt ? t(`ended-${task.type}`, { time: lasted(task.startedAt, task.finishedAt, 0) }) : t(`did-${task.type}`)}</span>
        <span className="quiet">
          <TimeAgo at={task.finishedAt} />
          {task.actor ? ` · ${task.actor.name}` : null}
        </span>
        <span className="work-step" />
        <TaskLink id={task.id} />
      </div>
    </div>
  )
}

type Trouble = 'install' | 'change' | 'restart' | 'right' | 'remains' | 'removal' | 'pods'

type Ending = Pick<Deployment, 'deleting' | 'currentTaskId' | 'operation' | 'lastResult' | 'revision' | 'effectiveRevision' | 'errorLog'>

/** What went wrong and is not at work now. A change that did not come about leaves what was in effect before. */
export function troubleOf(deployment: Ending): Trouble | null {
  const { operation, lastResult, revision, effectiveRevision, errorLog } = deployment
  if (busy(deployment) !== null) return null
  const ended = lastResult === 'failed' || lastResult === 'cancelled'
  if (ended && operation === 'uninstall') return 'removal'
  if (ended && effectiveRevision === null) return 'install'
  if (ended && effectiveRevision !== revision) return 'change'
  if (ended && operation === 'restart') return 'restart'
  if (ended && operation === 'move') return 'remains'
  if (ended && operation === 'upgrade') return 'right'
  return errorLog ? 'pods' : null
}

/** Why the change before failed, while something is tried again; null when nothing is. */
export const formerCause = (deployment: Pick<Deployment, 'currentTaskId' | 'lastResult' | 'errorLog' | 'errorLogReason' | 'errorLogParams'>): string | null =>
  deployment.currentTaskId !== null && (deployment.lastResult === 'failed' || deployment.lastResult === 'cancelled') ? (toldBy(failure(deployment))?.cause ?? null) : null

/** The cause, what follows from it, and the ways on; the cause stays while something is tried again. */
export function Problem({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const former = formerCause(deployment)
  if (former !== null) {
    return (
      <p className="problem-former">
        <MinusCircleFilled aria-hidden /> <span className="quiet">{t('problem-former')}</span> {former}
      </p>
    )
  }
  const trouble = troubleOf(deployment)
  if (trouble === null) return null
  const { lastTaskId, lastResult } = deployment
  const serving = deployment.status === 'running'
  const stopped = deployment.status === 'stopped'
  const told = toldBy(failure(deployment))
  return (
    <Failure kind={t('problem-log')} cause={told?.cause ?? t(`problem-${trouble}`)} told={told} tone={serving || stopped ? 'serving' : lastResult === 'cancelled' ? 'cancelled' : 'failed'}>
      <p>
        {told ? (
          <>
            <strong>{t(`problem-${trouble}`)}</strong> ·{' '}
          </>
        ) : null}
        <span>{t(serving ? 'problem-serving' : stopped ? 'problem-stopped' : 'problem-down')}</span>
      </p>
      {rights.change ? <p>{t(`problem-next-${trouble}`)}</p> : null}
      <div className="ways-on">
        {rights.change ? <WaysOn trouble={trouble} deployment={deployment} /> : null}
        {lastTaskId ? <LinkButton to={paths.task(lastTaskId)}>{t('task')}</LinkButton> : null}
      </div>
    </Failure>
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
        <Button className="quiet-danger" onClick={() => void remove(deployment)}>
          {t('delete')}
        </Button>
      ) : null}
    </>
  )
}
