import { ApiError } from '@/api/error'
import { texts } from '@/lib/texts'

/** The one place that words a failure for people. */

const t = texts('errors', {
  'UNAUTHORIZED.title': 'Authentication Error',
  'FORBIDDEN.title': 'Access Denied',
  'NOT_FOUND.title': 'Not Found',
  'VALIDATION_ERROR.title': 'Invalid Input',
  'RATE_LIMIT_EXCEEDED.title': 'Rate Limit Exceeded',
  'INTERNAL_SERVER_ERROR.title': 'Server Error',
  'NETWORK_ERROR.title': 'Network Error',
  'TIMEOUT_ERROR.title': 'Request Timeout',
  'CONFLICT.title': 'Conflict',
  'SERVICE_UNAVAILABLE.title': 'Temporarily Unavailable',
  title: 'Error',
  'UNAUTHORIZED.text': 'Please log in again to continue',
  'FORBIDDEN.text': 'You do not have permission to perform this action',
  'NOT_FOUND.text': 'The requested resource was not found',
  'VALIDATION_ERROR.text': 'Please check your input and try again',
  'RATE_LIMIT_EXCEEDED.text': 'Too many requests. Please try again later',
  'INTERNAL_SERVER_ERROR.text': 'An unexpected error occurred. Please try again later.',
  'NETWORK_ERROR.text': 'Please check your internet connection and try again',
  'TIMEOUT_ERROR.text': 'The request took too long to complete. Please try again',
  'CONFLICT.text': 'Something else changed this at the same time. Please look again and try again',
  'SERVICE_UNAVAILABLE.text': 'A part of Canopy does not answer at the moment. Please try again in a moment',
  text: 'An unexpected error occurred. Please try again later.',
})

const CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'NETWORK_ERROR',
  'TIMEOUT_ERROR',
  'CONFLICT',
  'SERVICE_UNAVAILABLE',
] as const

export interface Presented {
  title: string
  description: string
  /** A refusal by right is a warning: nothing is broken. */
  tone: 'error' | 'warning'
  requestId: string | null
  retryable: boolean
}

export interface PresentOptions {
  /** Instead of the title by code. */
  title?: string
  /** The operation's own sentence for a status; beats the server's. */
  byStatus?: Partial<Record<number, string>>
  /** The operation's sentence when the server gave none, such as "Failed to restart deployment. Please try again." */
  fallback?: string
}

/** Sentences that stand for "nothing was said"; they give way to the operation's own. */
const EMPTY = new Set(['', 'An unexpected error occurred', 'An unknown error occurred'])

export function present(error: unknown, options: PresentOptions = {}): Presented {
  const known = error instanceof ApiError ? error : null
  const code = CODES.find((each) => each === known?.code)
  const said = known && !EMPTY.has(known.message) && !known.message.startsWith('HTTP error!') ? known.message : null
  const description = (known && options.byStatus?.[known.status]) ?? said ?? options.fallback ?? (code ? t(`${code}.text`) : t('text'))
  return {
    title: options.title ?? (code ? t(`${code}.title`) : t('title')),
    description,
    tone: known?.code === 'FORBIDDEN' ? 'warning' : 'error',
    requestId: known?.requestId ?? null,
    retryable: known?.retryable ?? true,
  }
}
