import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router-dom'
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

/** What brought somebody here: where they go after signing in, and an invitation, which opens a registration that is closed. */
interface Brought {
  from?: string
  invite?: string
  /** The address that the invitation is for. */
  email?: string
}

/** What a browser writes in its own way in an address is read again; what it did not write stays. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const useBrought = (): Brought => {
  const { state, hash } = useLocation()
  const brought = (state ?? {}) as Brought
  // The address may have a slash of its own.
  const [invite, ...email] = hash.slice(1).split('/')
  return invite ? { ...brought, invite, email: readable(email.join('/')) } : brought
}

function RegisterForm() {
  const brought = useBrought()
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const register = useSend({
    mutationFn: (body: Typed) => request('POST', '/auth/register', { body: brought.invite === undefined ? body : { ...body, invite: brought.invite } }),
    onSuccess: () => {
      toast.success(t('done-title'), t('done-text'))
      void navigate(paths.login(), { state: brought.from === undefined ? null : { from: brought.from } })
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
      {brought.email === undefined ? null : <p>{t('invited')}</p>}
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ email: brought.email }} validateTrigger={TRIGGERS} scrollToFirstError={{ focus: true }} onFinish={(typed) => register.mutate(typed)}>
        <EmailField autoFocus={!brought.email} />
        <NameFields autoFocus={Boolean(brought.email)} />
        <PasswordField />
        <Button type="primary" htmlType="submit" block loading={register.isPending}>
          {t('submit')}
        </Button>
      </Form>
    </>
  )
}

export default function Register() {
  const brought = useBrought()
  const state = useQuery(one('/auth/setup', {}))
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      <QueryView query={state} errorTitle={t('unknown')} isEmpty={({ registration }) => !registration && brought.invite === undefined} empty={<Alert type="info" showIcon title={t('closed')} />}>
        {() => <RegisterForm />}
      </QueryView>
      <div style={{ textAlign: 'center', marginTop: 16 }}>
        <Link to={paths.login()} state={brought}>{t('instead')}</Link>
      </div>
    </>
  )
}
