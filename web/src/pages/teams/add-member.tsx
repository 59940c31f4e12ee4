import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { list } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Team } from '@/api/types'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { useIsAdmin } from '@/session/store'
import { POLICY } from '@/spec/policy'
import { candidates, idIn, type Person } from './people'
import { nameOf } from './rights'
import { t } from './texts'

interface Typed {
  userId?: string
}

/** Those found by name, and the one whose id was pasted. */
function offered(known: Person[], typed: string): Person[] {
  const id = idIn(typed)
  return id === null || known.some((person) => person.value === id) ? known : [{ value: id, label: t('add-id', { id }) }, ...known]
}

const matches = (typed: string, person: Person) => person.label.toLowerCase().includes(typed) || person.value.includes(typed)

function sentence(error: unknown): string {
  // Of the two that the call names, it is the team that is on the screen.
  const unknown = error instanceof ApiError && error.status === 404 && error.params.what !== 'Team'
  return unknown ? t('add-unknown') : present(error, { fallback: t('add-failed') }).description
}

/** Adds an existing user, with role member. */
export function AddMember({ team }: { team: Team }) {
  const client = useQueryClient()
  const admin = useIsAdmin()
  const [form] = Form.useForm<Typed>()
  const [typed, setTyped] = useState('')
  const teams = useQuery(list(admin ? '/teams/all' : '/teams', {}, POLICY.teams))
  const people = offered(candidates(teams.data?.items ?? [], team), typed)
  const add = useSend({
    mutationFn: (userId: string) => request('POST', '/teams/{id}/members', { path: { id: team.id }, body: { userId } }),
    onSuccess: ({ data }, userId) => {
      form.resetFields()
      const member = data.members.find((each) => each.userId === userId)
      toast.success(t('added'), t('added-text', { name: member ? nameOf(member) : userId, team: data.name }))
      void changed(client, 'team')
    },
    onError: (error) => {
      form.setFields([{ name: 'userId', errors: [sentence(error)] }])
    },
  })
  const submit = ({ userId }: Typed) => {
    if (userId && !add.isPending) add.mutate(userId)
  }
  return (
    <Form<Typed> form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
      <Flex gap={8} align="end" wrap>
        <Form.Item name="userId" label={t('add-who')} rules={[{ required: true, message: t('add-required') }]} style={{ flex: '1 1 240px', minWidth: 0, marginBottom: 4 }}>
          <Select
            disabled={add.isPending}
            options={people}
            placeholder={t('add-placeholder')}
            notFoundContent={t('add-none')}
            showSearch={{ onSearch: setTyped, filterOption: (text, option) => option !== undefined && matches(text.trim().toLowerCase(), option) }}
          />
        </Form.Item>
        <Button htmlType="submit" loading={add.isPending} style={{ marginBottom: 4 }}>
          {t('add')}
        </Button>
      </Flex>
      <small>{t('add-about')}</small>
    </Form>
  )
}
