/** What the server says of a failure, taken apart: a sentence, then log lines and what the cluster said, as they were written. */
export interface Told {
  /** The cause, in one sentence. */
  cause: string
  /** The last lines of what failed. */
  lines: string[]
  /** Kubernetes' own events: about what, its word, how often. */
  events: { object: string; word: string; times: number }[]
}

/** "Pod/shop-0 · BackOff · 4" */
const EVENT = /^([A-Za-z]+\/\S+) · (\S+) · (\d+)$/

/** What happens on the way to every start and explains none of its failures. */
const PASSING = new Set(['FailedScheduling', 'Unhealthy'])

export function toldBy(errorLog: string | null): Told | null {
  const [cause = '', ...rest] = (errorLog ?? '').trim().split('\n')
  if (cause === '') return null
  const parts = rest.map((line) => ({ line, event: EVENT.exec(line.trim()) }))
  const events = parts.flatMap(({ event }) => (event?.[1] && event[2] && event[3] ? [{ object: event[1], word: event[2], times: Number(event[3]) }] : []))
  // Where there is nothing else, the passing ones are better than nothing.
  const telling = events.filter(({ word }) => !PASSING.has(word))
  return { cause, lines: parts.filter(({ line, event }) => event === null && line.trim() !== '').map(({ line }) => line), events: telling.length > 0 ? telling : events }
}
