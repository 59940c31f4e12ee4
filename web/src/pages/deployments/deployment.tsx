import { DeleteOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import type { Deployment } from '@/api/types'
import { EditButton } from '@/components/changes/buttons'
import { CopyCurl } from '@/components/copy-curl'
import { Folded } from '@/components/folded'
import { DomainLink } from '@/components/links'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { loadWords } from '@/lib/language'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useActions } from './actions'
import { shownStatus } from './deployment-row'
import './deployments.css'
import { LinkButton } from '@/components/link-button'
import { DriftNotice } from './drift-notice'
import { ElsewhereNotice } from './elsewhere'
import { HealthLine } from './health-line'
import { PowerButton, StoppedNotice } from './power-button'
import { LogsPanel, LogsTab } from './logs-panel'
import { MoveButton } from './move-button'
import { AccessPanel, DatabasePanel, DetailsPanel, PhpPanel, SourcePanel, TechnicalPanel, useSecrets } from './panels'
import { isGone, type Places, usePlaces } from './places'
import { ReachNotice } from './reach'
import { type Rights, rightsOf } from './rights'
import { RestartAsked, RestartButton } from './restart-button'
import { RevisionsPanel } from './revisions'
import { ScaleButton } from './scale-button'
import { AddressesPanel, ServicesPanel } from './services'
import { Tabs } from './tabs'
import { t } from './texts'
import { Problem, Work } from './work'

const KeptVolumes = lazy(() => import('./kept-volumes'))
const UsagePanel = lazy(async () => (await Promise.all([import('@/components/gauges/panel'), loadWords('gauges')]))[0])

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
        call={query.data ? <CopyCurl call={`/deployments/${query.data.id}`} /> : null}
        description={
          query.data ? (
            <Space wrap>
              <StatusTag family="deployment" status={shownStatus(query.data)} />
              <DomainLink host={query.data.baseParameters.domain} secure={query.data.reachability.https} />
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
      {deployment.stopped ? null : <RestartButton deployment={deployment} />}
      <RestartAsked deployment={deployment} />
      <PowerButton deployment={deployment} />
      <Folded label={t('more')}>
        <ScaleButton deployment={deployment} />
        <MoveButton deployment={deployment} />
        <EditButton deployment={deployment} />
        {deployment.deleting ? null : (
          <Button className="quiet-danger" icon={<DeleteOutlined aria-hidden />} onClick={() => void remove(deployment)}>
            {t('delete')}
          </Button>
        )}
        {lost ? (
          <Button className="quiet-danger" onClick={() => void forget(deployment)}>
            {t('forget')}
          </Button>
        ) : null}
      </Folded>
    </>
  )
}

function Body({ deployment, places, rights }: { deployment: Deployment; places: Places; rights: Rights }) {
  return (
    <>
      <div className="stack deployment-now">
        <HealthLine deployment={deployment} rights={rights} />
        <StoppedNotice deployment={deployment} />
        <Work deployment={deployment} />
        <Problem deployment={deployment} rights={rights} />
        <ElsewhereNotice deployment={deployment} rights={rights} />
        <ReachNotice deployment={deployment} rights={rights} />
        <DriftNotice deployment={deployment} rights={rights} />
      </div>
      <Tabs
        label={t('tabs')}
        tabs={[
          { key: 'overview', name: t('tab-overview'), render: () => <Overview deployment={deployment} places={places} rights={rights} /> },
          { key: 'logs', name: t('logs'), render: () => <LogsTab deployment={deployment} rights={rights} /> },
          { key: 'revisions', name: t('revisions'), render: () => <RevisionsPanel deployment={deployment} charts={rights.change} changes={rights.change} /> },
          { key: 'settings', name: t('tab-settings'), render: () => <Settings deployment={deployment} rights={rights} /> },
        ]}
      />
    </>
  )
}

function Overview({ deployment, places, rights }: { deployment: Deployment; places: Places; rights: Rights }) {
  const revealed = useSecrets(deployment.id)
  return (
    <div className="deployment-page">
      <div className="stack">
        <div className="usage-room">
          <Suspense>
            <UsagePanel id={deployment.id} />
          </Suspense>
        </div>
        <LogsPanel deployment={deployment} rights={rights} />
        <AddressesPanel deployment={deployment} />
      </div>
      <div className="stack">
        <DetailsPanel deployment={deployment} places={places} all />
        <AccessPanel deployment={deployment} rights={rights} revealed={revealed} />
        <ServicesPanel deployment={deployment} rights={rights} />
        <Suspense>
          <KeptVolumes deployment={deployment} changes={rights.change} />
        </Suspense>
      </div>
    </div>
  )
}

/** What seldom changes. */
function Settings({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const revealed = useSecrets(deployment.id)
  return (
    <div className="panel-grid">
      <PhpPanel deployment={deployment} all />
      <SourcePanel deployment={deployment} />
      <DatabasePanel deployment={deployment} rights={rights} revealed={revealed} />
      <TechnicalPanel deployment={deployment} />
    </div>
  )
}
