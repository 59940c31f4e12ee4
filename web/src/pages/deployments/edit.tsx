import { Alert, Button, Card, Form, Input, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useReducer, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment, Kind } from '@/api/types'
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
import './form/form.css'
import { useCatalogue } from './catalogue'
import { type Body, type Change, changeOf, draftOf, keptSecrets, problemsOfEdit, touchesPods } from './edit-draft'
import { Facts } from './facts'
import { firstOf, type Problems, problemsFrom, without } from './form/checks'
import { type Draft, isOn } from './form/draft'
import { focusOn, TextField } from './form/fields'
import { AccountFields, DatabaseFields, DomainFields, RuntimeFields, ServiceFields } from './form/parts'
import { SourceFields } from './form/source-fields'
import { stepTitle } from './form/steps'
import { clusterName, locationLabel, usePlaces } from './places'
import { Review } from './review'
import { busy, rightsOf } from './rights'
import { t } from './texts'

const KeptData = lazy(() => import('./kept-data').then(({ KeptData: shown }) => ({ default: shown })))

export default function EditDeployment() {
  const { id = '' } = useParams()
  const query = useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))
  const catalogue = useCatalogue()
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
          {(deployment) => (
            <QueryView again="retry" query={catalogue} waiting={<Waiting rows={6} />} errorTitle={t('catalogue-failed')}>
              {({ types }) => {
                const kind = types.find((each) => each.id === deployment.type)
                if (!kind) return <Alert type="warning" showIcon title={t('kind-unknown')} />
                return <EditForm key={`${deployment.id} ${opened}`} deployment={deployment} kind={kind} onAgain={() => void again()} />
              }}
            </QueryView>
          )}
        </QueryView>
      )}
    </>
  )
}

/** What is typed, held against what was there when the form was opened. */
function useEdit(deployment: Deployment, kind: Kind) {
  // Not what hints make of it meanwhile: another one's change is not to be undone, and the version says which one was seen.
  const [opened] = useState(() => ({ before: draftOf(deployment, kind), version: deployment.version, kept: keptSecrets(deployment) }))
  const [draft, setDraft] = useState(opened.before)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Draft) => {
    setDraft((before) => ({ ...before, ...part }))
    setProblems((before) => without(before, part))
  }
  const show = (found: Problems) => {
    setProblems(found)
    const first = firstOf(found)
    if (first) focusOn(first)
  }
  // Volumes of services that are switched off, by service; none of a service that is on again.
  const [doomed, setDoomed] = useState<Record<string, readonly string[]>>({})
  const doom = (service: string, volumes: readonly string[]) => setDoomed((before) => ({ ...before, [service]: volumes }))
  const deleteVolumes = Object.entries(doomed).flatMap(([service, volumes]) => (isOn(draft, service) ? [] : volumes))
  const differs = { ...changeOf(kind, opened.before, draft), ...(deleteVolumes.length > 0 ? { deleteVolumes } : {}) }
  return { ...opened, draft, change, reason, setReason, problems, show, doomed, doom, differs }
}

function EditForm({ deployment, kind, onAgain }: { deployment: Deployment; kind: Kind; onAgain: () => void }) {
  const places = usePlaces()
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { before, version, kept, draft, change, reason, setReason, problems, show, doomed, doom, differs } = useEdit(deployment, kind)
  const rights = rightsOf(deployment, user, places.teams)
  const deleting = busy(deployment) === 'deleting'
  const barred = refused(deployment.actions.update)
  // Fields that are wrong are shown where they are typed.
  const wrong = (error: Error) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      look.reset()
      show(problemsFrom(error.fields, kind, draft).problems)
    }
  }
  const bodyOf = (sent: Change, plan?: string) => {
    const said = reason.trim()
    return { ...sent, version, ...(said ? { reason: said } : {}), ...(plan ? { plan } : {}) } as Body
  }
  const look = useSend({
    mutationFn: (sent: Change) => request('POST', '/deployments/{id}/plan', { path: { id: deployment.id }, body: bodyOf(sent) }),
    gcTime: 0,
    onError: wrong,
  })
  const plan = look.data?.data
  const save = useSend({
    mutationFn: (sent: Change) => request('PUT', '/deployments/{id}', { path: { id: deployment.id }, body: bodyOf(sent, plan?.hash ?? undefined) }),
    // The passwords are in nobody's hands but the server's afterwards.
    gcTime: 0,
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('edit-saved'), undefined, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      void navigate(paths.deployments())
    },
    onError: (error, sent) => {
      wrong(error)
      // The new plan takes the place of the old one, which is not to be saved any more.
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') look.mutate(sent)
    },
  })
  if (deleting || (rights.known && !rights.change)) {
    return <Alert type="info" showIcon title={t(deleting ? 'reason-deleting' : 'reason-foreign')} action={<LinkButton to={paths.deployments()}>{t('one-back')}</LinkButton>} />
  }
  const submit = () => {
    if (save.isPending || look.isPending || barred) return
    const found = problemsOfEdit(kind, before, draft, kept)
    show(found)
    if (Object.keys(found).length > 0) return
    if (Object.keys(differs).length === 0) void navigate(paths.deployments())
    else if (touchesPods(differs)) look.mutate(differs)
    else save.mutate(differs)
  }
  const props = { kind, draft, problems, change, kept }
  const keptData = ({ id, volume }: Kind['services'][number]) =>
    volume && isOn(before, id) && !isOn(draft, id) ? (
      <Suspense>
        <KeptData deployment={deployment} kind={kind} service={id} chosen={doomed[id] ?? []} onChoose={(volumes) => doom(id, volumes)} />
      </Suspense>
    ) : null
  const team = places.teams?.find((each) => each.id === deployment.teamId)
  const { reason: wrongReason } = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <Card style={{ maxWidth: 860 }}>
      <Failure error={save.error ?? look.error} kind={kind} draft={draft} onAgain={onAgain} {...(silent(look.error) && !('deleteVolumes' in differs) ? { onSave: () => save.mutate(differs) } : {})} />
      {plan ? <Review plan={plan} kind={kind} name={deployment.name} saving={save.isPending || look.isPending} onSave={() => save.mutate(differs)} onBack={() => (save.reset(), look.reset())} /> : null}
      <Form hidden={plan !== undefined} layout="vertical" onFinish={submit} autoComplete="off">
        <Section title={stepTitle(1, kind)}>
          <div className="fixed-facts">
            <Facts
              rows={[
                [t('type'), kind.name],
                [t('team'), team?.name ?? deployment.teamName],
                [t('cluster'), clusterName(deployment, places)],
                [t('location'), locationLabel(deployment.location, places.datacenters) || t('location-none')],
              ]}
            />
            <span className="quiet">{t('edit-fixed')}</span>
          </div>
          <TextField {...props} field="name" required />
          <TextField {...props} field="description" hint={t('optional')} />
          <DomainFields {...props} />
          <AccountFields {...props} userRequired={before['baseParameters.appUser'] !== ''} />
          <SourceFields {...props} />
        </Section>
        <Section title={stepTitle(3, kind)}>
          <ServiceFields {...props} below={keptData} />
        </Section>
        <Section title={stepTitle(4, kind)}>
          <RuntimeFields {...props} />
        </Section>
        <Section title={stepTitle(5, kind)}>
          <DatabaseFields {...props} />
        </Section>
        <Form.Item label={t('edit-reason')} htmlFor="edit-reason" {...(wrongReason ? { validateStatus: 'error' as const } : {})} help={wrongReason ?? t('edit-reason-about')}>
          <Input id="edit-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <p role="status">{outlook(deployment, differs)}</p>
        <Space wrap>
          <ReasonButton type="primary" htmlType="submit" reason={barred} loading={save.isPending || look.isPending}>
            {t(touchesPods(differs) ? 'edit-look' : 'edit-save')}
          </ReasonButton>
          <LinkButton to={paths.deployments()}>{t('cancel')}</LinkButton>
        </Space>
      </Form>
    </Card>
  )
}

/** The cluster could not be asked; a change can be saved all the same, and is brought about when it answers. */
const silent = (error: Error | null) => error instanceof ApiError && (error.status === 503 || error.status === 504)

/** What saving does beyond the words, said before it is done. */
function outlook(deployment: Deployment, differs: Change): string {
  if (Object.keys(differs).length === 0) return t('edit-unchanged')
  if (!touchesPods(differs)) return t('edit-quiet')
  if (deployment.stopped) return t('plan-power-stays')
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
function Failure({ error, kind, draft, onAgain, onSave }: { error: Error | null; kind: Kind; draft: Draft; onAgain: () => void; onSave?: () => void }) {
  if (!error) return null
  const fields = error instanceof ApiError ? error.fields : {}
  const { problems, others } = problemsFrom(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'reason')), kind, draft)
  if (others.length === 0 && (Object.keys(problems).length > 0 || fields.reason)) return null
  const overtaken = error instanceof ApiError && error.reason === 'CHANGED_MEANWHILE'
  const way = overtaken ? { label: t('edit-again'), run: onAgain } : onSave ? { label: t('plan-without'), run: onSave } : null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={others.length > 0 ? others.join(' ') : present(error, { fallback: t('edit-failed') }).description}
      {...(way
        ? {
            action: (
              <Button size="small" onClick={way.run}>
                {way.label}
              </Button>
            ),
          }
        : {})}
      style={{ marginBottom: 16 }}
    />
  )
}
