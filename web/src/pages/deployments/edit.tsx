import { Alert, Button, Card, Form, Input, Space, Typography } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useReducer, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { LinkButton } from '@/components/link-button'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import './deployments.css'
import { type Body, type Change, changeOf, draftOf, problemsOfEdit, touchesPods } from './edit-draft'
import { clusterName, Facts } from './panels'
import { locationLabel, usePlaces } from './places'
import { busy, rightsOf } from './rights'
import { t } from './texts'
import { firstOf, type Problems, problemsFrom } from './wizard/checks'
import { type Draft, SERVICES } from './wizard/draft'
import { inputId, PasswordField, TextField } from './wizard/fields'
import { DatabaseFields, PhpStep, ServicesStep } from './wizard/steps'

export default function EditDeployment() {
  const { id = '' } = useParams()
  const query = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const missing = query.error instanceof ApiError && query.error.status === 404
  const [opened, reopen] = useReducer((count: number) => count + 1, 0)
  const again = async () => {
    await query.refetch()
    reopen()
  }
  return (
    <>
      <PageHeader title={t('edit-title')} description={t('edit-about')} />
      {missing ? (
        <EmptyState title={t('one-missing')} text={t('one-missing-text')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
      ) : (
        <QueryView again="retry" query={query} waiting={<Waiting rows={6} />} errorTitle={t('one-failed')}>
          {(deployment) => <EditForm key={`${deployment.id} ${opened}`} deployment={deployment} onAgain={() => void again()} />}
        </QueryView>
      )}
    </>
  )
}

/** What is typed, held against what was there when the form was opened. */
function useEdit(deployment: Deployment) {
  // Not what hints make of it meanwhile: another one's change is not to be undone, and the version says which one was seen.
  const [opened] = useState(() => ({ before: draftOf(deployment), version: deployment.version }))
  const [draft, setDraft] = useState(opened.before)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    // What was wrong with a field is not said of what is typed next.
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }
  const show = (found: Problems) => {
    setProblems(found)
    const first = firstOf(found)
    if (first) document.getElementById(inputId(first))?.focus()
  }
  return { ...opened, draft, change, reason, setReason, problems, show, differs: changeOf(opened.before, draft) }
}

function EditForm({ deployment, onAgain }: { deployment: Deployment; onAgain: () => void }) {
  const places = usePlaces()
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { before, version, draft, change, reason, setReason, problems, show, differs } = useEdit(deployment)
  const allowed = rightsOf(deployment, user, places.teams).change
  const deleting = busy(deployment) === 'deleting'
  const barred = refused(deployment.actions.update)
  const save = useSend({
    mutationFn: (sent: Change) => {
      const said = reason.trim()
      return request('PUT', '/deployments/{id}', { path: { id: deployment.id }, body: { ...sent, version, ...(said ? { reason: said } : {}) } as Body })
    },
    // The passwords are in nobody's hands but the server's afterwards.
    gcTime: 0,
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('edit-saved'), undefined, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      void navigate(paths.deployments())
    },
    onError: (error) => {
      if (error instanceof ApiError) show(problemsFrom(error.fields).problems)
    },
  })
  if (deleting || (places.teams && !allowed)) {
    return <Alert type="info" showIcon title={t(deleting ? 'reason-deleting' : 'reason-foreign')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
  }
  const submit = () => {
    if (save.isPending || barred) return
    const found = problemsOfEdit(before, draft)
    show(found)
    if (Object.keys(found).length > 0) return
    if (Object.keys(differs).length === 0) void navigate(paths.deployments())
    else save.mutate(differs)
  }
  const props = { draft, problems, change, kept: true }
  const { reason: wrongReason } = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <Card style={{ maxWidth: 860 }}>
      <Failure error={save.error} onAgain={onAgain} />
      <Form layout="vertical" onFinish={submit} autoComplete="off">
        <Section title={t('step-1')}>
          <TextField {...props} field="name" required />
          <TextField {...props} field="description" hint={t('optional')} />
          <div className="field-grid">
            <TextField {...props} field="domain" required max={253} hint={t('about-domain')} />
            <TextField {...props} field="appUser" required={before.appUser !== ''} max={60} hint={t('about-app')} />
            <PasswordField {...props} field="appPass" />
          </div>
          <Facts
            rows={[
              [t('cluster'), clusterName(deployment.clusterId, places)],
              [t('location'), locationLabel(deployment.location, places.datacenters) || t('location-none')],
            ]}
          />
        </Section>
        <Section title={t('step-3')}>
          <ServicesStep {...props} names={SERVICES.filter((name) => name in deployment.services)} />
        </Section>
        {deployment.phpParameters ? (
          <Section title={t('step-4')}>
            <PhpStep {...props} />
          </Section>
        ) : null}
        {deployment.databaseParameters ? (
          <Section title={t('step-5')}>
            <DatabaseFields {...props} />
          </Section>
        ) : null}
        <Form.Item label={t('edit-reason')} htmlFor="edit-reason" {...(wrongReason ? { validateStatus: 'error' as const } : {})} help={wrongReason ?? t('edit-reason-about')}>
          <Input id="edit-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <Typography.Paragraph role="status">{outlook(deployment, differs)}</Typography.Paragraph>
        <Space wrap>
          <ReasonButton type="primary" htmlType="submit" reason={barred} loading={save.isPending}>
            {t('edit-save')}
          </ReasonButton>
          <LinkButton to={paths.deployments()}>{t('cancel')}</LinkButton>
        </Space>
      </Form>
    </Card>
  )
}

/** What saving does beyond the words, said before it is done. */
function outlook(deployment: Deployment, differs: Change): string {
  if (Object.keys(differs).length === 0) return t('edit-unchanged')
  if (!touchesPods(differs)) return t('edit-quiet')
  return t(deployment.effectiveRevision === null ? 'edit-installs' : 'edit-restarts')
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="edit-section">
      <h2 className="panel-title">{title}</h2>
      {children}
    </section>
  )
}

/** Why it was not taken; a field's own sentence stands at the field. */
function Failure({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  if (!error) return null
  const fields = error instanceof ApiError ? error.fields : {}
  const { problems, others } = problemsFrom(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'reason')))
  if (others.length === 0 && (Object.keys(problems).length > 0 || fields.reason)) return null
  const overtaken = error instanceof ApiError && error.reason === 'CHANGED_MEANWHILE'
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={others.length > 0 ? others.join(' ') : present(error, { fallback: t('edit-failed') }).description}
      {...(overtaken
        ? {
            action: (
              <Button size="small" onClick={onAgain}>
                {t('edit-again')}
              </Button>
            ),
          }
        : {})}
      style={{ marginBottom: 16 }}
    />
  )
}
