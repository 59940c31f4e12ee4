import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Account } from '@/api/types'
import { TRIGGERS, whenLeft } from '@/components/form-rules'
import { roleName } from '@/components/role-name'
import { confirm } from '@/feedback/confirm'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { session, type User, useUser } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { t } from './texts'
import { fullName, ROLES, STATUSES } from './words'

type Typed = Pick<User, 'firstName' | 'lastName' | 'role' | 'status'>

const NAMES = ['firstName', 'lastName'] as const

/** Name, role and status of somebody's account. */
export function EditUser({ user, onClose }: { user: Account; onClose: () => void }) {
  const client = useQueryClient()
  const me = useUser()
  const [form] = Form.useForm<Typed>()
  const save = useSend({
    mutationFn: (typed: Typed) => request('PUT', '/users/{id}', { path: { id: user.id }, body: typed }),
    onSuccess: ({ data }) => {
      toast.success(t('saved'))
      if (data.id === me?.id) session.updateUser(data)
      void client.invalidateQueries({ queryKey: ['/users'] })
      void client.invalidateQueries({ queryKey: ['/users/{id}'] })
      onClose()
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      form.setFields(NAMES.filter((name) => problems[name] !== undefined).map((name) => ({ name, errors: [problems[name] ?? ''] })))
    },
  })
  const inFields = save.error instanceof ApiError && NAMES.some((name) => (save.error as ApiError).fields[name] !== undefined)
  const failure = save.error && !inFields ? present(save.error, { fallback: t('save-failed') }).description : null
  const resetTwoFactor = async () => {
    const done = await confirm({
      title: t('two-factor-title', { name: fullName(user) }),
      text: t('two-factor-text'),
      action: t('two-factor-action'),
      errors: { fallback: t('two-factor-failed') },
      run: () => request('DELETE', '/users/{id}/two-factor', { path: { id: user.id } }),
    })
    if (!done) return
    toast.success(t('two-factor-done'))
    void client.invalidateQueries({ queryKey: ['/users'] })
    void client.invalidateQueries({ queryKey: ['/users/{id}'] })
    onClose()
  }
  const { max } = LIMITS.personName
  return (
    <Modal
      open
      title={t('edit-title', { email: user.email })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={save.isPending}
      cancelButtonProps={{ disabled: save.isPending }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => {
        if (!save.isPending) onClose()
      }}
    >
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={save.isPending}
        validateTrigger={TRIGGERS}
        initialValues={{ firstName: user.firstName, lastName: user.lastName, role: user.role, status: user.status }}
        onFinish={({ firstName, lastName, role, status }) => save.mutate({ firstName: firstName.trim(), lastName: lastName.trim(), role, status })}
      >
        {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
        {NAMES.map((name) => (
          <Form.Item key={name} name={name} label={t(name)} rules={[whenLeft({ max, message: t('name-long', { n: max }) })]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
        <Form.Item name="role" label={t('role')} extra={t('role-about')}>
          <Select options={ROLES.map((value) => ({ value, label: roleName(value) }))} />
        </Form.Item>
        <Form.Item name="status" label={t('status')} extra={t(user.id === me?.id ? 'status-self' : 'status-about')}>
          <Select disabled={user.id === me?.id} options={STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))} />
        </Form.Item>
        {user.twoFactorEnabled && user.id !== me?.id ? <Button onClick={() => void resetTwoFactor()}>{t('two-factor-reset')}</Button> : null}
      </Form>
    </Modal>
  )
}
