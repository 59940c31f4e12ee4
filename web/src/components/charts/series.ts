/** The value at a moment (milliseconds); null where there was none. */
export type Point = readonly [at: number, value: number | null]

/** The hue of a line, a variable of chart.css. */
export type Hue = 'cpu' | 'memory' | 'nodes' | 'bad' | 'whole'

export interface Line {
  name: string
  hue: Hue
  /** The whole that others are a part of: dashed. */
  dashed?: boolean
  /** The surface below it is tinted. */
  filled?: boolean
  points: readonly Point[]
}

/** The points of spans of so many seconds, with an empty one in each gap, so that no line is drawn through it. */
export function withGaps(points: readonly Point[], seconds: number): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1]
    return before !== undefined && point[0] - before[0] > seconds * 1500 ? [[before[0] + seconds * 1000, null], point] : [point]
  })
}

const HOUR = 3_600_000

/** The points with nothing on either side: no line goes through them, so they are drawn as dots. */
export function alone(points: readonly Point[]): Set<number> {
  const there = (at: number) => (points[at]?.[1] ?? null) !== null
  return new Set(points.flatMap((_, at) => (there(at) && !there(at - 1) && !there(at + 1) ? [at] : [])))
}

/** So much of the time asked for is shown at least, however little of it has figures. */
const LEAST = 1 / 24

/** Where the time shown begins: with the first figure, where that is later than what was asked for. */
export const startOf = (points: readonly Point[], from: number, to: number): number => Math.max(from, Math.min(points[0]?.[0] ?? from, to - (to - from) * LEAST))

/** Hours between the names on the axis, by how long the time shown is. */
const everyHours = (length: number): number => (length < HOUR ? 1 / 12 : length <= 2 * HOUR ? 1 / 4 : length <= 8 * HOUR ? 1 : length < 48 * HOUR ? 4 : length <= 8 * 24 * HOUR ? 24 : 5 * 24)

/** Where the axis of time has its names: on whole hours of the reader's zone (quarters of them over less than two, five minutes over less than one), days at midnight. */
export function ticks(from: number, to: number, zone: string): number[] {
  const every = everyHours(to - from)
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  const found: number[] = []
  // Zones differ from UTC by quarters of an hour.
  const step = Math.min(every, 1 / 4) * HOUR
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number)
    if ((hour * 60 + minute) % Math.round(Math.min(every, 24) * 60) === 0) found.push(at)
  }
  return every > 24 ? found.filter((_, at) => at % (every / 24) === 0) : found
}

/** The least, the most and the last value; nothing where there is no value. */
export function rangeOf(points: readonly Point[]): { low: number; high: number; now: number } | null {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]))
  const now = values.at(-1)
  return now === undefined ? null : { low: Math.min(...values), high: Math.max(...values), now }
}
