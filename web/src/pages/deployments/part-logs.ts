import { useQueries } from '@tanstack/react-query'
import type { ApiError } from '@/api/error'
import { readPart } from '@/api/part-logs'
import type { Logs } from '@/api/types'
import type { Line } from '@/components/logs/log-buffer'
import { type Span, spanWords } from '@/lib/span'
import { asLine, labelOf, type PodLogs, TAIL, type Wanted } from './pod-logs'
import { byTime, NO_PODS } from './previous-logs'

/** Log lines of a part of the time: of the containers' run and of the one before it. They are read once. */

export interface PartLogs extends PodLogs {
  /** When the oldest line was written that the cluster still has; null where there is none. */
  keptFrom: string | null
  /** There were more lines than are here. */
  cut: boolean
}

const NOBODY: PartLogs = { lines: [], gone: NO_PODS, flow: 'none', error: null, again: () => undefined, keptFrom: null, cut: false }

/** `span` null: nothing is asked. `previous`: of the run before alone. */
export function usePartLogs({ id, sources, replicas, there }: Wanted, span: Span | null, previous: boolean): PartLogs {
  const { from, to } = spanWords(span)
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: ['part of the logs', id, source.id, from, to, previous] as const,
      enabled: span !== null && there,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => readPart(id, { source: source.id, tail: TAIL, from, to, ...(previous ? { previous } : {}) }, signal),
    })),
    combine: (read): PartLogs => {
      if (span === null || !there) return NOBODY
      const linesOf = (logs: Logs | undefined, name: string): Line[] => (logs?.data ?? []).map((line) => asLine(line, labelOf(name, line.pod, sources.length > 1, replicas)))
      const kept = read.flatMap(({ data }) => (data?.keptFrom ? [data.keptFrom] : []))
      return {
        lines: byTime(read.flatMap(({ data }, at) => linesOf(data, sources[at]?.name ?? ''))),
        gone: NO_PODS,
        flow: read.some(({ error }) => error) ? 'failed' : read.some(({ isPending }) => isPending) ? 'connecting' : 'read',
        error: (read.find(({ error }) => error)?.error ?? null) as ApiError | null,
        again: () => void Promise.all(read.map(({ refetch }) => refetch())),
        keptFrom: kept.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
        cut: read.some(({ data }) => data?.cut),
      }
    },
  })
}
