import { CopyOutlined, DownloadOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons'
import { Button, Input, Select, Tooltip, Typography } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { texts } from '@/lib/texts'
import { clock, moment } from '@/lib/time'
import { asText, type LevelFilter, type Line, marked, matching, visible } from './log-buffer'

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

/** Browsers give pages the clipboard only on https and on loopback. */
const canCopy = window.isSecureContext && 'clipboard' in navigator

function Row({ line, search }: { line: Line; search: string }) {
  return (
    <div className="log-line">
      <span className="log-time" title={line.timestamp ? moment(line.timestamp) : ''}>
        {line.timestamp ? clock(line.timestamp) : '        '}
      </span>
      <span className="log-level" data-level={line.level}>
        {line.level.toUpperCase()}
      </span>
      {line.source ? <span className="log-time">{line.source}</span> : null}
      {/* Parts alternate between plain and found; their place is their identity. */}
      <span>{marked(line.message, search).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</span>
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
}

export function LogView({ lines, name, controls, empty, height: tallest = 360 }: LogViewProps) {
  const [search, setSearch] = useState('')
  const [level, setLevel] = useState<LevelFilter>('all')
  const [following, setFollowing] = useState(true)
  const [seen, setSeen] = useState(lines.length)
  const [scrollTop, setScrollTop] = useState(0)
  const [copied, setCopied] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // As high as what there is to read, up to its limit; a search does not make it jump.
  const height = Math.min(tallest, Math.max(FEWEST_ROWS, lines.length) * ROW + SCROLLBAR)
  const shown = useMemo(() => matching(lines, search, level), [lines, search, level])
  const { first, last } = visible(scrollTop, height, ROW, shown.length)
  const unseen = following ? 0 : Math.max(0, lines.length - seen)

  useLayoutEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [following, shown])

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const follow = () => {
    setFollowing(true)
    setSeen(lines.length)
  }
  const scrolled = (element: HTMLDivElement) => {
    setScrollTop(element.scrollTop)
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < ROW
    if (atEnd && !following) follow()
    if (!atEnd && following && element.scrollTop < scrollTop) {
      setFollowing(false)
      setSeen(lines.length)
    }
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([asText(shown)], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name}.log`
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <div className="log">
      <div className="log-bar">
        {controls}
        <Input className="log-search" allowClear value={search} placeholder={t('search')} aria-label={t('search')} onChange={(event) => setSearch(event.target.value)} />
        <Select
          value={level}
          aria-label={t('level')}
          style={{ minWidth: 112 }}
          onChange={setLevel}
          options={(['all', 'info', 'warn', 'error'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <span className="log-tools">
          <Typography.Text type="secondary" className="number">
            {t('shown', { n: shown.length })}
          </Typography.Text>
          <Tooltip title={t('follow')}>
            <Button type={following ? 'primary' : 'default'} icon={<VerticalAlignBottomOutlined aria-hidden />} aria-label={t('follow')} aria-pressed={following} onClick={() => (following ? setFollowing(false) : follow())} />
          </Tooltip>
          <Tooltip title={canCopy ? t(copied ? 'copied' : 'copy') : t('copy-not')}>
            <Button icon={<CopyOutlined aria-hidden />} aria-label={t('copy')} disabled={shown.length === 0 || !canCopy} onClick={() => void navigator.clipboard.writeText(asText(shown)).then(() => setCopied(true))} />
          </Tooltip>
          <Tooltip title={t('download')}>
            <Button icon={<DownloadOutlined aria-hidden />} aria-label={t('download')} disabled={shown.length === 0} onClick={download} />
          </Tooltip>
        </span>
      </div>
      <div className="log-frame">
        {/* Keyboard readers scroll it with the arrow keys, so it takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={box} className="log-lines" role="log" aria-live="off" aria-label={t('region')} tabIndex={0} style={{ height }} onScroll={(event) => scrolled(event.currentTarget)}>
          {shown.length === 0 ? (
            <div className="log-line">
              <span className="log-time">{lines.length === 0 ? (empty ?? t('none')) : t('unmatched')}</span>
            </div>
          ) : (
            <div style={{ height: shown.length * ROW, position: 'relative' }}>
              <div style={{ transform: `translateY(${first * ROW}px)` }}>
                {shown.slice(first, last).map((line, at) => (
                  <Row key={first + at} line={line} search={search} />
                ))}
              </div>
            </div>
          )}
        </div>
        {unseen > 0 ? (
          <Button size="small" type="primary" className="log-more" onClick={follow}>
            {t('new', { n: unseen })}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
