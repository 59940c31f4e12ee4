import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Space } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { type Args, request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Deployment, Drift, Plan } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { Panel } from '@/components/panel'
import { Waiting } from '@/components/query-view'
import { ReasonButton } from '@/components/reason-button'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused, sentence } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { labelOf, useKind } from './catalogue'
import { type Note, PlanView } from './plan'
import { t } from './texts'

type Body = NonNullable<Args<'PUT', '/deployments/{id}'>['body']>

/** What can be taken over, as a change of the site; null when nothing can. Amounts are sent together: one that is left out is worked out anew. */
export function takenOver({ takes }: Pick<Drift, 'takes'>, deployment: Pick<Deployment, 'askedResources'>): Body | null {
  const values = new Map<string, string>()
  for (const { field, value } of takes) if (field !== null && !values.has(field)) values.set(field, value)
  if (values.size === 0) return null
  const body: Body = {}
  const { cpu, memory, storage } = deployment.askedResources
  const [replicas, image, version, php] = ['replicas', 'source.image', 'source.version', 'phpParameters.phpVersion'].map((field) => values.get(field))
  if (replicas !== undefined) body.replicas = Number(replicas)
  if (image !== undefined) body.source = { image }
  if (version !== undefined) body.source = { ...body.source, version }
  if (php !== undefined) body.phpParameters = { phpVersion: php } as NonNullable<Body['phpParameters']>
  if ([...values.keys()].some((field) => field.startsWith('resources.'))) {
    body.resources = { cpu: values.get('resources.cpu') ?? cpu, memory: values.get('resources.memory') ?? memory, storage: values.get('resources.storage') ?? storage }
  }
  return body
}

interface DifferencesProps {
  deployment: Deployment
  onClose: () => void
}

/** What differs from the revision in effect, asked of the cluster now; and the two ways on, each shown before it happens. */
export default function Differences({ deployment, onClose }: DifferencesProps) {
  const { id, version, revision } = deployment
  const client = useQueryClient()
  const navigate = useNavigate()
  const kind = useKind(deployment.type)
  const found = useQuery({
    // What moved in the cluster makes another version of the deployment.
    queryKey: ['drift', id, revision, version] as const,
    queryFn: async () => (await request('GET', '/deployments/{id}/drift', { path: { id } })).data,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  const done = (title: string, taskId: string | null) => {
    toast.success(title, undefined, taskId ? { action: { label: t('task'), run: () => void navigate(paths.task(taskId)) } } : {})
    refresh(client)
    onClose()
  }
  const failed = (error: Error) => {
    if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') {
      look.reset()
      void found.refetch()
    } else refresh(client)
  }
  const right = useSend({
    mutationFn: () => {
      const hash = found.data?.hash
      return request('POST', '/deployments/{id}/put-right', { path: { id }, ifMatch: version, ...(hash ? { query: { plan: hash } } : {}) })
    },
    onSuccess: ({ data: { taskId } }) => done(t('drift-right-done', { number: String(revision) }), taskId),
    onError: failed,
  })
  const body = found.data ? takenOver(found.data, deployment) : null
  const look = useSend({ mutationFn: (change: Body) => request('POST', '/deployments/{id}/plan', { path: { id }, body: { ...change, version } }), gcTime: 0 })
  const plan = look.data?.data
  const save = useSend({
    mutationFn: (change: Body) => request('PUT', '/deployments/{id}', { path: { id }, body: { ...change, version, reason: t('drift-over-reason'), ...(plan?.hash ? { plan: plan.hash } : {}) } }),
    onSuccess: ({ data: { taskId } }) => done(t('drift-over-done', { number: String(revision + 1) }), taskId),
    onError: failed,
  })
  const note: Note = (object, field) => {
    const take = found.data?.takes.find((each) => each.kind === object.kind && each.name === object.name && each.path === field.path)
    if (!take) return null
    const words = take.field === null ? sentence(take.problemReason, take.problemParams, take.problem ?? '') : t('drift-takes', { field: kind ? labelOf(take.field, kind) : take.field, value: take.value })
    return <span className="plan-note quiet">{words}</span>
  }
  const error = right.error ?? save.error ?? look.error ?? found.error
  const nothing = found.data?.objects.length === 0
  return (
    <Panel title={t('drift-panel', { number: String(revision) })} extra={<Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('drift-close')} onClick={onClose} />}>
      {error ? <Alert type="error" showIcon role="alert" title={present(error, { fallback: t('drift-failed') }).description} style={{ marginBottom: 16 }} /> : null}
      {plan && body ? (
        <Over plan={plan} saving={save.isPending} onSave={() => save.mutate(body)} onBack={() => (save.reset(), look.reset())} />
      ) : found.data ? (
        <>
          <p className="quiet">{t(nothing ? 'drift-none' : 'drift-about')}</p>
          {nothing ? null : (
            <>
              <PlanView plan={{ objects: found.data.objects, secrets: [], triedIn: null }} note={note} />
              <Space wrap>
                <ReasonButton type="primary" reason={deployment.stopped ? null : refused(deployment.actions.restart)} loading={right.isPending || found.isRefetching} onClick={() => right.mutate()}>
                  {t('drift-right')}
                </ReasonButton>
                <ReasonButton reason={refused(deployment.actions.update) ?? (body ? null : t('drift-over-none'))} loading={look.isPending} onClick={() => (body ? look.mutate(body) : undefined)}>
                  {t('drift-over')}
                </ReasonButton>
              </Space>
            </>
          )}
        </>
      ) : found.error ? null : (
        <Waiting rows={4} />
      )}
    </Panel>
  )
}

/** The new revision that takes over, before it is made. */
function Over({ plan, saving, onSave, onBack }: { plan: Plan; saving: boolean; onSave: () => void; onBack: () => void }) {
  return (
    <>
      <p className="quiet">{t('drift-over-about')}</p>
      <PlanView plan={plan} />
      <Space wrap>
        <Button type="primary" loading={saving} onClick={onSave}>
          {t('drift-over-save', { number: String(plan.revision) })}
        </Button>
        <Button onClick={onBack}>{t('drift-back')}</Button>
      </Space>
    </>
  )
}
