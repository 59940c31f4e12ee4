import { useQueries } from '@tanstack/react-query'
import type { ApiError } from '@/api/error'
import { followLines } from '@/api/lines'
import type { LogLine } from '@/api/types'
import type { Line } from '@/components/logs/log-buffer'
import { asLine, labelOf, type PodLogs, TAIL, type Wanted } from './pod-logs'

/** Log lines of the run before this one: what a container wrote before it ended. They are read once, there will be no more. */

export const NO_PODS: ReadonlySet<string> = new Set()

/** By their time; those without one stay where they came. */
export const byTime = (lines: readonly Line[]): Line[] => lines.toSorted((a, b) => (a.timestamp ?? '').localeCompare(b.timestamp ?? ''))

/** `on`: they are what is looked at; nothing is asked otherwise. */
export function usePreviousLogs({ id, sources, replicas, there }: Wanted, on: boolean): PodLogs {
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: ['previous logs', id, source.id, replicas, sources.length] as const,
      enabled: on && there,
      // A container that ends has another run before.
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const lines: Line[] = []
        const take = (line: LogLine) => lines.push(asLine(line, labelOf(source.name, line.pod, sources.length > 1, replicas)))
        await followLines<LogLine>('/deployments/{id}/logs', { path: { id }, query: { source: source.id, tail: TAIL, follow: true, previous: true } }, take, signal)
        return lines
      },
    })),
    combine: (read): PodLogs => ({
      lines: byTime(read.flatMap(({ data }) => data ?? [])),
      gone: NO_PODS,
      flow: !there ? 'none' : read.some(({ error }) => error) ? 'failed' : read.some(({ isPending }) => isPending) ? 'connecting' : 'read',
      error: (read.find(({ error }) => error)?.error ?? null) as ApiError | null,
      again: () => void Promise.all(read.map(({ refetch }) => refetch())),
    }),
  })
}
