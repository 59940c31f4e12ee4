import { FilterOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Input, Popover, Select } from 'antd'
import { useState } from 'react'
import { componentName, COMPONENTS } from '@/components/component-name'
import { LONGEST_SEARCH } from '@/components/search-box'
import { statusWord } from '@/components/status-tag'
import { today } from '@/lib/time'
import { activeFields, DEFAULT_PRESET, type Filter, nextTo, problemOf, rangeOf, TYPES } from './filter'
import { t } from './texts'

type Draft = Pick<Filter, 'q' | 'from' | 'to' | 'type' | 'component'>

interface FilterFormProps {
  filter: Filter
  /** Components seen in the list, beside the known ones. */
  components: readonly string[]
  onChange: (change: Partial<Filter>) => void
}

function Fields({ filter, components, onApply, onReset }: { filter: Filter; components: readonly string[]; onApply: (draft: Draft) => void; onReset: () => void }) {
  const [form] = Form.useForm<Draft>()
  const days = filter.from === '' && filter.to === '' ? rangeOf(DEFAULT_PRESET, today()) : { from: filter.from, to: filter.to }
  const known = [...new Set([...COMPONENTS, ...components, ...(filter.component ? [filter.component] : [])])]
  const inOrder = {
    validator: async () => {
      const problem = problemOf(form.getFieldValue('from') ?? '', form.getFieldValue('to') ?? '')
      if (problem) throw new Error(t(problem))
    },
  }
  return (
    <Form<Draft>
      form={form}
      layout="vertical"
      className="events-filter"
      initialValues={{ q: filter.q, ...days, type: filter.type, component: filter.component }}
      onFinish={onApply}
      scrollToFirstError={{ focus: true }}
    >
      <Form.Item name="q" label={t('filters-search')}>
        <Input allowClear maxLength={LONGEST_SEARCH} />
      </Form.Item>
      <Flex gap={8}>
        <Form.Item name="from" label={t('filters-from')} style={{ flex: 1 }}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="to" label={t('filters-to')} dependencies={['from']} rules={[inOrder]} style={{ flex: 1 }}>
          <Input type="date" />
        </Form.Item>
      </Flex>
      <Form.Item name="type" label={t('filters-type')}>
        <Select options={[{ value: '', label: t('type-all') }, ...TYPES.map((value) => ({ value, label: statusWord(value) }))]} />
      </Form.Item>
      <Form.Item name="component" label={t('filters-component')}>
        <Select options={[{ value: '', label: t('component-all') }, ...known.map((value) => ({ value, label: componentName(value) }))]} />
      </Form.Item>
      <Flex justify="space-between">
        <Button onClick={onReset}>{t('reset')}</Button>
        <Button type="primary" htmlType="submit">
          {t('filters-apply')}
        </Button>
      </Flex>
    </Form>
  )
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
      <Fields
        filter={filter}
        components={components}
        onApply={({ q, from, to, type, component }) => close({ q: q ?? '', from: from ?? '', to: to ?? '', type, component })}
        onReset={() => close({ q: '', from: '', to: '', type: '', component: '' })}
      />
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
