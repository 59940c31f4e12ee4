import { CloseOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import type { Event as HistoryEvent } from '@/api/types'
import { componentName } from '@/components/component-name'
import { statusWord } from '@/components/status-tag'
import { dayName } from '@/lib/time'
import { LIMITS } from '@/spec/limits'
import { activeFields, type Filter } from './filter'
import { t } from './texts'

/** What is shown for a filter: names instead of ids, as far as the events on the screen know them. */
function shown(field: keyof Filter, filter: Filter, events: readonly HistoryEvent[]): string {
  const value = filter[field]
  if (field === 'type') return statusWord(value)
  if (field === 'component') return componentName(value)
  if (field === 'from' || field === 'to') return dayName(value)
  if (field !== 'deployment' && field !== 'cluster' && field !== 'team' && field !== 'actor') return value
  for (const event of events) if (event[field]?.id === value) return event[field].name
  return value.slice(0, LIMITS.shortId)
}

/** The filters at work, each with a way to take it off, and one for all. */
export function ActiveFilters({ filter, events, onChange, onClear }: { filter: Filter; events: readonly HistoryEvent[]; onChange: (change: Partial<Filter>) => void; onClear: () => void }) {
  const fields = activeFields(filter)
  if (fields.length === 0) return null
  return (
    <div className="toolbar" role="group" aria-label={t('active')}>
      <span className="quiet">{t('active')}</span>
      {fields.map((field) => {
        const text = t(`active-${field}`, { value: shown(field, filter, events) })
        return (
          <Tag key={field} className="events-tag">
            {text}
            <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('remove', { filter: text })} onClick={() => onChange({ [field]: '' })} />
          </Tag>
        )
      })}
      <Button type="link" size="small" onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  )
}
