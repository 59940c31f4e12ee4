import { useQuery } from '@tanstack/react-query'
import { Card } from 'antd'
import { Link, useParams } from 'react-router-dom'
import { list, one } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { AdminOnly } from './admin-only'
import { DatacenterForm } from './datacenter-form'
import { t } from './texts'
import './infrastructure.css'

export default function EditDatacenter() {
  const { id } = useParams()
  const catalogue = useQuery(one('/catalogue', {}, POLICY.catalogue))
  const datacenters = useQuery(list('/datacenters', {}, POLICY.datacenters))
  return (
    <AdminOnly>
      <div className="infra-form">
        <PageHeader title={t('datacenter-edit-title')} description={[datacenters.data?.items.find((each) => each.id === id)?.name, t('datacenter-edit-about')].filter(Boolean).join(' · ')} />
        <Card>
          <QueryView again="retry" query={catalogue} errorTitle={t('catalogue-failed')} waiting={<Waiting rows={6} />}>
            {(known) => (
              <QueryView again="retry" query={datacenters} errorTitle={t('failed')} waiting={<Waiting rows={6} />}>
                {({ items }) => {
                  const datacenter = items.find((each) => each.id === id)
                  if (!datacenter) return <EmptyState title={t('datacenter-gone')} action={<Link to={paths.datacenters()}>{t('back')}</Link>} />
                  return <DatacenterForm key={datacenter.id} known={known} datacenter={datacenter} />
                }}
              </QueryView>
            )}
          </QueryView>
        </Card>
      </div>
    </AdminOnly>
  )
}
