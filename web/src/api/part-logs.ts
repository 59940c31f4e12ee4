import { ApiError } from './error'
import { call } from './request'
import type { Logs } from './types'

interface PartOfLogs {
  source: string
  /** RFC 3339. */
  from: string
  to: string
  /** Lines from the end of that time, at most. */
  tail: number
  /** Of the run before alone. */
  previous?: boolean
  level?: 'warn' | 'error'
}

/** Lines of a part of the time. That the cluster does not answer is thrown, in the server's words. */
export async function readPart(id: string, query: PartOfLogs, signal: AbortSignal): Promise<Logs> {
  const logs = (await call('GET', '/deployments/{id}/logs', { path: { id }, query: { ...query }, signal })) as Logs
  if (logs.problem === null) return logs
  throw new ApiError({ message: logs.problem, code: 'SERVICE_UNAVAILABLE', status: 503, details: { reason: logs.reason, params: logs.params } })
}
