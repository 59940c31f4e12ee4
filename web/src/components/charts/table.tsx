import type { Line } from './series'
import { t } from './texts'
import { momentWords } from './times'

/** Rows of a table that stands for a chart. */
const ROWS = 24

interface ChartTableProps {
  lines: readonly Line[]
  format: (value: number) => string
  /** A last column: what happened after one moment and until another, milliseconds. */
  happened?: { name: string; within: (after: number, until: number) => string }
}

/** What a chart shows, in figures, the newest first. All lines have their points at the same moments. */
export function ChartTable({ lines, format, happened }: ChartTableProps) {
  const all = lines[0]?.points ?? []
  const every = Math.max(1, Math.ceil(all.length / ROWS))
  // Counted from the end: the newest is there.
  const rows = all.map((_, at) => at).filter((at) => (all.length - 1 - at) % every === 0)
  return (
    <details className="chart-table">
      <summary>{t('table')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {happened ? <th scope="col">{happened.name}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={all[row]?.[0]}>
              <th scope="row">{momentWords(all[row]?.[0] ?? 0)}</th>
              {lines.map(({ name, points }) => {
                const value = points[row]?.[1] ?? null
                return <td key={name}>{value === null ? '–' : format(value)}</td>
              })}
              {happened ? <td>{happened.within(all[row]?.[0] ?? 0, all[row + every]?.[0] ?? Infinity)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
