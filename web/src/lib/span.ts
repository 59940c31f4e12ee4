/** A part of the time, milliseconds. */
export interface Span {
  from: number
  to: number
}

/** The part of the time that two moments of an address name, as RFC 3339; null where they name none. */
export function spanIn({ from, to }: { from: string; to: string }): Span | null {
  const span = { from: Date.parse(from), to: Date.parse(to) }
  return span.from < span.to ? span : null
}

/** As it stands in an address, and in what the server is asked; empty for all of the time. */
export const spanWords = (span: Span | null): { from: string; to: string } => (span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : { from: '', to: '' })
