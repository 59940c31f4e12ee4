import { DeleteOutlined, RightCircleOutlined } from '@ant-design/icons'
import { Button, Space, Tooltip } from 'antd'
import { memo } from 'react'
import type { Deployment } from '@/api/types'
import { EditButton, RestartButton } from '@/components/changes/buttons'
import { ExpandableRow } from '@/components/expandable-row'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { useActions } from './actions'
import { LinkButton } from '@/components/link-button'
import { clusterName, DatabasePanel, DetailsPanel, PhpPanel, useSecrets } from './panels'
import { locationLabel, type Places } from './places'
import { type Rights, rightsOf } from './rights'
import { ServicesLists } from './services'
import { t } from './texts'
import { Problem, Work } from './work'

interface RowProps {
  deployment: Deployment
  places: Places
  open: boolean
  onToggle: (id: string) => void
}

export const shownStatus = (deployment: Pick<Deployment, 'deleting' | 'status'>) => (deployment.deleting ? 'deleting' : deployment.status)

export const DeploymentRow = memo(function DeploymentRow({ deployment, places, open, onToggle }: RowProps) {
  const { remove } = useActions()
  const rights = rightsOf(deployment, useUser(), places.teams)
  const { id, name } = deployment
  return (
    <ExpandableRow
      open={open}
      onToggle={() => onToggle(id)}
      summary={
        <span className="deployment-summary">
          <span className="status">
            <StatusTag family="deployment" status={shownStatus(deployment)} />
          </span>
          <span className="who">
            <span className="name">{name}</span>
            {deployment.description ? <span className="quiet cut" title={deployment.description}>{deployment.description}</span> : null}
          </span>
          <span className="domain">{deployment.baseParameters.domain}</span>
          <span className="place">
            <span className="cluster">{clusterName(deployment.clusterId, places)}</span>
            <span className="quiet">{locationLabel(deployment.location, places.datacenters)}</span>
          </span>
          <span className="when">
            <TimeAgo at={deployment.updatedAt} />
          </span>
        </span>
      }
      actions={
        <span className="row-actions">
          <Tooltip title={t('open')}>
            <LinkButton type="text" icon={<RightCircleOutlined aria-hidden />} to={paths.deployment(id)} aria-label={t('open-named', { name })} />
          </Tooltip>
          {rights.change && !deployment.deleting ? (
            <>
              <EditButton deployment={deployment} named={name} />
              <Tooltip title={t('delete')}>
                <Button type="text" danger icon={<DeleteOutlined aria-hidden />} aria-label={t('delete-named', { name })} onClick={() => void remove(deployment)} />
              </Tooltip>
            </>
          ) : null}
        </span>
      }
    >
      <RowBody deployment={deployment} places={places} rights={rights} />
    </ExpandableRow>
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
            <RestartButton deployment={deployment} />
            <EditButton deployment={deployment} />
            {deployment.deleting ? null : (
              <Button danger onClick={() => void remove(deployment)}>
                {t('delete')}
              </Button>
            )}
          </>
        ) : null}
      </Space>
    </div>
  )
}
