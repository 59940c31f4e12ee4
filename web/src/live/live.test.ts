import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { one } from '@/api/query'
import { session } from '@/session/store'
import { ADA, answer, signIn } from '../../tests/render'
import { startLive, useLiveState } from './live'
import type { Frame } from './watch'

// The server's side of the stream: what is said into it, in the order it is said.
const said = { frames: [] as Frame[], wake: () => {} }
const stream = async () => ({
  openStream: async function* (_token: string, signal: AbortSignal) {
    while (!signal.aborted) {
      const next = said.frames.shift()
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          said.wake = resolve
          signal.addEventListener('abort', () => resolve())
        })
    }
  },
})

function say(frame: Frame): void {
  said.frames.push(frame)
  said.wake()
}

const SITE = ['/deployments/{id}', { path: { id: 'a' } }]
const PROFILE = { preferences: {}, security: {} }
let client: QueryClient
let stop: () => void

beforeEach(() => {
  said.frames = []
  signIn()
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
})
afterEach(() => {
  stop()
  client.clear()
  session.logout()
})

/** A screen in front of one deployment, which is already there. */
function screenOf(): () => { data: unknown; error: unknown } {
  client.setQueryData(SITE, { id: 'a', name: 'shop', version: 1 })
  const observer = new QueryObserver(client, { ...one('/deployments/{id}', { path: { id: 'a' } }), staleTime: Infinity } as never)
  observer.subscribe(() => {})
  return () => observer.getCurrentResult() as never
}

it('asks again for what a removed member looks at, as soon as the server says so', async () => {
  let member = true
  answer({
    'GET /deployments/a': () => (member ? { data: { id: 'a', name: 'shop', version: 1 } } : { status: 404, code: 'NOT_FOUND', message: 'No such deployment.' }),
    'GET /users/profile': { data: { ...PROFILE, user: ADA } },
  })
  const shown = screenOf()
  stop = startLive(client, stream)
  say({ type: 'ready' })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(shown().error).toBeNull()
  member = false
  say({ type: 'ready' })
  await vi.waitFor(() => expect((shown().error as ApiError | null)?.status).toBe(404))
})

it('is connecting, not reconnecting, until the stream has said a first word', async () => {
  answer({ 'GET /users/profile': { data: { ...PROFILE, user: ADA } } })
  stop = startLive(client, stream)
  const { result } = renderHook(() => useLiveState())
  expect(result.current).toBe('connecting')
  say({ type: 'ready' })
  await waitFor(() => expect(result.current).toBe('live'))
})

it('offers what a new role may do without a new sign-in', async () => {
  answer({ 'GET /users/profile': { data: { ...PROFILE, user: { ...ADA, role: 'user' } } } })
  stop = startLive(client, stream)
  expect(session.get()?.user.role).toBe('admin')
  say({ type: 'ready' })
  await vi.waitFor(() => expect(session.get()?.user.role).toBe('user'))
  expect(session.token()).toBe('token-1')
})
