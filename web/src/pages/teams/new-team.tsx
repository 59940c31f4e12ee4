import { useQueryClient } from '@tanstack/react-query'
import { Button, Card, Flex, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { PageHeader } from '@/components/page-header'
import { TRIGGERS } from '@/components/form-rules'
import { toast } from '@/feedback/toast'
import { attemptKeys } from '@/lib/attempt-keys'
import { changed } from '@/live/cache'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { lengthOf, rulesOf } from './lengths'
import { t } from './texts'
import './teams.css'

interface Typed {
  name: string
  description: string
}

/** Between the toast and the list. */
const REDIRECT_MS = 100

const FIELDS = ['name', 'description'] as const

export default function NewTeam() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [keyOf] = useState(attemptKeys)
  const create = useSend({
    mutationFn: (body: Typed) => request('POST', '/teams', { body, idempotencyKey: keyOf(body) }),
    onSuccess: ({ data }) => {
      toast.success(t('done'), t('done-text', { name: data.name }))
      void changed(client, 'team')
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const known = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(known.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      const first = known[0]
      if (first) form.scrollToField(first, { focus: true })
      else toast.failure(error, { title: t('new-error'), fallback: t('new-failed') })
    },
  })
  const done = create.isSuccess
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(paths.teams()), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [done, navigate])
  const saving = create.isPending || done
  const submit = ({ name, description }: Typed) => {
    if (!saving) create.mutate({ name: name.trim(), description: description.trim() })
  }
  return (
    <div className="team-form">
      <PageHeader title={t('new-title')} description={t('new-about')} />
      <Card>
        <Form<Typed> form={form} layout="vertical" disabled={saving} validateTrigger={TRIGGERS} scrollToFirstError={{ focus: true }} onFinish={submit}>
          <Form.Item name="name" label={t('name')} validateFirst rules={rulesOf('name')}>
            <Input autoComplete="off" count={{ show: true, max: LIMITS.teamName.max, strategy: lengthOf }} />
          </Form.Item>
          <Form.Item name="description" label={t('description')} validateFirst rules={rulesOf('description')}>
            <Input.TextArea rows={4} count={{ show: true, max: LIMITS.teamDescription.max, strategy: lengthOf }} />
          </Form.Item>
          <Flex gap={8} justify="end" wrap>
            <Button onClick={() => void navigate(paths.teams())}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={saving}>
              {t('create')}
            </Button>
          </Flex>
        </Form>
      </Card>
    </div>
  )
}
