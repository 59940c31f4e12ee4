import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Catalogue, Datacenter } from '@/api/types'
import { required, TRIGGERS } from '@/components/form-rules'
import { StatusTag } from '@/components/status-tag'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { attemptKeys } from '@/lib/attempt-keys'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
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

/** Creates a datacenter, or changes `datacenter`. */
export function DatacenterForm({ known, datacenter }: { known: Catalogue; datacenter?: Datacenter }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [keyOf] = useState(attemptKeys)
  const [first] = useState(() => datacenter ?? firstPlace(known))
  const provider = Form.useWatch('provider', form) ?? first.provider
  const custom = isCustom(provider)
  // The version that was opened: what somebody else changes meanwhile is not overwritten.
  const [opened] = useState(datacenter)
  const send = useSend({
    mutationFn: (body: Typed) => (opened ? request('PUT', '/datacenters/{id}', { path: { id: opened.id }, body, ifMatch: opened.rowVersion }) : request('POST', '/datacenters', { body, idempotencyKey: keyOf(body) })),
    onSuccess: () => {
      if (opened) toast.success(t('datacenter-updated'), t('datacenter-updated-text'))
      else toast.success(t('datacenter-done'), t('datacenter-done-text'))
      void changed(client, 'datacenter')
      void changed(client, 'cluster')
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
    const { provider: at, region, country, status, domains } = typed
    if (!send.isPending) send.mutate({ provider: at, region, country, status, domains, name: typed.name.trim(), city: typed.city.trim(), address: typed.address.trim() })
  }
  const failure = send.error ? present(send.error, { byStatus: { 400: t(opened ? 'datacenter-update-failed-400' : 'datacenter-failed-400') }, fallback: t(opened ? 'datacenter-update-failed' : 'datacenter-failed') }).description : null
  const filledIn = { extra: t('place-follows') }
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      disabled={send.isPending}
      initialValues={{ provider: first.provider, region: first.region, country: first.country, city: first.city, address: first.address, name: opened?.name ?? '', status: opened?.status ?? 'operational', domains: opened?.domains ?? [] }}
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
        <Button type="primary" htmlType="submit" loading={send.isPending}>
          {t(opened ? 'save' : 'datacenter-submit')}
        </Button>
      </Flex>
    </Form>
  )
}
