import { Alert, Form, Input, InputNumber, Modal } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { type Args, request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Cluster, Deployment, Volume } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { bytes, cores } from '../amounts'
import { useKind } from '../catalogue'
import '../form/form.css'
import { EXAMPLES } from '../form/examples'
import { useClusters } from '../places'
import { PlanView } from '../plan'
import { t as shared } from '../texts'
import { t } from './texts'

type Body = NonNullable<Args<'POST', '/deployments/{id}/scale'>['body']>

interface Size {
  /** Null while nothing is typed. */
  replicas: number | null
  cpu: string
  memory: string
  storage: string
}

const sizeOf = ({ replicas, askedResources: { cpu, memory, storage } }: Pick<Deployment, 'replicas' | 'askedResources'>): Size => ({ replicas, cpu: cpu ?? '', memory: memory ?? '', storage: storage ?? '' })

/** What differs from the size that the deployment has; an amount that is emptied is worked out anew. */
export function changedIn(size: Size, deployment: Pick<Deployment, 'replicas' | 'askedResources'>): Body {
  const before = sizeOf(deployment)
  const amounts = (['cpu', 'memory', 'storage'] as const).filter((each) => size[each].trim() !== before[each])
  return {
    ...(size.replicas === null || size.replicas === before.replicas ? {} : { replicas: size.replicas }),
    ...(amounts.length === 0 ? {} : { resources: Object.fromEntries(amounts.map((each) => [each, size[each].trim()])) }),
  }
}

/** What is left of a cluster's nodes when everything has what it asks for; null where that is not known. */
export function freeOf(cluster: Pick<Cluster, 'totalCPU' | 'totalMemory' | 'requestedCPU' | 'requestedMemory'>): { cpu: string; memory: string } | null {
  const { totalCPU, totalMemory, requestedCPU, requestedMemory } = cluster
  if (totalCPU === null || totalMemory === null || requestedCPU === null || requestedMemory === null) return null
  return { cpu: `${Math.max(totalCPU * 1000 - requestedCPU, 0)}m`, memory: `${Math.max(totalMemory - requestedMemory, 0)}Mi` }
}

/** The site's own volume: no service's, and not a kept one. */
const ownOf = (volumes: readonly Volume[] | undefined): Volume | undefined => volumes?.find(({ service, kept, ending }) => service === null && !kept && !ending)

/** Another size of a site: what it has, what there is, what the change does, and only then the button. */
export default function Scale({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, name, version, revision, clusterId } = deployment
  const client = useQueryClient()
  const navigate = useNavigate()
  const kind = useKind(deployment.type)
  const cluster = useClusters().data?.items.find((each) => each.id === clusterId)
  const volumes = useQuery(one('/deployments/{id}/volumes', { path: { id } }, POLICY.volumes))
  const [size, setSize] = useState(() => sizeOf(deployment))
  const [reason, setReason] = useState('')
  const look = useSend({ mutationFn: (body: Body) => request('POST', '/deployments/{id}/plan/scale', { path: { id }, ifMatch: version, body }), gcTime: 0 })
  const plan = look.data?.data
  const body = changedIn(size, deployment)
  const send = useSend({
    mutationFn: () => request('POST', '/deployments/{id}/scale', { path: { id }, ifMatch: version, body: { ...body, ...(reason.trim() ? { reason: reason.trim() } : {}), ...(plan?.hash ? { plan: plan.hash } : {}) } }),
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('scale-begun', { name }), undefined, taskId ? { action: { label: shared('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED') look.mutate(body)
      else refresh(client)
    },
  })
  const failed = send.error ?? look.error
  const silent = look.error instanceof ApiError && (look.error.status === 503 || look.error.status === 504)
  const barred = refused(deployment.actions.scale)
  const busy = send.isPending || look.isPending
  const shown = plan !== undefined || silent
  const change = (next: Partial<Size>) => {
    setSize({ ...size, ...next })
    look.reset()
    send.reset()
  }
  return (
    <Modal
      open
      title={t('scale-title', { name })}
      width={720}
      okText={shown ? shared('scale') : t('scale-look')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: barred !== null || size.replicas === null || Object.keys(body).length === 0 }}
      confirmLoading={busy}
      cancelButtonProps={{ disabled: send.isPending }}
      mask={{ closable: false }}
      onOk={() => (shown ? send.mutate() : look.mutate(body))}
      onCancel={() => {
        if (!send.isPending) onClose()
      }}
    >
      <p className="quiet">{t('scale-about')}</p>
      <Known deployment={deployment} cluster={cluster} />
      {barred === null || send.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback: t('scale-failed') }).description} /> : null}
      <Form layout="vertical" disabled={busy} key={revision}>
        <div className="field-grid">
          {kind && kind.mostReplicas > 1 ? (
            <Form.Item label={shared('label-replicas')} htmlFor="scale-replicas" help={shared('about-replicas', { most: String(kind.mostReplicas) })}>
              <InputNumber id="scale-replicas" min={1} max={kind.mostReplicas} precision={0} value={size.replicas} onChange={(replicas) => change({ replicas })} />
            </Form.Item>
          ) : null}
          <Amount field="cpu" size={size} help={shared('about-cpu')} onChange={change} />
          <Amount field="memory" size={size} help={shared('about-amount')} onChange={change} />
          <OwnVolume volume={ownOf(volumes.data?.volumes)} size={size} onChange={change} />
        </div>
        {plan ? <PlanView plan={plan} /> : null}
        {shown ? (
          <Form.Item label={shared('edit-reason')} htmlFor="scale-reason" help={shared('edit-reason-about')}>
            <Input id="scale-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Form.Item>
        ) : null}
      </Form>
    </Modal>
  )
}

/** What the site has now, and what is free where it runs. */
function Known({ deployment, cluster }: { deployment: Deployment; cluster: Cluster | undefined }) {
  const { replicas, resources, stopped } = deployment
  const free = cluster ? freeOf(cluster) : null
  const lines: ReactNode[] = [
    stopped || resources === null ? null : t('scale-now', { replicas, cpu: cores(resources.cpu), memory: bytes(resources.memory), storage: bytes(resources.storage) }),
    stopped ? t('scale-stopped') : null,
    cluster ? (free ? t('scale-free', { cluster: cluster.name, cpu: cores(free.cpu), memory: bytes(free.memory) }) : t('scale-free-unknown', { cluster: cluster.name })) : null,
  ]
  return (
    <ul className="plan-consequences" style={{ marginBottom: 16 }}>
      {lines.filter((line) => line !== null).map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  )
}

interface AmountProps {
  field: 'cpu' | 'memory' | 'storage'
  size: Size
  help: string
  disabled?: boolean
  onChange: (next: Partial<Size>) => void
}

function Amount({ field, size, help, disabled = false, onChange }: AmountProps) {
  return (
    <Form.Item label={shared(`label-${field}`)} htmlFor={`scale-${field}`} help={help}>
      <Input id={`scale-${field}`} maxLength={20} placeholder={EXAMPLES[field]} value={size[field]} {...(disabled ? { disabled } : {})} onChange={(event) => onChange({ [field]: event.target.value })} />
    </Form.Item>
  )
}

/** Sites without a volume of their own have no size of it. */
function OwnVolume({ volume, size, onChange }: { volume: Volume | undefined; size: Size; onChange: (next: Partial<Size>) => void }) {
  if (!volume) return null
  const fixed = volume.growable === false
  const facts = { size: bytes(volume.size), class: volume.storageClass ?? '' }
  return <Amount field="storage" size={size} help={t(fixed ? 'scale-volume-fixed' : 'scale-volume', facts)} disabled={fixed} onChange={onChange} />
}
