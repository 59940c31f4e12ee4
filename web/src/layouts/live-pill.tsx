import { Tooltip } from 'antd'
import { texts } from '@/lib/texts'
import { useLiveState } from '@/live/live'

const t = texts('live')

export function LivePill() {
  const state = useLiveState()
  return (
    <Tooltip title={t(`about-${state}`)}>
      <span className="live-pill" data-state={state} role="status">
        <span className={state === 'live' ? 'unseen' : undefined}>{t(`state-${state}`)}</span>
      </span>
    </Tooltip>
  )
}
