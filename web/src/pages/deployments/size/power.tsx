import { Alert, Form, Input, Modal } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { PlanView } from '../plan'
import { t as shared } from '../texts'
import { t } from './texts'

/** Stopping or starting a site: what it does to the cluster, why it is done, and only then the button. */
export default function Power({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, name, version, revision } = deployment
  // What was asked for stays what it is, whatever becomes of the deployment meanwhile.
  const [verb] = useState<'stop' | 'start'>(deployment.stopped ? 'start' : 'stop')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const plan = useQuery({
    // A revision in between makes another plan.
    queryKey: ['power', verb, id, revision] as const,
    queryFn: async () => (await request('POST', verb === 'stop' ? '/deployments/{id}/plan/stop' : '/deployments/{id}/plan/start', { path: { id }, ifMatch: version, body: {} })).data,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  const send = useSend({
    mutationFn: () => {
      const hash = plan.data?.hash
      const body = { ...(reason.trim() ? { reason: reason.trim() } : {}), ...(hash ? { plan: hash } : {}) }
      return request('POST', verb === 'stop' ? '/deployments/{id}/stop' : '/deployments/{id}/start', { path: { id }, ifMatch: version, body })
    },
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t(`${verb}-begun`, { name }), undefined, taskId ? { action: { label: shared('task'), run: () => void navigate(paths.task(taskId)) } } : {})
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
  const barred = refused(deployment.actions[verb])
  return (
    <Modal
      open
      title={t(`${verb}-title`, { name })}
      width={720}
      okText={silent ? t(`${verb}-without`) : shared(verb)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: verb === 'stop', disabled: barred !== null || (!plan.data && !silent) || plan.isRefetching }}
      confirmLoading={send.isPending}
      cancelButtonProps={{ disabled: send.isPending }}
      mask={{ closable: false }}
      onOk={() => send.mutate()}
      onCancel={() => {
        if (!send.isPending) onClose()
      }}
    >
      <p className="quiet">{t(`${verb}-about`)}</p>
      {barred === null || send.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback: t(`${verb}-failed`) }).description} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
      <Form layout="vertical" disabled={send.isPending}>
        <Form.Item label={shared('edit-reason')} htmlFor="power-reason" help={shared('edit-reason-about')}>
          <Input id="power-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
