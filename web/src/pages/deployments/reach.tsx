import { WarningFilled } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { Failure } from '@/components/changes/failure'
import { hint } from '@/components/hint/hint'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { number } from '@/lib/number'
import { sentence } from '@/lib/sentence'
import { dayName } from '@/lib/time'
import { changed } from '@/live/cache'
import type { Rights } from './rights'
import { t } from './texts'

type Reachability = Deployment['reachability']

/** What a visit cannot find out is neither an outage nor the contrary. */
const UNKNOWN: readonly string[] = ['unchecked', 'off', 'simulated', 'unresolved', 'forbidden']

const isDown = ({ state }: Reachability): boolean => state !== 'reachable' && !UNKNOWN.includes(state)

const saidOf = ({ problem, problemReason, problemParams }: Pick<Reachability, 'problem' | 'problemReason' | 'problemParams'>): string | null => (problem === null ? null : sentence(problemReason, problemParams, problem))

function CheckButton({ id, quiet = false }: { id: string; quiet?: boolean }) {
  const client = useQueryClient()
  const check = useSend({
    mutationFn: () => request('POST', '/deployments/{id}/reachability/check', { path: { id } }),
    onError: (error) => toast.failure(error, { fallback: t('reach-failed') }),
    onSettled: () => changed(client, 'deployment'),
  })
  return (
    <Button {...(quiet ? { type: 'link', size: 'small', className: 'reach-check' } : {})} loading={check.isPending} onClick={() => check.mutate()}>
      {t('reach-check')}
    </Button>
  )
}

/** Whether visitors reach it, in the line that says how it is. */
export function ReachWords({ deployment: { id, status, reachability }, rights }: { deployment: Deployment; rights: Rights }) {
  const { state, milliseconds, redirect, certificate } = reachability
  if (state === 'off' || state === 'simulated') return saidOf(reachability)
  const word = state === 'reachable' ? 'reach-up' : isDown(reachability) ? 'reach-down' : 'reach-unknown'
  const until = certificate?.valid && certificate.notAfter ? t('reach-until', { day: dayName(certificate.notAfter) }) : null
  const parts = [
    reachability.status !== null && milliseconds !== null ? t('reach-answer', { status: String(reachability.status), time: number(milliseconds) }) : null,
    redirect ? t('reach-redirect', { host: redirect }) : null,
    until ?? (state === 'reachable' && !reachability.https ? t('reach-plain') : null),
  ]
  return (
    <span className="reach" data-down={isDown(reachability) || undefined}>
      {[t(word), ...parts.filter((part) => part !== null)].join(' · ')}
      {rights.change && status === 'running' ? <CheckButton id={id} quiet /> : null}
    </span>
  )
}

/** What is in the way of its visitors, and what to do. */
export function ReachNotice({ deployment: { id, status, reachability }, rights }: { deployment: Deployment; rights: Rights }) {
  const { state, certificate, checkedAt, addresses } = reachability
  const cause = saidOf(reachability) ?? (certificate ? saidOf(certificate) : null)
  const late = state === 'reachable' && certificate?.valid === true
  if (cause === null || status !== 'running' || state === 'off' || state === 'simulated') return null
  return (
    <Failure kind="" cause={cause} told={null} tone={isDown(reachability) || late ? 'serving' : 'cancelled'}>
      <p className="quiet">
        {t('reach-checked')} <TimeAgo at={checkedAt} />
        {addresses.length > 0 ? ` · ${addresses.join(', ')}` : null}
        {certificate?.issuer ? ` · ${certificate.issuer}` : null}
      </p>
      {rights.change ? (
        <div className="ways-on">
          <CheckButton id={id} />
        </div>
      ) : null}
    </Failure>
  )
}

/** That visitors do not reach it, or that its certificate was not renewed in time, as a mark in a row. */
export function ReachMark({ reachability }: { reachability: Reachability }) {
  const { certificate } = reachability
  const late = certificate?.valid ? saidOf(certificate) : null
  const said = isDown(reachability) ? saidOf(reachability) : late
  if (said === null) return null
  return (
    <span className="reach-mark" role="img" aria-label={said} {...hint(said)}>
      <WarningFilled aria-hidden />
    </span>
  )
}
