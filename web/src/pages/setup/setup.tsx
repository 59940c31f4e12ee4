import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { EmailField, NameFields, PasswordField } from '@/components/account-fields'
import { required, TRIGGERS } from '@/components/form-rules'
import { QueryView } from '@/components/query-view'
import { present } from '@/feedback/present'
import { texts } from '@/lib/texts'
import { session } from '@/session/store'
import { paths } from '@/spec/paths'

const t = texts('setup')

interface Typed {
  token: string
  email: string
  password: string
  firstName: string
  lastName?: string
  registration: boolean
}

/** What of a first name fits into the name of a team, which has 50 characters at most in every language. */
const shortened = (name: string) => [...name.trim()].slice(0, 36).join('')

function SetupForm() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [form] = Form.useForm<Typed>()
  const given = params.get('token') ?? ''
  const setUp = useSend({
    mutationFn: (typed: Typed) => request('POST', '/auth/setup', { body: { ...typed, teamName: t('team', { name: shortened(typed.firstName) }), teamDescription: t('team-about') } }),
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
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ token: given, registration: false }} validateTrigger={TRIGGERS} scrollToFirstError={{ focus: true }} onFinish={(typed) => setUp.mutate(typed)}>
        <Form.Item name="token" label={t('token')} hidden={given !== '' && !setUp.error} extra={t('token-about')} rules={[required(t('token-required'))]}>
          <Input autoComplete="off" />
        </Form.Item>
        <NameFields mandatory autoFocus />
        <EmailField />
        <PasswordField />
        <Form.Item name="registration" valuePropName="checked">
          <Checkbox>{t('registration')}</Checkbox>
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
