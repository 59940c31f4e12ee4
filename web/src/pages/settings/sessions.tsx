import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { one } from '@/api/query'
import { request } from '@/api/request'
import type { OwnSession } from '@/api/types'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { moment } from '@/lib/time'
import { POLICY } from '@/spec/policy'
import { agentWords } from './agent'
import { t } from './texts'

/** Where one is signed in, and out again. */
export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery(one('/auth/sessions', {}, POLICY.sessions))
  const again = () => client.invalidateQueries({ queryKey: ['/auth/sessions'] })
  const others = sessions.data?.filter((each) => !each.current).length ?? 0
  const end = async (each: OwnSession) => {
    const ended = await confirm({
      title: t('session-end-title', { where: agentWords(each.userAgent) }),
      text: t('session-end-text'),
      action: t('session-end'),
      errors: { fallback: t('session-failed') },
      run: () => request('DELETE', '/auth/sessions/{id}', { path: { id: each.id } }),
    })
    if (ended) toast.success(t('session-ended'))
    await again()
  }
  const endOthers = async () => {
    const ended = await confirm({
      title: t('sessions-end-title'),
      text: t('sessions-end-text'),
      action: t('sessions-end'),
      errors: { fallback: t('session-failed') },
      run: () => request('DELETE', '/auth/sessions'),
    })
    if (ended) toast.success(t('sessions-ended'))
    await again()
  }
  return (
    <Panel
      title={t('sessions')}
      flush
      extra={
        others > 0 ? (
          <Button size="small" className="quiet-danger" onClick={() => void endOthers()}>
            {t('sessions-end')}
          </Button>
        ) : null
      }
    >
      <QueryView query={sessions} errorTitle={t('sessions-failed')}>
        {(all) => (
          <ul className="settings-sessions">
            {all.map((each) => (
              <li key={each.id}>
                <div>
                  <strong title={each.userAgent}>{agentWords(each.userAgent)}</strong> {each.current ? <Tag>{t('session-current')}</Tag> : null}
                  <div className="quiet">
                    {each.address === '' ? t('session-address-none') : each.address} · {t('session-since', { when: moment(each.createdAt) })}
                  </div>
                </div>
                <span className="quiet">
                  {t('session-seen')} <TimeAgo at={each.lastSeenAt} />
                </span>
                {each.current ? null : (
                  <Button size="small" aria-label={t('session-end-label', { where: agentWords(each.userAgent), address: each.address })} onClick={() => void end(each)}>
                    {t('session-end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}
