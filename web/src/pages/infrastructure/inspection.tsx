import { Alert, Tag } from 'antd'
import { Link } from 'react-router-dom'
import type { Cluster, Inspection } from '@/api/types'
import { Fact, Facts } from '@/components/facts'
import { Panel } from '@/components/panel'
import { type Column, Row, RowList } from '@/components/row-list'
import { Sign } from '@/components/status-dot'
import { TimeAgo } from '@/components/time-ago'
import { number } from '@/lib/number'
import { worded } from '@/lib/sentence'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { CpuAsked, MemoryAsked } from './asked'
import { t } from './texts'
import { memory } from './words'

/** What a cluster says of itself at this moment, and honestly what it does not say. */

type Part = 'nodes' | 'requests' | 'ingress' | 'storage' | 'certificates' | 'rights' | 'warnings'
type Node = Inspection['nodes'][number]
type Class = Inspection['ingressClasses'][number]

/** Why a part could not be read; null when it could. */
function whyUnread(seen: Inspection, part: Part): string | null {
  const unread = seen.unread.find((each) => each.part === part)
  if (!unread) return null
  return unread.why ? t('look-unread-why', { why: worded(unread.why, unread.why.message) }) : t('look-unread')
}

const Unread = ({ why }: { why: string }) => <Alert type="warning" showIcon title={why} style={{ marginBottom: 12 }} />

export function Inspected({ cluster, seen }: { cluster: Cluster; seen: Inspection }) {
  // Users are told nothing of the credentials, and not what Kubernetes says.
  const oversees = useUser()?.role !== 'user'
  return (
    <>
      <Nodes seen={seen} />
      <Sites seen={seen} />
      {oversees ? <Rights seen={seen} /> : null}
      {oversees ? <Warnings cluster={cluster} seen={seen} /> : null}
      <p className="quiet">
        {t('look-at')} <TimeAgo at={seen.at} />
      </p>
    </>
  )
}

const nodeColumns = (): Column[] => [
  { key: 'state', title: t('status'), width: 'minmax(108px, 0.6fr)' },
  { key: 'name', title: t('look-node'), main: true },
  { key: 'cpu', title: t('cpu-head'), width: 'minmax(128px, 1fr)' },
  { key: 'memory', title: t('memory-head'), width: 'minmax(128px, 1fr)' },
  { key: 'pods', title: t('look-pods'), align: 'end', width: 'minmax(64px, 0.4fr)', phone: 'none' },
  { key: 'version', title: t('look-kubelet'), from: 'wide', phone: 'none' },
]

function Nodes({ seen }: { seen: Inspection }) {
  const why = whyUnread(seen, 'nodes')
  const requests = whyUnread(seen, 'requests')
  return (
    <Panel title={t('look-nodes')} flush>
      {why ? <Unread why={why} /> : null}
      {requests && !why ? <p className="quiet infra-note">{t('look-requests-unread')}</p> : null}
      {!why && seen.nodes.length === 0 ? <p className="quiet infra-note">{t('look-nodes-none')}</p> : null}
      {seen.nodes.length > 0 ? (
        <RowList label={t('look-nodes')} columns={nodeColumns()} opens={false}>
          {seen.nodes.map((node) => (
            <Row key={node.name} id={node.name} name={node.name} cells={nodeCells(node)} />
          ))}
        </RowList>
      ) : null}
      {seen.moreNodes ? <p className="quiet infra-note">{t('look-nodes-more', { n: seen.nodes.length })}</p> : null}
    </Panel>
  )
}

function State({ node }: { node: Node }) {
  const state = !node.ready ? 'unready' : node.cordoned ? 'cordoned' : 'ready'
  const look = { ready: ['full', 'green'], cordoned: ['triangle', 'gold'], unready: ['cross', 'red'] } as const
  const [shape, tone] = look[state]
  return (
    <span className="status" data-shape={shape} data-tone={tone}>
      <Sign shape={shape} />
      {t(`look-node-${state}`)}
    </span>
  )
}

function nodeCells(node: Node) {
  const notes = [node.reason, ...node.pressures].filter(Boolean).join(', ')
  const cores = t('coreCount', { n: node.cpu })
  return {
    state: <State node={node} />,
    name: (
      <>
        <span className="row-name one-line" title={node.name}>
          {node.name}
        </span>
        <span className={notes ? 'row-second infra-problem' : 'row-second'} title={notes || node.system}>
          {notes || node.system}
        </span>
      </>
    ),
    cpu:
      node.requestedCPU === null ? (
        cores
      ) : (
        <CpuAsked asked={node.requestedCPU} of={node.cpu} />
      ),
    memory:
      node.requestedMemory === null ? (
        memory(node.memory)
      ) : (
        <MemoryAsked asked={node.requestedMemory} of={node.memory} />
      ),
    pods: <span className="number">{node.runningPods === null ? number(node.pods) : t('look-pods-of', { n: node.runningPods, all: node.pods })}</span>,
    version: <span className="number one-line">{node.kubelet}</span>,
  }
}

function Classes({ classes }: { classes: readonly Class[] }) {
  return (
    <ul className="plain-list">
      {classes.map((each) => (
        <li key={each.name}>
          {each.name} {each.isDefault ? <Tag>{t('look-default')}</Tag> : null}
          <span className="quiet">{each.by}</span>
        </li>
      ))}
    </ul>
  )
}

/** What sites need of a cluster, apart from nodes. */
function Sites({ seen }: { seen: Inspection }) {
  const { ingressClasses: ingress, storageClasses: storage, certManager } = seen
  const none = (classes: readonly Class[], part: 'ingress' | 'storage') => whyUnread(seen, part) ?? (classes.length === 0 ? t(`look-${part}-none`) : undefined)
  return (
    <Panel title={t('look-sites')}>
      <div className="infra-needs">
        <Facts>
          <Fact name={t('look-ingress')} why={none(ingress, 'ingress')}>
            {ingress.length > 0 ? <Classes classes={ingress} /> : null}
            {ingress.length > 0 && !ingress.some(({ isDefault }) => isDefault) ? <span className="quiet">{t('look-ingress-noDefault')}</span> : null}
          </Fact>
          <Fact name={t('look-storage')} why={none(storage, 'storage')}>
            {storage.length > 0 ? <Classes classes={storage} /> : null}
          </Fact>
          <Fact name={t('look-certificates')} why={whyUnread(seen, 'certificates') ?? undefined}>
            {certManager === null ? null : t(certManager ? 'look-certificates-yes' : 'look-certificates-no')}
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}

/** What Canopy needs and whether the credentials may, kind by kind. */
/** Only a shell into a container needs it. */
const SHELL = 'pods/exec'

function Rights({ seen }: { seen: Inspection }) {
  const why = whyUnread(seen, 'rights')
  const lacking = seen.rights.filter((right) => right.missing.length > 0)
  const missing = lacking.filter((right) => right.resource !== SHELL)
  const shell = lacking.find((right) => right.resource === SHELL)
  const list = (verbs: readonly string[]) => verbs.join(', ')
  return (
    <Panel title={t('look-rights')}>
      {why ? <Unread why={why} /> : null}
      {!why && missing.length === 0 ? <p>{t('preflight-rights-all')}</p> : null}
      {missing.length > 0 ? (
        <>
          <p>{t('look-rights-lacks')}</p>
          <ul className="plain-list">
            {missing.map(({ resource, missing: verbs }) => (
              <li key={resource} className="infra-lost">
                {t('look-right-missing', { resource, verbs: list(verbs) })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {shell ? <p>{t('look-right-shell', { verbs: list(shell.missing) })}</p> : null}
      {seen.rights.length > 0 ? (
        <details>
          <summary>{t('look-rights-all')}</summary>
          <Facts>
            {seen.rights.map(({ resource, allowed, missing: verbs }) => (
              <Fact key={resource} name={resource}>
                {allowed.length > 0 ? <span>{t('look-right-may', { verbs: list(allowed) })} </span> : null}
                {verbs.length > 0 ? <span className="infra-lost">{t('look-right-maynot', { verbs: list(verbs) })}</span> : null}
              </Fact>
            ))}
          </Facts>
        </details>
      ) : null}
    </Panel>
  )
}

const warningColumns = (): Column[] => [
  { key: 'reason', title: t('look-warning'), main: true },
  { key: 'about', title: t('look-about'), width: 'minmax(160px, 0.8fr)' },
  { key: 'count', title: t('look-count'), align: 'end', phone: 'none' },
  { key: 'seen', title: t('lastSeen'), align: 'end' },
]

function Warnings({ cluster, seen }: { cluster: Cluster; seen: Inspection }) {
  const why = whyUnread(seen, 'warnings')
  return (
    <Panel title={t('look-warnings')} flush extra={<Link to={paths.events({ cluster: cluster.id })}>{t('look-history')}</Link>}>
      {why ? <Unread why={why} /> : null}
      {!why && seen.warnings.length === 0 ? <p className="quiet infra-note">{t('look-warnings-none')}</p> : null}
      {seen.warnings.length > 0 ? (
        <RowList label={t('look-warnings')} columns={warningColumns()} opens={false}>
          {seen.warnings.map((warning, at) => {
            const about = [warning.kind, [warning.namespace, warning.name].filter(Boolean).join('/')].join(' ')
            return (
              <Row
                // Kubernetes gives warnings no name that means anything; their order is that of one reading.
                key={`${at} ${about} ${warning.reason}`}
                id={`warning-${at}`}
                name={warning.reason}
                cells={{
                  reason: (
                    <>
                      <span className="row-name">{warning.reason}</span>
                      <span className="row-second" title={warning.message}>
                        {warning.message}
                      </span>
                    </>
                  ),
                  about: (
                    <span className="one-line" title={about}>
                      {about}
                    </span>
                  ),
                  count: <span className="number">{number(warning.count)}</span>,
                  seen: <TimeAgo at={warning.lastSeen} />,
                }}
              />
            )
          })}
        </RowList>
      ) : null}
      {seen.moreWarnings ? <p className="quiet infra-note">{t('look-warnings-more', { n: seen.warnings.length })}</p> : null}
    </Panel>
  )
}
