import type { paths } from '@/gen/api'
import { session } from '@/session/store'
import { CLIENT_TIMEOUT_MS } from '@/spec/policy'
import { ApiError, fromAnswer, fromFailure, fromSuccess } from './error'

/**
 * The one way to the REST API, typed by its OpenAPI document:
 *
 *   const { data } = await request('POST', '/deployments/{id}/restart', { path: { id } })
 *
 * The answer is the envelope ({ data, pagination?, request_id }); every failure is an ApiError, save an abort by
 * `signal`, which stays an AbortError. A 401 to the session's token ends the session; no other status does.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The calls that exist with a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, infer O> ? (O extends object ? P : never) : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<Lowercase<M>, infer O> ? O : never

type Section<O, K extends string> = O extends { parameters: infer S } ? (S extends Record<K, infer V> ? V : S extends Partial<Record<K, infer V>> ? NonNullable<V> : never) : never

type PathPart<O> = [Section<O, 'path'>] extends [never] ? { path?: never } : Section<O, 'path'> extends object ? { path: Section<O, 'path'> } : { path?: never }
type QueryPart<O> = [Section<O, 'query'>] extends [never] ? { query?: never } : { query?: Section<O, 'query'> }
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
type BodyPart<O> = [BodyOf<O>] extends [never] ? { body?: never } : { body: Loose<BodyOf<O>> }

/** The document marks what must be there as `string | null`, since null is refused with a sentence: leaving it out is the same. */
type Loose<B> = B extends object ? { [K in keyof B as null extends B[K] ? K : never]?: B[K] } & { [K in keyof B as null extends B[K] ? never : K]: B[K] } : B

/** The parts of a call: `path` and `query` parameters and the JSON `body`. */
export type Args<M extends Method, P extends keyof paths> = PathPart<Operation<M, P>> & QueryPart<Operation<M, P>> & BodyPart<Operation<M, P>>

export interface CallOptions {
  signal?: AbortSignal
  /** For creating POSTs: the same key and body give the first answer again. Make one per form with `crypto.randomUUID()`. */
  idempotencyKey?: string
  /** The `version` that the screen showed: a change by somebody else since then is answered by 409. */
  ifMatch?: number
}

type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : never
type AnswerOf<O> = O extends { responses: infer R } ? JsonOf<R extends { 201: infer A } ? A : R extends { 200: infer A } ? A : never> : never

/** The whole 2xx answer of a call. */
export type Answer<M extends Method, P extends keyof paths> = AnswerOf<Operation<M, P>>

/** Its `data`. */
export type DataOf<M extends Method, P extends keyof paths> = Answer<M, P> extends { data: infer D } ? D : never

/** Calls that need no session; their 401 is an answer about what was typed, not about the session. */
const OPEN = new Set<string>(['/auth/login', '/auth/register', '/auth/setup', '/auth/provider', '/auth/provider/finish', '/auth/forgot-password', '/auth/reset-password'])

const BASE = '/api'

interface Parts {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call with its parameters filled in. */
export function addressOf(path: string, parts: Parts = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.path?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  const query = search.toString()
  return `${BASE}${filled}${query ? `?${query}` : ''}`
}

/** Sends a call and checks its status; for answers that are not one JSON document. No timeout of its own. */
export async function send(method: Method, path: string, parts: Parts, options: CallOptions = {}): Promise<Response> {
  const open = OPEN.has(path)
  const token = open ? null : session.token()
  if (!open && !token) throw new ApiError({ message: 'No authentication token found', said: false, code: 'UNAUTHORIZED', status: 401 })
  const headers: Record<string, string> = { accept: 'application/json' }
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`
  const answer = await fetch(addressOf(path, parts), {
    method,
    headers,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    credentials: 'omit',
    cache: 'no-store',
  })
  if (answer.ok) return answer
  const error = fromAnswer(answer.status, await answer.text(), answer.headers.get('x-request-id'))
  if (answer.status === 401 && token) session.refused(token)
  throw error
}

/** The third argument may be left out when nothing in it is needed. */
type Rest<M extends Method, P extends keyof paths> = object extends Args<M, P> ? [args?: Args<M, P> & CallOptions] : [args: Args<M, P> & CallOptions]

export function request<const M extends Method, const P extends keyof paths>(method: M, path: P & PathOf<M>, ...rest: Rest<M, P>): Promise<Answer<M, P>> {
  return call(method, path, rest[0]) as Promise<Answer<M, P>>
}

/** `request` without its types, for code that is itself generic over calls. */
export async function call(method: Method, path: string, args: Parts & CallOptions = {}): Promise<unknown> {
  const { signal, idempotencyKey, ifMatch, ...parts } = args
  const timeout = AbortSignal.timeout(CLIENT_TIMEOUT_MS)
  try {
    const answer = await send(method, path, parts, { idempotencyKey, ifMatch, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    const body: unknown = await answer.json()
    const hidden = fromSuccess(body, answer.headers.get('x-request-id'))
    if (hidden) throw hidden
    return body
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw fromFailure(cause)
  }
}
