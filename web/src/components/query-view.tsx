import { Alert, Button } from 'antd'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { present, type PresentOptions } from '@/feedback/present'
import RequestId from '@/feedback/request-id'
import { texts } from '@/lib/texts'

/** The states of what is fetched: waiting, failed, nothing there, there. Old data stays on the screen when a later fetch fails. */

/** What the button is called that asks again; which screen says which is the product's to say. */
export type Again = 'again' | 'retry'

const t = texts('query')

export function ErrorPanel({ title, error, onRetry, errors, again = 'again' }: { title?: string; error: unknown; onRetry?: () => void; errors?: PresentOptions; again?: Again }) {
  const shown = present(error, { ...(title ? { title } : {}), ...errors })
  return (
    <Alert
      type={shown.tone}
      showIcon
      role="alert"
      title={shown.title}
      description={
        <>
          <div>{shown.description}</div>
          {shown.requestId ? <RequestId id={shown.requestId} /> : null}
        </>
      }
      action={onRetry ? <Button onClick={onRetry}>{t(again)}</Button> : undefined}
    />
  )
}

export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {text ? <span className="quiet">{text}</span> : null}
      {action}
    </div>
  )
}

export function Waiting({ rows = 3, label = t('loading') }: { rows?: number; label?: string }) {
  return (
    <div role="status">
      <span className="unseen">{label}</span>
      <div className="waiting" aria-hidden>
        {Array.from({ length: rows }, (_, at) => (
          <i key={at} />
        ))}
      </div>
    </div>
  )
}

type Viewed<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>

interface QueryViewProps<T> {
  query: Viewed<T>
  children: (data: T) => ReactNode
  /** What is shown while nothing has come yet; a skeleton unless given. */
  waiting?: ReactNode
  /** Title of the failure of the first fetch, such as "Failed to load tasks". */
  errorTitle?: string
  errors?: PresentOptions
  again?: Again
  /** Instead of the query's own refetch, for a page that retries several. */
  onRetry?: () => void
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
}

export function QueryView<T>({ query, children, waiting, errorTitle, errors, again = 'again', onRetry, isEmpty, empty }: QueryViewProps<T>) {
  const { data, error, isPending } = query
  const retry = onRetry ?? (() => void query.refetch())
  if (data === undefined) {
    if (error) return <ErrorPanel error={error} onRetry={retry} again={again} {...(errorTitle ? { title: errorTitle } : {})} {...(errors ? { errors } : {})} />
    return isPending ? (waiting ?? <Waiting />) : null
  }
  return (
    <>
      {error ? (
        <Alert
          type="warning"
          banner
          role="status"
          title={t('stale', { reason: present(error).description })}
          action={
            <Button size="small" onClick={retry}>
              {t(again)}
            </Button>
          }
          style={{ marginBottom: 12 }}
        />
      ) : null}
      {isEmpty?.(data) && empty !== undefined ? empty : children(data)}
    </>
  )
}
