import { number } from '@/lib/number'
import { spoken } from '@/lib/texts'
import { t } from './texts'

/** The console writes the United Kingdom as UK; the standard that browsers know, as GB. */
const standard = (code: string) => (code === 'UK' ? 'GB' : code)

/** "Germany" for "DE"; the code itself when it means nothing. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([spoken()], { type: 'region', fallback: 'code' }).of(standard(code)) ?? code
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
