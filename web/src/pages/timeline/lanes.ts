import type { Event as HistoryEvent, Timeline, TimelineTask } from '@/api/types'
import { kindName } from '@/components/event-row'
import { statusWord } from '@/components/status-tag'
import { worded } from '@/lib/sentence'
import { type Span, spanWords } from '@/lib/span'
import { paths } from '@/spec/paths'
import type { Lane, Mark } from './axis'
import type { LogError } from './log-errors'
import { t } from './texts'

/** The part of the time that the address names; nothing where it is none, or lies beside what is shown. */
export function spanOf(text: string, whole: Span): Span | null {
  const [from = Number.NaN, to = Number.NaN] = text.split('-').map(Number)
  if (!(from < to) || to <= whole.from || from >= whole.to) return null
  return { from: Math.max(from, whole.from), to: Math.min(to, whole.to) }
}

/** An axis is so long at least, milliseconds. */
const LEAST = 15 * 60_000

/** So that what stands at the creation of a site is whole, that part of the length is before it. */
const EDGE = 0.02

/** The time that the axis shows: what was asked for, or from a site's creation on where there was no site before. */
export function wholeOf(timeline: Pick<Timeline, 'from' | 'to'>, created: number): Span & { young: boolean } {
  const [from, to] = [Date.parse(timeline.from), Date.parse(timeline.to)]
  const begin = to - Math.max(to - created, LEAST) * (1 + EDGE)
  return begin > from ? { from: Math.round(begin), to, young: true } : { from, to, young: false }
}

/** The moment that the address names; nothing where it is none, or lies beside what is shown. */
export function momentIn(text: string, whole: Span): number | null {
  const at = text === '' ? Number.NaN : Number(text)
  return at >= whole.from && at <= whole.to ? at : null
}

const MINUTE = 60_000

/** Logs are shown of so much before a moment and after it. */
const LOGS = 5 * MINUTE

/** Figures are fewer the longer the time is that they are kept for: by range, so much before a moment and after it. */
const USAGE = { '24h': 30 * MINUTE, '7d': 180 * MINUTE, '30d': 720 * MINUTE } as const

/** What is looked at around a moment, or of a part of the time that was chosen. */
export function around(moment: number | null, chosen: Span | null, range: keyof typeof USAGE): { logs: Span; usage: Span } | null {
  if (moment === null) return chosen ? { logs: chosen, usage: chosen } : null
  const within = (each: number) => ({ from: moment - each, to: moment + each })
  return { logs: within(LOGS), usage: within(USAGE[range]) }
}

/** As it stands in the address. */
export const wordOf = (span: Span | null): string => (span ? `${span.from}-${span.to}` : '')

const TASK: Record<TimelineTask['status'], Mark['tone']> = { complete: 'good', failed: 'bad', running: 'busy', pending: 'busy' }
const EVENT: Record<string, Mark['tone']> = { Warning: 'warn', Error: 'bad' }
const REVISION: Record<string, Mark['tone']> = { succeeded: 'good', failed: 'bad' }

/** When visitors did not reach it, by what the history was told: from the beginning where it tells only the end, until now where it tells none. */
function outagesOf({ events, from, to }: Timeline): Mark[] {
  const marks: Mark[] = []
  let began: HistoryEvent | null = null
  const mark = (event: HistoryEvent, begin: string, end: string) => marks.push({ key: event.id, from: Date.parse(begin), to: Date.parse(end), tone: 'bad', words: worded(event, event.message), href: paths.event(event.id) })
  for (const event of events.toReversed()) {
    if (event.reason === 'SiteUnreachable') began ??= event
    else if (event.reason === 'SiteReachable') {
      mark(began ?? event, began?.createdAt ?? from, event.createdAt)
      began = null
    }
  }
  if (began) mark(began, began.createdAt, to)
  return marks
}

/** What tells that others changed objects of the site, with what they were before, and that they are as they should be. */
const OBJECTS = ['DriftFound', 'DriftMore', 'DriftEnded']

/** Of so many fields it is said what they were and what they became. */
const FIELDS = 3

function objectsOf({ events }: Timeline): Mark[] {
  const found = events.filter(({ reason }) => OBJECTS.includes(reason))
  return found.toReversed().map((it) => {
    const fields = it.changes.slice(0, FIELDS).map(({ field, before, after, secret }) => (secret ? field : t('object-change', { field, before: before || '–', after: after || '–' })))
    return { key: it.id, from: Date.parse(it.createdAt), tone: EVENT[it.type] ?? 'good', words: [worded(it, it.message), ...fields].join(' '), href: paths.event(it.id) }
  })
}

/** Errors closer to each other than this part of the axis are one mark. */
const NEAR = 1 / 200

/** Errors of the logs; from a mark the way leads to the lines around it. */
function errorsOf(id: string, errors: readonly LogError[], { from, to }: Span): Mark[] {
  const marks: { first: LogError; last: number; n: number }[] = []
  for (const error of errors) {
    if (error.at < from || error.at > to) continue
    const before = marks.at(-1)
    if (before && error.at - before.first.at < (to - from) * NEAR) {
      before.n += 1
      before.last = error.at
    } else marks.push({ first: error, last: error.at, n: 1 })
  }
  return marks.map(({ first, last, n }) => ({
    key: String(first.at),
    from: first.at,
    tone: 'bad',
    words: n === 1 ? first.message : t('log-errors-several', { n, first: first.message }),
    href: paths.deployment(id, { tab: 'logs', ...spanWords({ from: first.at - MINUTE, to: last + MINUTE }) }),
  }))
}

/** What happened, each kind on its lane, with how it ended and where there is more of it. */
export function lanesOf(id: string, timeline: Timeline, whole: Span, errors: readonly LogError[]): Lane[] {
  const { revisions, tasks, events, to } = timeline
  return [
    {
      name: t('revisions'),
      marks: revisions.toReversed().map((it) => ({
        key: String(it.number),
        from: Date.parse(it.finishedAt ?? it.createdAt),
        tone: REVISION[it.result ?? ''] ?? 'busy',
        words: t('revision', { number: String(it.number), who: it.authorName }),
        href: `${paths.deployment(id)}?tab=revisions`,
        text: String(it.number),
      })),
    },
    {
      name: t('tasks'),
      marks: tasks.toReversed().map((it) => ({
        key: it.id,
        from: Date.parse(it.startedAt ?? it.createdAt),
        to: Date.parse(it.finishedAt ?? to),
        tone: TASK[it.status],
        words: t('task', { name: kindName(it.type), state: statusWord(it.status, 'task') }),
        href: paths.task(it.id),
      })),
    },
    { name: t('outages'), marks: outagesOf(timeline) },
    { name: t('objects'), marks: objectsOf(timeline) },
    { name: t('log-errors'), marks: errorsOf(id, errors, whole) },
    {
      name: t('events'),
      marks: events.toReversed().map((it) => ({
        key: it.id,
        from: Date.parse(it.createdAt),
        tone: EVENT[it.type] ?? 'plain',
        words: worded(it, it.message),
        href: paths.event(it.id),
      })),
    },
  ]
}
