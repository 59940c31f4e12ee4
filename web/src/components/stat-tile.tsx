import { Card, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Trend {
  label: string
  percent: number
}

/** A number with its name; a link when it leads somewhere. A trend is green from 0 up, red below, with its sign. */
export function StatTile({ title, value, icon, to, trend }: { title: string; value: ReactNode; icon?: ReactNode; to?: string; trend?: Trend }) {
  const tile = (
    <Card size="small" className="stat-tile" hoverable={to !== undefined}>
      <Typography.Text type="secondary">
        {icon} {title}
      </Typography.Text>
      <div className="stat-value number">{value}</div>
      {trend ? (
        <Typography.Text type={trend.percent >= 0 ? 'success' : 'danger'}>
          {trend.percent > 0 ? '+' : ''}
          {trend.percent}% {trend.label}
        </Typography.Text>
      ) : null}
    </Card>
  )
  return to === undefined ? tile : <Link to={to}>{tile}</Link>
}
