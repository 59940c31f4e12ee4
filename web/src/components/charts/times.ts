import { timeFormat } from '@/lib/formats'
import { inZone, timeOfDay } from '@/lib/time'

const DAY = 24 * 3_600_000

/** The name of a moment on an axis: the time of day over a day, the date over more. */
export const axisWords = (at: number, length: number): string => (length < 2 * DAY ? timeOfDay(at) : timeFormat({ day: 'numeric', month: 'short', ...inZone() }).format(at))

/** A moment with its day, its time and the zone. */
export const momentWords = (at: number): string => timeFormat({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'short', ...inZone() }).format(at)
