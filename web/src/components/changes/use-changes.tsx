import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { DiscardText } from './discard-text'
import { t } from './texts'

/** What a verb has to know of a deployment; the version is the one that is shown. */
export type Changing = Pick<Deployment, 'id' | 'version' | 'effectiveRevision' | 'actions'>

export interface ChangesOptions {
  /** The screen goes on by itself, instead of the toast with a link to the task. */
  onRetried?: ((taskId: string) => void) | undefined
  /** The screen's own sentence for a retry that was not taken. */
  retryFailed?: string | undefined
}

export function refresh(client: QueryClient): void {
  void changed(client, 'deployment')
  void changed(client, 'task')
}

/** The verbs for a deployment that is there: each names the version that it is meant for. */
export function useChanges({ onRetried, retryFailed }: ChangesOptions = {}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toTask = (id: string | null) => (id ? { action: { label: t('task'), run: () => void navigate(paths.task(id)) } } : {})

  const restart = useSend({
    mutationFn: ({ id, version }: Changing) => request('POST', '/deployments/{id}/restart', { path: { id }, ifMatch: version }),
    onSuccess: ({ data }) => {
      toast.success(t('restart-done'), t('restart-done-text'), toTask(data.taskId))
      refresh(client)
    },
    onError: (error) => {
      toast.failure(error, { fallback: t('restart-failed') })
      refresh(client)
    },
  })

  const retry = useSend({
    mutationFn: ({ id, version }: Changing) => request('POST', '/deployments/{id}/retry', { path: { id }, ifMatch: version }),
    onSuccess: ({ data }) => {
      if (onRetried && data.taskId) onRetried(data.taskId)
      else toast.success(t('retry-done'), t('retry-done-text'), toTask(data.taskId))
      refresh(client)
    },
    onError: (error) => {
      toast.failure(error, { fallback: retryFailed ?? t('retry-failed') })
      refresh(client)
    },
  })

  const discard = async ({ id, version, effectiveRevision }: Changing): Promise<void> => {
    if (effectiveRevision === null) return
    let taskId: string | null = null
    const done = await confirm({
      title: t('discard-ask'),
      text: <DiscardText id={id} number={effectiveRevision} />,
      action: t('discard'),
      errors: { fallback: t('discard-failed') },
      run: async () => {
        try {
          taskId = (await request('POST', '/deployments/{id}/discard', { path: { id }, ifMatch: version })).data.taskId
        } finally {
          refresh(client)
        }
      },
    })
    if (done) toast.success(t('discard-done'), t('discard-done-text'), toTask(taskId))
  }

  return { restart, retry, discard }
}
