import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { session } from '@/session/store'
import { ApiError } from '@/api/error'
import { texts } from '@/lib/texts'
import { TOAST } from '@/spec/policy'
import { withFeedback } from './bound'
import { keep } from './messages'
import { present, type PresentOptions } from './present'

/**
 * The one toast, at the bottom, away from the buttons of page and header. Three at once, the newest nearest to the edge;
 * errors, which name the request, and what offers something to do stay longer. All of them can be read again in the header (`messages.ts`).
 */

const t = texts('toast')

/** Loaded with the first failure: toasts are part of every page, also of those before sign-in. */
const RequestId = lazy(() => import('./request-id'))

type Tone = 'success' | 'info' | 'warning' | 'error'

export interface ToastOptions {
  /** One action, such as a link to the task. */
  action?: { label: string; run: () => void }
  requestId?: string | null
}

let count = 0

function show(tone: Tone, title: string, description?: string, options: ToastOptions = {}): void {
  const key = `toast-${++count}`
  const { action, requestId } = options
  keep({ key, tone, title, description, at: new Date().toISOString() })
  withFeedback(({ notification }) => {
    notification[tone]({
      key,
      title,
      description: (
        <>
          {description}
          {requestId ? (
            <Suspense fallback={null}>
              <RequestId id={requestId} />
            </Suspense>
          ) : null}
        </>
      ),
      placement: 'bottomRight',
      role: tone === 'error' ? 'alert' : 'status',
      duration: tone === 'error' || action ? TOAST.longSeconds : TOAST.seconds,
      pauseOnHover: true,
      ...(action
        ? {
            actions: (
              <Button
                size="small"
                onClick={() => {
                  notification.destroy(key)
                  action.run()
                }}
              >
                {action.label}
              </Button>
            ),
          }
        : {}),
    })
  })
}

export const toast = {
  success: (title: string, description?: string, options?: ToastOptions) => show('success', title, description, options),
  info: (title: string, description?: string, options?: ToastOptions) => show('info', title, description, options),
  warning: (title: string, description?: string, options?: ToastOptions) => show('warning', title, description, options),
  error: (title: string, description?: string, options?: ToastOptions) => show('error', title, description, options),
  /** A failed call, in the presenter's words. Says nothing when it ended the session: that has its own single toast. */
  failure(error: unknown, options: PresentOptions & { retry?: () => void } = {}): void {
    if (error instanceof ApiError && error.status === 401 && !session.get()) return
    const { retry, ...rest } = options
    const shown = present(error, rest)
    const action = retry && shown.retryable ? { label: t('again'), run: retry } : undefined
    show(shown.tone, shown.title, shown.description, { requestId: shown.requestId, ...(action ? { action } : {}) })
  },
}
