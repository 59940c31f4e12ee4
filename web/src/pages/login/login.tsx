import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
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

/** What the second step is made with; null when the server did not ask for one. */
const challengeOf = (error: unknown): string | null => (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED' ? error.challenge : null)

function PasswordStep({ pending, onSubmit }: { pending: boolean; onSubmit: (typed: Typed) => void }) {
  return (
    <Form<Typed> layout="vertical" requiredMark={false} scrollToFirstError={{ focus: true }} onFinish={onSubmit}>
      <Form.Item name="email" label={t('email')} rules={[{ required: true, whitespace: true, message: t('email-required') }]}>
        <Input type="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('password-required') }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={pending}>
        {t('submit')}
      </Button>
    </Form>
  )
}

function CodeStep({ pending, onSubmit, onBack }: { pending: boolean; onSubmit: (typed: { code: string }) => void; onBack: () => void }) {
  return (
    <Form<{ code: string }> layout="vertical" requiredMark={false} onFinish={onSubmit}>
      <Form.Item name="code" label={t('code')} extra={t('code-about')} rules={[{ required: true, whitespace: true, message: t('code-required') }]}>
        <Input autoComplete="one-time-code" autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={pending}>
        {t('submit')}
      </Button>
      <Button type="link" block disabled={pending} style={{ marginTop: 8 }} onClick={onBack}>
        {t('code-back')}
      </Button>
    </Form>
  )
}

export default function Login() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [challenge, setChallenge] = useState<string | null>(null)
  // Without an administrator there is nobody who could sign in; what cannot be found out is not in anybody's way.
  const setUp = useQuery(one('/auth/setup', {})).data
  const signIn = useSend({
    mutationFn: (body: Typed | { challenge: string; code: string }) => request('POST', '/auth/login', { body }),
    onSuccess: ({ data }) => {
      session.begin({ token: data.token, user: data.user, expiresAt: data.expiresAt ?? Date.now() + SESSION_MS })
      void navigate((state as { from?: string } | null)?.from ?? paths.dashboard(), { replace: true })
    },
    onError: (error) => {
      const asked = challengeOf(error)
      if (asked !== null) setChallenge(asked)
      // The five minutes are over.
      else if (error instanceof ApiError && error.reason === 'CHALLENGE_OVER') setChallenge(null)
    },
  })
  const back = () => {
    setChallenge(null)
    signIn.reset()
  }
  if (setUp?.open) return <Navigate to={paths.setup()} replace />
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      {signIn.error && challengeOf(signIn.error) === null ? (
        <Alert type="error" showIcon role="alert" title={present(signIn.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} />
      ) : null}
      {challenge === null ? (
        <PasswordStep pending={signIn.isPending} onSubmit={(typed) => signIn.mutate(typed)} />
      ) : (
        <CodeStep pending={signIn.isPending} onSubmit={({ code }) => signIn.mutate({ challenge, code })} onBack={back} />
      )}
      {challenge === null ? (
        <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.forgotPassword()}>
          {t('forgot')}
        </LinkButton>
      ) : null}
      {setUp?.registration && challenge === null ? (
        <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.register()} state={state}>
          {t('create')}
        </LinkButton>
      ) : null}
    </>
  )
}
