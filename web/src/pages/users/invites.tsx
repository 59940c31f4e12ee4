import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { MadeUserInvite, UserInvite } from '@/api/types'
import { CopyText } from '@/components/copy-id'
import { Panel } from '@/components/panel'
import { roleName } from '@/components/role-name'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { moment, useNow } from '@/lib/time'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

type OnMade = (made: MadeUserInvite | null) => void

function InviteItem({ invite, onMade }: { invite: UserInvite; onMade: OnMade }) {
  const client = useQueryClient()
  const over = Date.parse(invite.expiresAt) <= useNow()
  const changed = () => client.invalidateQueries({ queryKey: ['/users/invites'] })
  const again = useSend({
    mutationFn: () => request('POST', '/users/invites/{id}/resend', { path: { id: invite.id } }),
    gcTime: 0,
    onSuccess: ({ data }) => {
      onMade(data)
      void changed()
    },
    onError: (error) => toast.failure(error, { fallback: t('invite-again-failed') }),
  })
  const cancel = async () => {
    const gone = await confirm({
      title: t('invite-cancel-title', { email: invite.email }),
      text: t('invite-cancel-text'),
      action: t('invite-cancel'),
      cancel: t('invite-keep'),
      errors: { fallback: t('invite-cancel-failed') },
      run: () => request('DELETE', '/users/invites/{id}', { path: { id: invite.id } }),
    })
    if (!gone) return
    onMade(null)
    toast.success(t('invite-cancelled'))
    await changed()
  }
  return (
    <li>
      <div>
        {invite.email}
        <br />
        <span className="quiet">
          {t('invite-by', { name: invite.invitedBy })} · {t(over ? 'invite-over' : 'invite-until', { at: moment(invite.expiresAt) })}
        </span>
      </div>
      <Tag>{roleName(invite.role)}</Tag>
      <Button size="small" loading={again.isPending} aria-label={t('invite-again-label', { email: invite.email })} onClick={() => again.mutate()}>
        {t('invite-again')}
      </Button>
      <Button size="small" type="text" aria-label={t('invite-cancel-label', { email: invite.email })} onClick={() => void cancel()}>
        {t('invite-cancel')}
      </Button>
    </li>
  )
}

/** Who is invited and has no account yet, and the link that was just made. */
export function Invites({ made, onMade }: { made: MadeUserInvite | null; onMade: OnMade }) {
  const invites = useQuery(one('/users/invites', {}, POLICY.users)).data ?? []
  return (
    <>
      {made ? (
        <Alert
          type="success"
          showIcon
          role="status"
          closable
          className="users-banner"
          title={t(made.mailed ? 'invite-mailed' : 'invite-made', { email: made.invite.email })}
          description={<CopyText text={location.origin + paths.register(`${made.token}/${made.invite.email}`)} />}
        />
      ) : null}
      {invites.length > 0 ? (
        <Panel title={t('invites')} className="users-banner">
          <ul className="users-invites">
            {invites.map((invite) => (
              <InviteItem key={invite.id} invite={invite} onMade={onMade} />
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}
