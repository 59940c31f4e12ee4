import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment, Secrets } from '@/api/types'
import { CopyId, CopyText } from '@/components/copy-id'
import { ClusterLink, DomainLink, TeamLink } from '@/components/links'
import { SecretText } from '@/components/secret-text'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { number } from '@/lib/number'
import { typeName } from '@/lib/type-name'
import { paths } from '@/spec/paths'
import { bytes, cores } from './amounts'
import { useKind } from './catalogue'
import { route } from './elsewhere'
import { Facts } from './facts'
import { Part } from './part'
import { clusterName, locationLabel, type Places } from './places'
import type { Rights } from './rights'
import { t } from './texts'

/** `all` also says what only matters to the deployment's own page. */
export function DetailsPanel({ deployment, places, all = false }: { deployment: Deployment; places: Places; all?: boolean }) {
  const { resources } = deployment
  const location = locationLabel(deployment.location, places.datacenters)
  const team = places.teams?.find((each) => each.id === deployment.teamId)
  return (
    <Part title={t('details')}>
      <Facts
        rows={[
          [t('domain'), <DomainLink key="domain" host={deployment.baseParameters.domain} secure={deployment.reachability.https} />],
          all ? [t('type'), typeName(deployment.type)] : null,
          all ? [t('team'), team ? <TeamLink key="team" id={team.id} name={team.name} /> : deployment.teamName] : null,
          [t('cluster'), places.clusters?.some((each) => each.id === deployment.clusterId) ? <ClusterLink key="cluster" id={deployment.clusterId} name={clusterName(deployment, places)} /> : clusterName(deployment, places)],
          route(deployment) === null ? null : [t('move-moving'), route(deployment)],
          [t('location'), location || t('location-none')],
          all && resources ? [t('cpu'), cores(resources.cpu)] : null,
          all && resources ? [t('memory'), bytes(resources.memory)] : null,
          all && resources ? [t('storage'), bytes(resources.storage)] : null,
          [t('created'), <TimeAgo key="created" at={deployment.createdAt} />],
          [t('updated'), <TimeAgo key="updated" at={deployment.updatedAt} />],
        ]}
      />
    </Part>
  )
}

/** What the cluster and support know it by. */
export function TechnicalPanel({ deployment }: { deployment: Deployment }) {
  const { id, releaseName, namespace } = deployment
  return (
    <Part title={t('technical')}>
      <Facts
        rows={[
          [t('id'), <CopyId key="id" id={id} />],
          [t('release'), <CopyText key="release" text={releaseName} />],
          // The same word twice says nothing.
          namespace === releaseName ? null : [t('namespace'), <CopyText key="namespace" text={namespace} />],
        ]}
      />
    </Part>
  )
}

export function PhpPanel({ deployment, all = false }: { deployment: Deployment; all?: boolean }) {
  const php = deployment.phpParameters
  if (!php) return null
  return (
    <Part title={t('php')}>
      <Facts
        rows={[
          [t('php-version'), php.phpVersion],
          [t('php-memory'), t('mb', { n: php.phpMemoryLimit })],
          [t('php-time'), t('seconds', { n: php.phpMaxExecutionTime })],
          [t('php-upload'), t('mb', { n: php.phpUploadMaxFilesize })],
          all ? [t('php-pool'), number(php.phpPoolSize)] : null,
          all ? [t('php-requests'), number(php.phpMaxRequestsPerChild)] : null,
          [
            t('php-extensions'),
            php.phpExtensions.length === 0 ? t('services-none') : <Tags key="extensions" names={php.phpExtensions} />,
          ],
        ]}
      />
    </Part>
  )
}

/** Where the program comes from, and what it is given. Nothing for kinds that bring their own and have been given nothing. */
export function SourcePanel({ deployment }: { deployment: Deployment }) {
  const { source, env, domains, replicas, type } = deployment
  const kind = useKind(type)
  if (!source && env.length === 0 && domains.length === 0) return null
  const from = source && (source.kind === 'git' || source.kind === 'image' || source.kind === 'none') ? t(`source-${source.kind}`) : source?.kind
  const code = (text: string | null | undefined) => (text ? <code>{text}</code> : null)
  const rows: [string, ReactNode][] = [
    [t('label-kind'), from],
    [t('label-image'), code(source?.image)],
    [t('label-url'), code(source?.git?.url)],
    [t('label-ref'), source?.git ? (code(source.git.ref) ?? t('source-default')) : null],
    [t('label-subdir'), code(source?.git?.subdir)],
    [t('label-version', { runtime: kind?.runtime.name ?? '' }), source?.version],
    [t('label-build'), code(source?.build)],
    [t('label-start'), code(source?.start)],
    [t('label-port'), source?.port ? <span key="port" className="number">{source.port}</span> : null],
    [t('label-replicas'), replicas > 1 ? number(replicas) : null],
    [t('label-env'), env.length > 0 ? <Tags key="env" names={env} /> : null],
    [t('label-domains'), domains.length > 0 ? <Tags key="domains" names={domains} /> : null],
  ]
  return (
    <Part title={t('program')}>
      <Facts rows={rows.filter(([, value]) => value !== null && value !== undefined)} />
    </Part>
  )
}

function Tags({ names }: { names: readonly string[] }) {
  return (
    <span className="tags">
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  )
}

export interface Revealed {
  secrets: Secrets | null
  busy: boolean
  toggle: () => void
}

/** The passwords of one deployment: fetched when asked for, forgotten when hidden or when the page is left. */
export function useSecrets(id: string): Revealed {
  const [secrets, setSecrets] = useState<Secrets | null>(null)
  const reveal = useSend({
    mutationFn: () => request('POST', '/deployments/{id}/secrets/reveal', { path: { id } }),
    onSuccess: ({ data }) => setSecrets(data),
    onError: (error) => toast.failure(error, { fallback: t('reveal-failed') }),
    // Mutations are remembered for a while; passwords are not.
    gcTime: 0,
  })
  const toggle = () => {
    if (reveal.isPending) return
    if (secrets) {
      setSecrets(null)
      reveal.reset()
    } else reveal.mutate()
  }
  return { secrets, busy: reveal.isPending, toggle }
}

interface SecretProps {
  deployment: Deployment
  rights: Rights
  revealed: Revealed
}

/** The one toggle of a deployment's passwords, with what it leaves behind. */
function Reveal({ rights, revealed, database }: Omit<SecretProps, 'deployment'> & { database: boolean }) {
  if (rights.secrets === 'none') return null
  const shown = revealed.secrets !== null
  return (
    <div className="panel-foot">
      <Button size="small" loading={revealed.busy} icon={shown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />} aria-pressed={shown} onClick={revealed.toggle}>
        {t(shown ? 'conceal' : 'reveal')}
      </Button>
      <span className="quiet">
        {t('reveal-about')} {database && rights.secrets === 'own' ? t('reveal-root') : null}
      </span>
    </div>
  )
}

export function AccessPanel({ deployment, rights, revealed }: SecretProps) {
  const { appUser, hasAppPass } = deployment.baseParameters
  return (
    <Part title={t('access')}>
      <Facts
        rows={[
          [t('access-user'), appUser ? <CopyText key="user" text={appUser} /> : t('hidden')],
          [t('access-pass'), <SecretText key="pass" label={t('access-pass')} isSet={hasAppPass} value={revealed.secrets?.appPass ?? null} />],
          deployment.services.cloudflare ? [t('access-token'), <SecretText key="token" label={t('access-token')} isSet value={revealed.secrets?.cloudflareToken ?? null} />] : null,
        ]}
      />
      <Reveal rights={rights} revealed={revealed} database={false} />
    </Part>
  )
}

export function DatabasePanel({ deployment, rights, revealed }: SecretProps) {
  const database = deployment.databaseParameters
  if (!database) return null
  return (
    <Part title={t('database')}>
      <Facts
        rows={[
          [t('database-name'), database.databaseName],
          [t('database-host'), database.databaseHost],
          [t('database-port'), <span key="port" className="number">{database.databasePort}</span>],
          [t('database-user'), database.databaseUser || t('hidden')],
          [t('database-pass'), <SecretText key="pass" label={t('database-pass')} isSet={database.hasDatabasePass} value={revealed.secrets?.databasePass ?? null} />],
          [t('database-root'), <SecretText key="root" label={t('database-root')} isSet={database.hasDatabaseRootPass} value={revealed.secrets?.databaseRootPass ?? null} />],
        ]}
      />
      <Reveal rights={rights} revealed={revealed} database />
    </Part>
  )
}

export function TaskLink({ id }: { id: string }) {
  return <Link to={paths.task(id)}>{t('task')}</Link>
}
