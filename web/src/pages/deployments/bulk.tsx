import { CaretRightOutlined, DeleteOutlined, PoweroffOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { ReasonButton } from '@/components/reason-button'
import { confirm } from '@/feedback/confirm'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { RemovalAnswer } from './removal-answer'
import { removalOf } from './removal-plan'
import { t } from './texts'

/** The same verb for several deployments, one after the other; each names the version that is shown. */

type Verb = 'restart' | 'stop' | 'start' | 'delete'

/** `plan`: the hash of what was looked at. */
const SEND: Record<Verb, (deployment: Deployment, plan: string | null | undefined) => Promise<unknown>> = {
  restart: ({ id, version }) => request('POST', '/deployments/{id}/restart', { path: { id }, ifMatch: version }),
  stop: ({ id, version }) => request('POST', '/deployments/{id}/stop', { path: { id }, ifMatch: version, body: {} }),
  start: ({ id, version }) => request('POST', '/deployments/{id}/start', { path: { id }, ifMatch: version, body: {} }),
  delete: ({ id, version }, plan) => request('DELETE', '/deployments/{id}', { path: { id }, ...(plan ? { query: { plan } } : {}), ifMatch: version }),
}

/** Those that the verb can be begun on, and why not on the others. */
export function sorted(verb: Verb, chosen: readonly Deployment[]): { able: Deployment[]; others: { name: string; reason: string }[] } {
  const able: Deployment[] = []
  const others: { name: string; reason: string }[] = []
  for (const each of chosen) {
    const reason = verb === 'delete' ? (each.deleting ? t('bulk-deleting') : null) : refused(each.actions[verb])
    if (reason) others.push({ name: each.name, reason })
    else able.push(each)
  }
  return { able, others }
}

function What({ verb, able, others }: { verb: Verb } & ReturnType<typeof sorted>) {
  return (
    <>
      <span className="goes-text">{t(`bulk-${verb}-text`)}</span>
      <ul className="goes">
        {able.map((each) => (
          <li key={each.id}>
            <strong>{each.name}</strong> <span className="quiet">{each.baseParameters.domain}</span>
            {verb === 'delete' ? <RemovalAnswer deployment={each} /> : null}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <>
          <span className="goes-what">{t('bulk-left')}</span>
          <ul className="goes">
            {others.map(({ name, reason }) => (
              <li key={name}>
                {name} <span className="quiet">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

/** What can be done with the chosen deployments; `onDone` when it has begun, or when nothing is to be chosen any more. */
export function Bulk({ chosen, onDone }: { chosen: readonly Deployment[]; onDone: () => void }) {
  const client = useQueryClient()
  const ask = async (verb: Verb) => {
    const { able, others } = sorted(verb, chosen)
    const failed: string[] = []
    const done = await confirm({
      title: t(`bulk-${verb}-ask`, { n: able.length }),
      text: <What verb={verb} able={able} others={others} />,
      action: t(verb),
      danger: verb === 'delete' || verb === 'stop',
      // A cluster that cannot be asked keeps nobody from deleting.
      ...(verb === 'delete' ? { after: Promise.all(able.map((each) => client.prefetchQuery(removalOf(each)))) } : {}),
      run: async () => {
        for (const each of able) {
          try {
            await SEND[verb](each, client.getQueryData(removalOf(each).queryKey)?.hash)
          } catch (error) {
            failed.push(`${each.name}: ${present(error).description}`)
          }
        }
      },
    })
    if (!done) return
    const begun = able.length - failed.length
    if (begun > 0) toast.success(t(`bulk-${verb}-done`, { n: begun }))
    if (failed.length > 0) toast.error(t('bulk-failed'), failed.join('\n'))
    refresh(client)
    onDone()
  }
  const none = (verb: Verb) => (sorted(verb, chosen).able.length === 0 ? t('bulk-none') : null)
  return (
    <section className="row-chosen" aria-label={t('bulk')}>
      <span className="number" role="status">
        {t('bulk-chosen', { n: chosen.length })}
      </span>
      <ReasonButton reason={none('restart')} icon={<ReloadOutlined aria-hidden />} onClick={() => void ask('restart')}>
        {t('restart')}
      </ReasonButton>
      <ReasonButton reason={none('stop')} icon={<PoweroffOutlined aria-hidden />} onClick={() => void ask('stop')}>
        {t('stop')}
      </ReasonButton>
      <ReasonButton reason={none('start')} icon={<CaretRightOutlined aria-hidden />} onClick={() => void ask('start')}>
        {t('start')}
      </ReasonButton>
      <ReasonButton reason={none('delete')} className="quiet-danger" icon={<DeleteOutlined aria-hidden />} onClick={() => void ask('delete')}>
        {t('delete')}
      </ReasonButton>
      <Button type="text" onClick={onDone}>
        {t('bulk-clear')}
      </Button>
    </section>
  )
}
