import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createQueryClient } from '@/api/query'
import { session } from '@/session/store'
import { paths, type PATTERNS } from '@/spec/paths'
import { answer, signIn } from '../../tests/render'
import { Console } from './console'
import { FIRST, startPage } from './early'
import { routes } from './router'

const ID = '3f0c1c1e-0000-4000-8000-000000000001'

const addressOf = (name: string) => (paths as unknown as Record<string, (id?: string) => string>)[name]?.(name === 'deployment' ? ID : undefined) ?? ''

const TASKS = { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 1, more: false } }

function start(pathname: string, search = '') {
  const calls = answer({ 'GET /tasks': TASKS })
  signIn()
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  startPage(client, session.get(), { pathname, search })
  return { client, calls, early: client.getQueryCache().getAll().map((query) => query.queryHash) }
}

it.each(Object.keys(FIRST) as (keyof typeof PATTERNS)[])('%s shows what was asked for early', async (name) => {
  const address = addressOf(name)
  const { client, early } = start(address)
  expect(early.length).toBeGreaterThan(0)
  render(<Console client={client} router={createMemoryRouter(routes, { initialEntries: [address] })} />)
  const unseen = () => client.getQueryCache().getAll().filter((query) => early.includes(query.queryHash) && query.getObserversCount() === 0)
  await waitFor(() => expect(unseen().map((query) => query.queryHash)).toEqual([]), { timeout: 30_000 })
})

it('asks for nothing early where the address narrows the page, or nobody is signed in', () => {
  expect(start('/deployments', '?q=shop').early).toEqual([])
  const { client } = start('/login')
  startPage(client, null, { pathname: '/deployments', search: '' })
  expect(client.getQueryCache().getAll()).toEqual([])
})

it('does not ask again for what has just come, once its page is there', async () => {
  const { client, calls, early } = start('/tasks')
  const found = () => client.getQueryCache().getAll().find((query) => early.includes(query.queryHash))
  await waitFor(() => expect(found()?.state.status).toBe('success'))
  render(<Console client={client} router={createMemoryRouter(routes, { initialEntries: ['/tasks'] })} />)
  await waitFor(() => expect(found()?.getObserversCount()).toBe(1), { timeout: 30_000 })
  expect(calls.filter(({ path, query }) => path === '/tasks' && query.get('page') === '1').length).toBe(1)
})
