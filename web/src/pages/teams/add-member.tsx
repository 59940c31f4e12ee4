import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { list, people } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Team } from '@/api/types'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { useIsAdmin } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { among, bodyOf, candidates, emailIn, type Person } from './people'
import { nameOf } from './rights'
import { t } from './texts'

interface Typed {
  who?: string
}

/** People that a search may find at once. */
const FOUND = 100

/** Those found by name, and whoever has the address that was typed. */
function offered(known: Person[], typed: string): Person[] {
  const email = emailIn(typed)
  return email === null || known.some((person) => person.label.toLowerCase().includes(email)) ? known : [{ value: email, label: t('add-email', { email }) }, ...known]
}

/** Admins choose from everybody, others from the people of their teams; an address reaches anyone else. */
function usePeople(team: Team, typed: string): Person[] {
  const admin = useIsAdmin()
  const teams = useQuery({ ...list('/teams', {}, POLICY.teams), enabled: !admin })
  const asked = people({ search: typed.trim(), status: 'active', limit: FOUND }, POLICY.users)
  const everybody = useQuery({ ...asked, enabled: admin, placeholderData: keepPreviousData })
  const known = admin ? among(everybody.data?.items ?? [], team) : candidates(teams.data?.items ?? [], team)
  return offered(known, typed)
}

const matches = (typed: string, person: Person) => person.label.toLowerCase().includes(typed) || person.value.includes(typed)

function sentence(error: unknown): string {
  // Of the two that the call names, it is the team that is on the screen.
  const unknown = error instanceof ApiError && error.status === 404 && error.params.what !== 'Team'
  return unknown ? t('add-unknown') : present(error, { fallback: t('add-failed') }).description
}

/** Adds somebody who has an account, with role member. */
export function AddMember({ team }: { team: Team }) {
  const client = useQueryClient()
  const admin = useIsAdmin()
  const [form] = Form.useForm<Typed>()
  const [typed, setTyped] = useState('')
  const known = usePeople(team, typed)
  const add = useSend({
    mutationFn: (who: string) => request('POST', '/teams/{id}/members', { path: { id: team.id }, body: bodyOf(who) }),
    onSuccess: ({ data }, who) => {
      form.resetFields()
      setTyped('')
      const member = data.members.find((each) => each.userId === who || each.email === who)
      toast.success(t('added'), t('added-text', { name: member ? nameOf(member) : who, team: data.name }))
      void changed(client, 'team')
    },
    onError: (error) => {
      form.setFields([{ name: 'who', errors: [sentence(error)] }])
    },
  })
  const submit = ({ who }: Typed) => {
    if (who && !add.isPending) add.mutate(who)
  }
  return (
    <Form<Typed> form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
      <Flex gap={8} align="end" wrap>
        <Form.Item name="who" label={t('add-who')} rules={[{ required: true, message: t('add-required') }]} style={{ flex: '1 1 240px', minWidth: 0, marginBottom: 4 }}>
          <Select
            disabled={add.isPending}
            options={known}
            placeholder={t('add-placeholder')}
            notFoundContent={t('add-none')}
            showSearch={{ onSearch: setTyped, filterOption: (text, option) => option !== undefined && matches(text.trim().toLowerCase(), option) }}
          />
        </Form.Item>
        <Button htmlType="submit" loading={add.isPending} style={{ marginBottom: 4 }}>
          {t('add')}
        </Button>
      </Flex>
      <small>{t(admin ? 'add-about-admin' : 'add-about')}</small>
    </Form>
  )
}
