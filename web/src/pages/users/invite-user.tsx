import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { MadeUserInvite } from '@/api/types'
import { required, TRIGGERS, whenLeft } from '@/components/form-rules'
import { roleName } from '@/components/role-name'
import { present } from '@/feedback/present'
import type { User } from '@/session/store'
import { t } from './texts'
import { ROLES } from './words'

interface Typed {
  email: string
  role: User['role']
}

const FIRST: Typed = { email: '', role: 'user' }

const sentence = (error: unknown) => (error instanceof ApiError && error.fields['email'] !== undefined ? error.fields['email'] : present(error, { fallback: t('invite-failed') }).description)

/** Somebody is invited to have an account. */
export function InviteUser({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeUserInvite) => void }) {
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const send = useSend({
    mutationFn: ({ email, role }: Typed) => request('POST', '/users/invites', { body: { email: email.trim(), role } }),
    // The token of the link is kept nowhere but on the page.
    gcTime: 0,
    onSuccess: ({ data }) => {
      onMade(data)
      onClose()
      void client.invalidateQueries({ queryKey: ['/users/invites'] })
    },
    onError: (error) => form.setFields([{ name: 'email', errors: [sentence(error)] }]),
  })
  return (
    <Modal
      open
      title={t('invite')}
      width={425}
      okText={t(send.isPending ? 'invite-sending' : 'invite-send')}
      cancelText={t('cancel')}
      confirmLoading={send.isPending}
      cancelButtonProps={{ disabled: send.isPending }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => {
        if (!send.isPending) onClose()
      }}
    >
      <Form<Typed> form={form} layout="vertical" requiredMark={false} disabled={send.isPending} validateTrigger={TRIGGERS} initialValues={FIRST} onFinish={(typed) => send.mutate(typed)}>
        <Form.Item name="email" label={t('invite-email')} validateFirst rules={[required(t('invite-email-required')), whenLeft({ type: 'email', message: t('invite-email-invalid') })]}>
          <Input type="email" autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item name="role" label={t('role')} extra={t('invite-role-about')}>
          <Select options={ROLES.map((value) => ({ value, label: roleName(value) }))} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
