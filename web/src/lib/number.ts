import { numberFormat } from './formats'

/**
 * A number as the language writes it, with at most so many digits after its point. Ports, revisions and versions are names. Small
 * counts are written alike in all our languages, and making the first format of a language takes as long as drawing ten rows.
 */
export const number = (value: number, digits = 0): string => (Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : numberFormat({ maximumFractionDigits: digits }).format(value))

/** A share of one as the language writes it: 0.62 is "62%". */
export const percent = (share: number, digits = 0): string => numberFormat({ style: 'percent', maximumFractionDigits: digits }).format(share)

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as the language writes it, in the largest unit of which there is one: 1,500 is "1.5 kB". */
export function size(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3))
  return numberFormat({ style: 'unit', unit: SIZES[at] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: at === 0 ? 0 : 1 }).format(bytes / 1000 ** at)
}
