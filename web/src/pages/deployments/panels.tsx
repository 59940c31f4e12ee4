import { ExportOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Card, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment, Secrets } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { SecretText } from '@/components/secret-text'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { number } from '@/lib/number'
import { typeName } from '@/lib/type-name'
import { paths } from '@/spec/paths'
import { locationLabel, type Places } from './places'
import type { Rights } from './rights'
import { t } from './texts'

/** Names and values, the value on the right where there is room. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <dl className="facts">
      {rows
        .filter((row) => row !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

export function Panel({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <Card size="small" title={<h2 className="panel-title">{title}</h2>} extra={extra}>
      {children}
    </Card>
  )
}

export function DomainLink({ domain }: { domain: string }) {
  return (
    <Typography.Link href={`https://${domain}`} target="_blank" rel="noreferrer" aria-label={t('domain-open', { domain })}>
      {domain} <ExportOutlined aria-hidden />
    </Typography.Link>
  )
}

export function clusterName(id: string, { clusters }: Places): string {
  // Until the clusters are known, "unknown" would be wrong.
  return clusters?.find((each) => each.id === id)?.name ?? (clusters ? t('cluster-unknown') : '…')
}

/** `all` also says what only matters to the deployment's own page. */
export function DetailsPanel({ deployment, places, all = false }: { deployment: Deployment; places: Places; all?: boolean }) {
  const { resources } = deployment
  const location = locationLabel(deployment.location, places.datacenters)
  const team = places.teams?.find((each) => each.id === deployment.teamId)
  return (
    <Panel title={t('details')}>
      <Facts
        rows={[
          [t('domain'), <DomainLink key="domain" domain={deployment.baseParameters.domain} />],
          all ? [t('type'), typeName(deployment.type)] : null,
          all ? [t('team'), team ? team.name : <CopyId key="team" id={deployment.teamId} />] : null,
          [t('cluster'), clusterName(deployment.clusterId, places)],
          [t('location'), location || t('location-none')],
          all && resources ? [t('cpu'), resources.cpu] : null,
          all && resources ? [t('memory'), resources.memory] : null,
          all && resources ? [t('storage'), resources.storage] : null,
          all ? [t('release'), <Typography.Text key="release" copyable code>{deployment.releaseName}</Typography.Text>] : null,
          // The same word twice says nothing.
          all && deployment.namespace !== deployment.releaseName ? [t('namespace'), <Typography.Text key="namespace" copyable code>{deployment.namespace}</Typography.Text>] : null,
          all ? [t('revision'), <span key="revision" className="number">{deployment.revision}</span>] : null,
          [t('created'), <TimeAgo key="created" at={deployment.createdAt} />],
          [t('updated'), <TimeAgo key="updated" at={deployment.updatedAt} />],
          all ? [t('id'), <CopyId key="id" id={deployment.id} />] : null,
        ]}
      />
    </Panel>
  )
}

/** The application and every service that can stand beside it. */
const NAMES = ['web', 'nginx', 'mysql', 'redis', 'ftp', 'phpmyadmin', 'cloudflare'] as const
type Name = (typeof NAMES)[number]

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name)

export const serviceName = (name: string) => (isName(name) ? t(`service-${name}`) : name.charAt(0).toUpperCase() + name.slice(1))

/** Services by name, the application first, then as they are usually listed. */
export function servicesOf(deployment: Pick<Deployment, 'services'>): (readonly [string, boolean])[] {
  const known = NAMES.filter((name) => name in deployment.services)
  const others = Object.keys(deployment.services).filter((name) => !isName(name))
  const rows = [...known, ...others].map((name) => [name, deployment.services[name] === true] as const)
  return 'web' in deployment.services ? rows : [['web', true], ...rows]
}

/** Active ones and inactive ones, as two lists. */
export function ServicesLists({ deployment }: { deployment: Deployment }) {
  const services = servicesOf(deployment)
  const named = (on: boolean) => {
    const found = services.filter(([, active]) => active === on)
    if (found.length === 0) return t('services-none')
    return (
      <span className="tags">
        {found.map(([name]) => (
          <Tag key={name} color={on ? 'green' : 'default'}>
            {serviceName(name)}
          </Tag>
        ))}
      </span>
    )
  }
  return (
    <Panel title={t('services')}>
      <Facts
        rows={[
          [t('services-active'), named(true)],
          [t('services-inactive'), named(false)],
        ]}
      />
    </Panel>
  )
}

export function ServicesPanel({ deployment }: { deployment: Deployment }) {
  return (
    <Panel title={t('services')}>
      <Facts rows={servicesOf(deployment).map(([name, active]) => [serviceName(name), <StatusTag key={name} family="onOff" status={active ? 'active' : 'inactive'} />] as const)} />
    </Panel>
  )
}

export function PhpPanel({ deployment, all = false }: { deployment: Deployment; all?: boolean }) {
  const php = deployment.phpParameters
  if (!php) return null
  return (
    <Panel title={t('php')}>
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
            <span key="extensions" className="tags">
              {php.phpExtensions.length === 0 ? t('services-none') : php.phpExtensions.map((name) => <Tag key={name}>{name}</Tag>)}
            </span>,
          ],
        ]}
      />
    </Panel>
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
      <Typography.Text type="secondary">
        {t('reveal-about')} {database && rights.secrets === 'own' ? t('reveal-root') : null}
      </Typography.Text>
    </div>
  )
}

export function AccessPanel({ deployment, rights, revealed }: SecretProps) {
  const { appUser, hasAppPass } = deployment.baseParameters
  return (
    <Panel title={t('access')}>
      <Facts
        rows={[
          [t('access-user'), appUser ? <Typography.Text key="user" copyable>{appUser}</Typography.Text> : t('hidden')],
          [t('access-pass'), <SecretText key="pass" label={t('access-pass')} isSet={hasAppPass} value={revealed.secrets?.appPass ?? null} />],
          deployment.services.cloudflare ? [t('access-token'), <SecretText key="token" label={t('access-token')} isSet value={revealed.secrets?.cloudflareToken ?? null} />] : null,
        ]}
      />
      <Reveal rights={rights} revealed={revealed} database={false} />
    </Panel>
  )
}

export function DatabasePanel({ deployment, rights, revealed }: SecretProps) {
  const database = deployment.databaseParameters
  if (!database) return null
  return (
    <Panel title={t('database')}>
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
    </Panel>
  )
}

export function TaskLink({ id }: { id: string }) {
  return <Link to={paths.task(id)}>{t('task')}</Link>
}
