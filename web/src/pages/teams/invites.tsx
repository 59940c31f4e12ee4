import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Invite, Member, Team } from '@/api/types'
import { required, TRIGGERS, whenLeft } from '@/components/form-rules'
import { InviteItem, MadeInvite } from '@/components/invites'
import { Panel } from '@/components/panel'
import { present } from '@/feedback/present'
import { changed } from '@/live/cache'
import { paths } from '@/spec/paths'
import { t } from './texts'

interface Typed {
  email: string
  role: Member['role']
}

/** A link that was just made: it is shown once, and kept nowhere. */
interface Made {
  email: string
  token: string
  mailed: boolean
}

const ROLES = ['member', 'admin'] as const
const FIRST: Typed = { email: '', role: 'member' }

function sentence(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : undefined
  if (reason === 'ALREADY_INVITED') return t('invite-twice')
  return error instanceof ApiError && error.fields['email'] !== undefined ? error.fields['email'] : present(error, { fallback: t('invite-failed') }).description
}

function InviteForm({ team, onMade }: { team: Team; onMade: (made: Made) => void }) {
  const [form] = Form.useForm<Typed>()
  const send = useSend({
    mutationFn: (body: Typed) => request('POST', '/teams/{id}/invites', { path: { id: team.id }, body: { ...body, email: body.email.trim() } }),
    // The token of the link is kept nowhere but on this page.
    gcTime: 0,
    onSuccess: ({ data }) => {
      form.resetFields()
      onMade(data)
    },
    onError: (error) => form.setFields([{ name: 'email', errors: [sentence(error)] }]),
  })
  return (
    <Form<Typed> form={form} layout="vertical" requiredMark={false} disabled={send.isPending} validateTrigger={TRIGGERS} initialValues={FIRST} onFinish={(typed) => send.mutate(typed)}>
      <Flex gap={8} wrap>
        <Form.Item name="email" label={t('invite-email')} validateFirst rules={[required(t('invite-email-required')), whenLeft({ type: 'email', message: t('invite-email-invalid') })]} style={{ flex: '1 1 240px' }}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <Form.Item name="role" label={t('invite-role')} style={{ flex: '0 0 128px' }}>
          <Select options={ROLES.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
      </Flex>
      <Button htmlType="submit" loading={send.isPending}>
        {t('invite-do')}
      </Button>
    </Form>
  )
}

function Invited({ team, invite: { id, email, role, expires_at: expiresAt }, onMade }: { team: Team; invite: Invite; onMade: (made: Made | null) => void }) {
  const path = { id: team.id, inviteId: id }
  return (
    <InviteItem
      email={email}
      role={t(role)}
      expiresAt={expiresAt}
      resend={async () => (await request('POST', '/teams/{id}/invites/{inviteId}/resend', { path })).data}
      cancel={() => request('DELETE', '/teams/{id}/invites/{inviteId}', { path })}
      invite={async () => (await request('POST', '/teams/{id}/invites', { path: { id: team.id }, body: { email, role } })).data}
      onMade={onMade}
    />
  )
}

/** Who is invited, and the link to pass on. */
export function Invites({ team }: { team: Team }) {
  const client = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  // Until it is known, what is always so is said.
  const mail = useQuery(one('/auth/setup', {})).data?.mail === true
  const show = (fresh: Made | null) => {
    setMade(fresh)
    void changed(client, 'team')
  }
  return (
    <Panel title={t('invites')}>
      <p>{t(mail ? 'invites-about-mail' : 'invites-about')}</p>
      {made ? <MadeInvite email={made.email} mailed={made.mailed} address={paths.invite(made.token)} /> : null}
      {team.invites.length > 0 ? (
        <ul className="team-members">
          {team.invites.map((invite) => (
            <Invited key={invite.id} team={team} invite={invite} onMade={show} />
          ))}
        </ul>
      ) : null}
      <InviteForm team={team} onMade={show} />
    </Panel>
  )
}
