import { useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, Suspense } from 'react'
import { request } from '@/api/request'
import type { Member, Team } from '@/api/types'
import { Waiting } from '@/components/query-view'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { useUser } from '@/session/store'
import { mayAdd, nameOf, removal } from './rights'
import { t } from './texts'

// The form comes with the first row that is opened by somebody who may use it.
const AddMember = lazy(() => import('./add-member').then(({ AddMember: shown }) => ({ default: shown })))

export function Members({ team }: { team: Team }) {
  const me = useUser()
  if (!me) return null
  return (
    <>
      <h2>{t('members')}</h2>
      <ul className="team-members">
        {team.members.map((member) => (
          <MemberItem key={member.userId} team={team} member={member} how={removal(me, team, member)} self={member.userId === me.id} />
        ))}
      </ul>
      {mayAdd(me, team) ? <Suspense fallback={<Waiting rows={2} />}><AddMember team={team} /></Suspense> : null}
    </>
  )
}

function MemberItem({ team, member, how, self }: { team: Team; member: Member; how: 'remove' | 'leave' | null; self: boolean }) {
  const client = useQueryClient()
  const name = nameOf(member)
  const remove = async () => {
    const gone = await confirm({
      title: how === 'leave' ? t('leave-title', { team: team.name }) : t('remove-title', { name, team: team.name }),
      text: t(how === 'leave' ? 'leave-text' : 'remove-text'),
      action: t(how === 'leave' ? 'leave' : 'remove'),
      errors: { fallback: t('remove-failed') },
      run: () => request('DELETE', '/teams/{id}/members/{userId}', { path: { id: team.id, userId: member.userId } }),
    })
    if (!gone) return
    toast.success(t('removed'), how === 'leave' ? t('removed-self', { team: team.name }) : t('removed-text', { name, team: team.name }))
    await changed(client, 'team')
  }
  const owner = member.userId === team.owner_id
  return (
    <li>
      <div>
        {name} {self ? <span className="quiet">({t('you')})</span> : null}
        {name === member.email ? null : (
          <>
            <br />
            <span className="quiet">{member.email}</span>
          </>
        )}
      </div>
      <Tag>{t(owner ? 'owner' : member.role)}</Tag>
      {how ? (
        <Button size="small" type="text" {...(how === 'remove' ? { 'aria-label': t('remove-label', { name }) } : {})} onClick={() => void remove()}>
          {t(how)}
        </Button>
      ) : null}
    </li>
  )
}
