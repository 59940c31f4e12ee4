import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { LinkButton } from '@/components/link-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { arrive, type ProviderTrip } from '@/session/provider-trip'
import { paths } from '@/spec/paths'
import { CodeStep } from './code-step'
import { begin, challengeOf, isOver } from './sign-in'

const t = texts('login')

interface Return {
  state: string
  code: string
  /** What the provider says went wrong; empty when nothing did. */
  error: string
  trip: ProviderTrip | null
}

/** What stands in the address, and what this tab has kept of it. */
function returned(search: string): Return {
  const query = new URLSearchParams(search)
  const [state = '', code = '', error = ''] = ['state', 'code', 'error'].map((name) => query.get(name) ?? '')
  return { state, code, error: error.slice(0, 60), trip: arrive() }
}

/** What is wrong before anything is asked; null: nothing. */
function problemOf({ state, code, error, trip }: Return): string | null {
  if (error !== '') return t('provider-error', { code: error })
  return trip === null || state === '' || code === '' ? t('provider-over') : null
}

const finish = (purpose: ProviderTrip['purpose'], body: { state: string; code: string; ticket: string }) =>
  purpose === 'link' ? request('POST', '/auth/provider/link/finish', { body }).then(() => null) : request('POST', '/auth/provider/finish', { body }).then(({ data }) => data)

/** Where the identity provider sends the browser back to. */
export default function Callback() {
  const navigate = useNavigate()
  const { search, pathname } = useLocation()
  const [back] = useState(() => returned(search))
  const begun = useRef(false)
  const [said, setSaid] = useState(() => problemOf(back))
  const [challenge, setChallenge] = useState<string | null>(null)
  const from = back.trip?.from ?? paths.dashboard()
  const isLink = back.trip?.purpose === 'link'
  const signIn = useSend({
    mutationFn: (typed: { challenge: string; code: string }) => request('POST', '/auth/login', { body: typed }),
    gcTime: 0,
    onSuccess: ({ data }) => {
      begin(data)
      void navigate(from, { replace: true })
    },
    onError: (error) => {
      setSaid(present(error, { fallback: t('failed') }).description)
      if (isOver(error)) setChallenge(null)
    },
  })
  useEffect(() => {
    // The code is good for one use.
    if (begun.current) return
    begun.current = true
    // Neither stays in the address and the history of the browser.
    void navigate(pathname, { replace: true })
    const { state, code, trip } = back
    if (trip === null || problemOf(back) !== null) return
    finish(trip.purpose, { state, code, ticket: trip.ticket }).then(
      (data) => {
        if (data === null) toast.success(t('provider-linked'))
        else begin(data)
        void navigate(from, { replace: true })
      },
      (failure: unknown) => {
        const asked = challengeOf(failure)
        if (asked === null) setSaid(present(failure, { fallback: t('failed') }).description)
        setChallenge(asked)
      },
    )
  }, [back, from, navigate, pathname])
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t(isLink ? 'provider-linking' : 'title')}
      </h1>
      {said === null ? null : <Alert type="error" showIcon role="alert" title={said} style={{ marginBottom: 16 }} />}
      {challenge !== null ? (
        <CodeStep
          pending={signIn.isPending}
          back={t('provider-back')}
          onSubmit={({ code }) => {
            setSaid(null)
            signIn.mutate({ challenge, code })
          }}
          onBack={() => void navigate(paths.login(), { replace: true, state: { from } })}
        />
      ) : said === null ? (
        <div role="status" style={{ textAlign: 'center' }}>
          <Spin aria-hidden />
          <p>{t('provider-under-way')}</p>
        </div>
      ) : (
        <LinkButton type="primary" block to={isLink ? from : paths.login()} state={isLink ? undefined : { from }}>
          {t(isLink ? 'provider-to-settings' : 'provider-back')}
        </LinkButton>
      )}
    </>
  )
}
