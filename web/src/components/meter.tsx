import './meter.css'
import { Count } from '@/components/count'
import { percent } from '@/lib/number'
import { LIMITS } from '@/spec/limits'

/** Which hue a share of a whole has: none to speak of, amber from 60 %, red from 80 %. */
export function levelOf(share: number): 'well' | 'warn' | 'high' {
  if (share * 100 >= LIMITS.usage.high) return 'high'
  return share * 100 >= LIMITS.usage.warn ? 'warn' : 'well'
}

/** A share of a whole as a bar, with share and amount in words: `amount` is such as "2.6 of 8 cores"; `named` says what is counted, too, for rows without a head above. */
export function Meter({ label, value, of, amount, named }: { label: string; value: number; of: number; amount: string; named?: string }) {
  const share = of > 0 ? value / of : 0
  const shown = percent(share)
  return (
    <div className="meter" role="meter" aria-label={label} aria-valuenow={Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100} aria-valuetext={`${shown}, ${amount}`} title={`${label}: ${amount}`}>
      <span className="meter-words" aria-hidden>
        {named ? <Count short={amount} words={named} /> : <span>{amount}</span>}
        <span>{shown}</span>
      </span>
      <span className="meter-track" data-level={levelOf(share)} aria-hidden>
        <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
        <i style={{ insetInlineStart: `${LIMITS.usage.warn}%` }} />
        <i style={{ insetInlineStart: `${LIMITS.usage.high}%` }} />
      </span>
    </div>
  )
}
