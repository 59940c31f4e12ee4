import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { one } from '@/api/query'
import type { EventHour } from '@/api/types'
import { timeOfDay } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

const HOUR = 3_600_000

const totalOf = ({ normal, warning, error }: EventHour) => normal + warning + error

const KINDS = ['error', 'warning', 'normal'] as const

/** Bars of the last day: how many events each hour had, and how many of them were warnings and errors. Each leads to its events; the arrow keys go from one to the next. */
export function EventHours() {
  const { data } = useQuery(one('/events/hours', {}, POLICY.eventHours))
  const [chosen, choose] = useState<number | null>(null)
  // As high as it will be: what is below does not move.
  if (!data) return <div className="event-hours" />
  const { hours, from, more } = data
  const most = Math.max(1, ...hours.map(totalOf))
  const current = chosen ?? hours.length - 1
  const sum = (kind: keyof EventHour) => hours.reduce((all, hour) => all + hour[kind], 0)
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(current + by, 0), hours.length - 1)
    choose(next)
    event.currentTarget.closest('ol')?.querySelectorAll('a')[next]?.focus()
  }
  const all = hours.reduce((total, hour) => total + totalOf(hour), 0)
  return (
    <div className="event-hours">
      <p className="quiet">{t(more ? 'hours-more' : 'hours', { n: all, warnings: t('hours-warnings', { n: sum('warning') }), errors: t('hours-errors', { n: sum('error') }) })}</p>
      <ol aria-label={t('hours-label')}>
        {hours.map((hour, at) => {
          const begin = Date.parse(from) + at * HOUR
          const words = t('hours-bar', { from: timeOfDay(begin), to: timeOfDay(begin + HOUR), n: totalOf(hour), warnings: t('hours-warnings', { n: hour.warning }), errors: t('hours-errors', { n: hour.error }) })
          return (
            <li key={begin}>
              <Link to={paths.events({ from: new Date(begin).toISOString(), to: new Date(begin + HOUR - 1).toISOString() })} tabIndex={at === current ? 0 : -1} aria-label={words} title={words} onFocus={() => choose(at)} onKeyDown={step}>
                {KINDS.map((kind) => (hour[kind] > 0 ? <i key={kind} data-kind={kind} style={{ height: `${(hour[kind] / most) * 100}%` }} /> : null))}
              </Link>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
