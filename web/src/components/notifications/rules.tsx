import './notifications.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { NotificationRule } from '@/api/types'
import { Panel } from '@/components/panel'
import { EmptyState, QueryView } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { TimeAgo } from '@/components/time-ago'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

// They come when somebody opens them.
const RuleForm = lazy(() => import('./rule-form').then(({ RuleForm: shown }) => ({ default: shown })))
const Deliveries = lazy(() => import('./deliveries').then(({ Deliveries: shown }) => ({ default: shown })))

type Open = { what: 'new' } | { what: 'edit' | 'deliveries'; rule: NotificationRule }

interface RowProps {
  rule: NotificationRule
  onOpen: (open: Open) => void
  onChanged: () => void
}

function RuleRow({ rule, onOpen, onChanged }: RowProps) {
  const { name } = rule
  const toggle = useSend({
    mutationFn: (enabled: boolean) => request('PUT', '/notifications/rules/{id}', { path: { id: rule.id }, body: { enabled } }),
    onSuccess: onChanged,
    onError: (error) => toast.failure(error, { fallback: t('save-failed') }),
  })
  const test = useSend({
    mutationFn: () => request('POST', '/notifications/rules/{id}/test', { path: { id: rule.id } }),
    onSuccess: () => {
      onChanged()
      onOpen({ what: 'deliveries', rule })
    },
    onError: (error) => toast.failure(error, { fallback: t('test-failed') }),
  })
  const remove = async () => {
    const gone = await confirm({
      title: t('delete-title', { name }),
      text: t('delete-text'),
      errors: { fallback: t('delete-failed') },
      run: () => request('DELETE', '/notifications/rules/{id}', { path: { id: rule.id } }),
    })
    if (!gone) return
    toast.success(t('deleted'))
    onChanged()
  }
  return (
    <li>
      <div className="notification-rule">
        <div className="notification-name">
          <strong>{name}</strong> <Tag>{t(`channel-${rule.channel}`)}</Tag>
          {rule.lastState === 'failed' ? <Tag color="red">{t('state-failed')}</Tag> : null}
        </div>
        <div className="quiet">{rule.kinds.map((kind) => t(`kind-${kind}`)).join(' · ')}</div>
        <div className="quiet">
          {rule.address ?? t(rule.teamId === null ? 'to-you' : 'to-members')}
          {rule.everything ? ` · ${t('everything')}` : null}
          {rule.lastAt === null ? null : (
            <>
              {' · '}
              {t('last')} <TimeAgo at={rule.lastAt} />
            </>
          )}
        </div>
      </div>
      <div className="notification-actions">
        <Switch checked={rule.enabled} loading={toggle.isPending} aria-label={t('on-label', { name })} onChange={(enabled) => toggle.mutate(enabled)} />
        <Button size="small" aria-label={t('deliveries-label', { name })} onClick={() => onOpen({ what: 'deliveries', rule })}>
          {t('deliveries')}
        </Button>
        <Button size="small" loading={test.isPending} aria-label={t('test-label', { name })} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
        <Button size="small" aria-label={t('edit-label', { name })} onClick={() => onOpen({ what: 'edit', rule })}>
          {t('edit')}
        </Button>
        <Button size="small" className="quiet-danger" aria-label={t('delete-label', { name })} onClick={() => void remove()}>
          {t('delete')}
        </Button>
      </div>
    </li>
  )
}

/** The rules of whoever is signed in, or of a team: made, tried, switched off, deleted. */
export function Rules({ team }: { team?: string }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const rules = useQuery(one('/notifications/rules', { query: team === undefined ? {} : { team } }, POLICY.notifications))
  const again = () => void client.invalidateQueries({ queryKey: ['/notifications/rules'] })
  const { data } = rules
  const full = data !== undefined && data.rules.length >= data.most ? t('full', { n: data.most }) : null
  const create = (
    <ReasonButton type="primary" size="small" reason={full} onClick={() => setOpen({ what: 'new' })}>
      {t('create')}
    </ReasonButton>
  )
  const close = () => setOpen(null)
  return (
    <Panel title={t('title')} flush extra={data?.rules.length ? create : null}>
      <p className="notification-lead">{t(team === undefined ? 'about' : 'about-team')}</p>
      <QueryView query={rules} errorTitle={t('failed')} isEmpty={(all) => all.rules.length === 0} empty={<EmptyState title={t('empty')} text={t(team === undefined ? 'empty-text' : 'empty-text-team')} action={create} />}>
        {(all) => (
          <ul className="notification-rules">
            {all.rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onOpen={setOpen} onChanged={again} />
            ))}
          </ul>
        )}
      </QueryView>
      <Suspense fallback={null}>
        {open?.what === 'new' ? <RuleForm {...(team === undefined ? {} : { team })} onSaved={again} onClose={close} /> : null}
        {open?.what === 'edit' ? <RuleForm rule={open.rule} {...(team === undefined ? {} : { team })} onSaved={again} onClose={close} /> : null}
        {open?.what === 'deliveries' ? <Deliveries rule={open.rule} onClose={close} /> : null}
      </Suspense>
    </Panel>
  )
}
