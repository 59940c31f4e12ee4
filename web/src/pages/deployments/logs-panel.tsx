import { Alert, Select, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Deployment } from '@/api/types'
import { LogView } from '@/components/logs/log-view'
import { ErrorPanel } from '@/components/query-view'
import { useUrlState } from '@/lib/url-state'
import { POLICY } from '@/spec/policy'
import { Panel, serviceName } from './panels'
import { type Flow, usePodLogs } from './pod-logs'
import { t } from './texts'

/** Services that write a log of their own, beside the application and the job that sets it up. */
const SERVICES = ['nginx', 'mysql', 'redis', 'phpmyadmin', 'ftp', 'cloudflare'] as const

const COLOURS: Record<Flow, string> = { connecting: 'blue', following: 'green', lost: 'gold', paused: 'default', none: 'default', failed: 'red' }

/** What can be read, the application first. */
export const sourcesOf = (deployment: Pick<Deployment, 'services'>): string[] => ['wordpress', ...SERVICES.filter((name) => deployment.services[name]), 'install']

const sourceName = (source: string) => (source === 'wordpress' || source === 'install' ? t(`source-${source}`) : serviceName(source))

export function LogsPanel({ deployment, allowed }: { deployment: Deployment; allowed: boolean }) {
  return <Panel title={t('logs')}>{allowed ? <Logs deployment={deployment} /> : <Alert type="info" showIcon title={t('logs-foreign')} />}</Panel>
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

function Logs({ deployment }: { deployment: Deployment }) {
  const sources = sourcesOf(deployment)
  const [address, setAddress] = useUrlState({ source: 'wordpress' })
  const source = sources.includes(address.source) ? address.source : 'wordpress'
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
              onChange={(next) => setAddress({ source: next })}
              options={sources.map((value) => ({ value, label: sourceName(value) }))}
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
