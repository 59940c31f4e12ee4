import { useQuery } from '@tanstack/react-query'
import { Card } from 'antd'
import { one } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { QueryView, Waiting } from '@/components/query-view'
import { POLICY } from '@/spec/policy'
import { AdminOnly } from './admin-only'
import { DatacenterForm } from './datacenter-form'
import { t } from './texts'
import './infrastructure.css'

export default function NewDatacenter() {
  const catalogue = useQuery(one('/catalogue', {}, POLICY.catalogue))
  return (
    <AdminOnly>
      <div className="infra-form">
        <PageHeader title={t('datacenter-title')} description={t('datacenter-about')} />
        <Card>
          <QueryView again="retry" query={catalogue} errorTitle={t('catalogue-failed')} waiting={<Waiting rows={6} />}>
            {(known) => <DatacenterForm known={known} />}
          </QueryView>
        </Card>
      </div>
    </AdminOnly>
  )
}
