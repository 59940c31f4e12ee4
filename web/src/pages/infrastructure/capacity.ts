import type { Point } from '@/components/charts/series'
import { number, percent } from '@/lib/number'
import { t } from './texts'

/** What the figures of a cluster are shown as, on its page and on that of its capacity. */

export const cores = (value: number) => number(value, 2)
export const gigabytes = (value: number) => t('gigabytes', { n: number(value, 1) })

/** The server counts MiB; people read round numbers of more. */
export const inGigabytes = (mebibytes: number | null) => (mebibytes === null ? null : mebibytes / 1024)

/** The last value of each of so many equal parts of the time between; null in those without one. */
export function lastOfEach(points: readonly Point[], from: number, to: number, parts: number): (number | null)[] {
  const values: (number | null)[] = Array.from({ length: parts }, () => null)
  for (const [at, value] of points) {
    if (value === null || at < from || at > to) continue
    values[Math.min(parts - 1, Math.floor(((at - from) / (to - from)) * parts))] = value
  }
  return values
}

/** What pods asked for in words, the same words where it never changed. */
export function askedWords({ low, high, now }: { low: number; high: number; now: number }, all: number, format: (value: number) => string): string {
  const words = { now: format(now), all: format(all), share: percent(now / all) }
  return format(low) === format(high) ? t('metrics-caption-same', words) : t('metrics-caption', { ...words, low: format(low), high: format(high) })
}
