import type { components } from '@/gen/api'
import { sentence } from '@/lib/sentence'

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
  /** The server's own sentence; null when it gave none, and `message` is for logs. */
  private readonly english: string | null

  constructor(fields: { message: string; code: ErrorCode; status: number; requestId?: string | null; details?: unknown; said?: boolean }) {
    super(fields.message)
    this.english = fields.said === false || fields.message === '' ? null : fields.message
    this.code = fields.code
    this.status = fields.status
    this.requestId = fields.requestId ?? null
    this.details = fields.details ?? null
  }

  /** The server's word for what stood in the way, such as `DOMAIN_TAKEN`; null when it gave none. */
  get reason(): string | null {
    return text(asObject(this.details)?.reason)
  }

  /** What the server's sentence is filled with; empty when it gave nothing. */
  get params(): Record<string, unknown> {
    return asObject(asObject(this.details)?.params) ?? {}
  }

  /** What the server said, in the reader's language where that is known; null when it said nothing. */
  get said(): string | null {
    return this.english === null ? null : sentence(this.reason, this.params, this.english)
  }

  /** What the second step of the log-in is made with; null when none was asked for. */
  get challenge(): string | null {
    return text(asObject(this.details)?.challenge)
  }

  /** Sentences by field name, for forms; empty when the server named none. */
  get fields(): Record<string, string> {
    const { fields, reasons } = asObject(this.details) ?? {}
    const codes = asObject(reasons) ?? {}
    const found = Object.entries(asObject(fields) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return Object.fromEntries(
      found.map(([name, english]) => {
        const { reason, params } = asObject(codes[name]) ?? {}
        return [name, sentence(reason, params, english)]
      }),
    )
  }

  /** Something broke on the way or inside: there is nothing to say about what was asked for. */
  get isFault(): boolean {
    return FAULTS.has(this.code)
  }

  /** Asking again may help. */
  get retryable(): boolean {
    return !FINAL.has(this.code) && (this.status >= 500 || this.status === 429 || this.status === 408)
  }
}

const FINAL = new Set<ErrorCode>(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'])

const FAULTS = new Set<ErrorCode>(['INTERNAL_SERVER_ERROR', 'NETWORK_ERROR', 'TIMEOUT_ERROR'])

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

/** The server's own description of a failure, whatever of it is there. */
function fromBody(body: Record<string, unknown>, status: number, requestId: string | null): ApiError {
  const said = text(body.message) ?? text(body.error)
  return new ApiError({
    message: said ?? 'An unexpected error occurred',
    said: said !== null,
    code: text(body.code) ?? 'UNKNOWN_ERROR',
    status: typeof body.status === 'number' ? body.status : status,
    requestId: text(body.request_id) ?? requestId,
    details: body.details,
  })
}

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
    said: false,
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
  if (name === 'TimeoutError') return new ApiError({ message: 'The request took too long to complete. Please try again', said: false, code: 'TIMEOUT_ERROR', status: 504 })
  if (cause instanceof TypeError) return new ApiError({ message: 'Please check your internet connection and try again', said: false, code: 'NETWORK_ERROR', status: 500 })
  return new ApiError({ message: message ?? 'An unknown error occurred', said: false, code: 'UNKNOWN_ERROR', status: 500 })
}
