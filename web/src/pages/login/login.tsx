import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { LinkButton } from '@/components/link-button'
import { present } from '@/feedback/present'
import { texts } from '@/lib/texts'
import { session } from '@/session/store'
import { SESSION_MS } from '@/spec/policy'
import { paths } from '@/spec/paths'

const t = texts('login')

interface Typed {
  email: string
  password: string
}

export default function Login() {
  const navigate = useNavigate()
  const { state } = useLocation()
  // Without an administrator there is nobody who could sign in; what cannot be found out is not in anybody's way.
  const setUp = useQuery(one('/auth/setup', {})).data
  const signIn = useSend({
    mutationFn: (body: Typed) => request('POST', '/auth/login', { body }),
    onSuccess: ({ data }) => {
      session.begin({ token: data.token, user: data.user, expiresAt: data.expiresAt ?? Date.now() + SESSION_MS })
      void navigate((state as { from?: string } | null)?.from ?? paths.dashboard(), { replace: true })
    },
  })
  if (setUp?.open) return <Navigate to={paths.setup()} replace />
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      {signIn.error ? (
        <Alert type="error" showIcon role="alert" title={present(signIn.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} />
      ) : null}
      <Form<Typed> layout="vertical" requiredMark={false} scrollToFirstError={{ focus: true }} onFinish={(typed) => signIn.mutate(typed)}>
        <Form.Item name="email" label={t('email')} rules={[{ required: true, whitespace: true, message: t('email-required') }]}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('password-required') }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={signIn.isPending}>
          {t('submit')}
        </Button>
      </Form>
      {setUp?.registration ? (
        <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.register()}>
          {t('create')}
        </LinkButton>
      ) : null}
    </>
  )
}
