import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { LinkButton } from '@/components/link-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'

const t = texts('invite')

/** For whoever is not signed in: both ways come back to this very place. */
function Ways({ token }: { token: string }) {
  const from = paths.invite(token)
  return (
    <>
      <p>{t('how')}</p>
      <LinkButton type="primary" block to={paths.login()} state={{ from }}>
        {t('signIn')}
      </LinkButton>
      <LinkButton block style={{ marginTop: 8 }} to={paths.register()} state={{ from, invite: token }}>
        {t('register')}
      </LinkButton>
    </>
  )
}

function Join({ token, email }: { token: string; email: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const join = useSend({
    mutationFn: () => request('POST', '/invites/accept', { body: { token } }),
    onSuccess: ({ data }) => {
      toast.success(t('done'), t('done-text', { team: data.name }))
      void navigate(paths.teams({ open: data.id }), { replace: true })
      void client.invalidateQueries()
    },
  })
  return (
    <>
      {join.error ? <Alert type="error" showIcon role="alert" title={present(join.error, { fallback: t('failed') }).description} style={{ marginBottom: 16 }} /> : null}
      <p>{t('as', { email })}</p>
      <Button type="primary" block loading={join.isPending} onClick={() => join.mutate()}>
        {t('join')}
      </Button>
      <LinkButton type="link" block style={{ marginTop: 8 }} to={paths.dashboard()}>
        {t('later')}
      </LinkButton>
    </>
  )
}

/** Where the link of an invitation into a team leads. The token stands behind the #. */
export default function Invite() {
  const me = useUser()
  const token = useLocation().hash.slice(1)
  return (
    <>
      <h1 className="public-title" tabIndex={-1} data-page-title="">
        {t('title')}
      </h1>
      {token === '' ? <Alert type="warning" showIcon title={t('incomplete')} /> : me ? <Join token={token} email={me.email} /> : <Ways token={token} />}
    </>
  )
}
