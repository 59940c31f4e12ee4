import { useQueryClient } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Member, Team } from '@/api/types'
import { Waiting } from '@/components/query-view'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { undoable } from '@/feedback/undo'
import { changed } from '@/live/cache'
import { useUser } from '@/session/store'
import { mayAdd, mayChangeRole, nameOf, removal } from './rights'
import { t } from './texts'

// The form comes with the first row that is opened by somebody who may use it.
const AddMember = lazy(() => import('./add-member').then(({ AddMember: shown }) => ({ default: shown })))

export function Members({ team, heading = true }: { team: Team; heading?: boolean }) {
  const me = useUser()
  if (!me) return null
  return (
    <>
      {heading ? <h2>{t('members')}</h2> : null}
      <ul className="team-members">
        {team.members.map((member) => (
          <MemberItem key={member.userId} team={team} member={member} how={removal(me, team, member)} changes={mayChangeRole(me, team, member)} self={member.userId === me.id} />
        ))}
      </ul>
      {mayAdd(me, team) ? <Suspense fallback={<Waiting rows={2} />}><AddMember team={team} /></Suspense> : null}
    </>
  )
}

function Role({ team, member, changes }: { team: Team; member: Member; changes: boolean }) {
  const client = useQueryClient()
  const change = useSend({
    mutationFn: (role: Member['role']) => request('PUT', '/teams/{id}/members/{userId}', { path: { id: team.id, userId: member.userId }, body: { role } }),
    onSuccess: () => changed(client, 'team'),
    onError: (error) => toast.failure(error, { fallback: t('role-failed') }),
  })
  if (!changes) return <Tag>{t(member.userId === team.owner_id ? 'owner' : member.role)}</Tag>
  return (
    <Select
      size="small"
      className="team-role"
      aria-label={t('role-label', { name: nameOf(member) })}
      value={change.isPending ? change.variables : member.role}
      loading={change.isPending}
      disabled={change.isPending}
      onChange={(role) => change.mutate(role)}
      options={(['member', 'admin'] as const).map((value) => ({ value, label: t(value) }))}
    />
  )
}

const Profile = lazy(() => import('./profile'))

interface MemberItemProps {
  team: Team
  member: Member
  how: 'remove' | 'leave' | null
  /** Their role can be changed. */
  changes: boolean
  self: boolean
}

function MemberItem({ team, member, how, changes, self }: MemberItemProps) {
  const client = useQueryClient()
  const name = nameOf(member)
  const [open, setOpen] = useState(false)
  const remove = async () => {
    const gone = await confirm({
      title: how === 'leave' ? t('leave-title', { team: team.name }) : t('remove-title', { name, team: team.name }),
      text: t(how === 'leave' ? 'leave-text' : 'remove-text'),
      action: t(how === 'leave' ? 'leave' : 'remove'),
      errors: { fallback: t('remove-failed') },
      run: () => request('DELETE', '/teams/{id}/members/{userId}', { path: { id: team.id, userId: member.userId } }),
    })
    if (!gone) return
    if (how === 'leave') toast.success(t('removed'), t('removed-self', { team: team.name }))
    else
      undoable(t('removed'), t('removed-text', { name, team: team.name }), async () => {
        await request('POST', '/teams/{id}/members', { path: { id: team.id }, body: { userId: member.userId } })
        // Everybody begins as a member.
        if (member.role === 'admin') await request('PUT', '/teams/{id}/members/{userId}', { path: { id: team.id, userId: member.userId }, body: { role: 'admin' } })
        await changed(client, 'team')
      })
    await changed(client, 'team')
  }
  return (
    <li>
      <div>
        <button type="button" className="team-name" aria-expanded={open} onClick={() => setOpen(!open)}>
          {name}
        </button>{' '}
        {self ? <span className="quiet">({t('you')})</span> : null}
        {name === member.email ? null : (
          <>
            <br />
            <span className="quiet">{member.email}</span>
          </>
        )}
      </div>
      <Role team={team} member={member} changes={changes} />
      {how ? (
        <Button size="small" type="text" {...(how === 'remove' ? { 'aria-label': t('remove-label', { name }) } : {})} onClick={() => void remove()}>
          {t(how)}
        </Button>
      ) : null}
      {open ? (
        <Suspense fallback={<Waiting rows={1} />}>
          <Profile id={member.userId} name={name} />
        </Suspense>
      ) : null}
    </li>
  )
}
