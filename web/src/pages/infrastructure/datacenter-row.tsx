import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Cluster, Datacenter } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { Fact, Facts } from '@/components/facts'
import { Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { StatusDot } from '@/components/status-dot'
import { providerName } from '@/lib/provider-name'
import { useNow } from '@/lib/time'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { ClusterRow, type Rows } from './cluster-row'
import { usePlaceActions } from './place-actions'
import { t } from './texts'
import { availabilityWords, countryLabel, countryName, latency, measuredSince } from './words'

/** What stands against a status that was set by hand: the worst of its clusters. */
function Contradiction({ clusters }: { clusters: readonly Cluster[] }) {
  const lost = clusters.filter((cluster) => cluster.hasKubeconfig && cluster.status === 'unreachable').length
  const unset = clusters.filter((cluster) => !cluster.hasKubeconfig).length
  return (
    <>
      {lost > 0 ? <span className="infra-lost">{t('clusters-lost', { n: lost })}</span> : null}
      {unset > 0 ? <span className="muted">{t('clusters-unset', { n: unset })}</span> : null}
    </>
  )
}

/** A datacenter as the head of its clusters, which stand open below it. `clusters` is null until they have come, and missing when they could not be fetched. */
export function DatacenterRows({ datacenter, clusters, rows }: { datacenter: Datacenter; clusters: Cluster[] | null | undefined; rows: Rows }) {
  const admin = useIsAdmin()
  const navigate = useNavigate()
  const now = useNow()
  const body = useId()
  const { metrics } = datacenter
  const open = rows.isOpen(datacenter.id)
  const actions = usePlaceActions()
  const sites = (clusters ?? []).reduce((sum, { id }) => sum + (rows.counts?.of.get(id)?.all ?? 0), 0)
  const measured = metrics.availability === null ? null : availabilityWords(metrics.availability, measuredSince(clusters ?? [], now), now)
  const facts = [
    [datacenter.city, countryName(datacenter.country)].filter(Boolean).join(', '),
    providerName(datacenter.provider),
    t('clusterCount', { n: datacenter.clusterCount }),
    metrics.latency === null ? '' : `${t('latency')} ${latency(metrics.latency)}`,
    measured ?? '',
  ]
  return (
    <div className="row-group row-item" data-row={datacenter.id} id={datacenter.id}>
      <div role="rowgroup" className="row-line row-group-head">
        <div role="row">
          <div role="cell" className="infra-place">
            <button type="button" className="row-toggle" aria-expanded={open} aria-controls={body} aria-label={t('details', { name: datacenter.name })} onClick={() => rows.onToggle(datacenter.id)}>
              <RightOutlined className="chevron" aria-hidden />
            </button>
            <h2>{datacenter.name}</h2>
            <StatusDot family="place" status={datacenter.status} />
            {clusters ? <Contradiction clusters={clusters} /> : null}
            {facts.filter(Boolean).map((text) => (
              <span key={text} className="muted number">
                {text}
              </span>
            ))}
            {admin ? (
              <Button size="small" className="infra-add" onClick={() => void navigate(paths.newCluster({ datacenter: datacenter.id }))}>
                {t('addCluster')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      <div id={body} role="rowgroup" className="row-body" hidden={!open}>
        <div role="row">
          <div role="cell">
            {open && admin ? (
              <div className="infra-actions" role="group" aria-label={t('actions', { name: datacenter.name })}>
                <Button onClick={() => void navigate(paths.editDatacenter(datacenter.id))}>{t('datacenter-edit')}</Button>
                <ReasonButton className="quiet-danger" reason={sites > 0 ? t('datacenter-delete-sites', { n: sites }) : null} onClick={() => void actions.removeDatacenter(datacenter)}>
                  {t('datacenter-delete')}
                </ReasonButton>
              </div>
            ) : null}
            {open ? (
              <Facts>
                <Fact name={t('address')}>{datacenter.address}</Fact>
                <Fact name={t('city')}>{datacenter.city}</Fact>
                <Fact name={t('country')}>{countryLabel(datacenter.country)}</Fact>
                <Fact name={t('provider')}>{providerName(datacenter.provider)}</Fact>
                <Fact name={t('region')}>{datacenter.region}</Fact>
                <Fact name={t('domains')}>{datacenter.domains.length > 0 ? datacenter.domains.join(', ') : t('domains-none')}</Fact>
                {/* What was measured stands in the head. */}
                {metrics.latency === null ? <Fact name={t('latency')} why={t('notMeasured')}>{null}</Fact> : null}
                {measured === null ? <Fact name={t('availability')} why={t('notMeasured')}>{null}</Fact> : null}
                <Fact name={t('datacenterId')}>
                  <CopyId id={datacenter.id} />
                </Fact>
              </Facts>
            ) : null}
          </div>
        </div>
      </div>
      {clusters === null || clusters?.length === 0 ? (
        <div role="rowgroup" className="infra-none">
          <div role="row">
            <div role="cell">{clusters === null ? <Waiting rows={1} /> : t('clusters-none')}</div>
          </div>
        </div>
      ) : null}
      {clusters?.map((cluster) => (
        <ClusterRow key={cluster.id} cluster={cluster} rows={rows} />
      ))}
    </div>
  )
}
