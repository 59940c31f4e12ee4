import { Alert, Button, Form, type FormInstance, Input, Modal, QRCode } from 'antd'
import { type ReactNode, useState } from 'react'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { CopyText } from '@/components/copy-id'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { t } from './texts'

interface Typed {
  currentPassword: string
  code: string
}

type Field = keyof Typed

const FIELDS = ['currentPassword', 'code'] as const

function Fields({ form, names, onFinish, pending, failure }: { form: FormInstance<Typed>; names: readonly Field[]; onFinish: (typed: Typed) => void; pending: boolean; failure: string | null }) {
  const needed = (message: string) => [{ required: true, message, validateTrigger: 'onSubmit' }]
  return (
    <Form<Typed> form={form} layout="vertical" requiredMark={false} disabled={pending} onFinish={onFinish}>
      {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
      {names.includes('currentPassword') ? (
        <Form.Item name="currentPassword" label={t('password-current')} rules={needed(t('password-current-required'))}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      ) : null}
      {names.includes('code') ? (
        <Form.Item name="code" label={t('code')} rules={needed(t('code-required'))}>
          <Input autoComplete="one-time-code" autoFocus={names[0] === 'code'} />
        </Form.Item>
      ) : null}
    </Form>
  )
}

/** A form's call: what is wrong with a field stands at it, the rest above. */
function useAsk<Data>(form: FormInstance<Typed>, ask: (typed: Typed) => Promise<Data>, onDone: (data: Data) => void) {
  const sent = useSend({
    mutationFn: ask,
    // Neither passwords nor codes are kept.
    gcTime: 0,
    onSuccess: onDone,
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      form.setFields(FIELDS.filter((name) => problems[name] !== undefined).map((name) => ({ name, errors: [problems[name] ?? ''] })))
    },
  })
  const { error } = sent
  const inField = error instanceof ApiError && FIELDS.some((name) => error.fields[name] !== undefined)
  return { ask: sent.mutate, pending: sent.isPending, failure: error && !inField ? present(error, { fallback: t('two-factor-failed') }).description : null }
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <div className="settings-made">
      <Alert type="warning" showIcon title={t('codes-once')} />
      <p>{t('codes-about')}</p>
      <ul className="settings-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} shown={t('codes-copy')} />
    </div>
  )
}

function Dialog({ title, action, danger = false, pending, onSubmit, onClose, children }: { title: string; action: string; danger?: boolean; pending: boolean; onSubmit: (() => void) | null; onClose: () => void; children: ReactNode }) {
  const close = () => {
    if (!pending) onClose()
  }
  const done = (
    <Button key="done" type="primary" onClick={close}>
      {t('done')}
    </Button>
  )
  const ask = [
    <Button key="cancel" disabled={pending} onClick={close}>
      {t('cancel')}
    </Button>,
    <Button key="go" type="primary" danger={danger} loading={pending} onClick={onSubmit ?? close}>
      {action}
    </Button>,
  ]
  return (
    <Modal open title={title} mask={{ closable: false }} onCancel={close} footer={onSubmit ? ask : [done]}>
      {children}
    </Modal>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <p>{t('two-factor-scan')}</p>
      <div className="settings-qr" role="img" aria-label={t('two-factor-qr')}>
        {/* Dark on light with a margin in every theme: that is what cameras read. */}
        <QRCode value={uri} type="svg" size={224} color="#000000" bgColor="#ffffff" bordered={false} style={{ padding: 16 }} />
      </div>
      <p>
        <span className="quiet">{t('two-factor-secret')}</span>
        <br />
        <code className="settings-secret">
          <CopyText text={secret} />
        </code>
      </p>
    </>
  )
}

/** The password, then the secret and a first code, then the recovery codes. */
export function Enable({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = useAsk(form, ({ currentPassword }) => request('POST', '/auth/two-factor', { body: { currentPassword } }), ({ data }) => setSecret(data))
  const confirm = useAsk(form, ({ code }) => request('POST', '/auth/two-factor/confirm', { body: { code } }), ({ data }) => setCodes(data.recoveryCodes))
  const step = secret === null ? begin : confirm
  return (
    <Dialog title={t(codes ? 'codes' : 'two-factor-enable-title')} action={t(secret === null ? 'next' : 'two-factor-enable')} pending={step.pending} onSubmit={codes ? null : () => form.submit()} onClose={onClose}>
      {codes ? (
        <Codes codes={codes} />
      ) : (
        <>
          {secret === null ? null : <Secret {...secret} />}
          <Fields key={secret === null ? 'password' : 'code'} form={form} names={secret === null ? ['currentPassword'] : ['code']} onFinish={step.ask} pending={step.pending} failure={step.failure} />
        </>
      )}
    </Dialog>
  )
}

export function Renew({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAsk(form, ({ code }) => request('POST', '/auth/two-factor/recovery-codes', { body: { code } }), ({ data }) => setCodes(data.recoveryCodes))
  return (
    <Dialog title={t('codes')} action={t('codes-renew')} pending={renew.pending} onSubmit={codes ? null : () => form.submit()} onClose={onClose}>
      {codes ? (
        <Codes codes={codes} />
      ) : (
        <>
          <p>{t('codes-renew-about')}</p>
          <Fields form={form} names={['code']} onFinish={renew.ask} pending={renew.pending} failure={renew.failure} />
        </>
      )}
    </Dialog>
  )
}

export function TurnOff({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const off = useAsk(form, (typed) => request('DELETE', '/auth/two-factor', { body: typed }), () => {
    toast.success(t('two-factor-turned-off'))
    onClose()
  })
  return (
    <Dialog title={t('two-factor-off-title')} action={t('two-factor-off')} danger pending={off.pending} onSubmit={() => form.submit()} onClose={onClose}>
      <p>{t('two-factor-off-about')}</p>
      <Fields form={form} names={FIELDS} onFinish={off.ask} pending={off.pending} failure={off.failure} />
    </Dialog>
  )
}
