import { CheckCircleOutlined, CloseOutlined, DownloadOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { download } from '@/api/download'
import { list } from '@/api/query'
import { useSend } from '@/api/send'
import type { Deployment, Revision, VolumeDeletion } from '@/api/types'
import { hint } from '@/components/hint/hint'
import { QueryView, Waiting } from '@/components/query-view'
import { StatusTag } from '@/components/status-tag'
import { TimeAgo } from '@/components/time-ago'
import { toast } from '@/feedback/toast'
import { failure, sentence } from '@/lib/sentence'
import { useUrlState } from '@/lib/url-state'
import { POLICY } from '@/spec/policy'
import { Pages } from '@/components/pages'
import { Panel } from '@/components/panel'
import { bytes } from './amounts'
import { t } from './texts'

const Rollback = lazy(() => import('./rollback'))
const Compare = lazy(() => import('./compare').then(({ Compare: shown }) => ({ default: shown })))

const PAGE = 10

/** As many as one answer has: what can be compared. */
const COMPARED = 100

/**
 * What people asked for over time, newest first, any two of them beside each other, and the way back to an earlier one.
 * `charts`: the reader may have them. `changes`: the reader may change the deployment.
 */
export function RevisionsPanel({ deployment, charts = false, changes = false }: { deployment: Deployment; charts?: boolean; changes?: boolean }) {
  const [back, setBack] = useState<number | null>(null)
  const { revision, effectiveRevision } = deployment
  // A change that did not come about is discarded instead.
  const undo = changes && revision > 1 && effectiveRevision === revision
  const [address, setAddress] = useUrlState({ compare: '' })
  const chosen = chosenIn(address.compare)
  const choose = (pair: [number, number] | null) => setAddress({ compare: pair ? pair.join(',') : '' })
  // What the address asks for takes no focus.
  const [compares, setCompares] = useState(0)
  const compare = (number: number) => {
    setCompares((times) => times + 1)
    choose(chosen ? [chosen[1], number] : [effectiveRevision ?? revision, number])
  }
  return (
    <div className="revisions-page">
      <Panel
        title={t('revisions')}
        extra={
          undo ? (
            <Button size="small" icon={<RollbackOutlined aria-hidden />} onClick={() => setBack(revision - 1)}>
              {t('rollback-undo')}
            </Button>
          ) : null
        }
      >
        <Revisions deployment={deployment} charts={charts} onBack={changes ? setBack : null} onCompare={compare} />
      </Panel>
      {back !== null && back !== revision ? (
        <Below asked={back}>
          <Suspense fallback={<Waiting rows={6} />}>
            <Rollback key={back} deployment={deployment} number={back} onClose={() => setBack(null)} />
          </Suspense>
        </Below>
      ) : null}
      {chosen ? (
        <Below asked={compares}>
          <Panel
            title={t('compare')}
            extra={
              <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('compare-close')} onClick={() => choose(null)} />
            }
          >
            <Compared deployment={deployment} chosen={chosen} onChoose={choose} />
          </Panel>
        </Below>
      ) : null}
    </div>
  )
}

/** What comes below the list takes the focus, and with it comes into sight, each time it is asked for; then the focus goes back. */
function Below({ asked, children }: { asked: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked === 0) return
    const before = document.activeElement
    box.current?.focus()
    return () => {
      // Whoever has gone elsewhere meanwhile stays there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [asked])
  return (
    <div ref={box} tabIndex={-1} className="revisions-below">
      {children}
    </div>
  )
}

/** "3,2" of the address. */
function chosenIn(text: string): [number, number] | null {
  const [left, right] = text.split(',').map((part) => Number.parseInt(part, 10))
  return left && right ? [left, right] : null
}

function Compared({ deployment, chosen, onChoose }: { deployment: Deployment; chosen: [number, number]; onChoose: (chosen: [number, number]) => void }) {
  const revisions = useQuery(list('/deployments/{id}/revisions', { path: { id: deployment.id }, query: { page: 1, limit: COMPARED } }, POLICY.standard))
  return (
    <QueryView again="retry" query={revisions} waiting={<Waiting rows={6} />} errorTitle={t('revisions-failed')}>
      {({ items }) => (
        <Suspense fallback={<Waiting rows={6} />}>
          <Compare revisions={items} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      )}
    </QueryView>
  )
}

interface RevisionsProps {
  deployment: Deployment
  charts: boolean
  onBack: ((number: number) => void) | null
  onCompare: (number: number) => void
}

function Revisions({ deployment, charts, onBack, onCompare }: RevisionsProps) {
  const [{ page: pageText }, setAddress] = useUrlState({ page: '1' })
  const page = Math.max(1, Number.parseInt(pageText, 10) || 1)
  const revisions = useQuery({ ...list('/deployments/{id}/revisions', { path: { id: deployment.id }, query: { page, limit: PAGE } }, POLICY.standard), placeholderData: keepPreviousData })
  return (
    <QueryView again="retry" query={revisions} waiting={<Waiting rows={3} />} errorTitle={t('revisions-failed')}>
      {({ items, pagination }) => (
        <>
          <ol className="revisions">
            {items.map((revision) => (
              <Row
                key={revision.number}
                revision={revision}
                home={deployment.clusterId}
                chartOf={charts ? deployment.id : null}
                atWork={deployment.currentTaskId !== null && revision.number === deployment.revision}
                onBack={revision.number === deployment.revision ? null : onBack}
                onCompare={pagination.total > 1 ? onCompare : null}
              />
            ))}
          </ol>
          {pagination.total > PAGE ? (
            <Pages label={t('revisions-pages')} page={page} size={PAGE} total={pagination.total} onChange={(next) => setAddress({ page: String(next) })} />
          ) : null}
        </>
      )}
    </QueryView>
  )
}

/** What became of a volume that goes with a revision. */
function deletionOf({ name, size, deletedAt, problem, problemReason, problemParams }: VolumeDeletion, pending: boolean): string {
  const facts = { volume: name, size: bytes(size) }
  if (deletedAt !== null) return t('revision-volume-deleted', facts)
  if (problem !== null) return t('revision-volume-stays', { ...facts, why: sentence(problemReason, problemParams, problem) })
  return t(pending ? 'revision-volume-goes' : 'revision-volume-left', facts)
}

interface RowProps {
  revision: Revision
  /** The cluster that the site runs on. */
  home: string
  chartOf: string | null
  atWork: boolean
  onBack: ((number: number) => void) | null
  onCompare: ((number: number) => void) | null
}

function Row({ revision, home, chartOf, atWork, onBack, onCompare }: RowProps) {
  const { number, change, restored, authorName, authorId, createdAt, reason, result, errorLog, effective, helmRevisions } = revision
  // A restart works on a revision whose own result stands.
  const state = result ?? (atWork ? 'pending' : null)
  return (
    <li>
      <div className="revision-head">
        <strong>{t('revision-number', { number })}</strong>
        {state ? <StatusTag family="change" status={state} /> : null}
        {effective ? (
          <Tag icon={<CheckCircleOutlined aria-hidden />}>
            {t('revision-effective')}
          </Tag>
        ) : null}
        {onCompare ? (
          <Button size="small" type="text" className="revision-compare" aria-label={t('compare-named', { number })} onClick={() => onCompare(number)}>
            {t('compare-this')}
          </Button>
        ) : null}
        {onBack ? (
          <Button size="small" type="text" icon={<RollbackOutlined aria-hidden />} aria-label={t('rollback-named', { number })} onClick={() => onBack(number)}>
            {t('rollback-this')}
          </Button>
        ) : null}
        {chartOf === null ? null : <ChartButton deployment={chartOf} number={number} />}
      </div>
      <span className="quiet">
        {change === 'rollback' ? t('revision-rollback', { number: restored ?? 0, author: authorName || authorId }) : t(`revision-${change}`, { author: authorName || authorId })} · <TimeAgo at={createdAt} />
        {helmRevisions.length > 0 ? ` · ${t('revision-helm', { n: helmRevisions.length, numbers: helmRevisions.join(', ') })}` : null}
      </span>
      {revision.clusterId === home ? null : <p className="quiet">{t('revision-place', { cluster: revision.clusterName })}</p>}
      {reason ? <p>{reason}</p> : null}
      {revision.deletes.map((volume) => (
        <p key={volume.name} className="quiet">
          {deletionOf(volume, state === 'pending')}
        </p>
      ))}
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

/** The revision as a Helm chart, for who goes on without Canopy. */
function ChartButton({ deployment, number }: { deployment: string; number: number }) {
  const fetched = useSend({
    mutationFn: () => download('/deployments/{id}/revisions/{number}/chart', { path: { id: deployment, number: String(number) } }),
    onError: (error) => toast.failure(error, { fallback: t('chart-failed') }),
  })
  return (
    <Button size="small" type="text" icon={<DownloadOutlined aria-hidden />} loading={fetched.isPending} aria-label={t('chart-named', { number })} {...hint(t('chart-about'))} onClick={() => fetched.mutate()}>
      {t('chart')}
    </Button>
  )
}
