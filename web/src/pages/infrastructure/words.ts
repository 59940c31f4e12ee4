import { countryOf, timeFormat } from '@/lib/formats'
import { number } from '@/lib/number'
import { inZone } from '@/lib/time'
import { t } from './texts'

/** The console writes the United Kingdom as UK; the standard that browsers know, as GB. */
const standard = (code: string) => (code === 'UK' ? 'GB' : code)

/** "Germany" for "DE"; the code itself when it means nothing. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return countryOf(standard(code))
}

/** "Germany (DE)". */
export function countryLabel(code: string | undefined): string {
  if (!code) return ''
  const name = countryName(code)
  return name === code ? code : `${name} (${code})`
}

/** Kubernetes counts memory in MiB; people in GB. */
export const memory = (mebibytes: number): string => t('gigabytes', { n: number(mebibytes / 1024, 1) })

export const latency = (ms: number): string => t('milliseconds', { n: number(ms, ms < 10 ? 1 : 0) })

/** Never rounded up to a whole hundred: 99.996 is not 100. */
export const availability = (percent: number): string => t('percent', { n: number(Math.floor(percent * 100) / 100, 2) })

const DAY = 24 * 3600 * 1000

/** What the availability is measured over: the last 30 days, or since the first cluster is there where that is less. */
export function measuredSince(clusters: readonly { createdAt: string }[], now: number): string | null {
  const first = clusters.map((cluster) => cluster.createdAt).toSorted()[0]
  return first !== undefined && now - Date.parse(first) < 30 * DAY ? first : null
}

/** "100 % in 30 days", or "100 % since 1:06 AM" where it has not been measured for so long. */
export function availabilityWords(percent: number, since: string | null, now: number): string {
  const value = availability(percent)
  if (since === null) return t('availability-days', { value })
  const today = now - Date.parse(since) < DAY
  const when = timeFormat({ ...(today ? { timeStyle: 'short' } : { dateStyle: 'medium' }), ...inZone() }).format(new Date(since))
  return t('availability-since', { value, when })
}
