import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'

const t = texts('register', {
  title: 'Create account',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  submit: 'Create account',
  instead: 'Sign in instead',
  'email.required': 'Email is required',
  'email.invalid': 'Invalid email address',
  'password.required': 'Password is required',
  'password.short': 'Password should be at least {n} characters long',
  failed: 'Registration failed',
  'done.title': 'Account created',
  'done.text': 'You can sign in now.',
})

interface Typed {
  email: string
  password: string
  firstName?: string
  lastName?: string
}

export default function Register() {
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const register = useMutation({
    mutationFn: (body: Typed) => request('POST', '/auth/register', { body }),
    onSuccess: () => {
      toast.success(t('done.title'), t('done.text'))
      void navigate(paths.login())
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name: name as keyof Typed, errors: [text] })))
    },
  })
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      {register.error ? (
        <Alert type="error" showIcon role="alert" title={present(register.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} />
      ) : null}
      <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onBlur" scrollToFirstError={{ focus: true }} onFinish={(typed) => register.mutate(typed)}>
        <Form.Item
          name="email"
          label={t('email')}
          validateFirst
          rules={[
            { required: true, whitespace: true, message: t('email.required') },
            { type: 'email', message: t('email.invalid') },
          ]}
        >
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Flex gap={12}>
          <Form.Item name="firstName" label={t('firstName')} style={{ flex: 1 }}>
            <Input autoComplete="given-name" />
          </Form.Item>
          <Form.Item name="lastName" label={t('lastName')} style={{ flex: 1 }}>
            <Input autoComplete="family-name" />
          </Form.Item>
        </Flex>
        <Form.Item
          name="password"
          label={t('password')}
          validateFirst
          rules={[
            { required: true, message: t('password.required') },
            { min: LIMITS.password.min, message: t('password.short', { n: LIMITS.password.min }) },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={register.isPending}>
          {t('submit')}
        </Button>
      </Form>
      <div style={{ textAlign: 'center', marginTop: 16 }}>
        <Link to={paths.login()}>{t('instead')}</Link>
      </div>
    </>
  )
}
