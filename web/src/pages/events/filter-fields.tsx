import { Button, Flex, Form, Input, Select } from 'antd'
import { componentName, COMPONENTS } from '@/components/component-name'
import { LONGEST_SEARCH } from '@/components/search-box'
import { statusWord } from '@/components/status-tag'
import { useNow } from '@/lib/time'
import { DEFAULT_PRESET, type Filter, problemOf, rangeOf, TYPES } from './filter'
import { t } from './texts'

export type Draft = Pick<Filter, 'q' | 'from' | 'to' | 'type' | 'component'>

/** The fields of the popover: loaded when it is opened. */
export default function Fields({ filter, components, onApply, onReset }: { filter: Filter; components: readonly string[]; onApply: (draft: Draft) => void; onReset: () => void }) {
  const [form] = Form.useForm<Draft>()
  const now = useNow('once')
  const days = filter.from === '' && filter.to === '' ? rangeOf(DEFAULT_PRESET, now) : { from: filter.from, to: filter.to }
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
      <Form.Item name="q" label={t('filters-search')} extra={t('search-about')}>
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
