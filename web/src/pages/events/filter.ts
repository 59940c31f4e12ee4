import { dayEdge, type Dayjs, dayjs } from '@/lib/time'

/** What the list of events is narrowed to, as it stands in the address. Empty means not narrowed. */
export interface Filter {
  q: string
  /** Days as YYYY-MM-DD in the reader's time zone, both included. */
  from: string
  to: string
  type: string
  component: string
  /** Ids. */
  deployment: string
  cluster: string
  team: string
}

export const NO_FILTER: Filter = { q: '', from: '', to: '', type: '', component: '', deployment: '', cluster: '', team: '' }

export const FIELDS = Object.keys(NO_FILTER) as (keyof Filter)[]

/** The server's own limit. */
export const LONGEST_DAYS = 366

export const TYPES = ['Normal', 'Warning', 'Error'] as const

/** Days that a preset reaches back from today. */
export const PRESETS = [0, 1, 7, 30] as const
export type Preset = (typeof PRESETS)[number]
export const DEFAULT_PRESET: Preset = 7

const DAY = 'YYYY-MM-DD'

/** The fields that narrow the list, in the order they are shown. */
export const activeFields = (filter: Filter): (keyof Filter)[] => FIELDS.filter((field) => filter[field] !== '')

export function rangeOf(preset: Preset, today: Dayjs): Pick<Filter, 'from' | 'to'> {
  return { from: today.subtract(preset, 'day').format(DAY), to: today.format(DAY) }
}

/** The preset whose days these are. */
export function presetOf(filter: Pick<Filter, 'from' | 'to'>, today: Dayjs): Preset | undefined {
  return PRESETS.find((preset) => {
    const range = rangeOf(preset, today)
    return range.from === filter.from && range.to === filter.to
  })
}

/** What is wrong with two days; null when nothing is. */
export function problemOf(from: string, to: string): 'dates-order' | 'dates-long' | null {
  if (from === '' || to === '') return null
  const days = dayjs(to).diff(dayjs(from), 'day')
  if (days < 0) return 'dates-order'
  return days >= LONGEST_DAYS ? 'dates-long' : null
}

/** The filter as the call takes it. */
export function queryOf(filter: Filter) {
  const { q, from, to, ...same } = filter
  return { search: q.trim(), from: dayEdge(from, 'startOf'), to: dayEdge(to, 'endOf'), ...same }
}

/** Popovers stand behind their button in the page, so that Tab goes from the one into the other. */
export const nextTo = (button: HTMLElement): HTMLElement => button.parentElement ?? document.body
