import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { QueryView } from '@/components/query-view'
import { present } from '@/feedback/present'
import { texts } from '@/lib/texts'
import { session } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'

const t = texts('setup', {
  title: 'Set up Canopy',
  about: 'Create the first account. It may do everything, and can invite others.',
  closed: 'Canopy is set up already.',
  signIn: 'Sign in',
  token: 'Set-up token',
  'token.about': 'It is in the link that Canopy printed when it was started for the first time.',
  'token.required': 'The set-up token is required',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  submit: 'Create administrator',
  'name.required': 'First name is required',
  'email.required': 'Email is required',
  'email.invalid': 'Invalid email address',
  'password.required': 'Password is required',
  'password.short': 'Password should be at least {n} characters long',
  failed: 'Set-up failed. Please try again.',
  unknown: 'Could not find out whether Canopy is set up',
})

interface Typed {
  token: string
  email: string
  password: string
  firstName: string
  lastName?: string
}

function SetupForm() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [form] = Form.useForm<Typed>()
  const given = params.get('token') ?? ''
  const setUp = useMutation({
    mutationFn: (body: Typed) => request('POST', '/auth/setup', { body }),
    onSuccess: ({ data }) => {
      session.begin(data)
      void navigate(paths.dashboard(), { replace: true })
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name: name as keyof Typed, errors: [text] })))
    },
  })
  return (
    <>
      <p className="quiet">{t('about')}</p>
      {setUp.error ? <Alert type="error" showIcon role="alert" title={present(setUp.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} /> : null}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ token: given }} validateTrigger="onBlur" scrollToFirstError={{ focus: true }} onFinish={(typed) => setUp.mutate(typed)}>
        <Form.Item name="token" label={t('token')} hidden={given !== ''} extra={t('token.about')} rules={[{ required: true, whitespace: true, message: t('token.required') }]}>
          <Input autoComplete="off" />
        </Form.Item>
        <Flex gap={12}>
          <Form.Item name="firstName" label={t('firstName')} style={{ flex: 1 }} rules={[{ required: true, whitespace: true, message: t('name.required') }]}>
            <Input autoComplete="given-name" autoFocus />
          </Form.Item>
          <Form.Item name="lastName" label={t('lastName')} style={{ flex: 1 }}>
            <Input autoComplete="family-name" />
          </Form.Item>
        </Flex>
        <Form.Item
          name="email"
          label={t('email')}
          validateFirst
          rules={[
            { required: true, whitespace: true, message: t('email.required') },
            { type: 'email', message: t('email.invalid') },
          ]}
        >
          <Input type="email" autoComplete="username" />
        </Form.Item>
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
        <Button type="primary" htmlType="submit" block loading={setUp.isPending}>
          {t('submit')}
        </Button>
      </Form>
    </>
  )
}

export default function Setup() {
  const state = useQuery(one('/auth/setup', {}))
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      <QueryView
        query={state}
        errorTitle={t('unknown')}
        isEmpty={({ open }) => !open}
        empty={<Alert type="info" showIcon title={t('closed')} action={<Link to={paths.login()}>{t('signIn')}</Link>} />}
      >
        {() => <SetupForm />}
      </QueryView>
    </>
  )
}
