import { spoken } from './texts'

/** A number as the language writes it, with at most so many digits after its point. Ports, revisions and versions are names. */
export const number = (value: number, digits = 0): string => new Intl.NumberFormat(spoken(), { maximumFractionDigits: digits }).format(value)

/** A share of one as the language writes it: 0.62 is "62%". */
export const percent = (share: number, digits = 0): string => new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: digits }).format(share)
