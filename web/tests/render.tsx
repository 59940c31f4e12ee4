import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { createQueryClient } from '@/api/query'
import { HintHost } from '@/components/hint/host'
import { FeedbackHost } from '@/feedback/host'
import { session, type User } from '@/session/store'

/** An answer of the faked server: `data` (and `pagination`) for 200, or a status with the server's error fields. */
export type Faked = { data: unknown; pagination?: unknown } | { status: number; code: string; message: string; details?: unknown }

/** The answer of a list: its first page, which has all of them unless `total` says otherwise. */
export const listed = (items: readonly unknown[], total = items.length): Faked => ({ data: items, pagination: { page: 1, limit: 20, total, more: false } })

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  headers: Headers
}

/** Fakes fetch: answers by "GET /tasks" (path without /api and without query); the calls made are in the result. */
export function answer(answers: Record<string, Faked | ((call: Call) => Faked)>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://canopy.test')
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    calls.push(call)
    const found = answers[`${call.method} ${call.path}`]
    const faked: Faked = found === undefined ? { status: 404, code: 'NOT_FOUND', message: `No answer for ${call.method} ${call.path}` } : typeof found === 'function' ? found(call) : found
    const status = 'status' in faked ? faked.status : 200
    const body = 'status' in faked ? { ...faked, error: faked.message, request_id: 'r-1' } : { ...faked, status: 'success', request_id: 'r-1' }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' } })
  })
  return calls
}

export const ADA: User = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'admin',
  status: 'active',
  lastLogin: null,
  createdAt: '2026-01-01T00:00:00Z',
}

export function signIn(user: User = ADA): void {
  session.begin({ token: 'token-1', user, expiresAt: Date.now() + 3_600_000 })
}

/** Renders a page as the router would, signed in. `path` is the address, `route` its pattern. */
export function renderPage(page: ReactElement, { path = '/', route = '*', user = ADA }: { path?: string; route?: string; user?: User } = {}): RenderResult & { client: QueryClient } {
  signIn(user)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = createMemoryRouter([{ path: route, element: page }, { path: '*', element: <p>elsewhere</p> }], { initialEntries: [path] })
  const rendered = render(
    <QueryClientProvider client={client}>
      {/* Without antd's styles, which nothing here looks at and which are a third of the time. */}
      <ConfigProvider theme={{ token: { motion: false }, zeroRuntime: true }}>
        <App>
          <FeedbackHost />
          <HintHost />
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { ...rendered, client }
}
