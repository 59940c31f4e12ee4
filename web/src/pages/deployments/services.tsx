import { Alert, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { one } from '@/api/query'
import type { Deployment, Kind, RunningService, RunningServices } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { Panel } from '@/components/panel'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusDot } from '@/components/status-dot'
import { statusWord } from '@/components/status-tag'
import { sentence } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { bytes, cores } from './amounts'
import { labelOf, serviceName, useKind } from './catalogue'
import { Facts } from './facts'
import { Part } from './part'
import type { Rights } from './rights'
import { t } from './texts'

/** What runs of a site and how it is reached: as the cluster shows it at this moment, not as it was asked for. */

const useServices = (deployment: Deployment) => useQuery(one('/deployments/{id}/services', { path: { id: deployment.id } }, POLICY.services))

const nameOf = (kind: Kind | undefined, id: string) => serviceName(id, kind?.services.find((each) => each.id === id)?.name)

/** States that are only spoken of when there is something in them. */
const PASSING = ['failing', 'starting', 'stopping', 'stopped', 'waiting', 'unknown'] as const

function Unseen({ seen }: { seen: RunningServices }) {
  if (seen.problem === null) return null
  return <Alert type="warning" showIcon className="form-warning" title={sentence(seen.problemReason, seen.problemParams, seen.problem)} />
}

/** Active ones and inactive ones, as lists; then those that are neither. */
export function ServicesLists({ deployment }: { deployment: Deployment }) {
  const kind = useKind(deployment.type)
  return (
    <Part title={t('services')}>
      <QueryView again="retry" query={useServices(deployment)} waiting={<Waiting rows={2} />} errorTitle={t('services-failed')}>
        {(seen) => {
          const named = (state: RunningService['state']) => {
            const found = seen.services.filter((each) => each.state === state)
            if (found.length === 0) return null
            return (
              <span className="tags">
                {found.map(({ id }) => (
                  <Tag key={id} color={state === 'active' ? 'green' : state === 'failing' ? 'red' : 'default'}>
                    {nameOf(kind, id)}
                  </Tag>
                ))}
              </span>
            )
          }
          const passing = PASSING.map((state) => [statusWord(state, 'service'), named(state)] as const).filter(([, names]) => names !== null)
          return (
            <>
              <Unseen seen={seen} />
              <Facts rows={[[t('services-active'), named('active') ?? t('services-none')], [t('services-inactive'), named('inactive') ?? t('services-none')], ...passing]} />
            </>
          )
        }}
      </QueryView>
    </Part>
  )
}

export function ServicesPanel({ deployment, rights }: { deployment: Deployment; rights: Rights }) {
  const kind = useKind(deployment.type)
  return (
    <Panel title={t('services')}>
      <QueryView again="retry" query={useServices(deployment)} waiting={<Waiting rows={4} />} errorTitle={t('services-failed')}>
        {(seen) => (
          <>
            <Unseen seen={seen} />
            <div className="running-services">
              <Facts rows={seen.services.map((each) => [nameOf(kind, each.id), <Standing key={each.id} service={each} shell={mayEnter(each, rights) ? <ShellLink id={deployment.id} service={each.id} name={nameOf(kind, each.id)} /> : null} />] as const)} />
            </div>
          </>
        )}
      </QueryView>
    </Panel>
  )
}

/** Whether a shell in its container is offered: where something runs, and the database's only to those who may know its root password. */
const mayEnter = ({ id, state, ready }: RunningService, rights: Rights): boolean => rights.change && (state === 'active' || ready > 0) && (id !== 'mysql' || rights.secrets === 'all')

function ShellLink({ id, service, name }: { id: string; service: string; name: string }) {
  return (
    <RouterLink className="service-shell" to={paths.deploymentShell(id, service === 'web' ? {} : { service })} aria-label={t('shell-of', { service: name })}>
      {t('shell')}
    </RouterLink>
  )
}

/** How a service stands, how many of its pods are ready and what each asks for; why not all is well. */
function Standing({ service, shell }: { service: RunningService; shell: ReactNode }) {
  const { state, ready, pods, restarts, cpu, memory, problem, problemReason, problemParams } = service
  const said = [pods > 0 ? t('service-pods', { ready, pods }) : null, cpu && cores(cpu), memory && bytes(memory), restarts > 0 ? t('service-restarts', { n: restarts }) : null].filter((part) => part !== null)
  return (
    <>
      <StatusDot family="service" status={state} />
      {shell}
      {said.length > 0 ? (
        <span className="quiet number service-said">{said.join(' · ')}</span>
      ) : null}
      {problem === null ? null : (
        <span className={state === 'failing' ? 'service-said failing' : 'quiet service-said'}>{sentence(problemReason, problemParams, problem)}</span>
      )}
    </>
  )
}

/** Where the site's services are, with which name and with which of the passwords one signs in. */
export function AddressesPanel({ deployment }: { deployment: Deployment }) {
  const kind = useKind(deployment.type)
  const { data } = useServices(deployment)
  const reached = (data?.services ?? []).filter(({ addresses }) => addresses.length > 0)
  if (!kind || reached.length === 0) return null
  return (
    <Panel title={t('addresses')}>
      <div className="addresses">
        {reached.map((service) => (
          <Reached key={service.id} service={service} deployment={deployment} kind={kind} />
        ))}
      </div>
    </Panel>
  )
}

type Address = RunningService['addresses'][number]

/** Where a port of the cluster is brought to on the reader's own machine. */
const LOCAL_PORT = 8080

const USUAL_PORTS: Record<string, number> = { http: 80, https: 443 }

/** As one types it; nothing while the cluster has given it no address. */
export function urlOf({ protocol, host, port }: Address): string | null {
  if (host === null) return null
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}${USUAL_PORTS[protocol] === port ? '' : `:${port}`}`
}

function Reached({ service, deployment, kind }: { service: RunningService; deployment: Deployment; kind: Kind }) {
  const title = nameOf(kind, service.id)
  const { addresses, user, password } = service
  const outside = addresses.filter((address) => address.public)
  const inside = addresses.filter((address) => !address.public)
  // What is in the cluster only can be brought to the reader's machine.
  const brought = outside.length === 0 ? inside.find(({ service: behind }) => behind !== null) : undefined
  return (
    <section aria-label={title}>
      <h3 className="form-part">{title}</h3>
      {service.state === 'active' ? null : <Alert type="info" showIcon className="form-warning" title={t('address-not-yet')} />}
      <Facts
        rows={[
          ...outside.map((address, at) => [at === 0 ? t('address') : t('address-another', { n: at + 1 }), <Link key={urlOf(address) ?? at} address={address} />] as const),
          ...inside.map((address) => [t('address-inside'), <CopyText key="inside" text={`${address.host}:${address.port}`} />] as const),
          [t('address-port'), <span key="port" className="number">{String((outside[0] ?? inside[0])?.port ?? '')}</span>],
          password === null ? null : [t('address-user'), user ? <CopyText key="user" text={user} /> : t('hidden')],
          password === null ? null : [t('address-pass'), labelOf(password, kind)],
        ]}
      />
      {brought ? <Brought address={brought} namespace={deployment.namespace} /> : null}
    </section>
  )
}

function Link({ address }: { address: Address }): ReactNode {
  const url = urlOf(address)
  if (url === null) return t('address-pending')
  if (!(address.protocol in USUAL_PORTS)) return <CopyText text={url} />
  return (
    <a className="name-link" href={url} target="_blank" rel="noreferrer" aria-label={t('domain-open', { domain: url })}>
      {url}
    </a>
  )
}

function Brought({ address, namespace }: { address: Address; namespace: string }) {
  const local = address.protocol === 'http' ? LOCAL_PORT : address.port
  const url = `${address.protocol}://localhost:${local}`
  return (
    <>
      <p className="quiet service-forward">{t('address-forward', { url })}</p>
      <CopyText text={`kubectl port-forward service/${address.service} ${local}:${address.port} -n ${namespace}`} />
    </>
  )
}
