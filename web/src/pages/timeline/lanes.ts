import type { Timeline, TimelineTask } from '@/api/types'
import { statusWord } from '@/components/status-tag'
import { worded } from '@/lib/sentence'
import { texts } from '@/lib/texts'
import { paths } from '@/spec/paths'
import type { Lane, Mark, Span } from './axis'
import { t } from './texts'

const task = texts('tasks')

/** The part of the time that the address names; nothing where it is none, or lies beside what is shown. */
export function spanOf(text: string, whole: Span): Span | null {
  const [from = Number.NaN, to = Number.NaN] = text.split('-').map(Number)
  if (!(from < to) || to <= whole.from || from >= whole.to) return null
  return { from: Math.max(from, whole.from), to: Math.min(to, whole.to) }
}

/** As it stands in the address. */
export const wordOf = (span: Span | null): string => (span ? `${span.from}-${span.to}` : '')

const TASK: Record<TimelineTask['status'], Mark['tone']> = { complete: 'good', failed: 'bad', running: 'busy', pending: 'busy' }
const EVENT: Record<string, Mark['tone']> = { Warning: 'warn', Error: 'bad' }
const REVISION: Record<string, Mark['tone']> = { succeeded: 'good', failed: 'bad' }

/** What happened, each kind on its lane, with how it ended and where there is more of it. */
export function lanesOf(id: string, { revisions, tasks, events, to }: Timeline): Lane[] {
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
        words: t('task', { name: task(`type-${it.type}`), state: statusWord(it.status, 'task') }),
        href: paths.task(it.id),
      })),
    },
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
