import { AppstoreOutlined, CloudServerOutlined, ClusterOutlined, TeamOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { Dashboard } from '@/api/types'
import { StatTile } from '@/components/stat-tile'
import { number } from '@/lib/number'
import { paths } from '@/spec/paths'
import { t } from './texts'

/** What there is, each leading to its list. */
export function Counts({ counts }: { counts: Dashboard }) {
  return (
    <section className="stat-grid" aria-label={t('counts')}>
      <StatTile title={t('deployments')} value={number(counts.activeDeployments)} icon={<AppstoreOutlined aria-hidden />} to={paths.deployments()} />
      <StatTile title={t('teams')} value={number(counts.teams)} icon={<TeamOutlined aria-hidden />} to={paths.teams()} />
      <StatTile title={t('clusters')} value={number(counts.clusters)} icon={<ClusterOutlined aria-hidden />} to={paths.infrastructure()} />
      <StatTile title={t('datacenters')} value={number(counts.datacenters)} icon={<CloudServerOutlined aria-hidden />} to={paths.infrastructure()} />
      <StatTile title={t('tasks')} value={number(counts.tasks)} icon={<UnorderedListOutlined aria-hidden />} to={paths.tasks()} />
    </section>
  )
}
