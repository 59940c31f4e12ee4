import { ClusterOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Grid } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { list, type Listed } from '@/api/query'
import type { Cluster, Datacenter, Deployment } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { EmptyState, ErrorPanel, QueryView, Waiting } from '@/components/query-view'
import { RowGroup, RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { countStates } from '@/lib/count-states'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { ClusterRow, clusterColumns } from './cluster-row'
import { DatacenterRows } from './datacenter-row'
import { grouped, matches } from './grouping'
import { t } from './texts'
import './infrastructure.css'

const Topology = lazy(() => import('./topology'))

function AdminActions() {
  const navigate = useNavigate()
  return (
    <>
      <Button icon={<ClusterOutlined aria-hidden />} onClick={() => void navigate(paths.newCluster())}>
        {t('registerCluster')}
      </Button>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(paths.newDatacenter())}>
        {t('addDatacenter')}
      </Button>
    </>
  )
}

export default function Infrastructure() {
  const admin = useIsAdmin()
  const datacenters = useQuery(list('/datacenters', {}, POLICY.datacenters))
  // All three at once: what is in a datacenter is not asked for after it.
  const clusters = useQuery(list('/clusters', {}, POLICY.clusters))
  const deployments = useQuery(list('/deployments', {}, POLICY.deployments))
  return (
    <>
      <PageHeader title={t('title')} description={t('about')} actions={admin ? <AdminActions /> : null} />
      <QueryView
        again="retry"
        query={datacenters}
        errorTitle={t('failed')}
        errors={{ byStatus: { 404: t('failed-404') } }}
        waiting={<RowsWaiting rows={6} label={t('loading')} />}
      >
        {({ items, pagination }) => <Places datacenters={items} more={pagination.more} clusters={clusters} deployments={deployments.data} />}
      </QueryView>
    </>
  )
}

interface PlacesProps {
  datacenters: Datacenter[]
  more: boolean
  clusters: UseQueryResult<Listed<Cluster>>
  deployments: Listed<Deployment> | undefined
}

function Places({ datacenters, more, clusters, deployments }: PlacesProps) {
  const admin = useIsAdmin()
  const [url, setUrl] = useUrlState({ q: '', open: '', view: '' })
  const places = grouped(datacenters, clusters.data?.items ?? [])
  const counts = deployments ? { of: countStates(deployments.items, (deployment) => deployment.clusterId), atLeast: deployments.pagination.more } : null
  const shown = datacenters.filter((datacenter) => matches(datacenter, url.q))
  const { isOpen, toggle } = useOpenRows(url.open, setUrl)
  const rows = { counts, isOpen, onToggle: toggle }
  const wide = Grid.useBreakpoint().md ?? window.matchMedia('(min-width: 768px)').matches
  const detached = url.q.trim() === '' ? places.detached : []
  // On a phone there is only the list.
  const drawn = url.view === 'topology' && wide && clusters.data !== undefined && shown.length + detached.length > 0
  return (
    <>
      <div className="toolbar">
        <SearchBox value={url.q} label={t('search')} onSearch={(q) => setUrl({ q })} />
        <span className="infra-views" role="group" aria-label={t('view')}>
          {(['', 'topology'] as const).map((view) => (
            <Button key={view} aria-pressed={url.view === view} onClick={() => setUrl({ view })}>
              {t(view === '' ? 'view-list' : 'view-topology')}
            </Button>
          ))}
        </span>
      </div>
      {more ? <Alert type="info" showIcon title={t('first', { n: datacenters.length })} style={{ marginBottom: 12 }} /> : null}
      {clusters.error && clusters.data === undefined ? (
        <div style={{ marginBottom: 12 }}>
          <ErrorPanel
            again="retry"
            title={t('clusters-failed')}
            error={clusters.error}
            errors={{ byStatus: { 403: t('clusters-failed-403'), 404: t('clusters-failed-404') } }}
            onRetry={() => void clusters.refetch()}
          />
        </div>
      ) : null}
      {drawn ? (
        <Suspense fallback={<Waiting rows={4} />}>
          <Topology datacenters={shown} clusters={[...shown.flatMap(({ id }) => places.at(id)), ...detached]} counts={counts} toCluster={(id) => `${paths.infrastructure()}?open=${id}#${id}`} />
        </Suspense>
      ) : null}
      {!drawn && (shown.length > 0 || detached.length > 0) ? (
        <RowList label={t('clusters')} columns={clusterColumns()}>
          {shown.map((datacenter) => (
            <DatacenterRows key={datacenter.id} datacenter={datacenter} clusters={clusters.data ? places.at(datacenter.id) : clusters.isPending ? null : undefined} rows={rows} />
          ))}
          {detached.length > 0 ? (
            <RowGroup head={<h2 className="infra-detached">{t('detached')}</h2>}>
              {detached.map((cluster) => (
                <ClusterRow key={cluster.id} cluster={cluster} rows={rows} />
              ))}
            </RowGroup>
          ) : null}
        </RowList>
      ) : null}
      {datacenters.length === 0 ? (
        <EmptyState title={t('empty')} text={t(admin ? 'empty-admin' : 'empty-user')} action={admin ? <Link to={paths.newDatacenter()}>{t('addDatacenter')}</Link> : null} />
      ) : null}
      {datacenters.length > 0 && shown.length === 0 ? (
        <EmptyState title={t('empty-search', { q: url.q.trim() })} action={<Button onClick={() => setUrl({ q: '' })}>{t('empty-clear')}</Button>} />
      ) : null}
    </>
  )
}
