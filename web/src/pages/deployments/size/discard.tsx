import { Alert, Modal } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { t as shared } from '@/components/changes/texts'
import type { Changing } from '@/components/changes/use-changes'
import { Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { moment } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { PlanView } from '../plan'
import { usePlanned } from '../use-planned'
import { t } from './texts'

/** Giving up the last change: where the site returns to, what that does to the cluster, and only then the button. */
export default function Discard({ deployment, back, onClose }: { deployment: Changing; /** The revision in effect. */ back: number; onClose: () => void }) {
  const { id, version } = deployment
  const navigate = useNavigate()
  const { plan, sending, silent, failed } = usePlanned({
    key: ['discard', id, version],
    look: () => request('POST', '/deployments/{id}/plan/discard', { path: { id }, ifMatch: version }),
    send: (query) => request('POST', '/deployments/{id}/discard', { path: { id }, query, ifMatch: version }),
    onBegun: (taskId) => {
      toast.success(t('discard-done'), t('discard-done-text'), taskId ? { action: { label: shared('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      onClose()
    },
  })
  const revisions = useQuery(list('/deployments/{id}/revisions', { path: { id } }, POLICY.standard))
  const target = revisions.data?.items.find(({ number }) => number === back)
  const barred = refused(deployment.actions.discard)
  return (
    <Modal
      open
      title={t('discard-title')}
      width={720}
      okText={silent ? t('discard-without') : shared('discard')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: true, disabled: barred !== null || (!plan.data && !silent) || plan.isRefetching }}
      confirmLoading={sending.isPending}
      cancelButtonProps={{ disabled: sending.isPending }}
      mask={{ closable: false }}
      onOk={() => sending.mutate()}
      onCancel={() => {
        if (!sending.isPending) onClose()
      }}
    >
      <p className="quiet">
        {target ? t('discard-back-to', { number: back, author: target.authorName, date: moment(target.createdAt) }) : t('discard-back', { number: back })} {t('discard-text')}
      </p>
      {barred === null || sending.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback: t('discard-failed') }).description} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
    </Modal>
  )
}
