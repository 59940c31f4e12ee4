import { Alert, Button, Card, Form, Input, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import './deployments.css'
import { LinkButton } from '@/components/link-button'
import { clusterName, DomainLink, Facts } from './panels'
import { locationLabel, usePlaces } from './places'
import { busy, rightsOf } from './rights'
import { t } from './texts'

export default function EditDeployment() {
  const { id = '' } = useParams()
  const query = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const missing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PageHeader title={t('edit-title')} description={t('edit-about')} />
      {missing ? (
        <EmptyState title={t('one-missing')} text={t('one-missing-text')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
      ) : (
        <QueryView again="retry" query={query} waiting={<Waiting rows={6} />} errorTitle={t('one-failed')}>
          {(deployment) => <EditForm key={deployment.id} deployment={deployment} />}
        </QueryView>
      )}
    </>
  )
}

interface Typed {
  name: string
  description: string
}

/** What the server takes: a field that is left out stays as it is, so that two people's changes do not undo each other. */
type Change = Partial<Typed> & { type?: string }

/** Only what differs from what was there when the form was opened. */
export function changeOf(before: Typed, typed: Typed): Change {
  const change: Change = {}
  if (typed.name.trim() !== before.name) change.name = typed.name.trim()
  if (typed.description.trim() !== before.description) change.description = typed.description.trim()
  return change
}

function EditForm({ deployment }: { deployment: Deployment }) {
  const [form] = Form.useForm<Typed>()
  const places = usePlaces()
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const allowed = rightsOf(deployment, user, places.teams).change
  const deleting = busy(deployment) === 'deleting'
  const save = useSend({
    mutationFn: (change: Change) => request('PUT', '/deployments/{id}', { path: { id: deployment.id }, body: change }),
    onSuccess: () => {
      toast.success(t('edit-saved'))
      void changed(client, 'deployment')
      void navigate(paths.deployments())
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      form.setFields((['name', 'description'] as const).flatMap((name) => (error.fields[name] ? [{ name, errors: [error.fields[name]] }] : [])))
    },
  })
  // A field's own sentence stands at the field.
  const told = save.error instanceof ApiError && ['name', 'description'].some((name) => name in (save.error as ApiError).fields)
  // Not what hints make of it meanwhile: another one's change is not to be undone.
  const [before] = useState({ name: deployment.name, description: deployment.description })
  if (deleting || (places.teams && !allowed)) {
    return <Alert type="info" showIcon title={t(deleting ? 'reason-deleting' : 'reason-foreign')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
  }
  return (
    <Card style={{ maxWidth: 720 }}>
      {save.error && !told ? <Alert type="error" showIcon role="alert" title={present(save.error, { fallback: t('edit-failed') }).description} style={{ marginBottom: 16 }} /> : null}
      <Form<Typed>
        form={form}
        layout="vertical"
        initialValues={before}
        scrollToFirstError={{ focus: true }}
        onFinish={(typed) => {
          if (save.isPending) return
          const change = changeOf(before, typed)
          if (Object.keys(change).length === 0) void navigate(paths.deployments())
          else save.mutate(change)
        }}
      >
        <Form.Item
          name="name"
          label={t('label-name')}
          validateFirst
          rules={[
            { required: true, whitespace: true, message: t('name-required') },
            { max: 63, message: t('name-long') },
          ]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="description" label={t('label-description')} rules={[{ max: 500, message: t('description-long') }]}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
        <Facts
          rows={[
            [t('domain'), <DomainLink key="domain" domain={deployment.baseParameters.domain} />],
            [t('cluster'), clusterName(deployment.clusterId, places)],
            [t('location'), locationLabel(deployment.location, places.datacenters) || t('location-none')],
          ]}
        />
        <Space wrap style={{ marginTop: 20 }}>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('edit-save')}
          </Button>
          <LinkButton to={paths.deployments()}>{t('cancel')}</LinkButton>
        </Space>
      </Form>
    </Card>
  )
}
