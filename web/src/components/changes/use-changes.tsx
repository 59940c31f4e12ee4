import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { t } from './texts'

/** What a verb has to know of a deployment; the version is the one that is shown. */
export type Changing = Pick<Deployment, 'id' | 'name' | 'version' | 'effectiveRevision' | 'actions'>

export interface ChangesOptions {
  /** The screen goes on by itself, instead of the toast with a link to the task. */
  onRetried?: ((taskId: string) => void) | undefined
  /** Of the screen of a task: what is asked for is asked of it. */
  task?: string | undefined
  /** The screen's own sentence for a retry that was not taken. */
  retryFailed?: string | undefined
}

export function refresh(client: QueryClient): void {
  void changed(client, 'deployment')
  void changed(client, 'task')
}

/** The verbs for a deployment that is there: each names the version that it is meant for. */
export function useChanges({ onRetried, task, retryFailed }: ChangesOptions = {}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toTask = (id: string | null) => (id ? { action: { label: t('task'), run: () => void navigate(paths.task(id)) } } : {})

  const retry = useSend({
    mutationFn: ({ id, version }: Changing) =>
      task ? request('POST', '/tasks/{id}/retry', { path: { id: task }, ifMatch: version }) : request('POST', '/deployments/{id}/retry', { path: { id }, ifMatch: version }),
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

  return { retry }
}
