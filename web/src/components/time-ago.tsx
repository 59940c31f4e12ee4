import { Tooltip } from 'antd'
import { ago, moment, useNow } from '@/lib/time'

/** "5m ago", with date and time in a tooltip; "Never" without a time. */
export function TimeAgo({ at }: { at: string | null | undefined }) {
  const now = useNow()
  if (!at) return <span>{moment(null)}</span>
  return (
    <Tooltip title={() => moment(at)}>
      <time dateTime={at}>{ago(at, now)}</time>
    </Tooltip>
  )
}
