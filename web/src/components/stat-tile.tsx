import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Trend {
  label: string
  percent: number
}

/** A number with its name, and `note` beside it, such as "of 13"; a link when it leads somewhere. A trend is green from 0 up, red below, with its sign. */
export function StatTile({ title, value, note, icon, to, trend }: { title: string; value: ReactNode; note?: string | undefined; icon?: ReactNode; to?: string; trend?: Trend }) {
  const tile = (
    <>
      <span className="stat-name">
        {icon} {title}
      </span>
      <span className="stat-line">
        <span className="stat-value number">{value}</span> {note ? <span className="stat-note">{note}</span> : null}
      </span>
      {trend ? (
        <span className="stat-trend" data-up={trend.percent >= 0 ? '' : undefined} data-down={trend.percent < 0 ? '' : undefined}>
          {trend.percent > 0 ? '+' : ''}
          {trend.percent}% {trend.label}
        </span>
      ) : null}
    </>
  )
  return to === undefined ? (
    <div className="stat-tile">{tile}</div>
  ) : (
    <Link className="stat-tile" to={to}>
      {tile}
    </Link>
  )
}
