import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { useSend } from '@/api/send'
import type { Plan } from '@/api/types'
import { t } from '@/components/changes/texts'
import { refresh } from '@/components/changes/use-changes'
import { toast } from '@/feedback/toast'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'

interface PlannedOptions {
  /** What the plan is of: a revision in between makes another one. */
  key: readonly unknown[]
  look: () => Promise<{ data: Plan }>
  /** Does what the plan with this hash shows; without a hash nothing could be looked at. */
  send: (plan: { plan?: string }) => Promise<{ data: { taskId: string | null } }>
  /** What is said when it has begun, beside the way to its task. */
  begun: { title: string; text?: string }
  onClose: () => void
}

/** A change that is looked at before its button is pressed, and that is refused when anything has moved since: then it is looked at anew. */
export function usePlanned({ key, look, send, begun, onClose }: PlannedOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sending = useSend({
    mutationFn: (hash: string | null | undefined) => send(hash ? { plan: hash } : {}),
    onSuccess: ({ data: { taskId } }) => {
      refresh(client)
      toast.success(begun.title, begun.text, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') void plan.refetch()
      else refresh(client)
    },
  })
  // What is sent makes a revision, and the page may hear of that before the answer comes: a plan of it would be refused, as its task is at work.
  const underWay = sending.isPending || sending.isSuccess
  const plan = useQuery({
    queryKey: ['planned', ...key] as const,
    queryFn: async () => (await look()).data,
    enabled: !underWay,
    placeholderData: (shown) => (underWay ? shown : undefined),
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  return {
    plan,
    sending,
    begin: () => {
      sending.mutate(plan.data?.hash)
    },
    /** The cluster cannot be asked: this keeps nobody from the change. */
    silent: plan.error instanceof ApiError && (plan.error.status === 503 || plan.error.status === 504),
    failed: sending.error ?? plan.error,
  }
}
