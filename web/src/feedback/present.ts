import { ApiError } from '@/api/error'
import { texts } from '@/lib/texts'

/** The one place that words a failure for people. */

const t = texts('errors')

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
  /** The operation's sentence when the server said nothing about it, or broke, such as "Failed to restart deployment. Please try again." */
  fallback?: string
  /** The same where trying again would not help: an answer that refuses without the server's words, such as a proxy's. */
  final?: string
  /** For reading: which of it failed, where neither the server nor the network has a sentence about it. */
  fetching?: string
}

/** What the browser alone knows, and says better than which call it was. */
const OWN = new Set<unknown>(['NETWORK_ERROR', 'TIMEOUT_ERROR'])

export function present(error: unknown, options: PresentOptions = {}): Presented {
  const known = error instanceof ApiError ? error : null
  const code = CODES.find((each) => each === known?.code)
  // What the server says about a fault of its own is true of every operation; the screen knows which one it was.
  const said = known && !known.isFault ? known.said : null
  const fallback = (known?.retryable === false ? options.final : undefined) ?? options.fallback ?? (OWN.has(code) ? undefined : options.fetching)
  const description = (known && options.byStatus?.[known.status]) ?? said ?? fallback ?? (code ? t(`${code}-text`) : t('text'))
  return {
    title: options.title ?? (code ? t(`${code}-title`) : t('title')),
    description,
    tone: known?.code === 'FORBIDDEN' ? 'warning' : 'error',
    requestId: known?.requestId ?? null,
    retryable: known?.retryable ?? true,
  }
}
