import { Alert, Tag, Typography } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import type { Deployment, Kind } from '@/api/types'
import { StatusDot } from '@/components/status-dot'
import { statusWord } from '@/components/status-tag'
import { POLICY } from '@/spec/policy'
import { labelOf, serviceName, useKind } from './catalogue'
import { Facts } from './facts'
import { Panel } from '@/components/panel'
import { Part } from './part'
import { t } from './texts'

/** What runs beside a site and how it is reached. */

export type ServiceState = 'active' | 'inactive' | 'starting' | 'stopping' | 'waiting' | 'unknown'

type Shown = Pick<Deployment, 'services' | 'status' | 'currentTaskId' | 'revision' | 'effectiveRevision'>

/**
 * What is, not what was asked for. `serving`: the services of the revision that is in effect; null when nothing is, undefined
 * when that is not known.
 */
export function stateOf(deployment: Shown, name: string, serving: Record<string, boolean> | null | undefined): ServiceState {
  const wanted = isOn(deployment.services, name)
  if (serving === undefined) return 'unknown'
  const there = serving !== null && isOn(serving, name)
  const atWork = deployment.currentTaskId !== null
  if (wanted && !there) return atWork ? 'starting' : 'waiting'
  if (!wanted) return there && atWork ? 'stopping' : there ? 'active' : 'inactive'
  // A site that does not serve does not say which of its parts is to blame.
  return deployment.status === 'failed' ? 'unknown' : 'active'
}

/** The site itself is in no list of services that can be switched. */
const isOn = (services: Record<string, boolean>, name: string) => services[name] ?? name === 'web'

/** The services of the revision in effect: the wanted ones, unless a change is under way or did not come about. */
export function useServing(deployment: Deployment): Record<string, boolean> | null | undefined {
  const { id, services, revision, effectiveRevision } = deployment
  const differs = effectiveRevision !== null && effectiveRevision !== revision
  const revisions = useQuery({ ...list('/deployments/{id}/revisions', { path: { id } }, POLICY.standard), enabled: differs })
  if (effectiveRevision === null) return null
  return differs ? revisions.data?.items.find(({ number }) => number === effectiveRevision)?.services : services
}

/** Services by name, as the kind lists them; what it does not list comes last. */
export function servicesOf(deployment: Pick<Deployment, 'services'>, kind: Kind | undefined): { id: string; name: string }[] {
  const listed = (kind?.services ?? []).filter(({ id, fixed }) => fixed || id in deployment.services)
  const others = Object.keys(deployment.services).filter((id) => !listed.some((each) => each.id === id))
  return [...listed, ...others.map((id) => ({ id, name: undefined }))].map(({ id, name }) => ({ id, name: serviceName(id, name) }))
}

/** States that are only spoken of when there is something in them. */
const PASSING = ['starting', 'stopping', 'waiting', 'unknown'] as const

/** Active ones and inactive ones, as lists; then those that are neither. */
export function ServicesLists({ deployment }: { deployment: Deployment }) {
  const serving = useServing(deployment)
  const services = servicesOf(deployment, useKind(deployment.type)).map((each) => ({ ...each, state: stateOf(deployment, each.id, serving) }))
  const named = (state: ServiceState) => {
    const found = services.filter((each) => each.state === state)
    if (found.length === 0) return null
    return (
      <span className="tags">
        {found.map(({ id, name }) => (
          <Tag key={id} color={state === 'active' ? 'green' : 'default'}>
            {name}
          </Tag>
        ))}
      </span>
    )
  }
  const passing = PASSING.map((state) => [statusWord(state, 'service'), named(state)] as const).filter(([, names]) => names !== null)
  return (
    <Part title={t('services')}>
      <Facts rows={[[t('services-active'), named('active') ?? t('services-none')], [t('services-inactive'), named('inactive') ?? t('services-none')], ...passing]} />
    </Part>
  )
}

export function ServicesPanel({ deployment }: { deployment: Deployment }) {
  const serving = useServing(deployment)
  const services = servicesOf(deployment, useKind(deployment.type))
  return (
    <Panel title={t('services')}>
      <Facts rows={services.map(({ id, name }) => [name, <StatusDot key={id} family="service" status={stateOf(deployment, id, serving)} />] as const)} />
    </Panel>
  )
}

type Access = NonNullable<Kind['services'][number]['access']>

/** A field of the payload, as the deployment shows it; nothing when the reader may not see it. */
const valueOf = (deployment: Deployment, field: string): string => {
  const found = field.split('.').reduce<unknown>((place, part) => (typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[part] : undefined), deployment)
  return typeof found === 'string' ? found : ''
}

/** Where the services that people sign in to are, with which name, and with which of the passwords. */
export function AddressesPanel({ deployment }: { deployment: Deployment }) {
  const kind = useKind(deployment.type)
  const serving = useServing(deployment)
  const reached = (kind?.services ?? []).filter(({ id, access }) => access !== null && deployment.services[id] === true)
  if (!kind || reached.length === 0) return null
  return (
    <Panel title={t('addresses')}>
      <div className="stack">
        {reached.map(({ id, name, access }) =>
          access ? <Address key={id} title={serviceName(id, name)} access={access} deployment={deployment} kind={kind} active={stateOf(deployment, id, serving) === 'active'} /> : null,
        )}
      </div>
    </Panel>
  )
}

/** Where a port of the cluster is brought to on the reader's own machine. */
const LOCAL_PORT = 8080

/** Behind a tunnel there is no Ingress, and so no host name but the site's own. */
function whereOf({ component, host, protocol, port }: Access, { releaseName, namespace, baseParameters, services }: Deployment) {
  const service = `${releaseName}-${component}`
  if (host === null) return { service, url: null, port, command: `kubectl get service ${service} -n ${namespace}`, about: t('address-outside') }
  if (services.cloudflare !== true) return { service: null, url: `${protocol}://${host}.${baseParameters.domain}`, port, command: null, about: null }
  return { service: null, url: `http://localhost:${LOCAL_PORT}`, port: LOCAL_PORT, command: `kubectl port-forward service/${service} ${LOCAL_PORT}:80 -n ${namespace}`, about: t('address-tunnel') }
}

function Address({ title, access, deployment, kind, active }: { title: string; access: Access; deployment: Deployment; kind: Kind; active: boolean }) {
  const { service, url, port, command, about } = whereOf(access, deployment)
  const user = valueOf(deployment, access.user)
  return (
    <section aria-label={title}>
      <h3 className="form-part">{title}</h3>
      {active ? null : <Alert type="info" showIcon className="form-warning" title={t('address-not-yet')} />}
      <Facts
        rows={[
          url === null ? null : [t('address'), <Typography.Link key="url" href={url} target="_blank" rel="noreferrer" aria-label={t('domain-open', { domain: url })}>{url}</Typography.Link>],
          service === null ? null : [t('address-service'), <Typography.Text key="service" copyable code>{service}</Typography.Text>],
          service === null ? null : [t('namespace'), <Typography.Text key="namespace" copyable code>{deployment.namespace}</Typography.Text>],
          [t('address-port'), <span key="port" className="number">{String(port)}</span>],
          [t('address-user'), user ? <Typography.Text key="user" copyable>{user}</Typography.Text> : t('hidden')],
          [t('address-pass'), labelOf(access.password, kind)],
        ]}
      />
      {about === null ? null : <Typography.Paragraph type="secondary" style={{ margin: '8px 0' }}>{about}</Typography.Paragraph>}
      {command === null ? null : <Typography.Text copyable code>{command}</Typography.Text>}
    </section>
  )
}
