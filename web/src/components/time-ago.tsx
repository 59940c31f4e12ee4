import { ago, moment, useNow } from '@/lib/time'

/** "5m ago", with date and time as its hint; "Never" without a time. */
export function TimeAgo({ at }: { at: string | null | undefined }) {
  const now = useNow()
  if (!at) return <span>{moment(null)}</span>
  return <time dateTime={at}>{ago(at, now)}</time>
}
