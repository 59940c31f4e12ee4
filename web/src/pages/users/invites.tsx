import { useQuery, useQueryClient } from '@tanstack/react-query'
import { one } from '@/api/query'
import { request } from '@/api/request'
import type { MadeUserInvite, UserInvite } from '@/api/types'
import { InviteItem, MadeInvite } from '@/components/invites'
import { Panel } from '@/components/panel'
import { roleName } from '@/components/role-name'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

type OnMade = (made: MadeUserInvite | null) => void

function Invited({ invite: { id, email, role, invitedBy, expiresAt }, onMade }: { invite: UserInvite; onMade: OnMade }) {
  return (
    <InviteItem
      email={email}
      about={t('invite-by', { name: invitedBy })}
      role={roleName(role)}
      expiresAt={expiresAt}
      resend={async () => (await request('POST', '/users/invites/{id}/resend', { path: { id } })).data}
      cancel={() => request('DELETE', '/users/invites/{id}', { path: { id } })}
      invite={async () => (await request('POST', '/users/invites', { body: { email, role } })).data}
      onMade={onMade}
    />
  )
}

/** Who is invited and has no account yet, and the link that was just made. */
export function Invites({ made, onMade }: { made: MadeUserInvite | null; onMade: OnMade }) {
  const client = useQueryClient()
  const invites = useQuery(one('/users/invites', {}, POLICY.users)).data ?? []
  const show = (fresh: MadeUserInvite | null) => {
    onMade(fresh)
    void client.invalidateQueries({ queryKey: ['/users/invites'] })
  }
  return (
    <>
      {made ? <MadeInvite closable email={made.invite.email} mailed={made.mailed} address={paths.register(`${made.token}/${made.invite.email}`)} /> : null}
      {invites.length > 0 ? (
        <Panel title={t('invites')} className="users-banner">
          <ul className="users-invites">
            {invites.map((invite) => (
              <Invited key={invite.id} invite={invite} onMade={show} />
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  )
}
