import { CopyOutlined, DownloadOutlined, DownOutlined, EnterOutlined, FilterOutlined, FullscreenExitOutlined, FullscreenOutlined, UpOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { keep } from '@/api/download'
import { Choice } from '@/components/choice'
import { hint } from '@/components/hint/hint'
import { texts } from '@/lib/texts'
import { clock, dayName, dayOf, useNow, zone } from '@/lib/time'
import { asText, evenly, hits, type Layout, type Line, marked, Matcher, wrapped } from './log-buffer'
import { type Filtered, SINCE, useLogFilter } from './log-filter'
import './log.css'

/**
 * The one view of log lines. Only the rows in sight are rendered. It follows the end until the reader scrolls up, and
 * again from when they are back at the end; what came meanwhile is counted.
 */

const t = texts('logs')

const ROW = 20

/** The box is never lower than so many rows. */
const FEWEST_ROWS = 8

/** Room for the bar below long lines. */
const SCROLLBAR = 16

/** What stands before a message, in characters: time, level, source; and pixels of the row itself. */
const COLUMNS = { time: 9, level: 6, source: 15, edges: 20 }

/** Browsers give pages the clipboard only on https and on loopback. */
const canCopy = window.isSecureContext && 'clipboard' in navigator

/** The time of day, with thousandths and zone. */
function exactly(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : `${dayName(dayOf(iso))} ${clock(iso)}.${String(date.getMilliseconds()).padStart(3, '0')} (${zone()})`
}

const Row = memo(function Row({ line, search, sources, gone, hit }: { line: Line; search: string; sources: boolean; gone: boolean; hit: boolean }) {
  if (line.note) {
    return (
      <div className="log-note" title={line.timestamp ? exactly(line.timestamp) : ''}>
        {line.message}
      </div>
    )
  }
  return (
    <div className="log-line" data-level={line.level} data-gone={gone || undefined} data-hit={hit || undefined} title={gone ? t('gone', { pod: line.pod ?? '' }) : undefined}>
      <span className="log-time" title={line.timestamp ? exactly(line.timestamp) : ''}>
        {line.timestamp ? clock(line.timestamp) : '        '}
      </span>
      <span className="log-level" data-level={line.level}>
        {line.level.toUpperCase()}
      </span>
      {sources ? (
        <span className="log-source" title={line.pod ?? line.source ?? ''}>
          {line.source ?? ''}
        </span>
      ) : null}
      {/* Parts alternate between plain and found; their place is their identity. */}
      <span className="log-message">{marked(line.message, search).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</span>
    </div>
  )
})

interface ShownProps extends Pick<LogViewProps, 'gone' | 'target'> {
  box: React.RefObject<HTMLDivElement | null>
  lines: readonly Line[]
  layout: Layout
  /** Of the box. */
  height: number
  search: string
  sources: boolean
  current: Line | null
}

/** The rows in sight. It alone is drawn when the box is scrolled. */
function Shown({ box, lines, layout, height, search, sources, gone, target, current }: ShownProps) {
  const [scrollTop, setScrollTop] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    // To the row: what is in sight is the same in between.
    const read = () => setScrollTop(Math.floor(element.scrollTop / ROW) * ROW)
    read()
    element.addEventListener('scroll', read, { passive: true })
    return () => element.removeEventListener('scroll', read)
  }, [box])
  const { first, last } = layout.visible(scrollTop, height + ROW)
  return (
    <div style={{ height: layout.height, position: 'relative' }}>
      <div style={{ transform: `translateY(${layout.topOf(first)}px)` }}>
        {lines.slice(first, last).map((line, index) => (
          <Row key={first + index} line={line} search={search} sources={sources} gone={line.pod !== undefined && (gone?.has(line.pod) ?? false)} hit={line === current || (target?.(line) ?? false)} />
        ))}
      </div>
    </div>
  )
}

export interface LogViewProps {
  lines: readonly Line[]
  /** Name of the downloaded file, without ".log". */
  name: string
  /** Controls before the search box, such as a choice of source. */
  controls?: ReactNode
  /** What is said while there are no lines. */
  empty?: ReactNode
  /** At the most, in pixels. */
  height?: number
  /** As high as the window allows, instead. */
  fill?: boolean
  /** That high from the beginning: lines that come move nothing below it. */
  steady?: boolean
  /** Pods that are no more: their lines are marked. */
  gone?: ReadonlySet<string> | undefined
  /** Lines that are brought into sight, such as of a chosen step. */
  target?: ((line: Line) => boolean) | null | undefined
  /** How it is looked at, where something else keeps that; by itself it is forgotten with the view. */
  filtered?: Filtered
}

interface Size {
  width: number
  height: number
  /** Of a character. */
  cell: number
}

/** How large the box is, as it changes. */
function useSize(box: React.RefObject<HTMLElement | null>, ruler: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 800, height: 0, cell: 7.5 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight, cell: (ruler.current?.offsetWidth ?? 0) / 10 || 7.5 })
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, ruler])
  return size
}

export function LogView({ lines, name, controls, empty, height: tallest = 360, fill = false, steady = false, gone, target = null, filtered }: LogViewProps) {
  const own = useLogFilter()
  const [{ search, only, level, minutes, wrap }, change] = filtered ?? own
  const [full, setFull] = useState(false)
  const [following, setFollowing] = useState(true)
  const [seen, setSeen] = useState(lines.length)
  const scrollTop = useRef(0)
  const [copied, setCopied] = useState(false)
  /** The line of the last search step. */
  const [current, setCurrent] = useState<Line | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const find = useRef<HTMLInputElement>(null)
  const [matcher] = useState(() => new Matcher())
  // To the minute: it is no reason to look at all lines again each second.
  const now = useNow(minutes === 0 ? 'once' : 'minutes')
  const since = minutes === 0 ? null : now - minutes * 60_000
  const shown = useMemo(() => matcher.match(lines, { search, level, only, since }), [matcher, lines, search, level, only, since])
  const size = useSize(box, ruler)
  // As high as what there is to read, up to its limit; a search does not make it jump.
  const fixed = fill || full ? undefined : steady ? tallest : Math.min(tallest, Math.max(FEWEST_ROWS, lines.length) * ROW + SCROLLBAR)
  const sources = lines.at(-1)?.source !== undefined || lines[0]?.source !== undefined
  const columns = Math.floor((size.width - COLUMNS.edges) / size.cell) - COLUMNS.time - COLUMNS.level - (sources ? COLUMNS.source : 0)
  const layout = useMemo(() => (wrap ? wrapped(shown, ROW, columns) : evenly(shown.length, ROW)), [wrap, shown, columns])
  const unseen = following ? 0 : Math.max(0, lines.length - seen)
  const found = useMemo(() => (search.trim() === '' ? [] : shown.flatMap((line, index) => (hits(line, search) ? [index] : []))), [shown, search])
  const at = current === null ? -1 : found.findIndex((index) => shown[index] === current)

  useLayoutEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [following, shown, layout, full])

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const show = useCallback(
    (index: number) => {
      const element = box.current
      if (!element) return
      setFollowing(false)
      setSeen(lines.length)
      element.scrollTop = Math.max(0, layout.topOf(index) - element.clientHeight / 3)
    },
    [layout, lines.length],
  )

  // Only a new choice moves the reader, not every line that comes.
  const sought = useRef<LogViewProps['target']>(null)
  useEffect(() => {
    if (sought.current === target) return
    sought.current = target
    const index = target ? shown.findIndex(target) : -1
    if (index >= 0) show(index)
  }, [target, shown, show])

  const step = (by: 1 | -1) => {
    if (found.length === 0) return
    // From the end on for who follows it, else from what is in sight.
    const next = at >= 0 ? (at + by + found.length) % found.length : by === 1 ? Math.max(0, found.findIndex((index) => layout.topOf(index) >= (box.current?.scrollTop ?? 0))) : found.length - 1
    const index = found[next]
    if (index === undefined) return
    setCurrent(shown[index] ?? null)
    show(index)
  }
  const follow = () => {
    setFollowing(true)
    setSeen(lines.length)
  }
  const scrolled = (element: HTMLDivElement) => {
    const up = element.scrollTop < scrollTop.current
    scrollTop.current = element.scrollTop
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < ROW
    if (atEnd && !following) follow()
    if (!atEnd && following && up) {
      setFollowing(false)
      setSeen(lines.length)
    }
  }
  const download = () => {
    keep(new Blob([asText(shown)], { type: 'text/plain' }), `${name}.log`)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'n' || event.key === 'N') step(event.key === 'n' ? 1 : -1)
    else if (event.key === 'f') follow()
    else if (event.key === 'w') change({ wrap: !wrap })
    else if (event.key === '/') {
      event.preventDefault()
      find.current?.focus()
    }
  }
  const toggle = (label: string, on: boolean, icon: ReactNode, act: () => void) => (
    <Button icon={icon} aria-label={label} aria-pressed={on} {...hint(label)} onClick={act} />
  )

  return (
    // Escape leaves the full window from wherever in it the focus is.
    <div className={['log', fill ? 'log-fill' : '', full ? 'log-full' : '', wrap ? 'log-wrapped' : ''].filter(Boolean).join(' ')} onKeyDown={(event) => (full && event.key === 'Escape' ? setFull(false) : undefined)} role="presentation">
      <span ref={ruler} className="log-ruler" aria-hidden />
      <div className="log-bar">
        {controls}
        <span className="log-find">
          <input
            ref={find}
            type="search"
            className="plain-field log-search"
            value={search}
            placeholder={t('search')}
            aria-label={t('search')}
            onChange={(event) => {
              change({ search: event.target.value })
              setCurrent(null)
            }}
            onKeyDown={(event) => event.key === 'Enter' && step(event.shiftKey ? -1 : 1)}
          />
          {search.trim() === '' ? null : (
            <>
              <span className="log-hits" role="status">
                {at >= 0 ? t('hit', { at: at + 1, n: found.length }) : t('hits', { n: found.length })}
              </span>
              <Button type="text" icon={<UpOutlined aria-hidden />} aria-label={t('hit-before')} disabled={found.length === 0} onClick={() => step(-1)} />
              <Button type="text" icon={<DownOutlined aria-hidden />} aria-label={t('hit-next')} disabled={found.length === 0} onClick={() => step(1)} />
              {toggle(t('only'), only, <FilterOutlined aria-hidden />, () => change({ only: !only }))}
            </>
          )}
        </span>
        <Choice
          value={level}
          label={t('level')}
          onChange={(next) => change({ level: next })}
          options={(['all', 'info', 'warn', 'error'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <Choice
          value={minutes}
          label={t('since')}
          onChange={(next) => change({ minutes: next })}
          options={[{ value: 0, label: t('since-ever') }, ...SINCE.map((value) => ({ value, label: value < 60 ? t('since-minutes', { n: value }) : t('since-hours', { n: value / 60 }) }))]}
        />
        <span className="log-tools">
          {toggle(t('wrap'), wrap, <EnterOutlined aria-hidden />, () => change({ wrap: !wrap }))}
          {toggle(t('follow'), following, <VerticalAlignBottomOutlined aria-hidden />, () => (following ? setFollowing(false) : follow()))}
          <span {...hint(canCopy ? t(copied ? 'copied' : 'copy') : t('copy-not'))}>
            <Button icon={<CopyOutlined aria-hidden />} aria-label={t('copy')} disabled={shown.length === 0 || !canCopy} onClick={() => void navigator.clipboard.writeText(asText(shown)).then(() => setCopied(true))} />
          </span>
          <Button icon={<DownloadOutlined aria-hidden />} aria-label={t('download')} {...hint(t('download'))} disabled={shown.length === 0} onClick={download} />
          {toggle(t(full ? 'full-leave' : 'full'), full, full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />, () => setFull(!full))}
        </span>
      </div>
      <div className="log-frame">
        {/* Keyboard readers scroll it with the arrow keys, so it takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <div ref={box} className="log-lines" role="log" aria-live="off" aria-label={t('region')} tabIndex={0} style={fixed === undefined ? undefined : { height: fixed }} onKeyDown={pressed} onScroll={(event) => scrolled(event.currentTarget)}>
          {shown.length === 0 ? (
            <div className="log-line">
              <span className="log-time">{lines.length === 0 ? (empty ?? t('none')) : t('unmatched')}</span>
            </div>
          ) : (
            <Shown box={box} lines={shown} layout={layout} height={fixed ?? (size.height || 600)} search={search} sources={sources} gone={gone} target={target} current={current} />
          )}
        </div>
        {unseen > 0 ? (
          <Button size="small" className="log-more" onClick={follow}>
            {t('new', { n: unseen })}
          </Button>
        ) : null}
      </div>
      <div className="log-foot">
        <span className="number">{t('shown', { n: shown.length })}</span>
        <span>{t('zone', { zone: zone() })}</span>
      </div>
    </div>
  )
}
