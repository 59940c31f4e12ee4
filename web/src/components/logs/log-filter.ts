import { useMemo, useState } from 'react'
import { useUrlState } from '@/lib/url-state'
import type { LevelFilter } from './log-buffer'

/** How a log is looked at: what is searched for, of which level and age, and how long lines are shown. */
export interface LogFilter {
  search: string
  /** Only lines that have it; else they are marked among the others. */
  only: boolean
  level: LevelFilter
  /** Not older than so many minutes; 0: of any age. */
  minutes: number
  /** Long lines are broken. */
  wrap: boolean
}

export type Filtered = readonly [filter: LogFilter, change: (change: Partial<LogFilter>) => void]

const WHOLE: LogFilter = { search: '', only: true, level: 'all', minutes: 0, wrap: false }

const LEVELS: readonly LevelFilter[] = ['all', 'info', 'warn', 'error']

/** Ages that can be chosen, in minutes. Without the server's word it is asked of the lines that were read. */
export const SINCE = [5, 15, 60, 360, 1440] as const

/** For one of several logs on a page: forgotten with it. */
export function useLogFilter(): Filtered {
  const [filter, setFilter] = useState(WHOLE)
  return [filter, (change) => setFilter((before) => ({ ...before, ...change }))]
}

/** For the log that a page is about: it stands in the address. */
export function useLogAddress(): Filtered {
  const [address, setAddress] = useUrlState({ find: '', among: '', level: '', since: '', wrap: '' })
  const filter = useMemo(
    (): LogFilter => ({
      search: address.find,
      only: address.among === '',
      level: LEVELS.find((level) => level === address.level) ?? 'all',
      minutes: SINCE.find((minutes) => String(minutes) === address.since) ?? 0,
      wrap: address.wrap !== '',
    }),
    [address],
  )
  return [
    filter,
    (change) => {
      const { search, only, level, minutes, wrap } = { ...filter, ...change }
      setAddress({ find: search, among: only ? '' : 'all', level: level === 'all' ? '' : level, since: minutes === 0 ? '' : String(minutes), wrap: wrap ? 'on' : '' })
    },
  ]
}
