import { hint } from '@/components/hint/hint'
import { texts } from '@/lib/texts'
import { useLiveState } from '@/live/live'

const t = texts('live')

export function LivePill() {
  const state = useLiveState()
  return (
    <span className="live-pill" data-state={state} role="status" {...hint(t(`about-${state}`))}>
      <span className={state === 'live' ? 'unseen' : undefined}>{t(`state-${state}`)}</span>
    </span>
  )
}
