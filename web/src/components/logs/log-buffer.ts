import { LIMITS } from '@/spec/limits'

/** Lines as the log view shows them. */
export interface Line {
  timestamp: string | null
  level: 'info' | 'warn' | 'error'
  message: string
  /** Where it comes from: container, pod, step; shown as a column of its own. */
  source?: string
  /** The pod that wrote it. */
  pod?: string
  /** Not of a log: says what happened between two lines. */
  note?: true
}

/** Times are compared as text, all being in UTC; but "…00Z" is before "…00.5Z", so without the Z. */
const timeOf = (line: Line | undefined) => line?.timestamp?.replace(/Z$/, '') ?? ''

/** By time; a line without one stays behind the line before it. */
function sorted(lines: readonly Line[]): Line[] {
  let last = ''
  const keyed = lines.map((line) => {
    last = timeOf(line) || last
    return { line, at: last }
  })
  return keyed.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ line }) => line)
}

/** The newest lines in order of time, at most `limit`: older ones make room. The same array comes back when there is nothing to add. */
export function appended(lines: readonly Line[], more: readonly Line[], limit: number = LIMITS.logLines): readonly Line[] {
  if (more.length === 0) return lines
  const all = [...lines, ...more]
  const last = lines.findLast(({ timestamp }) => timestamp !== null)
  const first = more.find(({ timestamp }) => timestamp !== null)
  // Several sources come each in its own order, and are read at the same time.
  const ordered = last && first && timeOf(first) < timeOf(last) ? sorted(all) : all
  return ordered.length > limit ? ordered.slice(ordered.length - limit) : ordered
}

export type LevelFilter = 'all' | Line['level']

export interface Sieve {
  search: string
  level: LevelFilter
  /** Whether lines without the text are left out. */
  only: boolean
  /** Nothing older than this, in milliseconds since 1970; null for everything. */
  since: number | null
}

const wantedOf = (search: string) => search.trim().toLowerCase()

/** Whether the text is in the line's message, in any case of letters. */
export const hits = (line: Line, search: string): boolean => line.note !== true && wantedOf(search) !== '' && line.message.toLowerCase().includes(wantedOf(search))

function passes(line: Line, { level, only, since, search }: Sieve): boolean {
  if (since !== null && line.timestamp !== null && Date.parse(line.timestamp) < since) return false
  if (line.note) return true
  if (level !== 'all' && line.level !== level) return false
  return !only || wantedOf(search) === '' || hits(line, search)
}

/** Lines that are let through; notes are only seen between lines. */
export function matching(lines: readonly Line[], sieve: Sieve): readonly Line[] {
  if (sieve.level === 'all' && sieve.since === null && (!sieve.only || wantedOf(sieve.search) === '')) return lines
  const found = lines.filter((line) => passes(line, sieve))
  return found.every((line) => line.note) ? [] : found
}

/** How many lines of the former array are gone from the front of the later one; -1 when it is not a later state of it. */
function trimmed(before: readonly Line[], after: readonly Line[]): number {
  const last = before.at(-1)
  if (last === undefined) return -1
  // Few lines come at a time: it is found near the end.
  const at = after.lastIndexOf(last)
  const gone = before.length - 1 - at
  return at < 0 || gone < 0 || after[0] !== before[gone] ? -1 : gone
}

/** Sieves lines that grow: what was looked at is not looked at again, however many lines there are. */
export class Matcher {
  private source: readonly Line[] = []
  private sieve: Sieve | null = null
  private found: readonly Line[] = []

  match(lines: readonly Line[], sieve: Sieve): readonly Line[] {
    const same = this.sieve !== null && (Object.keys(sieve) as (keyof Sieve)[]).every((name) => this.sieve?.[name] === sieve[name])
    if (same && lines === this.source) return this.found
    const gone = same ? trimmed(this.source, lines) : -1
    if (gone < 0) this.found = matching(lines, sieve)
    else if (this.found === this.source) this.found = lines
    else {
      const dropped = new Set(this.source.slice(0, gone))
      const kept = dropped.size > 0 ? this.found.filter((line) => !dropped.has(line)) : this.found
      const more = matching(lines.slice(this.source.length - gone), sieve)
      this.found = more.length > 0 ? [...kept, ...more] : kept
    }
    this.source = lines
    this.sieve = { ...sieve }
    return this.found
  }
}

/** The message cut at the found text, for marking: even parts are plain, odd ones were found. */
export function marked(message: string, search: string): string[] {
  const wanted = wantedOf(search)
  if (wanted === '') return [message]
  const lower = message.toLowerCase()
  const parts: string[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(message.slice(from, at), message.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  parts.push(message.slice(from))
  return parts
}

export interface Window {
  first: number
  last: number
}

/** Where rows of different heights stand. */
export interface Layout {
  height: number
  topOf: (index: number) => number
  /** Which rows to render for a scroll position, with some to spare on both sides. */
  visible: (scrollTop: number, height: number, spare?: number) => Window
}

const SPARE = 12

/** All rows are as high. */
export function evenly(count: number, row: number): Layout {
  return {
    height: count * row,
    topOf: (index) => index * row,
    visible: (scrollTop, height, spare = SPARE) => {
      const first = Math.max(0, Math.floor(scrollTop / row) - spare)
      return { first: Math.min(first, count), last: Math.min(count, Math.ceil((scrollTop + height) / row) + spare) }
    },
  }
}

/** Characters of two columns: of East Asia, and pictures. */
const WIDE = /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠]|[\u{1F000}-\u{1FAFF}]/gu

/** Columns that a text needs in a face whose characters are as wide. */
export const columnsOf = (text: string): number => text.length + (text.match(WIDE)?.filter((each) => each.length === 1).length ?? 0)

const needed = new WeakMap<Line, number>()

function cellsOf(line: Line): number {
  const known = needed.get(line)
  if (known !== undefined) return known
  const cells = columnsOf(line.message)
  needed.set(line, cells)
  return cells
}

/** Long messages are broken after so many columns. */
export function wrapped(lines: readonly Line[], row: number, columns: number): Layout {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, line] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + row * (line.note ? 1 : Math.max(1, Math.ceil(cellsOf(line) / Math.max(1, columns))))
  const topOf = (index: number) => tops[index] ?? 0
  /** The row at a height. */
  const at = (y: number): number => {
    let low = 0
    let high = lines.length
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (topOf(middle) <= y) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    height: topOf(lines.length),
    topOf,
    visible: (scrollTop, height, spare = SPARE) => ({ first: Math.max(0, at(scrollTop) - spare), last: Math.min(lines.length, at(scrollTop + height) + 1 + spare) }),
  }
}

/** Time stamps at the beginning of a message: of programs in general, of nginx, of PHP. */
const OWN_TIMES = [/^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,]\d+)?Z?(?: ?[+-]00:?00)?\]?:?\s+/, /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d)\s+/, /^\[(\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d)(?: UTC)?\]\s+/]

/** Two clocks of one machine are not further apart. */
const SAME_MS = 2000

/** The message without a time stamp that says what the line's own time says already. */
export function withoutTime(message: string, timestamp: string | null): string {
  if (timestamp === null) return message
  for (const pattern of OWN_TIMES) {
    const [all, said] = pattern.exec(message) ?? []
    if (all === undefined || said === undefined) continue
    const at = Date.parse(`${said.replaceAll('/', '-').replace(/^(\d{4}-\d\d-\d\d) /, '$1T')}${/^\d{4}/.test(said) ? 'Z' : ' UTC'}`)
    if (Math.abs(at - Date.parse(timestamp)) < SAME_MS && all.length < message.length) return message.slice(all.length)
  }
  return message
}

/** The lines as a text file. */
export function asText(lines: readonly Line[]): string {
  return lines
    .map((line) => (line.note ? `-- ${line.message}` : [line.timestamp ?? '', line.level.toUpperCase().padEnd(5), line.source ?? '', line.message].filter((part) => part !== '').join(' ')))
    .join('\n')
}
