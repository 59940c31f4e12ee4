import { LIMITS } from '@/spec/limits'

/** Lines as the log view shows them. */
export interface Line {
  timestamp: string | null
  level: 'info' | 'warn' | 'error'
  message: string
  /** Where it comes from: container, pod, step. */
  source?: string
}

/** The newest lines, at most `limit`: older ones make room. The same array comes back when there is nothing to add. */
export function appended(lines: readonly Line[], more: readonly Line[], limit: number = LIMITS.logLines): readonly Line[] {
  if (more.length === 0) return lines
  const all = [...lines, ...more]
  return all.length > limit ? all.slice(all.length - limit) : all
}

export type LevelFilter = 'all' | Line['level']

/** Lines with the text in their message, in any case of letters, and of the level. */
export function matching(lines: readonly Line[], search: string, level: LevelFilter): readonly Line[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '' && level === 'all') return lines
  return lines.filter((line) => (level === 'all' || line.level === level) && (wanted === '' || line.message.toLowerCase().includes(wanted)))
}

/** The message cut at the found text, for marking: even parts are plain, odd ones were found. */
export function marked(message: string, search: string): string[] {
  const wanted = search.trim().toLowerCase()
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

/** Which rows to render for a scroll position, with some to spare on both sides. */
export function visible(scrollTop: number, height: number, rowHeight: number, count: number, spare = 12): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare)
  return { first: Math.min(first, count), last }
}

/** The lines as a text file. */
export function asText(lines: readonly Line[]): string {
  return lines.map((line) => [line.timestamp ?? '', line.level.toUpperCase().padEnd(5), line.source ?? '', line.message].filter((part) => part !== '').join(' ')).join('\n')
}
