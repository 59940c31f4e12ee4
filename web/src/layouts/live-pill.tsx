import { Tooltip } from 'antd'
import { texts } from '@/lib/texts'
import { useLiveState } from '@/live/live'

const t = texts('live', {
  live: 'Live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
  'live.about': 'What you see changes by itself',
  'reconnecting.about': 'Opening the live stream again; meanwhile screens are refreshed from time to time',
  'offline.about': 'No connection to Canopy; what you see may be old',
})

export function LivePill() {
  const state = useLiveState()
  return (
    <Tooltip title={t(`${state}.about`)}>
      <span className="live-pill" data-state={state} role="status">
        {t(state)}
      </span>
    </Tooltip>
  )
}
