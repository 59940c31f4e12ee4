import './timeline.css'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ticks } from '@/components/charts/series'
import { axisWords } from '@/components/charts/times'
import { hint } from '@/components/hint/hint'
import type { Span } from '@/lib/span'
import { zone } from '@/lib/time'

/** Something on a lane: at one moment, or from it until another. */
export interface Mark {
  key: string
  from: number
  to?: number
  /** How it ended. */
  tone: 'good' | 'busy' | 'bad' | 'warn' | 'plain'
  /** What it is, in words. */
  words: string
  /** Where there is more of it. */
  href: string
  /** Written on it. */
  text?: string
}

export interface Lane {
  name: string
  marks: readonly Mark[]
}

/** A drag over less than this part of the axis is a click. */
const LEAST = 0.005

/** So many names stand on the axis at most. */
const NAMES = 8

/** A name so near to an end of the axis would stand beyond it. */
const EDGE = 0.04

interface AxisProps {
  span: Span
  chosen: Span | null
  /** The moment that is looked at, milliseconds. */
  moment: number | null
  lanes: readonly Lane[]
  onChoose: (span: Span) => void
  onMoment: (at: number) => void
  caption: ReactNode
}

/** Lanes over one axis of time; dragging over it chooses a part, a click a moment. The list below it says the same to those who do not see it. */
export function Axis({ span, chosen, moment, lanes, onChoose, onMoment, caption }: AxisProps) {
  const field = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ begin: number; end: number } | null>(null)
  const length = span.to - span.from
  const percent = (at: number) => `${(Math.min(Math.max((at - span.from) / length, 0), 1) * 100).toFixed(2)}%`
  const placed = ({ from, to }: { from: number; to?: number }) => ({ left: percent(from), ...(to === undefined ? {} : { right: `calc(100% - ${percent(to)})` }) })
  const partAt = (event: PointerEvent) => {
    const { left, width } = field.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(Math.max((event.clientX - left) / Math.max(width, 1), 0), 1)
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a'))) return
    field.current?.setPointerCapture(event.pointerId)
    setDrag({ begin: partAt(event), end: partAt(event) })
  }
  const move = (event: PointerEvent) => setDrag((now) => now && { ...now, end: partAt(event) })
  const end = () => {
    if (!drag) return
    setDrag(null)
    const [low, high] = [Math.min(drag.begin, drag.end), Math.max(drag.begin, drag.end)]
    const at = (part: number) => Math.round(span.from + part * length)
    if (high - low < LEAST) onMoment(at(high))
    else onChoose({ from: at(low), to: at(high) })
  }
  const shown = drag ? { from: span.from + Math.min(drag.begin, drag.end) * length, to: span.from + Math.max(drag.begin, drag.end) * length } : chosen
  const names = ticks(span.from, span.to, zone()).filter((at) => at - span.from > length * EDGE && span.to - at > length * EDGE)
  const every = Math.ceil(names.length / NAMES)
  return (
    <figure className="timeline">
      <figcaption className="quiet">{caption}</figcaption>
      <div className="timeline-lanes" aria-hidden>
        <div ref={field} className="timeline-field" onPointerDown={begin} onPointerMove={move} onPointerUp={end} onPointerCancel={() => setDrag(null)}>
          {shown ? <div className="timeline-chosen" style={placed(shown)} /> : null}
          {moment === null ? null : <div className="timeline-moment" style={{ left: percent(moment) }} />}
          {lanes.map(({ name, marks }) => (
            <div key={name} className="timeline-lane" data-name={name}>
              {marks.map((mark) => (
                <Link key={mark.key} to={mark.href} tabIndex={-1} className={mark.to === undefined ? 'timeline-mark' : 'timeline-bar'} data-tone={mark.tone} style={placed(mark)} {...hint(mark.words)}>
                  {mark.text}
                </Link>
              ))}
            </div>
          ))}
          <div className="timeline-ticks">
            {names
              .filter((_, at) => at % every === 0)
              .map((at) => (
                <span key={at} style={{ left: percent(at) }}>
                  {axisWords(at, length)}
                </span>
              ))}
          </div>
        </div>
      </div>
    </figure>
  )
}
