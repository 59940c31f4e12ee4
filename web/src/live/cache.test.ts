import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { list, one } from '@/api/query'
import { session } from '@/session/store'
import { answer, type Call, signIn } from '../../tests/render'
import { LiveCache, patched, without } from './cache'

const pagination = { page: 1, limit: 1000, total: 2, more: false }
const shop = { id: 'a', name: 'shop', version: 3 }
const blog = { id: 'b', name: 'blog', version: 1 }

describe('live cache', () => {
  let client: QueryClient
  let cache: LiveCache
  let leave: (() => void)[]
  const asked = (calls: Call[]) => calls.map((call) => `${call.method} ${call.path}${call.query.size ? `?${call.query}` : ''}`)

  beforeEach(() => {
    signIn()
    client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
    cache = new LiveCache(client)
    leave = []
  })
  afterEach(() => {
    for (const each of leave) each()
    cache.stop()
    client.clear()
    session.logout()
  })

  /** Puts data into the cache and, when watched, a screen in front of it. */
  function held(query: Parameters<QueryClient['setQueryData']>[0], data: unknown, watched = true): void {
    client.setQueryData(query, data)
    if (!watched) return
    const path = query[0] as '/deployments'
    const options = Array.isArray((data as { items?: unknown }).items) ? list(path, query[1] as object) : one(path, query[1] as object)
    leave.push(new QueryObserver(client, { ...(options as object), queryKey: query, staleTime: Infinity }).subscribe(() => {}))
  }

  it('fetches that one thing and puts it into its row', async () => {
    const calls = answer({ 'GET /deployments/a': { data: { ...shop, name: 'Shop!', version: 4 } } })
    held(['/deployments', {}], { items: [shop, blog], pagination })
    await cache.apply([{ kind: 'deployment', id: 'a', version: 4 }])
    expect(asked(calls)).toEqual(['GET /deployments/a'])
    expect(client.getQueryData(['/deployments', {}])).toEqual({ items: [{ ...shop, name: 'Shop!', version: 4 }, blog], pagination })
  })

  it('asks again for the services of the one deployment whose pods have changed, and for nothing else', async () => {
    const calls = answer({ 'GET /deployments/a/services': { data: { services: [], problem: null } } })
    held(['/deployments/{id}', { path: { id: 'a' } }], shop)
    held(['/deployments/{id}/services', { path: { id: 'a' } }], { services: [], problem: 'away' })
    held(['/deployments/{id}/services', { path: { id: 'b' } }], { services: [], problem: 'away' })
    await cache.apply([{ kind: 'services', id: 'a', version: 0 }])
    await vi.waitFor(() => expect(asked(calls)).toEqual(['GET /deployments/a/services']))
  })

  it.each([
    ['/deployments', 'deployment'],
    ['/tasks', 'task'],
  ])('asks again for the quotas that are shown when one of %s changes', async (_, kind) => {
    const calls = answer({ 'GET /quotas': { data: { deployments: {}, tasks: {} } } })
    held(['/quotas', { query: { teamId: 't' } }], { deployments: {}, tasks: {} })
    await cache.apply([{ kind, id: 'a', version: 2 }])
    await vi.waitFor(() => expect(asked(calls)).toEqual(['GET /quotas?teamId=t']))
  })

  it('asks nothing for a version it has', async () => {
    const calls = answer({})
    held(['/deployments', {}], { items: [shop], pagination })
    await cache.apply([{ kind: 'deployment', id: 'a', version: 3 }])
    expect(calls).toEqual([])
  })

  it('does not put an older answer over a newer one', async () => {
    answer({ 'GET /deployments/a': { data: { ...shop, version: 2 } } })
    held(['/deployments/{id}', { path: { id: 'a' } }], shop)
    await cache.apply([{ kind: 'deployment', id: 'a', version: 9 }])
    expect(client.getQueryData(['/deployments/{id}', { path: { id: 'a' } }])).toEqual(shop)
  })

  it('takes what is gone out of its list', async () => {
    answer({ 'GET /deployments/a': { status: 404, code: 'NOT_FOUND', message: 'No such deployment.' } })
    held(['/deployments', {}], { items: [shop, blog], pagination })
    await cache.apply([{ kind: 'deployment', id: 'a', version: 5 }])
    expect(client.getQueryData(['/deployments', {}])).toEqual({ items: [blog], pagination: { ...pagination, total: 1 } })
  })

  it('asks again for a list that lacks what is new', async () => {
    const calls = answer({ 'GET /deployments/c': { data: { id: 'c', version: 1 } }, 'GET /deployments': { data: [shop, { id: 'c' }], pagination } })
    held(['/deployments', {}], { items: [shop], pagination })
    await cache.apply([{ kind: 'deployment', id: 'c', version: 1 }])
    await vi.waitFor(() => expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toHaveLength(2))
    expect(asked(calls)).toEqual(['GET /deployments/c', 'GET /deployments'])
  })

  describe('of a task', () => {
    const step = { name: 'pods', title: 'Wait for the pods', status: 'running', message: '' }
    const task = { id: 'k', type: 'restart', status: 'running', cancelRequested: false, startedAt: null, steps: [{ ...step, name: 'apply', status: 'complete' }, step] }
    const work = { taskId: 'k', type: 'restart', status: 'running', cancelRequested: false, startedAt: null, step, position: 2, steps: 2 }
    const busy = { ...shop, currentTaskId: 'k', work: null }
    const before = { ...busy, work: { ...work, step: null, position: 1 } }
    const hint = { kind: 'task', id: 'k', version: 4 }
    const workIn = (key: unknown[]) => client.getQueryData<{ items: { work?: unknown }[] }>(key)?.items.map((item) => item.work)

    it('puts how far it is into the deployment that it is at work on, in lists and on its page, by one request', async () => {
      const calls = answer({ 'GET /tasks/k': { data: task } })
      const page = ['/deployments', { query: { page: 1 } }]
      held(page, { items: [blog, before], pagination })
      held(['/deployments', {}], { items: [busy], pagination }, false)
      held(['/deployments/{id}', { path: { id: 'a' } }], busy)
      held(['/deployments/{id}', { path: { id: 'b' } }], blog)
      await cache.apply([hint])
      expect(workIn(page)).toEqual([undefined, work])
      expect(workIn(['/deployments', {}])).toEqual([work])
      expect(client.getQueryData(['/deployments/{id}', { path: { id: 'a' } }])).toEqual({ ...busy, work })
      expect(client.getQueryData(['/deployments/{id}', { path: { id: 'b' } }])).toBe(blog)
      expect(asked(calls)).toEqual(['GET /tasks/k'])
    })

    it('says of one that has ended that nothing is at work', async () => {
      answer({ 'GET /tasks/k': { data: { ...task, status: 'complete' } } })
      held(['/deployments', {}], { items: [before], pagination })
      await cache.apply([hint])
      expect(workIn(['/deployments', {}])).toEqual([null])
    })

    it('asks nothing when it is at work on nothing that was looked at', async () => {
      const calls = answer({})
      held(['/deployments', {}], { items: [shop, blog], pagination })
      await cache.apply([hint])
      expect(calls).toEqual([])
    })

    it('asks nothing for a list that no screen shows, which is read again when one does', async () => {
      const calls = answer({})
      held(['/deployments', {}], { items: [before], pagination }, false)
      await cache.apply([hint])
      await vi.waitFor(() => expect(client.getQueryState(['/deployments', {}])?.isInvalidated).toBe(true))
      expect(calls).toEqual([])
    })

    it('leaves a marked list marked, and fills the one that is shown', async () => {
      answer({ 'GET /tasks/k': { data: task } })
      held(['/deployments', {}], { items: [before], pagination }, false)
      await client.invalidateQueries({ queryKey: ['/deployments', {}] })
      held(['/deployments/{id}', { path: { id: 'a' } }], busy)
      await cache.apply([hint])
      expect(client.getQueryState(['/deployments', {}])?.isInvalidated).toBe(true)
      expect(client.getQueryData(['/deployments/{id}', { path: { id: 'a' } }])).toEqual({ ...busy, work })
    })

    it('asks again for the lists with it when much changes at the same time', async () => {
      const calls = answer({ 'GET /deployments': { data: [busy], pagination } })
      held(['/deployments', {}], { items: [before], pagination })
      await cache.apply([hint, ...Array.from({ length: 40 }, (_, n) => ({ kind: 'task', id: `k${n}`, version: 1 }))])
      await vi.waitFor(() => expect(workIn(['/deployments', {}])).toEqual([null]))
      expect(asked(calls)).toEqual(['GET /deployments'])
    })

    it.each([
      ['nobody could tell how far it is', null],
      ['it was not so far', before.work],
    ])('keeps what it knows of it when the deployment is fetched, but %s', async (_, older) => {
      answer({ 'GET /deployments/a': { data: { ...busy, name: 'Shop!', version: 4, work: older } } })
      held(['/deployments', {}], { items: [{ ...busy, work }], pagination })
      await cache.apply([{ kind: 'deployment', id: 'a', version: 4 }])
      expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toEqual([{ ...busy, name: 'Shop!', version: 4, work }])
    })

    it('takes the work of another task as it is', async () => {
      const other = { ...busy, version: 4, currentTaskId: 'l', work: { ...before.work, taskId: 'l' } }
      answer({ 'GET /deployments/a': { data: other } })
      held(['/deployments', {}], { items: [{ ...busy, work }], pagination })
      await cache.apply([{ kind: 'deployment', id: 'a', version: 4 }])
      expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toEqual([other])
    })
  })

  it('only marks what no screen shows', async () => {
    const calls = answer({})
    held(['/deployments/{id}', { path: { id: 'a' } }], shop, false)
    await cache.apply([{ kind: 'deployment', id: 'a', version: 9 }])
    expect(calls).toEqual([])
    expect(client.getQueryState(['/deployments/{id}', { path: { id: 'a' } }])?.isInvalidated).toBe(true)
  })

  it('asks nothing about what nobody looked at', async () => {
    const calls = answer({})
    await cache.apply([
      { kind: 'deployment', id: 'a', version: 1 },
      { kind: 'moon', id: 'a', version: 1 },
    ])
    expect(calls).toEqual([])
  })

  it('asks for the list once when much changes at the same time', async () => {
    const calls = answer({ 'GET /deployments': { data: [], pagination } })
    held(['/deployments', {}], { items: [shop], pagination })
    await cache.apply(Array.from({ length: 40 }, (_, n) => ({ kind: 'deployment', id: `d${n}`, version: 1 })))
    await vi.waitFor(() => expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toEqual([]))
    expect(asked(calls)).toEqual(['GET /deployments'])
  })

  it('gathers hints about one thing and takes the newest', async () => {
    const calls = answer({ 'GET /deployments/a': { data: { ...shop, version: 6 } } })
    held(['/deployments', {}], { items: [shop], pagination })
    for (const version of [4, 6, 5]) cache.hint({ kind: 'deployment', id: 'a', version })
    await vi.waitFor(() => expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toEqual([{ ...shop, version: 6 }]))
    expect(asked(calls)).toEqual(['GET /deployments/a'])
  })

  it('asks again for what is on the screen when hints may have been missed', async () => {
    const calls = answer({ 'GET /deployments': { data: [blog], pagination } })
    held(['/deployments', {}], { items: [shop], pagination })
    held(['/tasks', {}], { items: [], pagination }, false)
    cache.ready()
    await vi.waitFor(() => expect(client.getQueryData<{ items: unknown[] }>(['/deployments', {}])?.items).toEqual([blog]))
    expect(asked(calls)).toEqual(['GET /deployments'])
    expect(client.getQueryState(['/tasks', {}])?.isInvalidated).toBe(true)
  })
})

it('keeps the same list when nothing in it changed', () => {
  const listed = { items: [shop], pagination }
  expect(patched(listed, blog)).toBe(listed)
  expect(without(listed, 'b')).toBe(listed)
})
