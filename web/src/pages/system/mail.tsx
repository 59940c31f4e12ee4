import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Mail as State, MailOfService, TestedMail } from '@/api/types'
import { Fact, Facts } from '@/components/facts'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { TimeAgo } from '@/components/time-ago'
import { present } from '@/feedback/present'
import { useLanguage } from '@/lib/language'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Whether mail is sent, how its letters go, and one to try it with. */
export function Mail() {
  const query = useQuery(one('/admin/mail', {}, POLICY.health))
  const { language } = useLanguage()
  const test = useSend({ mutationFn: () => request('POST', '/admin/mail/test', { body: { language } }) })
  const reason = query.data === undefined ? t('mail-loading') : query.data.server === null ? t('mail-off') : null
  return (
    <Panel
      title={t('mail')}
      extra={
        <ReasonButton reason={reason} loading={test.isPending} onClick={() => test.mutate()}>
          {t('mail-test')}
        </ReasonButton>
      }
    >
      <div role="status">
        {test.data ? <Tested test={test.data.data} /> : null}
        {test.error ? <Alert className="system-mail-said" type="error" showIcon title={present(test.error, { fallback: t('mail-test-failed') }).description} /> : null}
      </div>
      <QueryView query={query} errorTitle={t('mail-failed')}>
        {(state) => <Seen state={state} />}
      </QueryView>
    </Panel>
  )
}

/** In the words of the server, which nobody translates. */
function Words({ text }: { text: string }) {
  return text === '' ? null : (
    <code className="system-mail-words" lang="en" translate="no">
      {text}
    </code>
  )
}

function Tested({ test: { to, outcome, answer } }: { test: TestedMail }) {
  return (
    <Alert
      className="system-mail-said"
      type={outcome === 'taken' ? 'success' : 'error'}
      showIcon
      title={t(`mail-test-${outcome}`, { to })}
      description={answer === '' ? undefined : <Words text={answer} />}
    />
  )
}

type Failure = NonNullable<MailOfService['failure']>

const latest = (times: readonly (string | null)[]): string | null => times.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null)
const earliest = (times: readonly (string | null)[]): string | null => times.reduce((first, at) => (at !== null && (first === null || at < first) ? at : first), null)

function Seen({ state: { server, services, missing } }: { state: State }) {
  const waiting = services.reduce((sum, service) => sum + service.waiting, 0)
  const oldest = earliest(services.map((service) => service.oldest))
  const sent = latest(services.map((service) => service.sentAt))
  const failure = services.reduce<Failure | null>((last, { failure: each }) => (each !== null && (last === null || each.at > last.at) ? each : last), null)
  return (
    <>
      {server === null ? <Alert className="system-mail-said" type="info" showIcon title={t('mail-off')} description={t('mail-off-text')} /> : null}
      {missing.length > 0 ? <Alert className="system-mail-said" type="warning" showIcon title={t('mail-missing', { services: missing.join(', ') })} /> : null}
      <Facts>
        {server === null ? null : (
          <>
            <Fact name={t('mail-server')}>{`${server.host}:${server.port}`}</Fact>
            <Fact name={t('mail-encryption')}>{t(`mail-encryption-${server.encryption}`)}</Fact>
            <Fact name={t('mail-account')}>{t(server.signsIn ? 'mail-account-yes' : 'mail-account-no')}</Fact>
            <Fact name={t('mail-sender')}>{server.sender}</Fact>
            <Fact name={t('mail-links')}>{server.publicUrl}</Fact>
          </>
        )}
        <Fact name={t('mail-waiting')}>
          {t('mail-waiting-n', { n: waiting })}
          {oldest === null ? null : (
            <span className="quiet">
              {' '}
              · {t('mail-oldest')} <TimeAgo at={oldest} />
            </span>
          )}
        </Fact>
        <Fact name={t('mail-sent')} why={t('mail-sent-none')}>
          {sent === null ? null : <TimeAgo at={sent} />}
        </Fact>
      </Facts>
      {failure === null ? null : <Failed failure={failure} past={sent !== null && sent > failure.at} />}
    </>
  )
}

/** What failed last: quiet once a letter has gone through after it. */
function Failed({ failure: { at, outcome, answer, givenUp }, past }: { failure: Failure; past: boolean }) {
  return (
    <Alert
      className="system-mail-said"
      type={past ? 'info' : 'warning'}
      showIcon
      title={
        <>
          {t(`mail-failure-${outcome}`)} · <TimeAgo at={at} />
        </>
      }
      description={
        <>
          <Words text={answer} />
          <p className="quiet">{t(givenUp ? 'mail-given-up' : past ? 'mail-past' : 'mail-again')}</p>
        </>
      }
    />
  )
}
