import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Catalogue } from '@/api/types'
import { required, TRIGGERS } from '@/components/form-rules'
import { PageHeader } from '@/components/page-header'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { attemptKeys } from '@/lib/attempt-keys'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { AdminOnly } from './admin-only'
import { firstPlace, isCustom, nextPlace, type Place, regionsOf } from './place'
import { t } from './texts'
import { countryLabel } from './words'
import './infrastructure.css'

interface Typed extends Place {
  name: string
  status: string
  domains: string[]
}

const STATUSES = ['operational', 'maintenance', 'issues'] as const
const FIELDS = ['name', 'provider', 'region', 'country', 'city', 'address', 'status', 'domains'] as const

export default function NewDatacenter() {
  const catalogue = useQuery(one('/catalogue', {}, POLICY.catalogue))
  return (
    <AdminOnly>
      <div className="infra-form">
        <PageHeader title={t('datacenter-title')} description={t('datacenter-about')} />
        <Card>
          <QueryView again="retry" query={catalogue} errorTitle={t('catalogue-failed')} waiting={<Waiting rows={6} />}>
            {(known) => <DatacenterForm known={known} />}
          </QueryView>
        </Card>
      </div>
    </AdminOnly>
  )
}

function DatacenterForm({ known }: { known: Catalogue }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [keyOf] = useState(attemptKeys)
  const [first] = useState(() => firstPlace(known))
  const provider = Form.useWatch('provider', form) ?? first.provider
  const custom = isCustom(provider)
  const create = useSend({
    mutationFn: (body: Typed) => request('POST', '/datacenters', { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => {
      toast.success(t('datacenter-done'), t('datacenter-done-text'))
      void changed(client, 'datacenter')
      void navigate(paths.datacenters())
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const wrong = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(wrong.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      if (wrong[0]) form.scrollToField(wrong[0], { focus: true })
    },
  })
  const follow = (change: Partial<Typed>) => {
    const before = form.getFieldsValue(true) as Typed
    const { region, country, city, address } = nextPlace(known, before, change)
    if (region !== before.region || country !== before.country || city !== before.city || address !== before.address || change.provider) {
      form.setFields([
        { name: 'region', value: region, errors: [] },
        { name: 'country', value: country, errors: [] },
        { name: 'city', value: city, errors: [] },
        { name: 'address', value: address, errors: [] },
      ])
    }
  }
  const submit = (typed: Typed) => {
    if (!create.isPending) create.mutate({ ...typed, name: typed.name.trim(), city: typed.city.trim(), address: typed.address.trim() })
  }
  const failure = create.error ? present(create.error, { byStatus: { 400: t('datacenter-failed-400') }, fallback: t('datacenter-failed') }).description : null
  const filledIn = { extra: t('place-follows') }
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      disabled={create.isPending}
      initialValues={{ ...first, name: '', status: 'operational', domains: [] }}
      validateTrigger={TRIGGERS}
      scrollToFirstError={{ focus: true }}
      onValuesChange={follow}
      onFinish={submit}
    >
      {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 16 }} /> : null}
      <Form.Item name="name" label={t('name')} rules={[required(t('name-required'))]}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <div className="infra-two">
        <Form.Item name="provider" label={t('provider')} rules={[required(t('provider-required'))]}>
          <Select options={known.providers.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item name="region" label={t('region')} rules={[required(t('region-required'))]} {...(custom ? { extra: t('region-follows') } : {})}>
          {custom ? <Input readOnly variant="filled" /> : <Select showSearch={{ optionFilterProp: 'label' }} options={regionsOf(known, provider).map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))} />}
        </Form.Item>
        <Form.Item
          name="country"
          label={t('country')}
          rules={[required(t('country-required'))]}
          {...(custom ? {} : { ...filledIn, getValueProps: (code: unknown) => ({ value: countryLabel(typeof code === 'string' ? code : undefined) }) })}
        >
          {custom ? <Select showSearch={{ optionFilterProp: 'label' }} options={known.countries.map(({ code }) => ({ value: code, label: countryLabel(code) }))} /> : <Input readOnly variant="filled" />}
        </Form.Item>
        <Form.Item name="city" label={t('city')} rules={[required(t('city-required'))]} {...(custom ? {} : filledIn)}>
          <Input readOnly={!custom} variant={custom ? 'outlined' : 'filled'} autoComplete="off" maxLength={100} />
        </Form.Item>
      </div>
      <Form.Item name="address" label={t('address')} rules={[required(t('address-required'))]} {...(custom ? {} : filledIn)}>
        <Input readOnly={!custom} variant={custom ? 'outlined' : 'filled'} autoComplete="off" maxLength={300} />
      </Form.Item>
      <div className="infra-two">
        <Form.Item name="status" label={t('status')}>
          <Select options={STATUSES.map((value) => ({ value, label: <StatusTag family="place" status={value} /> }))} />
        </Form.Item>
        <Form.Item name="domains" label={t('domains')} extra={t('domains-about')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ']} />
        </Form.Item>
      </div>
      <Flex gap={8} justify="end" wrap>
        <Button onClick={() => void navigate(paths.datacenters())}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('datacenter-submit')}
        </Button>
      </Flex>
    </Form>
  )
}
