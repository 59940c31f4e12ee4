import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Profile } from '@/api/types'
import { Fact, Facts } from '@/components/facts'
import { TRIGGERS, whenLeft } from '@/components/form-rules'
import { Panel } from '@/components/panel'
import { RoleTag } from '@/components/role-tag'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { session } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { t } from './texts'

interface Typed {
  firstName: string
  lastName: string
}

const FIELDS = ['firstName', 'lastName'] as const

/** Who one is: the names are one's own to change, the rest is said. */
export function ProfilePanel({ profile: { user } }: { profile: Profile }) {
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const typed = Form.useWatch([], form) as Typed | undefined
  const save = useSend({
    mutationFn: (names: Typed) => request('PUT', '/users/profile', { body: names }),
    onSuccess: ({ data }) => {
      client.setQueryData(one('/users/profile', {}).queryKey, data)
      session.updateUser(data.user)
      form.setFieldsValue({ firstName: data.user.firstName, lastName: data.user.lastName })
      toast.success(t('profile-saved'))
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const known = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(known.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      if (known.length === 0) toast.failure(error, { fallback: t('profile-failed') })
    },
  })
  const differs = typed !== undefined && FIELDS.some((name) => (typed[name] ?? '').trim() !== user[name])
  const { max } = LIMITS.personName
  return (
    <Panel title={t('profile')}>
      <div className="settings-facts">
        <Facts>
          <Fact name={t('email')}>{user.email}</Fact>
          <Fact name={t('role')}>
            <RoleTag role={user.role} />
          </Fact>
          <Fact name={t('lastLogin')}>
            <TimeAgo at={user.lastLogin} />
          </Fact>
        </Facts>
      </div>
      <Form<Typed>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={TRIGGERS}
        initialValues={{ firstName: user.firstName, lastName: user.lastName }}
        onFinish={(names) => save.mutate({ firstName: names.firstName.trim(), lastName: names.lastName.trim() })}
      >
        <div className="settings-names">
          {FIELDS.map((name) => (
            <Form.Item key={name} name={name} label={t(name)} rules={[whenLeft({ max, message: t('name-long', { n: max }) })]}>
              <Input autoComplete={name === 'firstName' ? 'given-name' : 'family-name'} />
            </Form.Item>
          ))}
        </div>
        <Button type="primary" htmlType="submit" disabled={!differs} loading={save.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Panel>
  )
}
