import { spoken } from './texts'

/** A number as the language writes it, with at most so many digits after its point. Ports, revisions and versions are names. */
export const number = (value: number, digits = 0): string => new Intl.NumberFormat(spoken(), { maximumFractionDigits: digits }).format(value)
