import { Button, Typography } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { Cluster, Datacenter } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { ExpandableRow } from '@/components/expandable-row'
import { Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { ClusterRow, type Rows } from './cluster-row'
import { Fact, Facts, Measured } from './facts'
import { t } from './texts'
import { availability, countryLabel, countryName, latency } from './words'

/** `clusters` is null until they have come. */
export function DatacenterRow({ datacenter, clusters, rows }: { datacenter: Datacenter; clusters: Cluster[] | null; rows: Rows }) {
  const { metrics } = datacenter
  const measured = [
    ...(metrics.latency === null ? [] : [`${t('latency')} ${latency(metrics.latency)}`]),
    ...(metrics.availability === null ? [] : [`${t('availability')} ${availability(metrics.availability)}`]),
  ]
  const summary = (
    <span className="infra-summary">
      <strong>{datacenter.name}</strong>
      <StatusTag family="place" status={datacenter.status} />
      <span className="muted">{[datacenter.city, countryName(datacenter.country)].filter(Boolean).join(', ')}</span>
      <span className="muted">{datacenter.provider}</span>
      <span className="muted number">{t('clusterCount', { n: datacenter.clusterCount })}</span>
      {measured.map((text) => (
        <span key={text} className="muted number">
          {text}
        </span>
      ))}
    </span>
  )
  return (
    <ExpandableRow open={rows.isOpen(datacenter.id)} onToggle={() => rows.onToggle(datacenter.id)} summary={summary}>
      <Facts>
        <Fact name={t('address')}>{datacenter.address || t('notAvailable')}</Fact>
        <Fact name={t('city')}>{datacenter.city || t('notAvailable')}</Fact>
        <Fact name={t('country')}>{countryLabel(datacenter.country) || t('notAvailable')}</Fact>
        <Fact name={t('provider')}>{datacenter.provider}</Fact>
        <Fact name={t('region')}>{datacenter.region}</Fact>
        <Fact name={t('domains')}>{datacenter.domains.length > 0 ? datacenter.domains.join(', ') : t('domains-none')}</Fact>
        <Measured name={t('latency')} value={metrics.latency === null ? null : latency(metrics.latency)} why={t('notMeasured')} />
        <Measured name={t('availability')} value={metrics.availability === null ? null : availability(metrics.availability)} why={t('notMeasured')} />
        <Fact name={t('datacenterId')}>
          <CopyId id={datacenter.id} />
        </Fact>
      </Facts>
      <ClustersIn datacenter={datacenter} clusters={clusters} rows={rows} />
    </ExpandableRow>
  )
}

function ClustersIn({ datacenter, clusters, rows }: { datacenter: Datacenter; clusters: Cluster[] | null; rows: Rows }) {
  const admin = useIsAdmin()
  const navigate = useNavigate()
  return (
    <section aria-label={`${t('clusters')}: ${datacenter.name}`}>
      <div className="infra-heading">
        <h2>{t('clusters')}</h2>
        {admin ? <Button onClick={() => void navigate(paths.newCluster({ datacenter: datacenter.id }))}>{t('addCluster')}</Button> : null}
      </div>
      {clusters === null ? <Waiting rows={2} /> : null}
      {clusters?.length === 0 ? <Typography.Text type="secondary">{t('clusters-none')}</Typography.Text> : null}
      <div className="rows">
        {clusters?.map((cluster) => (
          <ClusterRow key={cluster.id} cluster={cluster} rows={rows} />
        ))}
      </div>
    </section>
  )
}
