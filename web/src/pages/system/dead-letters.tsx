import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { DeadLetter } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { Fact, Facts } from '@/components/facts'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { worded } from '@/lib/sentence'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Messages between services that were refused for good: sent again or dropped. What they carry is not shown. */
export function DeadLetters() {
  const client = useQueryClient()
  const query = useQuery(one('/admin/dead-letters', {}, POLICY.health))
  const again = () => Promise.all([client.invalidateQueries({ queryKey: ['/admin/dead-letters'] }), client.invalidateQueries({ queryKey: ['/health'] })])
  return (
    <Panel title={t('letters')}>
      <p className="quiet">{t('letters-about')}</p>
      <QueryView query={query} errorTitle={t('letters-failed')}>
        {({ letters, missing }) => (
          <>
            {missing.length > 0 ? <Alert type="warning" showIcon title={t('letters-missing', { services: missing.join(', ') })} /> : null}
            {letters.length === 0 && missing.length === 0 ? <p>{t('letters-none')}</p> : null}
            <ul className="plain-list">
              {letters.map((letter) => (
                <Letter key={letter.id} letter={letter} onDone={() => void again()} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Panel>
  )
}

function Letter({ letter, onDone }: { letter: DeadLetter; onDone: () => void }) {
  const path = { service: letter.service, id: letter.id }
  const resend = useSend({
    mutationFn: () => request('POST', '/admin/dead-letters/{service}/{id}/resend', { path }),
    onSuccess: () => {
      toast.success(t('letter-sent'))
      onDone()
    },
    onError: (error) => toast.failure(error, { fallback: t('letter-send-failed') }),
  })
  const drop = async () => {
    const gone = await confirm({
      title: t('letter-drop-ask'),
      text: t('letter-drop-text'),
      action: t('letter-drop'),
      errors: { fallback: t('letter-drop-failed') },
      run: () => request('DELETE', '/admin/dead-letters/{service}/{id}', { path }),
    })
    if (gone) toast.success(t('letter-dropped'))
    onDone()
  }
  return (
    <li className="system-letter">
      <h3>{letter.method}</h3>
      <p>{worded(letter, letter.error)}</p>
      <Facts>
        <Fact name={t('letter-service')}>{letter.service}</Fact>
        <Fact name={t('letter-target')}>{letter.target}</Fact>
        <Fact name={t('letter-at')}>
          <TimeAgo at={letter.createdAt} />
        </Fact>
        <Fact name={t('letter-actor')}>{letter.actor}</Fact>
        <Fact name={t('letter-request')}>{letter.requestId ? <CopyText text={letter.requestId} /> : null}</Fact>
      </Facts>
      <div className="toolbar">
        {letter.again ? (
          <span className="quiet">{t('letter-again')}</span>
        ) : (
          <Button loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('letter-send')}
          </Button>
        )}
        <Button className="quiet-danger" onClick={() => void drop()}>
          {t('letter-drop')}
        </Button>
      </div>
    </li>
  )
}
