import { Descriptions, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Event as HistoryEvent } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { moment } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { t } from './texts'

type Label = Parameters<typeof t>[0]

function Group({ title, fields }: { title: string; fields: [Label, ReactNode][] }) {
  const none = <Typography.Text type="secondary">{t('none')}</Typography.Text>
  return <Descriptions size="small" column={1} title={title} items={fields.map(([label, value]) => ({ key: label, label: t(label), children: value === '' || value === null ? none : value }))} />
}

const linked = (named: HistoryEvent['deployment'], to: (id: string) => string) => (named ? <Link to={to(named.id)}>{named.name || named.id.slice(0, LIMITS.shortId)}</Link> : null)

/** All there is to know about one event. Names and links are its own references, never read out of its text. */
export function EventDetails({ event }: { event: HistoryEvent }) {
  return (
    <div className="dashboard-groups">
      <Group
        title={t('details')}
        fields={[
          ['id', <CopyId key="id" id={event.id} length={LIMITS.shortEventId} />],
          ['deployment', linked(event.deployment, paths.deployment)],
          ['cluster', linked(event.cluster, paths.infrastructure)],
          ['team', linked(event.team, paths.teams)],
          ['task', linked(event.task, paths.task)],
          ['namespace', event.namespace],
          ['count', event.count],
        ]}
      />
      <Group
        title={t('basic')}
        fields={[
          ['reason', event.reason],
          ['component', event.component],
          ['actor', event.actor ? event.actor.name : t('itself')],
          ['host', event.host],
          ['clusterId', event.cluster_id === '' ? '' : <CopyId key="cluster" id={event.cluster_id} />],
        ]}
      />
      <Group
        title={t('timestamps')}
        fields={[
          ['created', moment(event.createdAt)],
          ['updated', moment(event.updatedAt)],
          ['first', moment(event.first_seen)],
          ['last', moment(event.last_seen)],
        ]}
      />
      <Group
        title={t('technical')}
        fields={[
          ['uid', <code key="uid">{event.uid}</code>],
          ['fullId', <code key="full">{event.id}</code>],
        ]}
      />
    </div>
  )
}
