import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { Panel } from '@/components/panel'
import { Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { PlanView } from './plan'
import { t } from './texts'

interface RollbackProps {
  deployment: Deployment
  /** The revision to go back to. */
  number: number
  onClose: () => void
}

/** Back to an earlier revision: what that changes in the cluster, why it is done, and only then the button. */
export default function Rollback({ deployment, number, onClose }: RollbackProps) {
  const { id, version, revision } = deployment
  const client = useQueryClient()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  // A revision in between makes another plan.
  const plan = useQuery({
    queryKey: ['rollback', id, number, revision] as const,
    queryFn: async () => (await request('POST', '/deployments/{id}/plan/rollback', { path: { id }, ifMatch: version, body: { revision: number } })).data,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  const send = useSend({
    mutationFn: () => {
      const hash = plan.data?.hash
      const body = { revision: number, ...(reason.trim() ? { reason: reason.trim() } : {}), ...(hash ? { plan: hash } : {}) }
      return request('POST', '/deployments/{id}/rollback', { path: { id }, ifMatch: version, body })
    },
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('rollback-done', { number }), undefined, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') void plan.refetch()
      else refresh(client)
    },
  })
  const silent = plan.error instanceof ApiError && (plan.error.status === 503 || plan.error.status === 504)
  const failed = send.error ?? plan.error
  return (
    <Panel title={t('rollback-title', { number })} extra={<Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('rollback-close')} onClick={onClose} />}>
      <p className="quiet">{t('rollback-about', { number })}</p>
      {failed ? <Alert type="error" showIcon role="alert" title={present(failed, { fallback: t('rollback-failed') }).description} style={{ marginBottom: 16 }} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
      <Form layout="vertical" onFinish={() => send.mutate()}>
        <Form.Item label={t('edit-reason')} htmlFor="rollback-reason" help={t('edit-reason-about')}>
          <Input id="rollback-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <ReasonButton
          type="primary"
          htmlType="submit"
          reason={refused(deployment.actions.update)}
          disabled={!plan.data && !silent}
          loading={send.isPending || plan.isRefetching}
        >
          {silent ? t('rollback-without') : t('rollback-named', { number })}
        </ReasonButton>
      </Form>
    </Panel>
  )
}
