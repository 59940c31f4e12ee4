import { Form, Input } from 'antd'
import { useState } from 'react'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { refused } from '@/lib/sentence'
import { t as shared } from '../texts'
import { usePlanned } from '../use-planned'
import { PlannedDialog } from './planned-dialog'
import { t } from './texts'

/** Stopping or starting a site: what it does to the cluster, why it is done, and only then the button. */
export default function Power({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, name, version, revision } = deployment
  // What was asked for stays what it is, whatever becomes of the deployment meanwhile.
  const [verb] = useState<'stop' | 'start'>(deployment.stopped ? 'start' : 'stop')
  const [reason, setReason] = useState('')
  const planned = usePlanned({
    key: [verb, id, revision],
    look: () => request('POST', verb === 'stop' ? '/deployments/{id}/plan/stop' : '/deployments/{id}/plan/start', { path: { id }, ifMatch: version, body: {} }),
    send: (made) => {
      const body = { ...(reason.trim() ? { reason: reason.trim() } : {}), ...made }
      return request('POST', verb === 'stop' ? '/deployments/{id}/stop' : '/deployments/{id}/start', { path: { id }, ifMatch: version, body })
    },
    begun: { title: t(`${verb}-begun`, { name }) },
    onClose,
  })
  return (
    <PlannedDialog
      planned={planned}
      title={t(`${verb}-title`, { name })}
      about={t(`${verb}-about`)}
      action={{ text: shared(verb), without: t(`${verb}-without`), danger: verb === 'stop' }}
      barred={refused(deployment.actions[verb])}
      fallback={t(`${verb}-failed`)}
      onClose={onClose}
    >
      <Form layout="vertical" disabled={planned.sending.isPending}>
        <Form.Item label={shared('edit-reason')} htmlFor="power-reason" help={shared('edit-reason-about')}>
          <Input id="power-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </PlannedDialog>
  )
}
