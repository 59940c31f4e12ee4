import { CheckCircleOutlined } from '@ant-design/icons'
import { Button, Pagination, Tag, Typography } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { list } from '@/api/query'
import type { Deployment, Revision } from '@/api/types'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { failure } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'
import { POLICY } from '@/spec/policy'
import { Panel } from './panels'
import { t } from './texts'

const PAGE = 10

/** What people asked for over time, newest first; asked for once it is to be seen. */
export function RevisionsPanel({ deployment }: { deployment: Deployment }) {
  const [address, setAddress] = useUrlState({ revisions: '' })
  const open = address.revisions === 'shown'
  const id = useId()
  return (
    <Panel
      title={t('revisions')}
      extra={
        <Button type="link" size="small" aria-expanded={open} aria-controls={id} onClick={() => setAddress({ revisions: open ? '' : 'shown' })}>
          {t(open ? 'revisions-hide' : 'revisions-show')}
        </Button>
      }
    >
      <div id={id}>{open ? <Revisions deployment={deployment} /> : <Typography.Text>{t('revision-number', { number: deployment.revision })}</Typography.Text>}</div>
    </Panel>
  )
}

function Revisions({ deployment }: { deployment: Deployment }) {
  const [page, setPage] = useState(1)
  const revisions = useQuery({ ...list('/deployments/{id}/revisions', { path: { id: deployment.id }, query: { page, limit: PAGE } }, POLICY.standard), placeholderData: keepPreviousData })
  return (
    <QueryView again="retry" query={revisions} waiting={<Waiting rows={3} />} errorTitle={t('revisions-failed')}>
      {({ items, pagination }) => (
        <>
          <ol className="revisions">
            {items.map((revision) => (
              <Row key={revision.number} revision={revision} atWork={deployment.currentTaskId !== null && revision.number === deployment.revision} />
            ))}
          </ol>
          {pagination.total > PAGE ? (
            <nav aria-label={t('revisions-pages')}>
              <Pagination size="small" align="end" current={page} pageSize={PAGE} total={pagination.total} showSizeChanger={false} onChange={setPage} />
            </nav>
          ) : null}
        </>
      )}
    </QueryView>
  )
}

function Row({ revision, atWork }: { revision: Revision; atWork: boolean }) {
  const { number, change, authorName, authorId, createdAt, reason, result, errorLog, effective, helmRevisions } = revision
  // A restart works on a revision whose own result stands.
  const state = result ?? (atWork ? 'pending' : null)
  return (
    <li>
      <div className="revision-head">
        <strong>{t('revision-number', { number })}</strong>
        {state ? <StatusTag family="change" status={state} /> : null}
        {effective ? (
          <Tag color="blue" icon={<CheckCircleOutlined aria-hidden />}>
            {t('revision-effective')}
          </Tag>
        ) : null}
      </div>
      <Typography.Text type="secondary">
        {t(`revision-${change}`, { author: authorName || authorId })} · <TimeAgo at={createdAt} />
        {helmRevisions.length > 0 ? ` · ${t('revision-helm', { n: helmRevisions.length, numbers: helmRevisions.join(', ') })}` : null}
      </Typography.Text>
      {reason ? <p>{reason}</p> : null}
      {errorLog ? (
        // Long logs scroll, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="error-log" tabIndex={0} aria-label={t('problem-log')}>
          {failure(revision)}
        </pre>
      ) : null}
    </li>
  )
}
