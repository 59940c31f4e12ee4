import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Divider, Form, Input } from 'antd'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { LinkButton } from '@/components/link-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { leave } from '@/session/provider-trip'
import { paths } from '@/spec/paths'
import { CodeStep } from './code-step'
import { begin, challengeOf, isOver } from './sign-in'

const t = texts('login')

interface Typed {
  email: string
  password: string
}

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

/** To the identity provider, and from there to the page that one wanted. */
function ProviderButton({ name, from }: { name: string; from: string | undefined }) {
  const go = useSend({
    mutationFn: () => request('POST', '/auth/provider'),
    gcTime: 0,
    onSuccess: ({ data }) => leave(data.url, { ticket: data.ticket, purpose: 'sign-in', from }),
    onError: (error) => toast.failure(error, { fallback: t('failed') }),
  })
  return (
    <>
      <Divider plain>{t('provider-or')}</Divider>
      {/* Until the browser has gone. */}
      <Button block loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        <span className="login-provider">{t('provider-sign-in', { provider: name })}</span>
      </Button>
    </>
  )
}

export default function Login() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const from = (state as { from?: string } | null)?.from
  const [challenge, setChallenge] = useState<string | null>(null)
  // Without an administrator there is nobody who could sign in; what cannot be found out is not in anybody's way.
  const setUp = useQuery(one('/auth/setup', {})).data
  const signIn = useSend({
    mutationFn: (body: Typed | { challenge: string; code: string }) => request('POST', '/auth/login', { body }),
    onSuccess: ({ data }) => {
      begin(data)
      void navigate(from ?? paths.dashboard(), { replace: true })
    },
    onError: (error) => {
      const asked = challengeOf(error)
      if (asked !== null) setChallenge(asked)
      // The five minutes are over.
      else if (isOver(error)) setChallenge(null)
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
        <CodeStep pending={signIn.isPending} back={t('code-back')} onSubmit={({ code }) => signIn.mutate({ challenge, code })} onBack={back} />
      )}
      {setUp?.provider && challenge === null ? <ProviderButton name={setUp.provider} from={from} /> : null}
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
