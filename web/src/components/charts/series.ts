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

/** Hours between the names on the axis, by how long the time shown is. */
const everyHours = (length: number): number => (length <= 26 * HOUR ? 4 : length <= 8 * 24 * HOUR ? 24 : 5 * 24)

/** Where the axis of time has its names: on whole hours of the reader's zone, days at midnight. */
export function ticks(from: number, to: number, zone: string): number[] {
  const every = everyHours(to - from)
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  const found: number[] = []
  // Zones differ from UTC by quarters of an hour.
  for (let at = Math.ceil(from / (HOUR / 4)) * (HOUR / 4); at <= to; at += HOUR / 4) {
    const [hour, minute] = clock.format(at).split(':').map(Number)
    if (minute === 0 && (hour ?? 0) % Math.min(every, 24) === 0) found.push(at)
  }
  return every > 24 ? found.filter((_, at) => at % (every / 24) === 0) : found
}

/** The least, the most and the last value; nothing where there is no value. */
export function rangeOf(points: readonly Point[]): { low: number; high: number; now: number } | null {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]))
  const now = values.at(-1)
  return now === undefined ? null : { low: Math.min(...values), high: Math.max(...values), now }
}
