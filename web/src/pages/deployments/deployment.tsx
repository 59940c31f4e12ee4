import { DeleteOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import type { Deployment } from '@/api/types'
import { EditButton, RestartButton } from '@/components/changes/buttons'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useActions } from './actions'
import { shownStatus } from './deployment-row'
import './deployments.css'
import { LinkButton } from '@/components/link-button'
import { LogsPanel } from './logs-panel'
import { AccessPanel, DatabasePanel, DetailsPanel, DomainLink, PhpPanel, SourcePanel, useSecrets } from './panels'
import { isGone, type Places, usePlaces } from './places'
import { type Rights, rightsOf } from './rights'
import { RevisionsPanel } from './revisions'
import { AddressesPanel, ServicesPanel } from './services'
import { t } from './texts'
import { Problem, Work } from './work'

export default function DeploymentPage() {
  const { id = '' } = useParams()
  const query = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const places = usePlaces()
  const rights = rightsOf(query.data ?? { teamId: '', createdBy: '' }, useUser(), places.teams)
  const navigate = useNavigate()
  const missing = query.error instanceof ApiError && query.error.status === 404
  const gone = missing && query.data !== undefined

  useEffect(() => {
    // It was deleted while it was looked at.
    if (gone) void navigate(paths.deployments(), { replace: true })
  }, [gone, navigate])

  if (missing) {
    return (
      <>
        <PageHeader title={t('one-title')} />
        <EmptyState title={t('one-missing')} text={t('one-missing-text')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={query.data?.name ?? t('one-title')}
        description={
          query.data ? (
            <Space wrap>
              <StatusTag family="deployment" status={shownStatus(query.data)} />
              <DomainLink domain={query.data.baseParameters.domain} />
              {query.data.description}
            </Space>
          ) : undefined
        }
        actions={query.data && rights.change ? <Actions deployment={query.data} places={places} /> : undefined}
      />
      <QueryView again="retry" query={query} waiting={<Waiting rows={8} />} errorTitle={t('one-failed')}>
        {(deployment) => <Body key={deployment.id} deployment={deployment} places={places} rights={rights} />}
      </QueryView>
    </>
  )
}

function Actions({ deployment, places }: { deployment: Deployment; places: Places }) {
  const { remove, forget } = useActions()
  const admin = useIsAdmin()
  const lost = admin && places.clusters !== undefined && isGone(places.clusters.find((each) => each.id === deployment.clusterId))
  return (
    <>
      <RestartButton deployment={deployment} />
      <EditButton deployment={deployment} />
      {deployment.deleting ? null : (
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => void remove(deployment)}>
          {t('delete')}
        </Button>
      )}
      {lost ? (
        <Button danger onClick={() => void forget(deployment)}>
          {t('forget')}
        </Button>
      ) : null}
    </>
  )
}

function Body({ deployment, places, rights }: { deployment: Deployment; places: Places; rights: Rights }) {
  const revealed = useSecrets(deployment.id)
  return (
    <div className="deployment-page">
      <div className="stack">
        <Work deployment={deployment} />
        <Problem deployment={deployment} rights={rights} />
        <LogsPanel deployment={deployment} allowed={rights.change} />
        <div className="panel-grid">
          <AccessPanel deployment={deployment} rights={rights} revealed={revealed} />
          <AddressesPanel deployment={deployment} />
          <SourcePanel deployment={deployment} />
          <PhpPanel deployment={deployment} all />
        </div>
      </div>
      <div className="stack">
        <DetailsPanel deployment={deployment} places={places} all />
        <ServicesPanel deployment={deployment} />
        <DatabasePanel deployment={deployment} rights={rights} revealed={revealed} />
        <RevisionsPanel deployment={deployment} />
      </div>
    </div>
  )
}
