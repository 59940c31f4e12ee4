import { DeleteOutlined, StopOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import type { Task } from '@/api/types'
import { DiscardLink, EditButton, RestartLink, RetryButton } from '@/components/changes/buttons'
import { hint } from '@/components/hint/hint'
import { ReasonButton } from '@/components/reason-button'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { POLICY } from '@/spec/policy'
import { isOver, type Rights } from './read'
import { t } from './texts'

interface TaskActionsProps {
  task: Task
  /** How the task is called in questions. */
  name: string
  rights: Rights
  /** The id of the task that runs the work again. */
  onRetried: (taskId: string) => void
  onDeleted: () => void
}

/** Stops a task after a question. */
function useCancel({ task, name }: { task: Task; name: string }): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const done = await confirm({
      title: t('cancel-title'),
      text: t(task.type === 'uninstall' ? 'cancel-uninstall' : 'cancel-text', { task: name }),
      action: t('cancel-action'),
      cancel: t('cancel-not'),
      run: () => request('POST', '/tasks/{id}/cancel', { path: { id: task.id } }),
      errors: { fallback: t('cancel-failed') },
    })
    await changed(client, 'task')
    if (done) toast.success(t('cancel-done'))
  }
}

/** The same as an icon, for a row. */
export function StopButton({ task, name }: { task: Task; name: string }) {
  const cancel = useCancel({ task, name })
  return <Button type="text" icon={<StopOutlined aria-hidden />} aria-label={t('cancel-named', { task: name })} {...hint(t('cancel'))} onClick={() => void cancel()} />
}

function CancelButton({ task, name }: { task: Task; name: string }) {
  const cancel = useCancel({ task, name })
  if (task.cancelRequested) {
    return (
      <Tag color="gold" role="status" {...hint(t('cancelling-about'))}>
        {t('cancelling')}
      </Tag>
    )
  }
  return (
    <Button icon={<StopOutlined aria-hidden />} onClick={() => void cancel()}>
      {t('cancel')}
    </Button>
  )
}

/** What can be done with the deployment now that the task is over; without its deployment there is nothing to work on. */
function Changes({ task, onRetried }: Pick<TaskActionsProps, 'task' | 'onRetried'>) {
  const { data: deployment, error } = useQuery(one('/deployments/{id}', { path: { id: task.deploymentId } }, POLICY.deployments))
  if (!deployment || (error instanceof ApiError && error.status === 404)) return null
  const failed = task.status === 'failed'
  const last = deployment.lastTaskId === task.id
  return (
    <>
      {failed ? <RetryButton deployment={deployment} task={task.id} barred={last ? null : t('retry-outdated')} onRetried={onRetried} retryFailed={t('retry-failed')} /> : null}
      {failed && last && task.type !== 'uninstall' && deployment.effectiveRevision !== null && deployment.effectiveRevision !== deployment.revision ? <DiscardLink deployment={deployment} /> : null}
      {failed || task.type === 'uninstall' ? null : <RestartLink deployment={deployment} />}
      {task.type === 'uninstall' ? null : <EditButton deployment={deployment} />}
    </>
  )
}

function DeleteButton({ task, rights, onDeleted }: Pick<TaskActionsProps, 'task' | 'rights' | 'onDeleted'>) {
  const client = useQueryClient()
  const remove = async () => {
    const done = await confirm({
      title: t('delete-title'),
      text: t('delete-text'),
      run: () => request('DELETE', '/tasks/{id}', { path: { id: task.id } }),
      errors: { fallback: t('delete-failed') },
    })
    if (!done) return
    toast.success(t('delete-done'))
    onDeleted()
    // Only the lists: to ask for the task itself would be answered by 404.
    await Promise.all([client.invalidateQueries({ queryKey: ['/tasks'] }), client.invalidateQueries({ queryKey: ['/dashboard'] })])
  }
  return (
    <ReasonButton icon={<DeleteOutlined aria-hidden />} reason={rights.remove ? null : t('delete-reason')} onClick={() => void remove()}>
      {t('delete')}
    </ReasonButton>
  )
}

/** What can be done with a task now: cancel while it runs; when it is over go on with its deployment, or delete it. */
export function TaskActions({ task, name, rights, onRetried, onDeleted }: TaskActionsProps) {
  if (!rights.change) return null
  if (!isOver(task)) return <CancelButton task={task} name={name} />
  return (
    <>
      <Changes task={task} onRetried={onRetried} />
      <DeleteButton task={task} rights={rights} onDeleted={onDeleted} />
    </>
  )
}
