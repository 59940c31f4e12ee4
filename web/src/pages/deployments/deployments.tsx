import { PlusOutlined } from '@ant-design/icons'
import { Button, Pagination, Select, Tag, Typography } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { list } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { SearchBox } from '@/components/search-box'
import { counted, reachable } from '@/api/pages'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { DeploymentRow } from './deployment-row'
import './deployments.css'
import { LinkButton } from '@/components/link-button'
import { clusterName } from './panels'
import { usePlaces } from './places'
import { t } from './texts'

/** Rows on one page of the list. */
const PAGE = 20

const STATUSES = ['running', 'pending', 'failed'] as const

export default function Deployments() {
  const [filter, setFilter] = useUrlState({ q: '', cluster: '', status: '', page: '1', open: '' })
  const page = Math.max(1, Number.parseInt(filter.page, 10) || 1)
  const deployments = useQuery({
    ...list('/deployments', { query: { search: filter.q.trim(), clusterId: filter.cluster, status: filter.status, page, limit: PAGE } }, POLICY.deployments),
    placeholderData: keepPreviousData,
  })
  const places = usePlaces()
  const { isOpen, toggle } = useOpenRows(filter.open, setFilter)
  const filtered = filter.q !== '' || filter.cluster !== '' || filter.status !== ''
  const clear = () => setFilter({ q: '', cluster: '', status: '', page: '1' })
  const emptied = page > 1 && !deployments.isPlaceholderData && deployments.data?.items.length === 0

  useEffect(() => {
    // The last row of the last page was deleted.
    if (emptied) setFilter({ page: '1' })
  }, [emptied, setFilter])

  const search = useCallback((q: string) => setFilter({ q, page: '1' }), [setFilter])
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('about')}
        actions={
          <LinkButton type="primary" icon={<PlusOutlined aria-hidden />} to={paths.newDeployment()}>
            {t('new')}
          </LinkButton>
        }
      />
      <div className="toolbar">
        <SearchBox value={filter.q} label={t('search')} onSearch={search} />
        <Select
          value={filter.status}
          aria-label={t('status-filter')}
          style={{ minWidth: 140 }}
          onChange={(status) => setFilter({ status, page: '1' })}
          options={[{ value: '', label: t('status-any') }, ...STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))]}
        />
        {filter.cluster ? (
          <Tag closable onClose={() => setFilter({ cluster: '', page: '1' })}>
            {t('cluster-filter', { name: clusterName(filter.cluster, places) })}
          </Tag>
        ) : null}
        {deployments.data ? (
          <Typography.Text type="secondary" className="number" role="status">
            {t('found', { n: deployments.data.pagination.total, total: counted(deployments.data.pagination.total) })}
          </Typography.Text>
        ) : null}
      </div>
      <QueryView
        again="retry"
        query={deployments}
        waiting={<Waiting rows={6} />}
        errorTitle={t('load-failed')}
        isEmpty={(data) => data.items.length === 0}
        empty={
          filtered ? (
            <EmptyState title={t('empty-title')} text={t('empty-filtered')} action={<Button onClick={clear}>{t('filters-clear')}</Button>} />
          ) : (
            <EmptyState title={t('empty-title')} text={t('empty-text')} action={<LinkButton to={paths.newDeployment()}>{t('new')}</LinkButton>} />
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <div className="rows">
              {items.map((deployment) => (
                <DeploymentRow key={deployment.id} deployment={deployment} places={places} open={isOpen(deployment.id)} onToggle={toggle} />
              ))}
            </div>
            {pagination.more || page > 1 ? (
              <nav aria-label={t('pages')}>
                <Pagination align="end" style={{ marginTop: 16 }} current={page} pageSize={PAGE} total={reachable(pagination, items.length)} showSizeChanger={false} onChange={(next) => setFilter({ page: String(next) })} />
              </nav>
            ) : null}
          </>
        )}
      </QueryView>
    </>
  )
}
