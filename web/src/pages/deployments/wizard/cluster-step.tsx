import { ExclamationCircleOutlined } from '@ant-design/icons'
import type { Cluster } from '@/api/types'
import { ClusterLacks } from '@/components/cluster-lacks'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { StatusDot } from '@/components/status-dot'
import { useIsAdmin } from '@/session/store'
import { providerName } from '@/lib/provider-name'
import { paths } from '@/spec/paths'
import { LinkButton } from '@/components/link-button'
import { labelOf } from '../catalogue'
import { Facts } from '../facts'
import { textAt } from '../form/draft'
import { type FormProps, inputId } from '../form/fields'
import { blocked, useClusters } from '../places'
import { worded } from '@/lib/sentence'
import { t } from '../texts'

/** Why nothing can be deployed to it, in words. */
function reasonOf(cluster: Cluster): string | null {
  const reason = blocked(cluster)
  return reason && t(`cluster-blocked-${reason}`)
}

/** Nothing stands in the way of deploying to it, as far as is known. */
const isWell = (cluster: Cluster) => blocked(cluster) === null && cluster.status !== 'unreachable'

/** MiB as people speak of it. */
const gigabytes = (mib: number) => t('cluster-gigabytes', { n: Math.round((mib / 1024) * 10) / 10 })

function Card({ cluster, chosen, first, onChoose, described }: { cluster: Cluster; chosen: boolean; first: boolean; onChoose: () => void; described: string }) {
  const reason = reasonOf(cluster)
  const unknown = t('cluster-unobserved')
  return (
    <label className="choice" data-blocked={reason !== null}>
      <span className="choice-head">
        <span>
          <input type="radio" name="cluster" id={first ? inputId('clusterId') : undefined} checked={chosen} disabled={reason !== null} aria-describedby={described} onChange={onChoose} />
          {cluster.name}
        </span>
        <StatusDot family="place" status={cluster.status} />
      </span>
      <span className="quiet">{[providerName(cluster.provider), cluster.region].filter(Boolean).join(' · ')}</span>
      <Facts
        rows={[
          [t('cluster-version'), cluster.version ?? unknown],
          [t('cluster-nodes'), cluster.nodes ?? unknown],
          [t('cluster-cpu'), cluster.totalCPU === null ? unknown : t('cluster-cores', { n: cluster.totalCPU })],
          [t('cluster-memory'), cluster.totalMemory === null ? unknown : gigabytes(cluster.totalMemory)],
        ]}
      />
      {reason || cluster.status === 'unreachable' ? (
        <span className="choice-note">
          <ExclamationCircleOutlined aria-hidden /> {reason ?? t('cluster-careful')}
          {cluster.problem ? <span className="choice-problem">{worded(cluster, cluster.problem)}</span> : null}
        </span>
      ) : null}
    </label>
  )
}

export function ClusterStep({ draft, problems, change }: FormProps) {
  const chosen = textAt(draft, 'clusterId')
  const clusters = useClusters()
  const admin = useIsAdmin()
  const help = `${inputId('clusterId')}-help`
  return (
    <QueryView
      again="retry"
      query={clusters}
      errorTitle={t('cluster-failed')}
      waiting={<Waiting rows={4} />}
      isEmpty={(data) => data.items.length === 0}
      empty={
        <EmptyState title={t('cluster-none')} text={admin ? undefined : t('cluster-ask')} action={admin ? <LinkButton to={paths.newCluster()}>{t('cluster-create')}</LinkButton> : undefined} />
      }
    >
      {({ items }) => {
        // The radio that takes the focus: the chosen one, else the first that can be chosen.
        const first = items.find((each) => each.id === chosen) ?? items.find(isWell) ?? items.find((each) => blocked(each) === null)
        const card = (cluster: Cluster) => (
          <Card
            key={cluster.id}
            cluster={cluster}
            chosen={cluster.id === chosen}
            first={cluster.id === first?.id}
            described={help}
            onChoose={() => change({ clusterId: cluster.id })}
          />
        )
        return (
          <fieldset className="choices">
            <legend className="unseen">{labelOf('clusterId')}</legend>
            <div id={help} role={problems.clusterId ? 'alert' : undefined}>
              {problems.clusterId ? <p className="wrong">{problems.clusterId}</p> : null}
            </div>
            <div className="choice-grid">{items.filter(isWell).map(card)}</div>
            {/* Below those that can be chosen: it comes late, and nothing moves under the pointer. */}
            {items.some((each) => each.id === chosen && each.hasKubeconfig) ? <ClusterLacks key={chosen} id={chosen} /> : null}
            {items.every(isWell) ? null : (
              <>
                <h3 className="choices-apart">{t('cluster-apart', { n: items.filter((each) => !isWell(each)).length })}</h3>
                <div className="choice-grid">{items.filter((each) => !isWell(each)).map(card)}</div>
              </>
            )}
          </fieldset>
        )
      }}
    </QueryView>
  )
}
