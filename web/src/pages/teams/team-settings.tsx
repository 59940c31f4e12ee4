import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { list, one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Team } from '@/api/types'
import { CopyCurl } from '@/components/copy-curl'
import { Fact, Facts } from '@/components/facts'
import { TRIGGERS } from '@/components/form-rules'
import { Notifications } from '@/components/notifications'
import { PageHeader } from '@/components/page-header'
import { Panel } from '@/components/panel'
import { QueryView } from '@/components/query-view'
import { QuotaMeters } from '@/components/quotas'
import { ReasonButton } from '@/components/reason-button'
import { confirm } from '@/feedback/confirm'
import { toast } from '@/feedback/toast'
import { changed } from '@/live/cache'
import { useUser } from '@/session/store'
import { LIMITS } from '@/spec/limits'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { lengthOf, rulesOf } from './lengths'
import { Invites } from './invites'
import { Members } from './members'
import { mayAdd, mayOwn, nameOf } from './rights'
import { t } from './texts'
import './teams.css'

interface Texts {
  name: string
  description: string
}

const FIELDS = ['name', 'description'] as const

/** Everything about one team: its texts, its members, whose it is, its end. */
export default function TeamSettings() {
  const { id = '' } = useParams()
  const me = useUser()
  const team = useQuery(one('/teams/{id}', { path: { id } }, POLICY.teams))
  const { data } = team
  return (
    <>
      <PageHeader title={t('settings-title')} call={data ? <CopyCurl call={`/teams/${data.id}`} /> : null} description={data ? t('settings-about', { name: data.name }) : undefined} />
      <QueryView query={team} errorTitle={t('settings-failed')}>
        {(shown) => (
          <div className="team-settings">
            {me && mayAdd(me, shown) ? <General key={shown.id} team={shown} /> : <ReadOnly team={shown} />}
            <Panel title={t('quotas')}>
              <QuotaMeters team={shown.id} />
            </Panel>
            <Panel title={t('members')}>
              <Members team={shown} heading={false} />
            </Panel>
            {me && mayAdd(me, shown) ? <Invites team={shown} /> : null}
            {me && mayAdd(me, shown) ? <Notifications team={shown.id} /> : null}
            {me && mayOwn(me, shown) ? (
              <>
                <Ownership team={shown} />
                <Deletion team={shown} />
              </>
            ) : null}
          </div>
        )}
      </QueryView>
    </>
  )
}

function ReadOnly({ team }: { team: Team }) {
  return (
    <Panel title={t('general')}>
      <Facts>
        <Fact name={t('name')}>{team.name}</Fact>
        <Fact name={t('description')}>{team.description}</Fact>
      </Facts>
      <p className="quiet">{t('readonly')}</p>
    </Panel>
  )
}

function General({ team }: { team: Team }) {
  const client = useQueryClient()
  const [form] = Form.useForm<Texts>()
  const typed = Form.useWatch([], form) as Texts | undefined
  const save = useSend({
    mutationFn: (body: Texts) => request('PUT', '/teams/{id}', { path: { id: team.id }, body }),
    onSuccess: ({ data }) => {
      form.setFieldsValue({ name: data.name, description: data.description })
      toast.success(t('saved'))
      void changed(client, 'team')
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? error.fields : {}
      const known = FIELDS.filter((name) => problems[name] !== undefined)
      form.setFields(known.map((name) => ({ name, errors: [problems[name] ?? ''] })))
      if (known.length === 0) toast.failure(error, { fallback: t('save-failed') })
    },
  })
  const differs = typed !== undefined && FIELDS.some((name) => (typed[name] ?? '').trim() !== team[name])
  return (
    <Panel title={t('general')}>
      <Form<Texts>
        form={form}
        layout="vertical"
        disabled={save.isPending}
        validateTrigger={TRIGGERS}
        scrollToFirstError={{ focus: true }}
        initialValues={{ name: team.name, description: team.description }}
        onFinish={({ name, description }) => save.mutate({ name: name.trim(), description: description.trim() })}
      >
        <Form.Item name="name" label={t('name')} validateFirst rules={rulesOf('name')}>
          <Input autoComplete="off" count={{ show: true, max: LIMITS.teamName.max, strategy: lengthOf }} />
        </Form.Item>
        <Form.Item name="description" label={t('description')} validateFirst rules={rulesOf('description')}>
          <Input.TextArea rows={3} count={{ show: true, max: LIMITS.teamDescription.max, strategy: lengthOf }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={!differs} loading={save.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Panel>
  )
}

function Ownership({ team }: { team: Team }) {
  const client = useQueryClient()
  const [form] = Form.useForm<{ heir?: string }>()
  const others = team.members.filter((member) => member.userId !== team.owner_id)
  const handOver = async ({ heir }: { heir?: string }) => {
    const member = others.find((each) => each.userId === heir)
    if (!member) return
    const name = nameOf(member)
    const done = await confirm({
      title: t('hand-title', { team: team.name, name }),
      text: t('hand-text'),
      action: t('hand-do'),
      errors: { fallback: t('hand-failed') },
      run: () => request('PUT', '/teams/{id}/owner', { path: { id: team.id }, body: { userId: member.userId } }),
    })
    if (!done) return
    form.resetFields()
    toast.success(t('handed'), t('handed-text', { name, team: team.name }))
    await changed(client, 'team')
  }
  return (
    <Panel title={t('hand')}>
      <p>{t('hand-about')}</p>
      {others.length === 0 ? (
        <p className="quiet">{t('hand-nobody')}</p>
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(typed) => void handOver(typed)}>
          <Form.Item name="heir" label={t('hand-who')} rules={[{ required: true, message: t('hand-required') }]}>
            <Select placeholder={t('hand-placeholder')} options={others.map((member) => ({ value: member.userId, label: nameOf(member) }))} />
          </Form.Item>
          <Button htmlType="submit">{t('hand-do')}</Button>
        </Form>
      )}
    </Panel>
  )
}

function Deletion({ team }: { team: Team }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sites = useQuery(list('/deployments', { query: { teamId: team.id, limit: 1 } }, POLICY.deployments))
  const remove = async () => {
    const gone = await confirm({
      title: t('delete-title', { name: team.name }),
      text: t('delete-text'),
      errors: { fallback: t('delete-failed'), final: t('delete-refused') },
      run: () => request('DELETE', '/teams/{id}', { path: { id: team.id } }),
    })
    if (!gone) return
    toast.success(t('deleted'), t('deleted-text', { name: team.name }))
    await navigate(paths.teams(), { replace: true })
    client.removeQueries({ queryKey: one('/teams/{id}', { path: { id: team.id } }).queryKey })
    await changed(client, 'team')
  }
  const n = sites.data?.pagination.total ?? 0
  return (
    <Panel title={t('delete')}>
      <p>{t('delete-about')}</p>
      <ReasonButton className="quiet-danger" reason={n > 0 ? t('delete-blocked', { n }) : null} onClick={() => void remove()}>
        {t('delete')}
      </ReasonButton>
      {n > 0 ? <p className="quiet">{t('delete-blocked', { n })}</p> : null}
    </Panel>
  )
}
