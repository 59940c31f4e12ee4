import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '@/api/types'
import { TimeAgo } from '@/components/time-ago'
import { dayName } from '@/lib/time'
import { paths } from '@/spec/paths'
import { ReachWords } from './reach'
import type { Rights } from './rights'
import { t } from './texts'
import { useLastTask } from './work'

/** How a deployment is, in one line, each part a way to more of it. */
export function HealthLine({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const { id, createdAt, revision, effectiveRevision, currentTaskId } = deployment
  const task = useLastTask(deployment)
  const done = currentTaskId === null && task?.finishedAt && task.status === 'complete' ? task : undefined
  // What does not run, and what a task is at work on, is reached by nobody.
  const visited = deployment.status === 'running' && !deployment.deleting
  const parts: ReactNode[] = [
    visited ? <ReachWords key="reach" deployment={deployment} rights={rights} /> : null,
    <Link key="since" to={{ search: '?tab=settings' }}>{t('health-since', { day: dayName(createdAt) })}</Link>,
    <Link key="revision" to={{ search: '?tab=revisions' }}>
      {effectiveRevision !== null && effectiveRevision !== revision ? t('health-revisions', { effective: effectiveRevision, wanted: revision }) : t('health-revision', { number: revision })}
    </Link>,
    done ? (
      <Link key="last" to={paths.task(done.id)}>
        {t(`did-${done.type}`)} <TimeAgo at={done.finishedAt} />
        {done.actor ? ` ${t('health-by', { name: done.actor.name })}` : ''}
      </Link>
    ) : null,
    <Link key="tasks" to={paths.tasks({ deploymentId: id })}>{t('health-tasks')}</Link>,
    <Link key="events" to={paths.events({ deployment: id })}>{t('health-events')}</Link>,
    <Link key="timeline" to={paths.deploymentTimeline(id)}>{t('health-timeline')}</Link>,
  ]
  return (
    <ul className="health-line" aria-label={t('health')}>
      {parts
        .filter((part) => part !== null)
        .map((part, at) => (
          // The parts have no other identity than their place.
          <li key={at}>{part}</li>
        ))}
    </ul>
  )
}
