import { dateOf, dayAt } from '@/lib/time'

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
  actor: string
  /** The request that caused it, as its answer says. */
  request: string
}

export const NO_FILTER: Filter = { q: '', from: '', to: '', type: '', component: '', deployment: '', cluster: '', team: '', actor: '', request: '' }

export const FIELDS = Object.keys(NO_FILTER) as (keyof Filter)[]

/** The server's own limit. */
export const LONGEST_DAYS = 366

export const TYPES = ['Normal', 'Warning', 'Error'] as const

/** Days that a preset reaches back from today. */
export const PRESETS = [0, 1, 7, 30] as const
export type Preset = (typeof PRESETS)[number]
export const DEFAULT_PRESET: Preset = 7

const DAY_MS = 24 * 60 * 60 * 1000

/** The fields that narrow the list, in the order they are shown. */
export const activeFields = (filter: Filter): (keyof Filter)[] => FIELDS.filter((field) => filter[field] !== '')

export function rangeOf(preset: Preset, now: number): Pick<Filter, 'from' | 'to'> {
  return { from: dayAt(now, -preset), to: dayAt(now) }
}

/** The preset whose days these are. */
export function presetOf(filter: Pick<Filter, 'from' | 'to'>, now: number): Preset | undefined {
  return PRESETS.find((preset) => {
    const range = rangeOf(preset, now)
    return range.from === filter.from && range.to === filter.to
  })
}

/** What is wrong with two days; null when nothing is. */
export function problemOf(from: string, to: string): 'dates-order' | 'dates-long' | null {
  if (from === '' || to === '') return null
  const [first, last] = [dateOf(from), dateOf(to)]
  if (!first || !last) return null
  // A day is an hour longer or shorter where the clocks change.
  const days = Math.round((last.getTime() - first.getTime()) / DAY_MS)
  if (days < 0) return 'dates-order'
  return days >= LONGEST_DAYS ? 'dates-long' : null
}

/** A day's first or last moment for the server; what is no day goes as it is and is refused with a sentence. */
function moment(day: string, edge: 'first' | 'last'): string {
  if (edge === 'first') return dateOf(day)?.toISOString() ?? day
  const after = dateOf(day, 1)
  return after ? new Date(after.getTime() - 1).toISOString() : day
}

/** The filter as the call takes it. */
export function queryOf(filter: Filter) {
  const { q, from, to, ...same } = filter
  return { search: q.trim(), from: moment(from, 'first'), to: moment(to, 'last'), ...same }
}

/** Popovers stand behind their button in the page, so that Tab goes from the one into the other. */
export const nextTo = (button: HTMLElement): HTMLElement => button.parentElement ?? document.body
