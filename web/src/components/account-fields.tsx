import { Flex, Form, Input } from 'antd'
import { required, whenLeft } from '@/components/form-rules'
import { texts } from '@/lib/texts'
import { LIMITS } from '@/spec/limits'

/** The fields of an account that is being created, by its owner or at set-up. */

const t = texts('account')

export function NameFields({ mandatory = false, autoFocus = false }: { mandatory?: boolean; autoFocus?: boolean }) {
  return (
    <Flex gap={12}>
      <Form.Item name="firstName" label={t('firstName')} style={{ flex: 1 }} rules={mandatory ? [required(t('name-required'))] : []}>
        <Input autoComplete="given-name" autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item name="lastName" label={t('lastName')} style={{ flex: 1 }}>
        <Input autoComplete="family-name" />
      </Form.Item>
    </Flex>
  )
}

export function EmailField({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <Form.Item name="email" label={t('email')} validateFirst rules={[required(t('email-required')), whenLeft({ type: 'email', message: t('email-invalid') })]}>
      <Input type="email" autoComplete="username" autoFocus={autoFocus} />
    </Form.Item>
  )
}

export function PasswordField() {
  const { min } = LIMITS.password
  return (
    <Form.Item
      name="password"
      label={t('password')}
      extra={t('password-about', { n: min })}
      validateFirst
      // A password may begin and end with blanks.
      rules={[{ required: true, message: t('password-required'), validateTrigger: 'onSubmit' }, whenLeft({ min, message: t('password-short', { n: min }) })]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
