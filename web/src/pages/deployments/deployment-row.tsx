import { DeleteOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { memo } from 'react'
import type { Deployment } from '@/api/types'
import { EditButton } from '@/components/changes/buttons'
import { hint } from '@/components/hint/hint'
import { LinkButton } from '@/components/link-button'
import { ClusterLink, DomainLink, SiteLink, TeamLink } from '@/components/links'
import { type Column, Row } from '@/components/row-list'
import { StatusDot } from '@/components/status-dot'
import { typeName } from '@/lib/type-name'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { useActions } from './actions'
import { route } from './elsewhere'
import { Happening } from './now'
import { DatabasePanel, DetailsPanel, PhpPanel, useSecrets } from './panels'
import { clusterName, type Places } from './places'
import { PowerButton } from './power-button'
import { ReachMark } from './reach'
import { RestartButton } from './restart-button'
import { type Rights, rightsOf } from './rights'
import { ServicesLists } from './services'
import { t } from './texts'
import { Problem, Work } from './work'

/** Widths that do not depend on what is in them: a live change moves nothing. */
export const columns = ({ teams, clusters }: Places): Column[] => {
  // What all rows have in common is not said on each.
  const several = (names: readonly unknown[] | undefined) => names === undefined || names.length > 1
  const left: Record<string, boolean> = { team: several(teams), cluster: several(clusters) }
  return ALL().filter(({ key }) => left[key] ?? true)
}

const ALL = (): Column[] => [
  { key: 'status', title: t('status-filter'), width: '112px', sort: 'status' },
  { key: 'name', title: t('column-name'), main: true, width: 'minmax(0, 1.7fr)', sort: 'name' },
  { key: 'domain', title: t('domain'), width: 'minmax(0, 1.3fr)' },
  { key: 'team', title: t('team'), width: 'minmax(0, 0.8fr)', from: 'wide', phone: 'none' },
  { key: 'cluster', title: t('cluster'), width: 'minmax(0, 0.8fr)', from: 'wide', phone: 'none' },
  { key: 'now', title: t('column-now'), width: 'minmax(0, 1.9fr)', sort: 'updatedAt', falls: true },
]

interface RowProps {
  deployment: Deployment
  places: Places
  open: boolean
  onToggle: (id: string) => void
  picked: boolean
  onPick: (id: string) => void
}

export const shownStatus = (deployment: Pick<Deployment, 'deleting' | 'status'>) => (deployment.deleting ? 'deleting' : deployment.status)

const LETTERS: Readonly<Record<string, string>> = { wordpress: 'Wp', laravel: 'La', nodejs: 'No', orangecms: 'Or' }

/** Two letters for what kind of site it is. */
function KindTile({ type }: { type: string }) {
  const name = typeName(type)
  return (
    <span className="kind-tile" title={name}>
      <span aria-hidden>{LETTERS[type] ?? name.slice(0, 2)}</span>
      <span className="unseen">{name}</span>
    </span>
  )
}

export const DeploymentRow = memo(function DeploymentRow({ deployment, places, open, onToggle, picked, onPick }: RowProps) {
  const { remove } = useActions()
  const rights = rightsOf(deployment, useUser(), places.teams)
  const { id, name, description } = deployment
  const team = places.teams?.find((each) => each.id === deployment.teamId)
  return (
    <Row
      id={id}
      name={name}
      open={open}
      onToggle={() => onToggle(id)}
      picked={picked && rights.change}
      {...(rights.change ? { onPick: () => onPick(id) } : {})}
      cells={{
        status: <StatusDot family="deployment" status={shownStatus(deployment)} />,
        name: (
          <span className="site-name">
            <KindTile type={deployment.type} />
            <span className="site-words">
              <SiteLink id={id} name={name} strong />
              {description ? (
                <span className="row-second" title={description}>
                  {description}
                </span>
              ) : null}
            </span>
          </span>
        ),
        domain: (
          <>
            <ReachMark reachability={deployment.reachability} />
            <DomainLink host={deployment.baseParameters.domain} secure={deployment.reachability.https} />
          </>
        ),
        // Nobody but its members and administrators can open it.
        team: team ? <TeamLink id={team.id} name={team.name} /> : deployment.teamName,
        cluster: route(deployment) ?? (places.clusters?.some((each) => each.id === deployment.clusterId) ? <ClusterLink id={deployment.clusterId} name={clusterName(deployment, places)} /> : clusterName(deployment, places)),
        now: <Happening deployment={deployment} />,
      }}
      actions={
        rights.change && !deployment.deleting ? (
          <>
            <EditButton deployment={deployment} named={name} />
            <Button type="text" className="quiet-danger" icon={<DeleteOutlined aria-hidden />} aria-label={t('delete-named', { name })} {...hint(t('delete'))} onClick={() => void remove(deployment)} />
          </>
        ) : null
      }
    >
      <RowBody deployment={deployment} places={places} rights={rights} />
    </Row>
  )
})

function RowBody({ deployment, places, rights }: { deployment: Deployment; places: Places; rights: Rights }) {
  const { remove } = useActions()
  const revealed = useSecrets(deployment.id)
  return (
    <div className="stack">
      <Work deployment={deployment} steps />
      <Problem deployment={deployment} rights={rights} />
      <div className="panel-grid">
        <DetailsPanel deployment={deployment} places={places} />
        <ServicesLists deployment={deployment} />
        <PhpPanel deployment={deployment} />
        <DatabasePanel deployment={deployment} rights={rights} revealed={revealed} />
      </div>
      <Space wrap>
        <LinkButton to={paths.deployment(deployment.id)}>{t('open')}</LinkButton>
        <LinkButton to={paths.tasks({ deploymentId: deployment.id })}>{t('task')}</LinkButton>
        {rights.change ? (
          <>
            {deployment.stopped ? null : <RestartButton deployment={deployment} />}
            <PowerButton deployment={deployment} />
            <EditButton deployment={deployment} />
            {deployment.deleting ? null : (
              <Button className="quiet-danger" onClick={() => void remove(deployment)}>
                {t('delete')}
              </Button>
            )}
          </>
        ) : null}
      </Space>
    </div>
  )
}
