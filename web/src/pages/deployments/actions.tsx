import { App } from 'antd'
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { session } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { RemovalAnswer } from './removal-answer'
import { removalOf } from './removal-plan'
import { t } from './texts'

const watched = new Set<string>()

/** Says that a deployment is gone when it is, wherever the user is by then; a removal takes as long as its cluster takes. */
function watchRemoval(client: QueryClient, { id, name }: Deployment): void {
  if (watched.has(id)) return
  watched.add(id)
  // Hints ask again for it at once; the interval is for when the stream of hints is down.
  const observer = new QueryObserver(client, { ...one('/deployments/{id}', { path: { id } }, POLICY.deployments), refetchInterval: POLICY.tasks.refetchInterval })
  const stop = () => {
    unsubscribe()
    offEnd()
    watched.delete(id)
  }
  const unsubscribe = observer.subscribe(({ data, error }) => {
    if (error instanceof ApiError && error.status === 404) {
      stop()
      toast.success(t('delete-done'), t('delete-done-text'))
      refresh(client)
    } else if (data?.status === 'failed' && !data.currentTaskId && !data.deleting) {
      stop()
      toast.error(t('delete-stuck'), t('delete-stuck-text', { name }))
    }
  })
  const offEnd = session.onEnd(stop)
}

/** What is deleted, by its name, and what goes with it. */
function WhatGoes({ deployment }: { deployment: Deployment }) {
  const { name, baseParameters, services, databaseParameters, env, domains, description } = deployment
  const parts = [
    t('goes-site', { domain: [baseParameters.domain, ...domains].join(', ') }),
    services.mysql === true && databaseParameters ? t('goes-database', { name: databaseParameters.databaseName }) : null,
    t('goes-files'),
    env.length > 0 ? t('goes-passwords-env', { n: env.length }) : t('goes-passwords'),
  ]
  return (
    <>
      <span className="goes-text">{t('delete-text')}</span>
      <span className="goes-what">
        <strong>{name}</strong>
        {description ? <span className="quiet"> {description}</span> : null}
      </span>
      <ul className="goes">
        {parts
          .filter((part) => part !== null)
          .map((part) => (
            <li key={part}>{part}</li>
          ))}
      </ul>
      <RemovalAnswer deployment={deployment} />
    </>
  )
}

/** How a deployment goes away. Both name the version that is shown. */
export function useActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const toTask = (id: string | null) => (id ? { action: { label: t('task'), run: () => void navigate(paths.task(id)) } } : {})

  const remove = async (deployment: Deployment): Promise<boolean> => {
    let taskId: string | null = null
    const plan = removalOf(deployment)
    const done = await confirm({
      title: t('delete-ask'),
      text: <WhatGoes deployment={deployment} />,
      typed: deployment.name,
      // A cluster that cannot be asked keeps nobody from deleting.
      after: client.prefetchQuery(plan),
      errors: { fallback: t('delete-failed') },
      run: async () => {
        const hash = client.getQueryData(plan.queryKey)?.hash
        try {
          taskId = (await request('DELETE', '/deployments/{id}', { path: { id: deployment.id }, ...(hash ? { query: { plan: hash } } : {}), ifMatch: deployment.version })).data.taskId
        } catch (error) {
          // What is shown is asked for anew before the button is pressed again.
          if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') await client.invalidateQueries({ queryKey: plan.queryKey })
          throw error
        }
      },
    })
    if (!done) return false
    toast.info(t('delete-begun'), t('delete-begun-text', { name: deployment.name }), toTask(taskId))
    watchRemoval(client, deployment)
    refresh(client)
    return true
  }

  const said = (title: string, remains: readonly string[]) => {
    // What remains is said only here and in the events, so it stays until it was read.
    modal.info({
      title,
      content:
        remains.length === 0 ? (
          t('forget-nothing')
        ) : (
          <>
            <p>{t('forget-remains')}</p>
            <ul>
              {remains.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        ),
    })
  }

  const forget = async (deployment: Deployment): Promise<boolean> => {
    let remains: string[] = []
    const done = await confirm({
      title: t('forget-ask'),
      text: t('forget-text'),
      action: t('forget'),
      typed: deployment.name,
      errors: { fallback: t('forget-failed') },
      run: async () => {
        remains = (await request('DELETE', '/deployments/{id}', { path: { id: deployment.id }, query: { abandon: true }, ifMatch: deployment.version })).data.remains
      },
    })
    if (!done) return false
    said(t('forget-done'), remains)
    refresh(client)
    return true
  }

  /** What may remain on a cluster that it does not run on, and that is gone. */
  const leave = async (deployment: Deployment): Promise<boolean> => {
    let remains: string[] = []
    const done = await confirm({
      title: t('elsewhere-forget-ask'),
      text: t('elsewhere-forget-text', { cluster: deployment.elsewhere?.clusterName ?? '' }),
      action: t('elsewhere-forget'),
      typed: deployment.name,
      errors: { fallback: t('elsewhere-forget-failed') },
      run: async () => {
        remains = (await request('DELETE', '/deployments/{id}/remains', { path: { id: deployment.id }, ifMatch: deployment.version })).data.remains
      },
    })
    if (!done) return false
    said(t('elsewhere-forgotten'), remains)
    refresh(client)
    return true
  }

  return { remove, forget, leave }
}
