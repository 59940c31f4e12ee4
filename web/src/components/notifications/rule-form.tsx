import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { NotificationRule } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { required, TRIGGERS, whenLeft } from '@/components/form-rules'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { LANGUAGES } from '@/lib/language'
import { useUser } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { groupsFor, type NotificationKind, USUAL } from './kinds'
import { t } from './texts'

interface Typed {
  name: string
  kinds: NotificationKind[]
  channel: NotificationRule['channel']
  // Where they are asked for.
  everything?: boolean
  url?: string
  language?: string
}

const FIELDS = ['name', 'kinds', 'everything', 'channel', 'url', 'language'] as const
const CHANNELS = ['mail', 'slack', 'webhook'] as const

interface FormProps {
  team?: string
  /** What is changed; a new one otherwise. */
  rule?: NotificationRule
  onSaved: () => void
  onClose: () => void
}

/** The key of the signatures, which is shown only here. */
function Key({ secret }: { secret: string }) {
  return (
    <div className="notification-key">
      <Alert type="warning" showIcon title={t('key-once')} />
      <code>
        <CopyText text={secret} />
      </code>
      <p className="quiet">{t('key-about')}</p>
    </div>
  )
}

const body = ({ name, kinds, everything = false, url = '', language = 'en' }: Typed, isTeam: boolean, oversees: boolean) => ({
  name: name.trim(),
  kinds,
  ...(!isTeam && oversees ? { everything } : {}),
  ...(url.trim() === '' ? {} : { url: url.trim() }),
  ...(isTeam ? { language } : {}),
})

export function RuleForm({ team, rule, onSaved, onClose }: FormProps) {
  const [form] = Form.useForm<Typed>()
  const [secret, setSecret] = useState<string | null>(null)
  const role = useUser()?.role
  const oversees = role === 'admin' || role === 'manager'
  const isTeam = team !== undefined
  // Until it is known, mail is offered.
  const mail = useQuery(one('/auth/setup', {})).data?.mail !== false
  const channel = (Form.useWatch('channel', form) as Typed['channel'] | undefined) ?? rule?.channel
  const save = useSend({
    mutationFn: ({ renew, ...typed }: Typed & { renew?: boolean }) =>
      rule === undefined
        ? request('POST', '/notifications/rules', { body: { ...body(typed, isTeam, oversees), channel: typed.channel, ...(isTeam ? { teamId: team } : {}) } })
        : request('PUT', '/notifications/rules/{id}', { path: { id: rule.id }, body: renew ? { renewSecret: true } : body(typed, isTeam, oversees) }),
    // The key is kept nowhere but in this dialog.
    gcTime: 0,
    onSuccess: ({ data }) => {
      onSaved()
      if (data.secret !== null) return setSecret(data.secret)
      toast.success(t('saved'))
      onClose()
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      form.setFields(FIELDS.filter((name) => problems[name] !== undefined).map((name) => ({ name, errors: [problems[name] ?? ''] })))
    },
  })
  const { error } = save
  const inField = error instanceof ApiError && FIELDS.some((name) => error.fields[name] !== undefined)
  const failure = error && !inField ? present(error, { fallback: t('save-failed') }).description : null
  const close = () => {
    if (!save.isPending) onClose()
  }
  const first: Typed = {
    name: rule?.name ?? '',
    kinds: rule?.kinds ?? USUAL,
    everything: rule?.everything ?? false,
    channel: rule?.channel ?? (mail ? 'mail' : 'slack'),
    url: '',
    language: rule?.language ?? 'en',
  }
  const { max } = LIMITS.personName
  const buttons =
    secret === null
      ? [
          <Button key="cancel" disabled={save.isPending} onClick={close}>
            {t('cancel')}
          </Button>,
          <Button key="save" type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {t(rule === undefined ? 'create' : 'save')}
          </Button>,
        ]
      : [
          <Button key="done" type="primary" onClick={close}>
            {t('done')}
          </Button>,
        ]
  return (
    <Modal open title={t(rule === undefined ? 'create' : 'edit-title')} mask={{ closable: false }} onCancel={close} footer={buttons}>
      {secret === null ? (
        <Form<Typed> name="notification" form={form} layout="vertical" requiredMark={false} disabled={save.isPending} validateTrigger={TRIGGERS} initialValues={first} onFinish={(typed) => save.mutate(typed)}>
          {failure ? <Alert type="error" showIcon role="alert" title={failure} style={{ marginBottom: 12 }} /> : null}
          <Form.Item name="name" label={t('name')} extra={t('name-about')} validateFirst rules={[required(t('name-required')), whenLeft({ max, message: t('name-long', { n: max }) })]}>
            <Input autoComplete="off" autoFocus />
          </Form.Item>
          <Form.Item name="channel" label={t('channel')} extra={mail ? undefined : t('mail-off')}>
            <Select disabled={rule !== undefined} options={CHANNELS.map((value) => ({ value, label: t(`channel-${value}`), disabled: value === 'mail' && !mail }))} />
          </Form.Item>
          {channel === 'slack' || channel === 'webhook' ? (
            <Form.Item name="url" label={t('url')} extra={t(rule === undefined ? `url-about-${channel}` : 'url-stays', { address: rule?.address ?? '' })} rules={rule === undefined ? [required(t('url-required'))] : []}>
              <Input autoComplete="off" inputMode="url" spellCheck={false} />
            </Form.Item>
          ) : null}
          <Form.Item name="kinds" label={t('kinds')} rules={[{ type: 'array', min: 1, message: t('kinds-required') }]}>
            <Checkbox.Group className="notification-kinds">
              {groupsFor(isTeam, oversees).map(({ name, kinds }) => (
                <fieldset key={name}>
                  <legend>{t(`group-${name}`)}</legend>
                  {kinds.map((kind) => (
                    <Checkbox key={kind} value={kind}>
                      {t(`kind-${kind}`)}
                    </Checkbox>
                  ))}
                </fieldset>
              ))}
            </Checkbox.Group>
          </Form.Item>
          {!isTeam && oversees ? (
            <Form.Item name="everything" valuePropName="checked">
              <Checkbox>{t('everything-choose')}</Checkbox>
            </Form.Item>
          ) : null}
          {isTeam ? (
            <Form.Item name="language" label={t('language')}>
              <Select options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))} />
            </Form.Item>
          ) : null}
          {rule?.channel === 'webhook' ? (
            <Button disabled={save.isPending} onClick={() => save.mutate({ ...first, renew: true })}>
              {t('key-renew')}
            </Button>
          ) : null}
        </Form>
      ) : (
        <Key secret={secret} />
      )}
    </Modal>
  )
}
