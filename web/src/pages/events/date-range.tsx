import { CalendarOutlined } from '@ant-design/icons'
import { Button, Flex, Popover, Radio, Typography } from 'antd'
import { useState } from 'react'
import { dayName, today as currentDay } from '@/lib/time'
import { DEFAULT_PRESET, type Filter, nextTo, type Preset, PRESETS, presetOf, rangeOf } from './filter'
import { t } from './texts'

/** The quick date range. Nothing happens before Apply. */
export function DateRange({ filter, onChange }: { filter: Filter; onChange: (change: Partial<Filter>) => void }) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Preset>(DEFAULT_PRESET)
  const today = currentDay()
  const current = presetOf(filter, today)
  const show = (next: boolean) => {
    if (next) setChosen(current ?? DEFAULT_PRESET)
    setOpen(next)
  }
  const close = (change: Partial<Filter>) => {
    onChange(change)
    setOpen(false)
  }
  const range = rangeOf(chosen, today)
  const panel = (
    // Escape closes from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="events-range" onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <Radio.Group
        aria-label={t('range-title')}
        optionType="button"
        buttonStyle="solid"
        value={chosen}
        onChange={(event) => setChosen(event.target.value as Preset)}
        options={PRESETS.map((preset) => ({ value: preset, label: t(`preset-${preset}`) }))}
      />
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0 12px' }} aria-live="polite">
        {t(`preset-${chosen}-about`)}: {t('range-dates', { from: dayName(range.from), to: dayName(range.to) })}
      </Typography.Paragraph>
      <Flex justify="space-between">
        <Button onClick={() => close({ from: '', to: '' })}>{t('reset')}</Button>
        <Button type="primary" onClick={() => close(range)}>
          {t('apply')}
        </Button>
      </Flex>
    </div>
  )
  return (
    <Popover trigger="click" getPopupContainer={nextTo} placement="bottomRight" open={open} onOpenChange={show} title={t('range-title')} content={panel} destroyOnHidden>
      <Button icon={<CalendarOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={open}>
        {current === undefined ? t('range') : t(`preset-${current}`)}
      </Button>
    </Popover>
  )
}
