import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { list, one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Cluster, Datacenter } from '@/api/types'
import { required, TRIGGERS } from '@/components/form-rules'
import { PageHeader } from '@/components/page-header'
import { QueryView, Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { toBase64 } from '@/lib/base64'
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

export default function EditCluster() {
  const { id = '' } = useParams()
  const datacenters = useQuery(list('/datacenters', {}, POLICY.datacenters))
  const cluster = useQuery(one('/clusters/{id}', { path: { id } }, POLICY.clusters))
  return (
    <AdminOnly>
      <div className="infra-form">
        <PageHeader title={t('cluster-edit-title')} description={cluster.data?.name ?? t('cluster-edit-about')} />
        <QueryView again="retry" query={cluster} errorTitle={t('cluster-unread')} errors={{ byStatus: { 404: t('cluster-gone') } }} waiting={<Waiting rows={6} />}>
          {(found) => (
            <QueryView again="retry" query={datacenters} errorTitle={t('failed')} errors={{ byStatus: { 404: t('failed-404') } }} waiting={<Waiting rows={6} />}>
              {({ items }) => <ClusterForm key={found.id} cluster={found} datacenters={items} />}
            </QueryView>
          )}
        </QueryView>
      </div>
    </AdminOnly>
  )
}

function ClusterForm({ cluster, datacenters }: { cluster: Cluster; datacenters: Datacenter[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The version that was opened: what somebody else changes meanwhile is not overwritten.
  const [opened] = useState(cluster)
  const [datacenter, setDatacenter] = useState(opened.datacenter)
  const [form] = Form.useForm<Typed>()
  const kubeconfig = useKubeconfig(
    (server, before) => {
      if (before !== null && form.getFieldValue('k8sendpoint') !== before) return
      form.setFields([{ name: 'k8sendpoint', value: server, errors: [] }])
    },
    opened.hasKubeconfig ? opened.id : undefined,
  )
  const save = useSend({
    mutationFn: ({ typed, text }: { typed: Typed; text: string }) => {
      const { name, description, k8sendpoint } = typed
      const body = { name: name.trim(), description: description.trim(), k8sendpoint: k8sendpoint.trim(), datacenter, ...(text === '' ? {} : { kubeconfig: toBase64(text) }) }
      return request('PUT', '/clusters/{id}', { path: { id: opened.id }, body, ifMatch: opened.rowVersion })
    },
    // The cache would keep the credentials for minutes.
    gcTime: 0,
    onSuccess: ({ data }) => {
      toast.success(t('cluster-updated'), t('cluster-updated-text', { name: data.name }))
      void changed(client, 'cluster')
      void changed(client, 'datacenter')
      void navigate(paths.infrastructure({ open: data.id }))
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const wrong = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(wrong.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      if (problems.kubeconfig) kubeconfig.complain(problems.kubeconfig)
      if (wrong[0]) form.scrollToField(wrong[0], { focus: true })
    },
  })
  const submit = (typed: Typed) => {
    if (save.isPending) return
    const text = kubeconfig.text.trim() === '' ? '' : kubeconfig.text
    if (text !== '' && kubeconfig.state !== 'valid') kubeconfig.complain(t('kubeconfig-first-update'))
    else save.mutate({ typed, text })
  }
  const failure = save.error ? present(save.error, { byStatus: { 400: t('cluster-update-failed-400') }, fallback: t('cluster-update-failed') }).description : null
  return (
    <Card>
      <Form<Typed>
        form={form}
        layout="vertical"
        disabled={save.isPending}
        initialValues={{ name: opened.name, description: opened.description, k8sendpoint: opened.k8sendpoint }}
        validateTrigger={TRIGGERS}
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
      >
        {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 16 }} /> : null}
        <DatacenterPicker datacenters={datacenters} value={datacenter} disabled={save.isPending} onChange={setDatacenter} />
        <Form.Item name="name" label={t('cluster-name')} rules={[required(t('cluster-name-required'))]}>
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Form.Item name="description" label={t('cluster-description')} rules={[required(t('cluster-description-required'))]}>
          <Input autoComplete="off" maxLength={300} />
        </Form.Item>
        <KubeconfigField kubeconfig={kubeconfig} about={t(opened.hasKubeconfig ? 'kubeconfig-keep' : 'kubeconfig-about')} disabled={save.isPending} />
        <Form.Item name="k8sendpoint" label={t('cluster-endpoint')} extra={t('cluster-endpoint-about')} rules={[required(t('cluster-endpoint-required'))]}>
          <Input autoComplete="off" maxLength={300} inputMode="url" spellCheck={false} />
        </Form.Item>
        <Flex gap={8} justify="end" wrap>
          <Button onClick={() => void navigate(paths.infrastructure({ open: opened.id }))}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t(save.isPending ? 'cluster-updating' : 'cluster-update')}
          </Button>
        </Flex>
      </Form>
    </Card>
  )
}
