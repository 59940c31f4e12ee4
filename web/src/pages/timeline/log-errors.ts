import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/error'
import { readPart } from '@/api/part-logs'
import { one } from '@/api/query'
import type { Deployment, Timeline } from '@/api/types'
import { POLICY } from '@/spec/policy'

/** A line of a log that says that something is wrong. */
export interface LogError {
  /** Milliseconds. */
  at: number
  message: string
}

export interface LogErrors {
  errors: readonly LogError[]
  /** When the oldest line was written that the cluster still has; null where there is none. */
  keptFrom: number | null
  /** There were more of them, or more lines than are read. */
  cut: boolean
}

/** Of each source so many are asked for, the newest. */
const MOST = 500

/** Errors in the logs of a time: read when the page opens, one source after the other, and not again meanwhile. */
export function useLogErrors({ id, type, services }: Pick<Deployment, 'id' | 'type' | 'services'>, { from, to }: Pick<Timeline, 'from' | 'to'>, range: string) {
  const { data: catalogue } = useQuery(one('/catalogue', {}, POLICY.catalogue))
  const sources = catalogue?.types.find((kind) => kind.id === type)?.logs.filter(({ service }) => service === null || services[service] === true)
  return useQuery<LogErrors, ApiError>({
    queryKey: ['errors of the logs', id, range],
    enabled: sources !== undefined,
    staleTime: POLICY.logErrors.staleTime,
    gcTime: POLICY.logErrors.gcTime,
    retry: false,
    queryFn: async ({ signal }) => {
      const found: LogErrors = { errors: [], keptFrom: null, cut: false }
      for (const source of sources ?? []) {
        const { data, keptFrom, cut } = await readPart(id, { source: source.id, from, to, level: 'error', tail: MOST }, signal)
        found.errors = [...found.errors, ...data.flatMap(({ timestamp, message }) => (timestamp === null ? [] : [{ at: Date.parse(timestamp), message }]))]
        const kept = keptFrom === null ? null : Date.parse(keptFrom)
        if (kept !== null && (found.keptFrom === null || kept < found.keptFrom)) found.keptFrom = kept
        found.cut ||= cut
      }
      return { ...found, errors: found.errors.toSorted((a, b) => a.at - b.at) }
    },
  })
}
