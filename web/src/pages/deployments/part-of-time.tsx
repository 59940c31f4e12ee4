import { ClockCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { momentWords } from '@/components/charts/times'
import type { Span } from '@/lib/span'
import { inputOf, momentIn, useNow, zone } from '@/lib/time'
import { t } from './texts'

/** What is offered at first goes so far back, milliseconds. */
const HOUR = 3_600_000

/** Chooses the part of the time of which logs are shown. Nothing happens before Apply. */
export function PartOfTime({ span, onChoose }: { span: Span | null; onChoose: (span: Span) => void }) {
  const [open, setOpen] = useState(false)
  const now = useNow('once')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const show = (next: boolean) => {
    if (next) {
      setFrom(inputOf(span?.from ?? now - HOUR))
      setTo(inputOf(span?.to ?? now))
    }
    setOpen(next)
  }
  const [first, last] = [momentIn(from), momentIn(to)]
  const chosen = first !== null && last !== null && first < last ? { from: first, to: last } : null
  const panel = (
    // Escape closes from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="logs-part"
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen) return
        onChoose(chosen)
        setOpen(false)
      }}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <label>
        {t('logs-part-from')}
        <input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        {t('logs-part-to')}
        <input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      <p className="quiet" aria-live="polite">
        {chosen ? t('logs-part-zone', { zone: zone() }) : t('logs-part-wrong')}
      </p>
      <Button type="primary" htmlType="submit" disabled={!chosen}>
        {t('logs-part-apply')}
      </Button>
    </form>
  )
  return (
    <Popover trigger="click" placement="bottom" open={open} onOpenChange={show} title={t('logs-part-title')} content={panel} destroyOnHidden>
      <Button size="small" icon={<ClockCircleOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={open} aria-pressed={span !== null}>
        {t('logs-part')}
      </Button>
    </Popover>
  )
}

interface NarrowedProps {
  span: Span
  keptFrom: string | null
  cut: boolean
  onAll: () => void
}

/** Which part of the time is shown, what of it is not there, and all of it again. */
export function Narrowed({ span, keptFrom, cut, onAll }: NarrowedProps) {
  const kept = keptFrom === null ? null : Date.parse(keptFrom)
  return (
    <p className="logs-narrowed" role="status">
      <strong>{t('logs-narrowed', { from: momentWords(span.from), to: momentWords(span.to) })}</strong>
      {kept !== null && kept > span.from ? <span className="quiet">{t('logs-kept', { from: momentWords(kept) })}</span> : null}
      {cut ? <span className="quiet">{t('logs-cut')}</span> : null}
      <Button size="small" onClick={onAll}>
        {t('logs-whole')}
      </Button>
    </p>
  )
}
