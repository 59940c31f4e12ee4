import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { list, one } from '@/api/query'
import { request } from '@/api/request'
import { useSend } from '@/api/send'
import { refresh } from '@/components/changes/use-changes'
import { present } from '@/feedback/present'
import { refused } from '@/lib/sentence'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** What can be begun without filling in a form; everything else has its own page. */
const KINDS = ['restart', 'scale', 'retry'] as const

type Kind = (typeof KINDS)[number]

/** Deployments that are offered at once; typing finds the others. */
const FOUND = 20

/** Begins a task on a deployment, and leads to it. What its state does not allow says why. */
export function NewTask({ deployment, onClose }: { deployment: string; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [id, choose] = useState(deployment)
  const [kind, setKind] = useState<Kind>('restart')
  const found = useQuery({ ...list('/deployments', { query: { search: typed.trim(), page: 1, limit: FOUND } }, POLICY.deployments), placeholderData: keepPreviousData })
  const chosen = useQuery({ ...one('/deployments/{id}', { path: { id } }, POLICY.deployments), enabled: id !== '' }).data
  const known = found.data?.items.map((each) => ({ value: each.id, label: each.name })) ?? []
  const options = chosen && !known.some(({ value }) => value === chosen.id) ? [{ value: chosen.id, label: chosen.name }, ...known] : known
  const barred = chosen ? refused(chosen.actions[kind]) : null
  const start = useSend({
    mutationFn: (version: number) => request('POST', '/deployments/{id}/retry', { path: { id }, ifMatch: version }),
    onSuccess: ({ data }) => {
      onClose()
      if (data.taskId) void navigate(paths.task(data.taskId))
    },
    onSettled: () => refresh(client),
  })
  return (
    <Modal
      open
      title={t('new')}
      width={480}
      okText={t('new-start')}
      cancelText={t('new-cancel')}
      okButtonProps={{ disabled: !chosen || barred !== null }}
      confirmLoading={start.isPending}
      cancelButtonProps={{ disabled: start.isPending }}
      mask={{ closable: false }}
      onOk={() => {
        if (!chosen) return
        if (kind === 'retry') start.mutate(chosen.version)
        else {
          onClose()
          // What it does is shown where the deployment is.
          void navigate({ pathname: paths.deployment(chosen.id), search: `?${kind}=shown` })
        }
      }}
      onCancel={() => {
        if (!start.isPending) onClose()
      }}
    >
      <Form layout="vertical" disabled={start.isPending}>
        <Form.Item label={t('deployment')} htmlFor="new-task-deployment">
          <Select
            id="new-task-deployment"
            value={id === '' ? null : id}
            options={options}
            placeholder={t('new-choose')}
            notFoundContent={t('new-none')}
            showSearch={{ onSearch: setTyped, filterOption: false }}
            onChange={(next: string) => {
              choose(next)
              start.reset()
            }}
          />
        </Form.Item>
        <Form.Item label={t('type')} htmlFor="new-task-kind">
          <Select
            id="new-task-kind"
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(`new-${value}`) }))}
            onChange={(next: Kind) => {
              setKind(next)
              start.reset()
            }}
          />
        </Form.Item>
        <p className="quiet">{t(`new-${kind}-about`)}</p>
        {barred === null ? null : <Alert type="warning" showIcon title={barred} />}
        {start.error ? <Alert type="error" showIcon title={present(start.error, { fallback: t('new-failed') }).description} /> : null}
        {chosen ? (
          <p className="quiet">
            <Link to={paths.editDeployment(chosen.id)}>{t('new-edit', { name: chosen.name })}</Link>
          </p>
        ) : null}
      </Form>
    </Modal>
  )
}
