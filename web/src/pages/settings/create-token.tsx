import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { ApiToken } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { required, TRIGGERS, whenLeft } from '@/components/form-rules'
import { present } from '@/feedback/present'
import { LIMITS } from '@/spec/limits'
import { t } from './texts'

interface Typed {
  name: string
  scope: ApiToken['scope']
  /** Days; 0: it does not expire. */
  days: number
}

const SCOPES = ['read', 'full'] as const
const DAYS = [7, 30, 90, 366, 0] as const
const FIRST: Typed = { name: '', scope: 'read', days: 90 }

/** The token, which is shown only here, and a call to try it with. */
function Made({ secret }: { secret: string }) {
  const example = `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/teams`
  return (
    <div className="settings-made">
      <Alert type="warning" showIcon title={t('token-once')} />
      <div>
        <div className="quiet">{t('token-itself')}</div>
        <code>
          <CopyText text={secret} />
        </code>
      </div>
      <div>
        <div className="quiet">{t('token-example')}</div>
        <code>
          <CopyText text={example} />
        </code>
      </div>
    </div>
  )
}

export function CreateToken({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [secret, setSecret] = useState<string | null>(null)
  const create = useSend({
    mutationFn: ({ name, scope, days }: Typed) => request('POST', '/auth/tokens', { body: { name: name.trim(), scope, ...(days === 0 ? {} : { expiresInDays: days }) } }),
    // The token is kept nowhere but in this dialog.
    gcTime: 0,
    onSuccess: ({ data }) => {
      setSecret(data.secret)
      onCreated()
    },
    onError: (error) => {
      const problem = error instanceof ApiError ? error.fields['name'] : undefined
      if (problem !== undefined) form.setFields([{ name: 'name', errors: [problem] }])
    },
  })
  const inField = create.error instanceof ApiError && create.error.fields['name'] !== undefined
  const failure = create.error && !inField ? present(create.error, { fallback: t('token-failed') }).description : null
  const { max } = LIMITS.personName
  const close = () => {
    if (!create.isPending) onClose()
  }
  return (
    <Modal
      open
      title={t(secret === null ? 'token-create' : 'token-created')}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        secret === null
          ? [
              <Button key="cancel" disabled={create.isPending} onClick={close}>
                {t('cancel')}
              </Button>,
              <Button key="create" type="primary" loading={create.isPending} onClick={() => form.submit()}>
                {t('token-create')}
              </Button>,
            ]
          : [
              <Button key="done" type="primary" onClick={close}>
                {t('done')}
              </Button>,
            ]
      }
    >
      {secret === null ? (
        <Form<Typed> form={form} layout="vertical" requiredMark={false} disabled={create.isPending} validateTrigger={TRIGGERS} initialValues={FIRST} onFinish={(typed) => create.mutate(typed)}>
          {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
          <Form.Item name="name" label={t('token-name')} extra={t('token-name-about')} validateFirst rules={[required(t('token-name-required')), whenLeft({ max, message: t('name-long', { n: max }) })]}>
            <Input autoComplete="off" autoFocus />
          </Form.Item>
          <Form.Item name="scope" label={t('token-scope')} extra={t('token-scope-about')}>
            <Select options={SCOPES.map((value) => ({ value, label: t(`token-scope-${value}`) }))} />
          </Form.Item>
          <Form.Item name="days" label={t('token-expiry')}>
            <Select options={DAYS.map((value) => ({ value, label: value === 0 ? t('token-forever') : t('token-days', { n: value }) }))} />
          </Form.Item>
        </Form>
      ) : (
        <Made secret={secret} />
      )}
    </Modal>
  )
}
