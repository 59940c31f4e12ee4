import type { components } from '@/gen/api'

/** The codes of the server, and the three that only the browser knows. */
export type ErrorCode = components['schemas']['Code'] | 'NETWORK_ERROR' | 'UNKNOWN_ERROR' | (string & {})

/** Every failed call becomes one of these. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** What the server's log calls this request; null when it never got there. */
  readonly requestId: string | null
  readonly details: unknown

  constructor(fields: { message: string; code: ErrorCode; status: number; requestId?: string | null; details?: unknown }) {
    super(fields.message)
    this.code = fields.code
    this.status = fields.status
    this.requestId = fields.requestId ?? null
    this.details = fields.details ?? null
  }

  /** Sentences by field name, for forms; empty when the server named none. */
  get fields(): Record<string, string> {
    const found: unknown = (this.details as { fields?: unknown } | null)?.fields
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }

  /** Asking again may help. */
  get retryable(): boolean {
    return !FINAL.has(this.code) && (this.status >= 500 || this.status === 429 || this.status === 408)
  }
}

const FINAL = new Set<ErrorCode>(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'])

const UNEXPECTED = 'An unexpected error occurred'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The server's own description of a failure, whatever of it is there. */
function fromBody(body: Record<string, unknown>, status: number, requestId: string | null): ApiError {
  return new ApiError({
    message: text(body.message) ?? text(body.error) ?? UNEXPECTED,
    code: text(body.code) ?? 'UNKNOWN_ERROR',
    status: typeof body.status === 'number' ? body.status : status,
    requestId: text(body.request_id) ?? requestId,
    details: body.details,
  })
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

/** An answer that is not 2xx: its JSON, or a sentence with what was received instead. */
export function fromAnswer(status: number, body: string, requestId: string | null): ApiError {
  let parsed: Record<string, unknown> | null = null
  try {
    parsed = asObject(JSON.parse(body))
  } catch {
    // Something between here and the server answered in its own words.
  }
  if (parsed) return fromBody(parsed, status, requestId)
  return new ApiError({
    message: `HTTP error! status: ${status}, message: ${body}`,
    code: status === 401 ? 'UNAUTHORIZED' : 'UNKNOWN_ERROR',
    status,
    requestId,
  })
}

/** A 2xx answer that carries an `error` is a failure all the same; null when it carries none. */
export function fromSuccess(body: unknown, requestId: string | null): ApiError | null {
  const parsed = asObject(body)
  if (!parsed || !('error' in parsed) || parsed.error === null || parsed.error === undefined) return null
  return fromBody(parsed, 500, requestId)
}

/** No answer came: no network, no server, or none in time. */
export function fromFailure(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const name = (cause as { name?: unknown } | null)?.name
  const message = cause instanceof Error ? text(cause.message) : null
  if (name === 'TimeoutError') return new ApiError({ message: 'The request took too long to complete. Please try again', code: 'TIMEOUT_ERROR', status: 504 })
  if (cause instanceof TypeError) return new ApiError({ message: 'Please check your internet connection and try again', code: 'NETWORK_ERROR', status: 500 })
  return new ApiError({ message: message ?? 'An unknown error occurred', code: 'UNKNOWN_ERROR', status: 500 })
}
