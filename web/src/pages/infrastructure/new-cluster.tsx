import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Datacenter } from '@/api/types'
import { required, TRIGGERS } from '@/components/form-rules'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { toBase64 } from '@/lib/base64'
import { attemptKeys } from '@/lib/attempt-keys'
import { useUrlState } from '@/lib/url-state'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { AdminOnly } from './admin-only'
import { DatacenterPicker } from './datacenter-picker'
import { KubeconfigField } from './kubeconfig-field'
import { t } from './texts'
import { useKubeconfig } from './use-kubeconfig'
import './infrastructure.css'

interface Typed {
  name: string
  description: string
  k8sendpoint: string
}

const FIELDS = ['name', 'description', 'k8sendpoint'] as const

export default function NewCluster() {
  const datacenters = useQuery(list('/datacenters', {}, POLICY.datacenters))
  return (
    <AdminOnly>
      <div className="infra-form">
        <PageHeader title={t('cluster-title')} description={t('cluster-about')} />
        <QueryView
          again="retry"
          query={datacenters}
          errorTitle={t('failed')}
          errors={{ byStatus: { 404: t('failed-404') } }}
          waiting={<Waiting rows={6} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('cluster-noDatacenter')} text={t('cluster-noDatacenter-text')} action={<Link to={paths.newDatacenter()}>{t('addDatacenter')}</Link>} />}
        >
          {({ items }) => <ClusterForm datacenters={items} />}
        </QueryView>
      </div>
    </AdminOnly>
  )
}

/** The sentence above the form, and what is wrong with something that has no field in it. */
function wordsOf(error: Error): string {
  const said = present(error, { byStatus: { 400: t('cluster-failed-400') }, fallback: t('cluster-failed') }).description
  const shown: readonly string[] = [...FIELDS, 'kubeconfig']
  const rest = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => !shown.includes(name)) : []
  return [said, ...rest.map(([, sentence]) => sentence)].join(' ')
}

function ClusterForm({ datacenters }: { datacenters: Datacenter[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [url, setUrl] = useUrlState({ datacenter: '' })
  const [form] = Form.useForm<Typed>()
  const [keyOf] = useState(attemptKeys)
  // Where there is only one, it is chosen.
  const datacenter = datacenters.find((each) => each.id === url.datacenter) ?? (datacenters.length === 1 ? datacenters[0] : undefined)
  const kubeconfig = useKubeconfig((server, before) => {
    if (before !== null && form.getFieldValue('k8sendpoint') !== before) return
    form.setFields([{ name: 'k8sendpoint', value: server, errors: [] }])
  })
  const create = useSend({
    mutationFn: ({ typed, at, text }: { typed: Typed; at: Datacenter; text: string }) => {
      const body = {
        name: typed.name.trim(),
        description: typed.description.trim(),
        k8sendpoint: typed.k8sendpoint.trim(),
        datacenter: at.id,
        provider: at.provider.toLowerCase(),
        region: at.region,
        ...(text === '' ? {} : { kubeconfig: toBase64(text) }),
      }
      return request('POST', '/clusters', { body, idempotencyKey: keyOf(body) })
    },
    // The cache would keep the credentials for minutes.
    gcTime: 0,
    onSuccess: ({ data }) => {
      toast.success(t('cluster-done'), t(data.hasKubeconfig ? 'cluster-done-with' : 'cluster-done-without', { name: data.name }))
      void changed(client, 'cluster')
      void navigate(paths.infrastructure())
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const wrong = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(wrong.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      if (problems.kubeconfig) kubeconfig.complain(problems.kubeconfig)
      if (wrong[0]) form.scrollToField(wrong[0], { focus: true })
    },
  })
  const saving = create.isPending
  const submit = (typed: Typed) => {
    if (saving || !datacenter) return
    const text = kubeconfig.text.trim() === '' ? '' : kubeconfig.text
    if (text !== '' && kubeconfig.state !== 'valid') kubeconfig.complain(t('kubeconfig-first'))
    else create.mutate({ typed, at: datacenter, text })
  }
  const failure = create.error && !saving ? wordsOf(create.error) : null
  return (
    <Card>
      <Form<Typed>
        form={form}
        layout="vertical"
        disabled={saving}
        initialValues={{ name: '', description: '', k8sendpoint: '' }}
        validateTrigger={TRIGGERS}
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
      >
        {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 16 }} /> : null}
        <DatacenterPicker datacenters={datacenters} value={datacenter?.id ?? ''} disabled={saving} onChange={(id) => setUrl({ datacenter: id })} />
        <Form.Item name="name" label={t('cluster-name')} rules={[required(t('cluster-name-required'))]}>
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="description" label={t('cluster-description')} rules={[required(t('cluster-description-required'))]}>
          <Input autoComplete="off" maxLength={300} />
        </Form.Item>
        <KubeconfigField kubeconfig={kubeconfig} about={t('kubeconfig-about')} disabled={saving} />
        <Form.Item name="k8sendpoint" label={t('cluster-endpoint')} extra={t('cluster-endpoint-about')} rules={[required(t('cluster-endpoint-required'))]}>
          <Input autoComplete="off" maxLength={300} inputMode="url" spellCheck={false} />
        </Form.Item>
        <Flex gap={8} justify="end" wrap>
          <Button onClick={() => void navigate(paths.infrastructure())}>{t('cancel')}</Button>
          <ReasonButton reason={datacenter ? null : t('cluster-pick')} type="primary" htmlType="submit" loading={saving}>
            {t(saving ? 'cluster-saving' : 'cluster-submit')}
          </ReasonButton>
        </Flex>
      </Form>
    </Card>
  )
}
