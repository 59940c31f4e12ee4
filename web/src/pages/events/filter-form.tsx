import { FilterOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Waiting } from '@/components/query-view'
import { activeFields, type Filter, nextTo } from './filter'
import { t } from './texts'

const Fields = lazy(() => import('./filter-fields'))

interface FilterFormProps {
  filter: Filter
  /** Components seen in the list, beside the known ones. */
  components: readonly string[]
  onChange: (change: Partial<Filter>) => void
}

/** All filters in one popover. Nothing happens before Apply Filters. */
export function FilterForm({ filter, components, onChange }: FilterFormProps) {
  const [open, setOpen] = useState(false)
  const close = (change: Partial<Filter>) => {
    onChange(change)
    setOpen(false)
  }
  const panel = (
    // Escape closes from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <Suspense fallback={<Waiting rows={5} />}>
      <Fields
        filter={filter}
        components={components}
        onApply={({ q, from, to, type, component }) => close({ q: q ?? '', from: from ?? '', to: to ?? '', type, component })}
        onReset={() => close({ q: '', from: '', to: '', type: '', component: '' })}
      />
      </Suspense>
    </div>
  )
  const count = activeFields(filter).length
  return (
    <Popover trigger="click" getPopupContainer={nextTo} placement="bottomRight" open={open} onOpenChange={setOpen} title={t('filters')} content={panel} destroyOnHidden>
      <Button icon={<FilterOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={open}>
        {t('filters')}
        {count > 0 ? ` (${count})` : ''}
      </Button>
    </Popover>
  )
}
