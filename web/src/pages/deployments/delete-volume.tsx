import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { Panel } from '@/components/panel'
import { Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { NameToType } from '@/feedback/name-to-type'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useKind } from './catalogue'
import { PlanView } from './plan'
import { t } from './texts'

interface DeleteVolumeProps {
  deployment: Deployment
  volume: string
  onClose: () => void
}

/** The deletion of a kept volume: a change of nothing else, with its plan and its reason, and the name typed. */
export function DeleteVolume({ deployment, volume, onClose }: DeleteVolumeProps) {
  const { id, version, revision, name } = deployment
  const client = useQueryClient()
  const navigate = useNavigate()
  const kind = useKind(deployment.type)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const body = { deleteVolumes: [volume], version }
  // A revision in between makes another plan.
  const plan = useQuery({
    queryKey: ['delete-volume', id, volume, revision] as const,
    queryFn: async () => (await request('POST', '/deployments/{id}/plan', { path: { id }, body })).data,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  const send = useSend({
    mutationFn: () => {
      const hash = plan.data?.hash
      return request('PUT', '/deployments/{id}', { path: { id }, body: { ...body, ...(reason.trim() ? { reason: reason.trim() } : {}), ...(hash ? { plan: hash } : {}) } })
    },
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('kept-deleting'), undefined, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') void plan.refetch()
      else refresh(client)
    },
  })
  const failed = send.error ?? plan.error
  return (
    <div ref={box} tabIndex={-1} className="revisions-below">
      <Panel title={t('kept-delete-title')} extra={<Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('kept-close')} onClick={onClose} />}>
        <p className="quiet">{t('kept-delete-about')}</p>
        {failed ? <Alert type="error" showIcon role="alert" title={present(failed, { fallback: t('kept-failed') }).description} style={{ marginBottom: 16 }} /> : null}
        {plan.data ? <PlanView plan={plan.data} {...(kind ? { kind } : {})} /> : plan.error ? null : <Waiting rows={3} />}
        <Form layout="vertical" onFinish={() => send.mutate()}>
          <Form.Item label={t('edit-reason')} htmlFor="delete-volume-reason" help={t('edit-reason-about')}>
            <Input id="delete-volume-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Form.Item>
          <NameToType name={name} onTyped={setTyped} />
          <ReasonButton type="primary" danger htmlType="submit" reason={refused(deployment.actions.update)} disabled={!plan.data || typed !== name} loading={send.isPending || plan.isRefetching}>
            {t('kept-delete-now')}
          </ReasonButton>
        </Form>
      </Panel>
    </div>
  )
}
