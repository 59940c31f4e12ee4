import { Alert, Button, Tag } from 'antd'
import { Link } from 'react-router-dom'
import type { Deployment, Kind } from '@/api/types'
import { useLogAddress } from '@/components/logs/log-filter'
import { LogView } from '@/components/logs/log-view'
import { ErrorPanel, QueryView, Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { spanIn, spanWords } from '@/lib/span'
import { useUrlState } from '@/lib/url-state'
import { paths } from '@/spec/paths'
import { sourceName, useCatalogue } from './catalogue'
import { Panel } from '@/components/panel'
import { MembersOnly } from './members-only'
import { usePartLogs } from './part-logs'
import { Narrowed, PartOfTime } from './part-of-time'
import { type Flow, usePodLogs } from './pod-logs'
import { usePreviousLogs } from './previous-logs'
import type { Rights } from './rights'
import { t } from './texts'
import { useTask } from './work'

const COLOURS: Record<Flow, string> = { connecting: 'blue', following: 'default', lost: 'gold', paused: 'default', none: 'default', failed: 'red', read: 'default' }

/** What can be read, the application first: as the kind lists it, of what is switched on. */
export const sourcesOf = (deployment: Pick<Deployment, 'services'>, kind: Kind): string[] => kind.logs.filter(({ service }) => service === null || deployment.services[service] === true).map(({ id }) => id)

/** The application's own log is called as people call the application. */
const nameOf = (source: string, kind: Kind) => (source === kind.logs[0]?.id ? kind.name : sourceName(source))

interface LogsProps {
  deployment: Deployment
  rights: Rights
}

/** The newest lines, among other things. */
export function LogsPanel({ deployment, rights }: LogsProps) {
  return (
    <Panel title={t('logs')} flush={rights.change} extra={rights.change ? <Link to={{ search: '?tab=logs' }}>{t('logs-all')}</Link> : null}>
      <MembersOnly rights={rights} why={t('logs-foreign')}>
        <LogsOf deployment={deployment} fill={false} />
      </MembersOnly>
    </Panel>
  )
}

/** Nothing but lines, as high as the window. */
export function LogsTab({ deployment, rights }: LogsProps) {
  return (
    <section aria-label={t('logs')}>
      <h2 className="unseen">{t('logs')}</h2>
      <MembersOnly rights={rights} why={t('logs-foreign')}>
        <LogsOf deployment={deployment} fill />
      </MembersOnly>
    </section>
  )
}

/**
 * Whether there may be pods to read from: not while it is being removed, not when it is stopped, and not before its first
 * installation has made its namespace. Until that is known the answer is no; the server would refuse.
 */
export function useHasPods(deployment: Pick<Deployment, 'deleting' | 'status' | 'currentTaskId' | 'lastTaskId' | 'effectiveRevision'>): boolean {
  const { deleting, status, currentTaskId, lastTaskId, effectiveRevision } = deployment
  const atWork = currentTaskId !== null
  const unsure = atWork ? effectiveRevision === null : status === 'failed' && lastTaskId !== null
  const { task, failed } = useTask(deployment, unsure)
  if ((deleting && atWork) || status === 'stopped') return false
  if (!unsure || failed) return true
  if (!task) return false
  const namespace = task.steps.find((step) => step.name === 'namespace')
  return task.type !== 'install' || namespace?.status === 'complete'
}

function LogsOf({ deployment, fill }: { deployment: Deployment; fill: boolean }) {
  const catalogue = useCatalogue()
  return (
    <QueryView again="retry" query={catalogue} waiting={<div className="logs-coming"><Waiting rows={6} /></div>} errorTitle={t('catalogue-failed')}>
      {({ types }) => {
        const kind = types.find(({ id }) => id === deployment.type)
        return kind ? <Logs deployment={deployment} kind={kind} fill={fill} /> : <Alert type="warning" showIcon title={t('kind-unknown')} />
      }}
    </QueryView>
  )
}

/** Each source is a connection of its own, of which a browser has few to one server. */
const MOST_SOURCES = 3

/** The chosen sources of those there are; the application when none of them is chosen. */
export function chosenOf(address: string, sources: readonly string[]): string[] {
  const chosen = sources.filter((source) => address.split(',').includes(source)).slice(0, MOST_SOURCES)
  return chosen.length > 0 ? chosen : sources.slice(0, 1)
}

function Logs({ deployment, kind, fill }: { deployment: Deployment; kind: Kind; fill: boolean }) {
  const sources = sourcesOf(deployment, kind)
  // One state of the address: two that change at the same time would lose one of the changes.
  const [address, setAddress] = useUrlState({ source: '', run: '', from: '', to: '' })
  const filtered = useLogAddress()
  const chosen = chosenOf(address.source, sources)
  const previous = address.run === 'previous'
  const span = spanIn(address)
  const there = useHasPods(deployment)
  const wanted = { id: deployment.id, sources: chosen.map((id) => ({ id, name: nameOf(id, kind) })), replicas: deployment.replicas }
  const live = usePodLogs({ ...wanted, there: there && !previous && span === null })
  const before = usePreviousLogs({ ...wanted, there }, previous && span === null)
  const part = usePartLogs({ ...wanted, there }, span, previous)
  const logs = span ? part : previous ? before : live
  const none = span ? (part.flow === 'connecting' ? 'logs-part-reading' : 'logs-part-none') : previous ? (before.flow === 'read' ? 'logs-previous-none' : 'logs-previous-reading') : 'logs-none'
  const choose = (source: string) => {
    const next = chosen.includes(source) ? chosen.filter((each) => each !== source) : sources.filter((each) => each === source || chosen.includes(each))
    setAddress({ source: next.length === 1 && next[0] === sources[0] ? '' : next.join(',') })
  }
  const only = chosen.length === 1
  const full = chosen.length >= MOST_SOURCES
  const reasonOf = (source: string) => (chosen.includes(source) ? (only ? t('logs-last-source') : null) : full ? t('logs-most-sources', { n: MOST_SOURCES }) : null)
  return (
    <div className="stack">
      {deployment.status === 'stopped' ? <Alert type="info" showIcon title={t('logs-stopped')} /> : null}
      {logs.error ? <ErrorPanel title={t('logs-failed')} error={logs.error} onRetry={logs.again} /> : null}
      {span ? <Narrowed span={span} keptFrom={part.keptFrom} cut={part.cut} onAll={() => setAddress({ from: '', to: '' })} /> : null}
      <LogView
        lines={logs.lines}
        gone={logs.gone}
        filtered={filtered}
        name={`${deployment.name}-${chosen.join('-')}`}
        height={320}
        steady
        fill={fill}
        empty={t(none)}
        controls={
          <>
            <span className="log-sources" role="group" aria-label={t('logs-source')}>
              {sources.map((source) => (
                <ReasonButton key={source} size="small" aria-pressed={chosen.includes(source)} className={only && chosen.includes(source) ? 'log-only' : ''} reason={reasonOf(source)} onClick={() => choose(source)}>
                  {nameOf(source, kind)}
                </ReasonButton>
              ))}
            </span>
            <Button size="small" aria-pressed={previous} title={t('logs-previous-about')} onClick={() => setAddress({ run: previous ? '' : 'previous' })}>
              {t('logs-previous')}
            </Button>
            <PartOfTime span={span} onChoose={(next) => setAddress(spanWords(next))} />
            {there ? (
              <Link className="log-shell" to={paths.deploymentShell(deployment.id)}>
                {t('shell')}
              </Link>
            ) : null}
            <Tag color={COLOURS[logs.flow]} role="status">
              {t(logs.flow === 'none' ? 'logs-none-yet' : `logs-${logs.flow}`)}
            </Tag>
          </>
        }
      />
    </div>
  )
}
