import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '@/session/store'
import { answer, signIn } from '../../tests/render'
import { ApiError } from './error'
import { addressOf, request } from './request'

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it did not fail')
}

/** A server that answers with this text, whatever is asked. */
function raw(status: number, body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'x-request-id': 'header-id' } }))
}

describe('request', () => {
  beforeEach(() => signIn())
  afterEach(() => session.logout())

  it('sends the token, the parameters and the body', async () => {
    const calls = answer({ 'POST /deployments/a%2Fb/restart': { data: {} }, 'POST /teams': { data: {} } })
    await request('POST', '/deployments/{id}/restart', { path: { id: 'a/b' }, ifMatch: 3 })
    await request('POST', '/teams', { body: { name: 'Shop', description: 'Sells' }, idempotencyKey: 'k' })
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(calls[0]?.headers.get('content-type')).toBeNull()
    expect(calls.map((call) => call.headers.get('if-match'))).toEqual(['"3"', null])
    expect(calls[1]?.body).toEqual({ name: 'Shop', description: 'Sells' })
    expect(calls[1]?.headers.get('idempotency-key')).toBe('k')
  })

  it('leaves out empty filters', () => {
    expect(addressOf('/tasks', { query: { search: '', status: undefined, page: 2 } })).toBe('/api/tasks?page=2')
  })

  it('throws the server’s own error', async () => {
    answer({ 'GET /tasks/{id}': { data: 1 }, 'GET /teams': { status: 403, code: 'FORBIDDEN', message: 'Not yours.' } })
    const error = await failure(request('GET', '/teams'))
    expect([error.message, error.code, error.status, error.requestId]).toEqual(['Not yours.', 'FORBIDDEN', 403, 'r-1'])
  })

  it('gives the sentences of fields', async () => {
    answer({ 'POST /teams': { status: 400, code: 'VALIDATION_ERROR', message: 'No.', details: { fields: { name: 'Too short.' } } } })
    const error = await failure(request('POST', '/teams', { body: { name: '' } }))
    expect(error.fields).toEqual({ name: 'Too short.' })
    expect(error.retryable).toBe(false)
  })

  it('says what it got when that was not JSON', async () => {
    raw(502, '<html>Bad gateway</html>')
    const error = await failure(request('GET', '/teams'))
    expect(error.message).toBe('HTTP error! status: 502, message: <html>Bad gateway</html>')
    expect([error.code, error.status, error.requestId]).toEqual(['UNKNOWN_ERROR', 502, 'header-id'])
  })

  it('takes a 2xx answer with an error for what it is', async () => {
    raw(200, '{"error":"It is broken"}')
    const error = await failure(request('GET', '/teams'))
    expect([error.message, error.status]).toEqual(['It is broken', 500])
  })

  it('fills in what an error lacks', async () => {
    raw(500, '{}')
    const error = await failure(request('GET', '/teams'))
    expect([error.message, error.code, error.status]).toEqual(['An unexpected error occurred', 'UNKNOWN_ERROR', 500])
  })

  it('makes one kind of error of a lost network', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await failure(request('GET', '/teams'))
    expect([error.code, error.status, error.retryable]).toEqual(['NETWORK_ERROR', 500, true])
  })

  it('gives up after 30 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      throw init.signal?.reason
    })
    const error = await failure(request('GET', '/teams'))
    expect(timeout).toHaveBeenCalledWith(30_000)
    expect(error.code).toBe('TIMEOUT_ERROR')
  })

  it('lets an abort be an abort', async () => {
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      throw init.signal?.reason
    })
    const leave = new AbortController()
    leave.abort(new DOMException('gone', 'AbortError'))
    await expect(request('GET', '/teams', { signal: leave.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends the session once on parallel 401s', async () => {
    const endings: string[] = []
    const off = session.onEnd((ending) => endings.push(ending))
    answer({})
    raw(401, '{"error":"Your session has ended.","code":"UNAUTHORIZED","status":401}')
    await Promise.all([failure(request('GET', '/teams')), failure(request('GET', '/tasks')), failure(request('GET', '/events'))])
    expect(endings).toEqual(['refused'])
    expect(session.get()).toBeNull()
    off()
  })

  it.each([403, 404, 409, 429, 500, 503, 504])('keeps the session on %d', async (status) => {
    raw(status, `{"error":"No.","code":"X","status":${status}}`)
    await failure(request('GET', '/teams'))
    expect(session.get()).not.toBeNull()
  })

  it('does not take a wrong password for a lost session', async () => {
    const calls = answer({ 'POST /auth/login': { status: 401, code: 'UNAUTHORIZED', message: 'Invalid email or password' } })
    await failure(request('POST', '/auth/login', { body: { email: 'a@b.c', password: 'x' } }))
    expect(session.get()).not.toBeNull()
    expect(calls[0]?.headers.get('authorization')).toBeNull()
  })

  it('asks nothing without a session', async () => {
    session.logout()
    const calls = answer({})
    const error = await failure(request('GET', '/teams'))
    expect(error.message).toBe('No authentication token found')
    expect(calls).toEqual([])
  })
})
