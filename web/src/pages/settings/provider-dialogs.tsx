import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { leave } from '@/session/provider-trip'
import { paths } from '@/spec/paths'
import { t } from './texts'

interface Typed {
  currentPassword: string
}

interface Asking {
  provider: string
  onClose: () => void
}

/** What asks for the present password first. */
function Ask<Data>({ title, about, action, danger = false, ask, onDone, onClose }: { title: string; about: string; action: string; danger?: boolean; ask: (typed: Typed) => Promise<Data>; onDone: (data: Data) => void; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const sent = useSend({
    mutationFn: ask,
    // The password is not kept.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      const problem = error instanceof ApiError ? error.fields['currentPassword'] : undefined
      if (problem !== undefined) form.setFields([{ name: 'currentPassword', errors: [problem] }])
    },
  })
  const { error } = sent
  const failure = error && !(error instanceof ApiError && error.fields['currentPassword'] !== undefined) ? present(error, { fallback: t('provider-failed') }).description : null
  const close = () => {
    if (!sent.isPending) onClose()
  }
  const footer = [
    <Button key="cancel" disabled={sent.isPending} onClick={close}>
      {t('cancel')}
    </Button>,
    <Button key="go" type="primary" danger={danger} loading={sent.isPending || sent.isSuccess} onClick={() => form.submit()}>
      {action}
    </Button>,
  ]
  return (
    <Modal open title={title} mask={{ closable: false }} onCancel={close} footer={footer}>
      <p>{about}</p>
      {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
      {/* Named, for the page behind has a field of the same name. */}
      <Form<Typed> form={form} name="provider" layout="vertical" requiredMark={false} disabled={sent.isPending} onFinish={(typed) => sent.mutate(typed)}>
        <Form.Item name="currentPassword" label={t('password-current')} rules={[{ required: true, message: t('password-current-required'), validateTrigger: 'onSubmit' }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The password, then the provider. */
export function Connect({ provider, onClose }: Asking) {
  return (
    <Ask
      title={t('provider-connect', { provider })}
      about={t('provider-connect-about', { provider })}
      action={t('next')}
      ask={(body) => request('POST', '/auth/provider/link', { body })}
      onDone={({ data }) => leave(data.url, { ticket: data.ticket, purpose: 'link', from: paths.settings('password') })}
      onClose={onClose}
    />
  )
}

/** The password only from now on. */
export function Disconnect({ provider, onClose }: Asking) {
  const client = useQueryClient()
  return (
    <Ask
      title={t('provider-disconnect', { provider })}
      about={t('provider-disconnect-about')}
      action={t('provider-disconnect', { provider })}
      danger
      ask={(body) => request('DELETE', '/auth/provider/link', { body })}
      onDone={() => {
        toast.success(t('provider-disconnected', { provider }))
        void client.invalidateQueries({ queryKey: ['/users/profile'] })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
