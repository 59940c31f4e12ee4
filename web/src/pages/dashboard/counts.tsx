import { AppstoreOutlined, CloudServerOutlined, ClusterOutlined, TeamOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { Dashboard } from '@/api/types'
import { StatTile } from '@/components/stat-tile'
import { number } from '@/lib/number'
import { paths } from '@/spec/paths'
import type { Attention } from './attention'
import { t } from './texts'

/** What there is, each leading to its list; with how many there are in all, or are well, where that is another number. */
export function Counts({ counts, attention, work }: { counts: Dashboard; attention: Attention; work: number }) {
  const { deployments, clusters } = attention
  const all = deployments !== null && deployments > counts.activeDeployments ? t('of', { n: deployments }) : undefined
  const stopped = counts.stoppedDeployments > 0 ? t('stopped', { n: counts.stoppedDeployments }) : undefined
  const well = clusters && clusters.well < clusters.all ? t('well-clusters', { n: clusters.well }) : undefined
  return (
    <section className="stat-grid" aria-label={t('counts')}>
      <StatTile title={t('deployments')} value={number(counts.activeDeployments)} note={[all, stopped].filter(Boolean).join(', ') || undefined} icon={<AppstoreOutlined aria-hidden />} to={paths.deployments()} />
      <StatTile title={t('teams')} value={number(counts.teams)} icon={<TeamOutlined aria-hidden />} to={paths.teams()} />
      <StatTile title={t('clusters')} value={number(counts.clusters)} note={well} icon={<ClusterOutlined aria-hidden />} to={paths.infrastructure()} />
      <StatTile title={t('datacenters')} value={number(counts.datacenters)} icon={<CloudServerOutlined aria-hidden />} to={paths.infrastructure()} />
      <StatTile title={t('tasks')} value={number(counts.tasks)} note={work > 0 ? t('tasks-work', { n: work }) : undefined} icon={<UnorderedListOutlined aria-hidden />} to={paths.tasks()} />
    </section>
  )
}
