import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { PlanView } from '../plan'
import { t as shared } from '../texts'
import { usePlanned } from '../use-planned'
import { t } from './texts'

/** Stopping or starting a site: what it does to the cluster, why it is done, and only then the button. */
export default function Power({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, name, version, revision } = deployment
  // What was asked for stays what it is, whatever becomes of the deployment meanwhile.
  const [verb] = useState<'stop' | 'start'>(deployment.stopped ? 'start' : 'stop')
  const [reason, setReason] = useState('')
  const navigate = useNavigate()
  const { plan, sending, silent, failed } = usePlanned({
    key: [verb, id, revision],
    look: () => request('POST', verb === 'stop' ? '/deployments/{id}/plan/stop' : '/deployments/{id}/plan/start', { path: { id }, ifMatch: version, body: {} }),
    send: (made) => {
      const body = { ...(reason.trim() ? { reason: reason.trim() } : {}), ...made }
      return request('POST', verb === 'stop' ? '/deployments/{id}/stop' : '/deployments/{id}/start', { path: { id }, ifMatch: version, body })
    },
    onBegun: (taskId) => {
      toast.success(t(`${verb}-begun`, { name }), undefined, taskId ? { action: { label: shared('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      onClose()
    },
  })
  const barred = refused(deployment.actions[verb])
  return (
    <Modal
      open
      title={t(`${verb}-title`, { name })}
      width={720}
      okText={silent ? t(`${verb}-without`) : shared(verb)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: verb === 'stop', disabled: barred !== null || (!plan.data && !silent) || plan.isRefetching }}
      confirmLoading={sending.isPending}
      cancelButtonProps={{ disabled: sending.isPending }}
      mask={{ closable: false }}
      onOk={() => sending.mutate()}
      onCancel={() => {
        if (!sending.isPending) onClose()
      }}
    >
      <p className="quiet">{t(`${verb}-about`)}</p>
      {barred === null || sending.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback: t(`${verb}-failed`) }).description} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
      <Form layout="vertical" disabled={sending.isPending}>
        <Form.Item label={shared('edit-reason')} htmlFor="power-reason" help={shared('edit-reason-about')}>
          <Input id="power-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
