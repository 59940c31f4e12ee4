import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { required, TRIGGERS, whenLeft } from '@/components/form-rules'
import { LinkButton } from '@/components/link-button'
import { QueryView } from '@/components/query-view'
import { present } from '@/feedback/present'
import { paths } from '@/spec/paths'
import { t } from './texts'

interface Typed {
  email: string
}

function AskForLink() {
  const [form] = Form.useForm<Typed>()
  const ask = useSend({
    mutationFn: ({ email }: Typed) => request('POST', '/auth/forgot-password', { body: { email: email.trim() } }),
    onError: (error) => {
      if (error instanceof ApiError && error.fields['email'] !== undefined) form.setFields([{ name: 'email', errors: [error.fields['email']] }])
    },
  })
  if (ask.isSuccess) return <Alert type="success" showIcon role="status" title={t('sent')} />
  const inField = ask.error instanceof ApiError && ask.error.fields['email'] !== undefined
  return (
    <>
      <p>{t('forgot-about')}</p>
      {ask.error && !inField ? <Alert type="error" showIcon role="alert" title={present(ask.error, { fallback: t('send-failed') }).description} style={{ marginBottom: 16 }} /> : null}
      <Form<Typed> form={form} layout="vertical" requiredMark={false} validateTrigger={TRIGGERS} onFinish={(typed) => ask.mutate(typed)}>
        <Form.Item name="email" label={t('email')} validateFirst rules={[required(t('email-required')), whenLeft({ type: 'email', message: t('email-invalid') })]}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={ask.isPending}>
          {t('send')}
        </Button>
      </Form>
    </>
  )
}

/** For whoever cannot sign in any more: the answer says nothing about who has an account. */
export default function ForgotPassword() {
  const setUp = useQuery(one('/auth/setup', {}))
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('forgot-title')}
      </h1>
      <QueryView query={setUp} errorTitle={t('unknown')} isEmpty={({ mail }) => !mail} empty={<Alert type="info" showIcon title={t('no-mail')} />}>
        {() => <AskForLink />}
      </QueryView>
      <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.login()}>
        {t('back')}
      </LinkButton>
    </>
  )
}
