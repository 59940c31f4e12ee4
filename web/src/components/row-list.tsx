import './row-list.css'
import { CaretDownOutlined, CaretUpOutlined, RightOutlined } from '@ant-design/icons'
import { createContext, type CSSProperties, type MouseEvent, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { isForPage } from '@/lib/keys'
import { texts } from '@/lib/texts'

/**
 * Rows on one surface, whose columns agree whatever a row holds. The chevron opens a row, as does a click on its empty
 * part; a name in it is a link of its own (`links.tsx`, with `strong`). Columns leave by the width of the list, not of the
 * window; on a phone a row has two lines. `j` and `k` go from row to row, `o` opens, `x` chooses,
 * `.` goes to what can be done.
 */

const t = texts('rows')

export interface Column {
  key: string
  /** Its head; without one it is only for readers who hear it. */
  title: string
  quiet?: boolean
  /** What the list is sorted by with it, as the server calls it; its head is a button then, where the list can be sorted. */
  sort?: string
  /** From the last to the first at the first press. */
  falls?: boolean
  /** Its track as CSS grid has it; what it needs unless given. The main column takes the rest. */
  width?: string
  /** What the row is about: takes the room that is left, and the first line of a phone. */
  main?: boolean
  align?: 'end'
  /** How wide the list must be for it: 640 px (always, except on phones) or 960 px. */
  from?: 'medium' | 'wide'
  /** Where it stands on a phone. */
  phone?: 'first' | 'second' | 'none'
}

interface Frame {
  columns: readonly Column[]
  opens: boolean
  actions: boolean
  picks: boolean
}

const Frame = createContext<Frame>({ columns: [], opens: false, actions: false, picks: false })

const track = (column: Column) => column.width ?? (column.main ? 'minmax(160px, 1fr)' : 'max-content')

const template = ({ columns, opens, actions, picks }: Frame, isThere: (column: Column) => boolean) => [...(picks ? ['20px'] : []), ...(opens ? ['28px'] : []), ...columns.filter(isThere).map(track), ...(actions ? ['max-content'] : [])].join(' ')

/** The row with the focus: the innermost, where rows stand below another one. */
const focused = () => document.activeElement?.closest<HTMLElement>('.row-item') ?? null

/** In the row's own line, not in those of rows below it. */
const inLine = (row: HTMLElement | null | undefined, what: string) => row?.querySelector<HTMLElement>(`:scope > .row-line ${what}`)

/** What the focus goes to in a row: its name, else its toggle, else whatever leads on. */
const mainOf = (row: HTMLElement | undefined) => inLine(row, '.name-link.strong') ?? inLine(row, '.row-toggle') ?? inLine(row, ':is(a, button)')

function step(list: HTMLElement, by: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('.row-item')]
  const at = rows.findIndex((row) => row === focused())
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  mainOf(next)?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function useRowKeys(list: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The first list of a page has the keys.
      if (!list.current || document.querySelector('.row-list') !== list.current || !isForPage(event)) return
      const row = focused()
      if (event.key === 'j' || event.key === 'k') step(list.current, event.key === 'j' ? 1 : -1)
      else if (event.key === 'o' && row) inLine(row, '.row-toggle')?.click()
      else if (event.key === 'x' && row) inLine(row, '.row-pick input')?.click()
      else if (event.key === '.' && row) inLine(row, '.row-actions :is(button, a)')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

const SORTED = { none: 'none', rises: 'ascending', falls: 'descending' } as const

function directionOf({ sort: by }: Column, sort: string): keyof typeof SORTED {
  if (by === undefined || (sort !== by && sort !== `-${by}`)) return 'none'
  return sort === by ? 'rises' : 'falls'
}

/** Sorts at the first press, turns it round at the second, and gives the list its own order back at the third. */
function SortHead({ column, sort, onSort }: { column: Column; sort: string; onSort: (sort: string) => void }) {
  const by = column.sort ?? ''
  const orders = column.falls ? [`-${by}`, by, ''] : [by, `-${by}`, '']
  const direction = directionOf(column, sort)
  return (
    <button type="button" className="row-sort" onClick={() => onSort(orders[orders.indexOf(direction === 'none' ? '' : sort) + 1] ?? orders[0] ?? '')}>
      {column.title}
      {direction === 'none' ? null : direction === 'rises' ? <CaretUpOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />}
    </button>
  )
}

interface RowListProps {
  /** What is listed; the name of the table. */
  label: string
  columns: readonly Column[]
  /** Rows can be opened: they have a chevron. */
  opens?: boolean
  /** Rows end with what can be done. */
  actions?: boolean
  /** Rows can be chosen, to do something with several. */
  picks?: boolean
  /** Other rows are on their way. */
  busy?: boolean
  /** What it is sorted by, falling with a `-` before it. */
  sort?: string
  onSort?: (sort: string) => void
  /** The heads are only heard, not seen. */
  headless?: boolean
  children: ReactNode
}

export function RowList({ label, columns, opens = true, actions = false, picks = false, busy = false, sort = '', onSort, headless = false, children }: RowListProps) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  const frame = { columns, opens, actions, picks }
  const style = { '--columns-wide': template(frame, () => true), '--columns-medium': template(frame, (column) => column.from !== 'wide') } as CSSProperties
  const head = (title: string) => <span className="unseen">{title}</span>
  return (
    <Frame value={frame}>
      <div className="row-frame">
        <div className="row-list" role="table" aria-label={label} aria-busy={busy} style={style} ref={list}>
          <div role="rowgroup" className={headless ? 'row-heads unseen' : 'row-heads'}>
            <div role="row" className="row-line">
              {picks ? <div role="columnheader">{head(t('picks'))}</div> : null}
              {opens ? <div role="columnheader">{head(t('open'))}</div> : null}
              {columns.map((column) => (
                <div key={column.key} role="columnheader" className="row-cell" data-align={column.align} data-from={column.from} aria-sort={onSort && column.sort ? SORTED[directionOf(column, sort)] : undefined}>
                  {onSort && column.sort ? <SortHead column={column} sort={sort} onSort={onSort} /> : column.quiet ? head(column.title) : column.title}
                </div>
              ))}
              {actions ? <div role="columnheader">{head(t('actions'))}</div> : null}
            </div>
          </div>
          {children}
        </div>
      </div>
    </Frame>
  )
}

/** Rows that belong together, under a head that goes across all columns. */
export function RowGroup({ head, children }: { head: ReactNode; children?: ReactNode }) {
  return (
    <div className="row-group">
      <div role="rowgroup" className="row-group-head">
        <div role="row">
          <div role="cell">{head}</div>
        </div>
      </div>
      {children}
    </div>
  )
}

interface RowProps {
  id: string
  /** What it is called, for those who hear the toggle. */
  name: string
  /** By the key of their column. */
  cells: Record<string, ReactNode>
  actions?: ReactNode
  open?: boolean
  onToggle?: () => void
  /** Whether it is chosen; without it, it cannot be. */
  picked?: boolean
  onPick?: () => void
  /** What is seen when it is open; only made then. */
  children?: ReactNode
}

/** Elements that a click is meant for; the rest of a row opens it. */
const TAKES_CLICKS = 'a, button, input, label, select, textarea, [role=button], [role=menu], [role=dialog]'

export function Row({ id, name, cells, actions, open = false, onToggle, picked = false, onPick, children }: RowProps) {
  const frame = useContext(Frame)
  const body = useId()
  const { hash } = useLocation()
  const item = useRef<HTMLDivElement>(null)
  const named = hash === `#${id}`
  // A link to this very row brings it into sight.
  useEffect(() => {
    if (named) item.current?.scrollIntoView({ block: 'nearest' })
  }, [named])
  const toggles = onToggle !== undefined
  const click = (event: MouseEvent<HTMLDivElement>) => {
    if (!onToggle || (event.target as Element).closest(TAKES_CLICKS)) return
    // Whoever marks a text to copy it does not open the row.
    if (window.getSelection()?.isCollapsed === false) return
    onToggle()
  }
  return (
    <div className="row-item" role="rowgroup" ref={item} data-open={open ? '' : undefined} data-opens={toggles ? '' : undefined} data-picked={picked ? '' : undefined} data-row={id}>
      {/* The chevron is the same for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div className="row-line" role="row" onClick={click}>
        {frame.picks ? (
          <div className="row-pick" role="cell">
            {onPick ? <input type="checkbox" checked={picked} aria-label={t('pick', { name })} onChange={onPick} /> : null}
          </div>
        ) : null}
        {frame.opens ? (
          <div className="row-toggle-cell" role="cell">
            {toggles ? (
              <button type="button" className="row-toggle" aria-expanded={open} aria-controls={body} aria-label={t('details', { name })} onClick={onToggle}>
                <RightOutlined className="chevron" aria-hidden />
              </button>
            ) : null}
          </div>
        ) : null}
        {frame.columns.map(({ key, main, align, from, phone }) => (
          <div key={key} className="row-cell" role="cell" data-main={main ? '' : undefined} data-align={align} data-from={from} data-phone={phone ?? (main ? 'first' : 'second')}>
            {cells[key]}
          </div>
        ))}
        {frame.actions ? (
          <div className="row-actions" role="cell">
            {actions}
          </div>
        ) : null}
      </div>
      {toggles ? (
        <div id={body} className="row-body" role="row" hidden={!open}>
          <div role="cell">{open ? children : null}</div>
        </div>
      ) : null}
    </div>
  )
}

/** In place of rows that are on their way. */
export function RowsWaiting({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <div role="status" className="row-frame">
      <span className="unseen">{label}</span>
      <div className="row-waiting" aria-hidden>
        {Array.from({ length: rows }, (_, at) => (
          <div key={at}>
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}
