import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { Panel } from '@/components/panel'
import { Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { present } from '@/feedback/present'
import { refused } from '@/lib/sentence'
import { PlanView } from './plan'
import { t } from './texts'
import { usePlanned } from './use-planned'

interface RollbackProps {
  deployment: Deployment
  /** The revision to go back to. */
  number: number
  onClose: () => void
}

/** Back to an earlier revision: what that changes in the cluster, why it is done, and only then the button. */
export default function Rollback({ deployment, number, onClose }: RollbackProps) {
  const { id, version, revision } = deployment
  const [reason, setReason] = useState('')
  const { plan, sending, begin, silent, failed } = usePlanned({
    key: ['rollback', id, number, revision],
    look: () => request('POST', '/deployments/{id}/plan/rollback', { path: { id }, ifMatch: version, body: { revision: number } }),
    send: (made) => {
      const body = { revision: number, ...(reason.trim() ? { reason: reason.trim() } : {}), ...made }
      return request('POST', '/deployments/{id}/rollback', { path: { id }, ifMatch: version, body })
    },
    begun: { title: t('rollback-done', { number }) },
    onClose,
  })
  return (
    <Panel title={t('rollback-title', { number })} extra={<Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('rollback-close')} onClick={onClose} />}>
      <p className="quiet">{t('rollback-about', { number })}</p>
      {failed ? <Alert type="error" showIcon role="alert" title={present(failed, { fallback: t('rollback-failed') }).description} style={{ marginBottom: 16 }} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
      <Form layout="vertical" onFinish={begin}>
        <Form.Item label={t('edit-reason')} htmlFor="rollback-reason" help={t('edit-reason-about')}>
          <Input id="rollback-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <ReasonButton
          type="primary"
          htmlType="submit"
          reason={refused(deployment.actions.update)}
          disabled={!plan.data && !silent}
          loading={sending.isPending || plan.isRefetching}
        >
          {silent ? t('rollback-without') : t('rollback-named', { number })}
        </ReasonButton>
      </Form>
    </Panel>
  )
}
