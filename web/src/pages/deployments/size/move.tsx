import { Alert, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '@/api/error'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import type { Cluster, Deployment, Plan } from '@/api/types'
import { refresh } from '@/components/changes/use-changes'
import { ClusterLacks } from '@/components/cluster-lacks'
import { NameToType } from '@/feedback/name-to-type'
import { present } from '@/feedback/present'
import { toast } from '@/feedback/toast'
import { refused, worded } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { useKind } from '../catalogue'
import '../form/form.css'
import { blocked, useClusters } from '../places'
import { PlanView } from '../plan'
import { t as shared } from '../texts'
import { t } from './texts'

/** To another cluster: which one, what that makes there and deletes here, what is lost, and only then the button. */
export default function Move({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, name, version, clusterId } = deployment
  const client = useQueryClient()
  const navigate = useNavigate()
  const clusters = useClusters().data?.items
  const [target, setTarget] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [copies, setCopies] = useState(true)
  const asked = (to: string) => ({ clusterId: to, ...(copies ? {} : { leaveData: true }) })
  const look = useSend({ mutationFn: (to: string) => request('POST', '/deployments/{id}/plan', { path: { id }, ifMatch: version, body: asked(to) }), gcTime: 0 })
  const plan = look.data?.data
  const send = useSend({
    mutationFn: ({ to, hash }: { to: string; hash: string }) =>
      request('PUT', '/deployments/{id}', { path: { id }, ifMatch: version, body: { ...asked(to), plan: hash, ...(reason.trim() ? { reason: reason.trim() } : {}) } }),
    onSuccess: ({ data: { taskId } }) => {
      toast.success(t('move-begun', { name }), undefined, taskId ? { action: { label: shared('task'), run: () => void navigate(paths.task(taskId)) } } : {})
      refresh(client)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'PLAN_OUTDATED' && target !== null) look.mutate(target)
      else refresh(client)
    },
  })
  const startOver = () => {
    look.reset()
    send.reset()
  }
  const failed = send.error ?? look.error
  const barred = refused(deployment.actions.move)
  const busy = send.isPending || look.isPending
  const hash = plan?.hash ?? null
  const ready = hash !== null && typed === name
  return (
    <Modal
      open
      title={t('move-title', { name })}
      width={720}
      okText={plan ? shared('move') : t('move-look')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: plan !== undefined, disabled: barred !== null || target === null || (plan !== undefined && !ready) }}
      confirmLoading={busy}
      cancelButtonProps={{ disabled: send.isPending }}
      mask={{ closable: false }}
      onOk={() => {
        if (target === null) return
        if (hash === null) look.mutate(target)
        else send.mutate({ to: target, hash })
      }}
      onCancel={() => {
        if (!send.isPending) onClose()
      }}
    >
      <p className="quiet">{t('move-about')}</p>
      {barred === null || send.isPending ? null : <Alert type="warning" showIcon className="form-warning" title={barred} />}
      {failed ? <Alert type="error" showIcon role="alert" className="form-warning" title={present(failed, { fallback: t('move-failed') }).description} /> : null}
      <Form layout="vertical" disabled={busy}>
        <Form.Item label={shared('cluster')} htmlFor="move-cluster">
          <Select
            id="move-cluster"
            placeholder={t('move-choose')}
            value={target}
            options={optionsOf(clusters, clusterId)}
            notFoundContent={t('move-none')}
            onChange={(to: string) => {
              setTarget(to)
              startOver()
            }}
          />
        </Form.Item>
        <Form.Item help={t('move-copy-about')}>
          <Checkbox
            checked={copies}
            onChange={(event) => {
              setCopies(event.target.checked)
              startOver()
            }}
          >
            {t('move-copy')}
          </Checkbox>
        </Form.Item>
        {target === null ? null : <ClusterLacks key={target} id={target} />}
        {plan?.move ? <Shown plan={plan} move={plan.move} deployment={deployment} /> : null}
        {plan ? (
          <>
            <Form.Item label={shared('edit-reason')} htmlFor="move-reason" help={shared('edit-reason-about')}>
              <Input id="move-reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Form.Item>
            <NameToType name={name} onTyped={setTyped} />
          </>
        ) : null}
      </Form>
    </Modal>
  )
}

/** All clusters but its own; one that takes nothing says why. */
function optionsOf(clusters: readonly Cluster[] | undefined, own: string) {
  const others = (clusters ?? []).filter((each) => each.id !== own)
  return others.map((cluster) => {
    const why = blocked(cluster)
    return { value: cluster.id, label: why === null ? cluster.name : `${cluster.name} · ${shared(`cluster-blocked-${why}`)}`, disabled: why !== null }
  })
}

/** The volume claims whose data is copied, by name. */
function copiedBy({ notices }: NonNullable<Plan['move']>): string[] {
  const volumes = notices.find(({ reason }) => reason === 'MoveCopiesData')?.params.volumes
  return Array.isArray(volumes) ? volumes.map(String) : []
}

/** In words first, then both clusters. */
function Shown({ plan, move, deployment }: { plan: Plan; move: NonNullable<Plan['move']>; deployment: Deployment }) {
  const kind = useKind(deployment.type)
  return (
    <>
      {move.notices.map((notice) => (
        <Alert key={notice.reason} type={notice.warning ? 'warning' : 'info'} showIcon className="form-warning" title={worded(notice, notice.message)} />
      ))}
      <h3>{t('move-there', { cluster: move.toClusterName })}</h3>
      <PlanView plan={plan} {...(kind ? { kind } : {})} />
      {/* Nothing when it cannot be seen, which a notice says. */}
      {move.leaves.length > 0 ? (
        <>
          <h3>{t('move-here', { cluster: move.fromClusterName })}</h3>
          <PlanView plan={{ objects: move.leaves, secrets: [], triedIn: null }} copied={copiedBy(move)} {...(kind ? { kind } : {})} />
        </>
      ) : null}
    </>
  )
}
