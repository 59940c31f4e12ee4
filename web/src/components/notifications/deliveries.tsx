import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { NotificationDelivery, NotificationRule } from '@/api/types'
import { EmptyState, QueryView } from '@/components/query-view'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { worded } from '@/lib/sentence'
import { moment } from '@/lib/time'
import { paths } from '@/spec/paths'
import { DELIVERIES_MS, POLICY } from '@/spec/policy'
import { t } from './texts'

type Attempt = NotificationDelivery['attempts'][number]

const PAGE = 20
const COLORS = { waiting: 'gold', delivered: 'green', failed: 'red', skipped: 'default' } as const

/** How an attempt ended, with the beginning of what was answered, which nobody translates. */
function Attempted({ attempt: { at, outcome, status, answer, tookMs } }: { attempt: Attempt }) {
  return (
    <li>
      <span className="quiet">{moment(at)}</span> <span>{t(`outcome-${outcome}`)}</span> <span className="quiet">{t('took', { ms: tookMs })}</span>
      {status === null && answer === '' ? null : (
        <code className="notification-answer" lang="en" translate="no">
          {[status, answer].filter((part) => part !== null && part !== '').join(' ')}
        </code>
      )}
    </li>
  )
}

function What({ delivery }: { delivery: NotificationDelivery }) {
  const { event, test } = delivery
  if (test) return t('a-test')
  if (event === null) return <span className="quiet">{t('event-gone')}</span>
  return <Link to={paths.event(event.id)}>{worded(event, event.message)}</Link>
}

function DeliveryRow({ rule, delivery, onAgain }: { rule: NotificationRule; delivery: NotificationDelivery; onAgain: () => void }) {
  const again = useSend({
    mutationFn: () => request('POST', '/notifications/rules/{id}/deliveries/{deliveryId}/resend', { path: { id: rule.id, deliveryId: delivery.id } }),
    onSuccess: onAgain,
    onError: (error) => toast.failure(error, { fallback: t('again-failed') }),
  })
  const { state, attempts, nextAt } = delivery
  return (
    <li>
      <div className="notification-what">
        <Tag color={COLORS[state]}>{t(`state-${state}`)}</Tag>
        <What delivery={delivery} />
      </div>
      <div className="quiet">
        <TimeAgo at={delivery.createdAt} />
        {nextAt !== null && attempts.length > 0 ? ` · ${t('next', { at: moment(nextAt) })}` : null}
        {state === 'skipped' ? ` · ${t(delivery.ruleOff ? 'skipped-off' : 'skipped-rights')}` : null}
      </div>
      {attempts.length > 0 ? (
        <details open={state === 'failed' || state === 'waiting'}>
          <summary>{t('attempts', { n: attempts.length })}</summary>
          <ul className="notification-attempts">
            {attempts.map((attempt) => (
              <Attempted key={attempt.at} attempt={attempt} />
            ))}
          </ul>
        </details>
      ) : null}
      {state === 'waiting' || (delivery.event === null && !delivery.test) ? null : (
        <Button size="small" loading={again.isPending} onClick={() => again.mutate()}>
          {t('again')}
        </Button>
      )}
    </li>
  )
}

/** What was sent by a rule, with each answer; looked at again while something is on its way. */
export function Deliveries({ rule, onClose }: { rule: NotificationRule; onClose: () => void }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const asked = list('/notifications/rules/{id}/deliveries', { path: { id: rule.id }, query: { page, limit: PAGE } }, POLICY.notifications)
  const deliveries = useQuery({
    ...asked,
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'waiting') ? DELIVERIES_MS : false),
  })
  const again = () => void client.invalidateQueries({ queryKey: ['/notifications/rules/{id}/deliveries'] })
  const more = deliveries.data?.pagination.more ?? false
  return (
    <Modal
      open
      title={t('deliveries-title', { name: rule.name })}
      width={720}
      onCancel={onClose}
      footer={[
        <Button key="newer" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {t('newer')}
        </Button>,
        <Button key="older" disabled={!more} onClick={() => setPage(page + 1)}>
          {t('older')}
        </Button>,
        <Button key="done" type="primary" onClick={onClose}>
          {t('done')}
        </Button>,
      ]}
    >
      <QueryView query={deliveries} errorTitle={t('deliveries-failed')} isEmpty={({ items }) => items.length === 0} empty={<EmptyState title={t('deliveries-empty')} text={t('deliveries-empty-text')} />}>
        {({ items }) => (
          <ul className="notification-deliveries">
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} rule={rule} delivery={delivery} onAgain={again} />
            ))}
          </ul>
        )}
      </QueryView>
    </Modal>
  )
}
