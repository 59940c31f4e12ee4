import type { Pagination } from './types'
import { number } from '@/lib/number'

/** The server counts so far; a list that says so has as many entries or more. */
const COUNTED = 1000

/** Entries that a pager must know of, so that the page after this one can be opened although nobody has counted it. */
export function reachable({ page, limit, total, more }: Pagination, shown: number): number {
  return Math.max(total, more ? page * limit + 1 : (page - 1) * limit + shown)
}

/** The total as people read it: `1,000+` where counting stopped. */
export const counted = (total: number): string => `${number(total)}${total >= COUNTED ? '+' : ''}`
