import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { one } from '@/api/query'
import { Panel } from '@/components/panel'
import { QueryView, Waiting } from '@/components/query-view'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Tiles } from './tiles'
import { t } from './texts'

/** What the site uses now, and the way to what it used before. */
export default function UsagePanel({ id }: { id: string }) {
  const query = useQuery(one('/deployments/{id}/usage', { path: { id }, query: { range: '24h' } }, POLICY.metrics))
  return (
    <Panel title={t('title')} extra={<Link to={paths.deploymentUsage(id)}>{t('view')}</Link>}>
      <QueryView again="retry" query={query} errorTitle={t('failed')} waiting={<Waiting rows={3} />}>
        {(usage) => <Tiles usage={usage} />}
      </QueryView>
    </Panel>
  )
}
