import type { UsageFigure } from '@/api/types'
import { levelOf } from '@/components/meter'
import { number, percent } from '@/lib/number'
import { t } from './texts'

/** What a site uses, as it is shown. */

export const FIGURES = ['cpu', 'memory', 'storage', 'requests', 'responseTime', 'errorRate'] as const

export type FigureName = (typeof FIGURES)[number]

const MEBIBYTE = 2 ** 20

/** "0.24 cores" for 240. */
function cores(thousandths: number): string {
  const n = Math.round(thousandths / 10) / 100
  return t('cores', { n, count: number(n, 2) })
}

/** Counted in 1024s, as memory and volumes are everywhere else. */
function bytes(value: number): string {
  const n = value / MEBIBYTE
  return n >= 1024 ? t('gigabytes', { n: number(n / 1024, 1) }) : t('megabytes', { n: number(n) })
}

/** How the amounts of a figure are written, where it is a part of a whole. */
const AMOUNTS: Partial<Record<FigureName, (value: number) => string>> = { cpu: cores, memory: bytes, storage: bytes }

/** "62%", whatever it is a part of. */
export const share = (value: number): string => percent(value / 100)

/** The figure itself: its share of the whole where there is one. */
export function valueOf(name: FigureName, { used, percent: part }: UsageFigure): string {
  if (part !== null) return share(part)
  const value = used ?? 0
  if (name === 'responseTime') return t('milliseconds', { n: number(value) })
  if (name === 'errorRate') return percent(value / 100, 1)
  return AMOUNTS[name]?.(value) ?? number(value, value < 10 ? 1 : 0)
}

/** What the figure is a part of; nothing for what is none of anything. */
export function wholeOf(name: FigureName, { used, of, basis }: UsageFigure): string | null {
  const amount = AMOUNTS[name]
  if (!amount || used === null) return null
  return of === null || basis === null ? t('free', { used: amount(used) }) : t(`of-${basis}`, { used: amount(used), of: amount(of) })
}

/** Amber from 60 %, red from 80 %: of what is a part of a whole. */
export function levelIn({ percent: part }: UsageFigure): 'well' | 'warn' | 'high' {
  return part === null ? 'well' : levelOf(part / 100)
}
