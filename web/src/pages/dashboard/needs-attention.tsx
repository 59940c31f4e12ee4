import { CheckCircleOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router-dom'
import { RetryButton } from '@/components/changes/buttons'
import { LinkButton } from '@/components/link-button'
import { ClusterLink, SiteLink } from '@/components/links'
import { Panel } from '@/components/panel'
import { type Column, Row, RowList } from '@/components/row-list'
import { Sign } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import type { Attention, Trouble } from './attention'
import { t } from './texts'

/** More than these are said as a number. */
const SHOWN = 7

const columns = (): Column[] => [
  { key: 'name', title: t('attention-name'), width: 'minmax(180px, 0.45fr)', phone: 'first' },
  { key: 'reason', title: t('attention-reason'), main: true, phone: 'second' },
  { key: 'since', title: t('attention-since'), from: 'wide', align: 'end', width: '96px' },
]

const SIGNS = { down: ['cross', 'red'], unapplied: ['triangle', 'gold'], unreachable: ['cross', 'red'], unset: ['ring', 'gold'], maintenance: ['triangle', 'gold'], drift: ['triangle', 'gold'] } as const

function Name({ trouble: { kind, deployment, cluster } }: { trouble: Trouble }) {
  const [shape, tone] = SIGNS[kind]
  return (
    <span className="status attention-name" data-shape={shape} data-tone={tone}>
      <Sign shape={shape} />
      <span className="unseen">{t(`attention-is-${kind}`)}</span>
      {deployment ? <SiteLink id={deployment.id} name={deployment.name} strong /> : null}
      {cluster ? <ClusterLink id={cluster.id} name={cluster.name} strong /> : null}
    </span>
  )
}

function WayOn({ trouble: { kind, deployment, cluster } }: { trouble: Trouble }) {
  const admin = useIsAdmin()
  // A manager sees deployments of others, and may change none of them.
  const changes = useUser()?.role !== 'manager'
  if (deployment && kind === 'drift') return <LinkButton to={paths.deployment(deployment.id)}>{t('attention-drift-view')}</LinkButton>
  if (deployment) {
    return (
      <>
        {changes ? <RetryButton deployment={deployment} /> : null}
        {deployment.lastTaskId ? <LinkButton to={paths.task(deployment.lastTaskId)}>{t('attention-task')}</LinkButton> : null}
      </>
    )
  }
  if (!cluster || !admin) return null
  return <LinkButton to={paths.infrastructure({ open: cluster.id })}>{t(kind === 'unset' ? 'attention-set' : 'attention-replace')}</LinkButton>
}

/** What wants somebody, worst first, or that nothing does; and what could be set up. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  return (
    <>
      <Troubles attention={attention} />
      {attention.unwell.length > 0 ? <Hint text={t('unwell', { names: attention.unwell.join(', ') })} view={t('unwell-view')} /> : null}
      {attention.backup === null ? null : <Hint text={attention.backup} view={t('backup-view')} to={paths.adminDatabase()} />}
      {attention.letters > 0 ? <Hint text={t('letters', { n: attention.letters })} view={t('letters-view')} /> : null}
      {attention.mailOff ? <Hint text={t('mail-off')} view={t('mail-off-view')} /> : null}
    </>
  )
}

/** Something about Canopy itself, with the way to where it is shown. */
function Hint({ text, view, to = paths.system() }: { text: string; view: string; to?: string }) {
  return (
    <p className="dashboard-hint">
      <InfoCircleOutlined aria-hidden /> {text} <Link to={to}>{view}</Link>
    </p>
  )
}

function Troubles({ attention }: { attention: Attention }) {
  const { troubles, deployments, known } = attention
  // What could not be looked at is no reason to say that all is well.
  if (!known) return null
  if (troubles.length === 0) {
    if (!deployments) return null
    return (
      <p className="dashboard-well">
        <CheckCircleOutlined aria-hidden /> {t('well', { n: deployments })}
      </p>
    )
  }
  const more = troubles.length - SHOWN
  return (
    <Panel title={`${t('attention')} (${number(troubles.length)})`} flush>
      <RowList label={t('attention')} columns={columns()} opens={false} actions headless>
        {troubles.slice(0, SHOWN).map((trouble) => (
          <Row
            key={trouble.key}
            id={trouble.key}
            name={trouble.deployment?.name ?? trouble.cluster?.name ?? ''}
            cells={{
              name: <Name trouble={trouble} />,
              reason: (
                <span className="attention-reason" title={trouble.reason}>
                  {trouble.reason}
                </span>
              ),
              since: trouble.since ? (
                <span className="quiet">
                  <TimeAgo at={trouble.since} />
                </span>
              ) : null,
            }}
            actions={<WayOn trouble={trouble} />}
          />
        ))}
      </RowList>
      {more > 0 ? (
        <div className="attention-more">
          <Link to={paths.deployments()}>{t('attention-more', { n: more })}</Link>
        </div>
      ) : null}
    </Panel>
  )
}
