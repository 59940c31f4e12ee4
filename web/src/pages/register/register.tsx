import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { EmailField, NameFields, PasswordField } from '@/components/account-fields'
import { TRIGGERS } from '@/components/form-rules'
import { QueryView } from '@/components/query-view'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { paths } from '@/spec/paths'

const t = texts('register')

interface Typed {
  email: string
  password: string
  firstName?: string
  lastName?: string
}

function RegisterForm() {
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const register = useSend({
    mutationFn: (body: Typed) => request('POST', '/auth/register', { body }),
    onSuccess: () => {
      toast.success(t('done-title'), t('done-text'))
      void navigate(paths.login())
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setFields(Object.entries(error.fields).map(([name, text]) => ({ name: name as keyof Typed, errors: [text] })))
    },
  })
  return (
    <>
      {register.error ? (
        <Alert type="error" showIcon role="alert" title={present(register.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} />
      ) : null}
      <Form form={form} layout="vertical" requiredMark={false} validateTrigger={TRIGGERS} scrollToFirstError={{ focus: true }} onFinish={(typed) => register.mutate(typed)}>
        <EmailField autoFocus />
        <NameFields />
        <PasswordField />
        <Button type="primary" htmlType="submit" block loading={register.isPending}>
          {t('submit')}
        </Button>
      </Form>
    </>
  )
}

export default function Register() {
  const state = useQuery(one('/auth/setup', {}))
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      <QueryView query={state} errorTitle={t('unknown')} isEmpty={({ registration }) => !registration} empty={<Alert type="info" showIcon title={t('closed')} />}>
        {() => <RegisterForm />}
      </QueryView>
      <div style={{ textAlign: 'center', marginTop: 16 }}>
        <Link to={paths.login()}>{t('instead')}</Link>
      </div>
    </>
  )
}
