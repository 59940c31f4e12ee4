import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Profile } from '@/api/types'
import { TRIGGERS, whenLeft } from '@/components/form-rules'
import { Panel } from '@/components/panel'
import { toast } from '@/feedback/toast'
import { LIMITS } from '@/spec/limits'
import { Provider } from './provider'
import { t } from './texts'

interface Typed {
  currentPassword: string
  newPassword: string
  confirm: string
}

const FIELDS = ['currentPassword', 'newPassword'] as const

/** A password may begin and end with blanks. */
const needed = (message: string) => ({ required: true, message, validateTrigger: 'onSubmit' })

/** An account that is signed in to with the identity provider only. */
function NoPassword() {
  return (
    <Panel title={t('password')}>
      <p>{t('password-none')}</p>
    </Panel>
  )
}

export function Password({ profile }: { profile: Profile }) {
  return (
    <div className="stack">
      {profile.security.hasPassword ? <ChangePassword profile={profile} /> : <NoPassword />}
      <Provider profile={profile} />
    </div>
  )
}

function ChangePassword({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const change = useSend({
    mutationFn: ({ currentPassword, newPassword }: Typed) => request('PUT', '/users/profile/password', { body: { currentPassword, newPassword } }),
    // What was typed is not kept.
    gcTime: 0,
    onSuccess: ({ data }) => {
      form.resetFields()
      toast.success(t('password-changed'), t('password-changed-text', { n: data.sessions }))
      void client.invalidateQueries({ queryKey: ['/auth/sessions'] })
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const known = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(known.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      const first = known[0]
      if (first) form.scrollToField(first, { focus: true })
      else toast.failure(error, { fallback: t('password-failed') })
    },
  })
  const { min } = LIMITS.password
  const same = { validator: async (_: unknown, value: string | undefined) => (value && value !== form.getFieldValue('newPassword') ? Promise.reject(new Error(t('password-differ'))) : undefined) }
  return (
    <Panel title={t('password')}>
      <p>{t('password-about')}</p>
      <Form<Typed> form={form} layout="vertical" requiredMark={false} validateTrigger={TRIGGERS} disabled={change.isPending} scrollToFirstError={{ focus: true }} onFinish={(typed) => change.mutate(typed)}>
        {/* For those who keep passwords: whose it is. */}
        <input type="text" autoComplete="username" value={profile.user.email} readOnly hidden />
        <Form.Item name="currentPassword" label={t('password-current')} rules={[needed(t('password-current-required'))]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('password-new')}
          extra={t('password-rule', { n: min })}
          validateFirst
          rules={[needed(t('password-new-required')), whenLeft({ min, message: t('password-short', { n: min }) })]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item name="confirm" label={t('password-confirm')} dependencies={['newPassword']} validateFirst rules={[needed(t('password-confirm-required')), { ...same, validateTrigger: 'onSubmit' }]}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('password-change')}
        </Button>
      </Form>
    </Panel>
  )
}
