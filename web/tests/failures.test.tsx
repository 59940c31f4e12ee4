import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import Dashboard from '@/pages/dashboard/dashboard'
import Deployments from '@/pages/deployments/deployments'
import Events from '@/pages/events/events'
import Infrastructure from '@/pages/infrastructure/infrastructure'
import Login from '@/pages/login/login'
import Register from '@/pages/register/register'
import Tasks from '@/pages/tasks/tasks'
import NewTeam from '@/pages/teams/new-team'
import { OwnTeams } from '@/pages/teams/teams'
import { renderPage } from './render'

// What a screen says when everything fails, by what the server and the network really give.

const UNEXPECTED = 'An unexpected error occurred. Please try again later.'

const FAULTS = {
  // bff/src/error.rs: one sentence for every fault.
  'a fault of the server': async () =>
    new Response(JSON.stringify({ error: UNEXPECTED, message: UNEXPECTED, code: 'INTERNAL_SERVER_ERROR', status: 500, request_id: 'r-1', details: null }), { status: 500 }),
  'a proxy without a server': async () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }),
  'no network': async () => {
    throw new TypeError('Failed to fetch')
  },
}

const PAGES: [string, React.ReactElement][] = [
  ['Failed to load dashboard data', <Dashboard key="dashboard" />],
  ['Failed to load deployments', <Deployments key="deployments" />],
  ['Failed to load tasks', <Tasks key="tasks" />],
  ['Failed to load events', <Events key="events" />],
  ['Error loading teams. Please try again later.', <OwnTeams key="teams" />],
  ['Failed to load datacenters', <Infrastructure key="infrastructure" />],
]

it.each(Object.entries(FAULTS).flatMap(([fault, give]) => PAGES.map(([says, page]) => [says, fault, page, give] as const)))('says “%s” about %s', async (says, _, page, give) => {
  vi.stubGlobal('fetch', give)
  renderPage(page)
  expect(await screen.findByText(says)).toBeTruthy()
})

it.each(Object.entries(FAULTS))('says which attempt failed, not that something did: %s', async (_, give) => {
  vi.stubGlobal('fetch', give)
  const { unmount } = renderPage(<Login />)
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Login failed')).toBeTruthy()
  unmount()

  // whether accounts are offered has been answered before everything fails
  const open = { request_id: 'r-1', status: 'success', data: { open: false, registration: true, mail: false } }
  vi.stubGlobal('fetch', async (request: Request | string) => (String((request as Request).url ?? request).includes('/auth/setup') ? new Response(JSON.stringify(open), { status: 200 }) : give()))
  const register = renderPage(<Register />)
  await screen.findByLabelText('Email')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1234')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Registration failed')).toBeTruthy()
  register.unmount()

  renderPage(<NewTeam />)
  await userEvent.type(screen.getByLabelText('Team Name'), 'Shop')
  await userEvent.type(screen.getByLabelText('Description'), 'Who sells')
  await userEvent.click(screen.getByRole('button', { name: 'Create Team' }))
  expect(await screen.findByText('Failed to create team. Please try again.')).toBeTruthy()
})
