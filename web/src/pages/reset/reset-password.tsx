import { Alert, Button, Form, Input } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { TRIGGERS, whenLeft } from '@/components/form-rules'
import { LinkButton } from '@/components/link-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { t } from './texts'

interface Typed {
  password: string
  confirm: string
}

/** A password may begin and end with blanks. */
const needed = (message: string) => ({ required: true, message, validateTrigger: 'onSubmit' })

function Choose({ token }: { token: string }) {
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const choose = useSend({
    mutationFn: ({ password }: Typed) => request('POST', '/auth/reset-password', { body: { token, password } }),
    // What was typed is not kept.
    gcTime: 0,
    onSuccess: () => {
      toast.success(t('done'), t('done-text'))
      void navigate(paths.login(), { replace: true })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields['password'] !== undefined) form.setFields([{ name: 'password', errors: [error.fields['password']] }])
    },
  })
  const failed = choose.error instanceof ApiError && choose.error.fields['password'] !== undefined ? null : choose.error
  const isOver = failed instanceof ApiError && failed.reason === 'RESET_OVER'
  const { min } = LIMITS.password
  const same = { validator: async (_: unknown, value: string | undefined) => (value && value !== form.getFieldValue('password') ? Promise.reject(new Error(t('differ'))) : undefined) }
  return (
    <>
      <p>{t('about')}</p>
      {failed ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={present(failed, { fallback: t('failed') }).description}
          description={isOver ? <LinkButton type="link" style={{ padding: 0 }} to={paths.forgotPassword()}>{t('another')}</LinkButton> : undefined}
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <Form<Typed> form={form} layout="vertical" requiredMark={false} validateTrigger={TRIGGERS} scrollToFirstError={{ focus: true }} onFinish={(typed) => choose.mutate(typed)}>
        <Form.Item name="password" label={t('new')} extra={t('rule', { n: min })} validateFirst rules={[needed(t('new-required')), whenLeft({ min, message: t('short', { n: min }) })]}>
          <Input.Password autoComplete="new-password" autoFocus />
        </Form.Item>
        <Form.Item name="confirm" label={t('confirm')} dependencies={['password']} validateFirst rules={[needed(t('confirm-required')), { ...same, validateTrigger: 'onSubmit' }]}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={choose.isPending}>
          {t('submit')}
        </Button>
      </Form>
    </>
  )
}

/** Where the link for another password leads. The token stands behind the #. */
export default function ResetPassword() {
  const token = useLocation().hash.slice(1)
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      {token === '' ? <Alert type="warning" showIcon title={t('incomplete')} /> : <Choose token={token} />}
      <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.login()}>
        {t('back')}
      </LinkButton>
    </>
  )
}
