import { t } from './texts'

/** Kubernetes' quantities ("240m", "1.2Gi") as people read them, in the units of the rest; another text as it is. */

const QUANTITY = /^(\d+(?:\.\d+)?)(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/
const UNITS = { m: 0.001, k: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 }

function valueOf(quantity: string): number | null {
  const [, value, unit] = QUANTITY.exec(quantity.trim()) ?? []
  return value === undefined ? null : Number(value) * (unit ? UNITS[unit as keyof typeof UNITS] : 1)
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** "0.24 cores" for "240m". */
export function cores(quantity: string): string {
  const value = valueOf(quantity)
  return value === null ? quantity : t('cluster-cores', { n: rounded(value, 2) })
}

/** "1.2 GB" for "1.2Gi", "512 MB" for "512Mi": counted in 1024s, as memory and PHP's limits are everywhere else. */
export function bytes(quantity: string): string {
  const value = valueOf(quantity)
  if (value === null) return quantity
  return value >= UNITS.Gi ? t('cluster-gigabytes', { n: rounded(value / UNITS.Gi, 1) }) : t('mb', { n: rounded(value / UNITS.Mi, 0) })
}
