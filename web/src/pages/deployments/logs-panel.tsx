import { Alert, Select, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Deployment, Kind } from '@/api/types'
import { LogView } from '@/components/logs/log-view'
import { ErrorPanel, QueryView, Waiting } from '@/components/query-view'
import { useUrlState } from '@/lib/url-state'
import { POLICY } from '@/spec/policy'
import { sourceName, useCatalogue } from './catalogue'
import { Panel } from './panels'
import { type Flow, usePodLogs } from './pod-logs'
import { t } from './texts'

const COLOURS: Record<Flow, string> = { connecting: 'blue', following: 'green', lost: 'gold', paused: 'default', none: 'default', failed: 'red' }

/** What can be read, the application first: as the kind lists it, of what is switched on. */
export const sourcesOf = (deployment: Pick<Deployment, 'services'>, kind: Kind): string[] => kind.logs.filter(({ service }) => service === null || deployment.services[service] === true).map(({ id }) => id)

/** The application's own log is called as people call the application. */
const nameOf = (source: string, kind: Kind) => (source === kind.logs[0]?.id ? kind.name : sourceName(source))

export function LogsPanel({ deployment, allowed }: { deployment: Deployment; allowed: boolean }) {
  return <Panel title={t('logs')}>{allowed ? <LogsOf deployment={deployment} /> : <Alert type="info" showIcon title={t('logs-foreign')} />}</Panel>
}

/**
 * Whether there may be pods to read from: not while it is being removed, and not when its installation ended before it had
 * a namespace. Until that is known the answer is no; the server would refuse.
 */
export function useHasPods({ deleting, status, currentTaskId, lastTaskId }: Pick<Deployment, 'deleting' | 'status' | 'currentTaskId' | 'lastTaskId'>): boolean {
  const ended = status === 'failed' && currentTaskId === null && lastTaskId !== null
  const last = useQuery({ ...one('/tasks/{id}', { path: { id: lastTaskId ?? '' } }, POLICY.standard), enabled: ended })
  if (deleting && currentTaskId !== null) return false
  if (!ended || last.error) return true
  if (!last.data) return false
  const namespace = last.data.steps.find((step) => step.name === 'namespace')
  return last.data.type !== 'install' || namespace?.status === 'complete'
}

function LogsOf({ deployment }: { deployment: Deployment }) {
  const catalogue = useCatalogue()
  return (
    <QueryView again="retry" query={catalogue} waiting={<Waiting rows={6} />} errorTitle={t('catalogue-failed')}>
      {({ types }) => {
        const kind = types.find(({ id }) => id === deployment.type)
        return kind ? <Logs deployment={deployment} kind={kind} /> : <Alert type="warning" showIcon title={t('kind-unknown')} />
      }}
    </QueryView>
  )
}

function Logs({ deployment, kind }: { deployment: Deployment; kind: Kind }) {
  const sources = sourcesOf(deployment, kind)
  const [application = ''] = sources
  const [address, setAddress] = useUrlState({ source: '' })
  const source = sources.includes(address.source) ? address.source : application
  const logs = usePodLogs(deployment.id, source, useHasPods(deployment))
  return (
    <div className="stack">
      {logs.error ? <ErrorPanel title={t('logs-failed')} error={logs.error} onRetry={logs.again} /> : null}
      <LogView
        lines={logs.lines}
        name={`${deployment.name}-${source}`}
        height={420}
        empty={t('logs-none')}
        controls={
          <>
            <Select
              value={source}
              aria-label={t('logs-source')}
              style={{ minWidth: 130 }}
              onChange={(next) => setAddress({ source: next === application ? '' : next })}
              options={sources.map((value) => ({ value, label: nameOf(value, kind) }))}
            />
            <Tag color={COLOURS[logs.flow]} role="status">
              {t(logs.flow === 'none' ? 'logs-none-yet' : `logs-${logs.flow}`)}
            </Tag>
          </>
        }
      />
    </div>
  )
}
