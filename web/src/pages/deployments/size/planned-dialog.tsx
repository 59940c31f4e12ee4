import { Alert, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { PlanView } from '../plan'
import type { usePlanned } from '../use-planned'
import { t } from './texts'

interface PlannedDialogProps {
  planned: ReturnType<typeof usePlanned>
  title: string
  about: ReactNode
  /** What the button says, and what it says when the cluster could not be asked. */
  action: { text: string; without: string; danger?: boolean }
  /** Why it cannot be done now. */
  barred: string | null
  /** Where the server has no sentence of its own. */
  fallback: string
  onClose: () => void
  /** What is asked below the plan. */
  children?: ReactNode
}

/** A change that is shown before it is done: what it is, its plan, and only then the button. While it is being sent it cannot be left. */
export function PlannedDialog({ planned: { plan, sending, begin, silent, failed }, title, about, action, barred, fallback, onClose, children }: PlannedDialogProps) {
  return (
    <Modal
      open
      title={title}
      width={720}
      okText={silent ? action.without : action.text}
      cancelText={t('cancel')}
      okButtonProps={{ danger: action.danger ?? false, disabled: barred !== null || (!plan.data && !silent) || plan.isRefetching }}
      confirmLoading={sending.isPending}
      cancelButtonProps={{ disabled: sending.isPending }}
      mask={{ closable: false }}
      onOk={begin}
      onCancel={() => {
        if (!sending.isPending) onClose()
      }}
    >
      <p className="quiet">{about}</p>
      {barred === null || sending.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback }).description} /> : null}
      {plan.data ? <PlanView plan={plan.data} /> : plan.error ? null : <Waiting rows={3} />}
      {children}
    </Modal>
  )
}
