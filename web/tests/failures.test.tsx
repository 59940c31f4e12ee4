import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { configure, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Datacenter, Team } from '@/api/types'
import Dashboard from '@/pages/dashboard/dashboard'
import Deployments from '@/pages/deployments/deployments'
import Events from '@/pages/events/events'
import Infrastructure from '@/pages/infrastructure/infrastructure'
import Login from '@/pages/login/login'
import Register from '@/pages/register/register'
import Tasks from '@/pages/tasks/tasks'
import NewTeam from '@/pages/teams/new-team'
import TeamSettings from '@/pages/teams/team-settings'
import { AllTeams, OwnTeams } from '@/pages/teams/teams'
import Users from '@/pages/users/users'
import { ADA, answer, type Faked, renderPage } from './render'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

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

it('takes the words of a fault from the server, here and in the browser tests', () => {
  const read = (path: string) => readFileSync(resolve(__dirname, path), 'utf8')
  expect(read('../src/lib/server.en.ftl')).toContain(`\nUNEXPECTED = ${UNEXPECTED}\n`)
  expect(read('../e2e/page.mjs')).toContain(`'${UNEXPECTED}'`)
})

const PAGES: [string, React.ReactElement][] = [
  ['Failed to load dashboard data', <Dashboard key="dashboard" />],
  ['Failed to load deployments', <Deployments key="deployments" />],
  ['Failed to load tasks', <Tasks key="tasks" />],
  ['Failed to load events', <Events key="events" />],
  ['Error loading teams. Please try again later.', <OwnTeams key="teams" />],
  ['Error loading teams. Please try again later.', <AllTeams key="all-teams" />],
  ['Unable to load users. Please try again later.', <Users key="users" />],
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

it.each([
  ['Failed to fetch teams', <OwnTeams key="teams" />],
  ['Failed to fetch admin teams', <AllTeams key="all-teams" />],
  ['Failed to fetch users', <Users key="users" />],
])('says which fetch failed: %s; a network that is away has its own sentence', async (says, page) => {
  for (const [fault, sentence] of [['a fault of the server', says], ['a proxy without a server', says], ['no network', 'Please check your internet connection and try again']] as const) {
    vi.stubGlobal('fetch', FAULTS[fault])
    const { unmount } = renderPage(page)
    expect(await screen.findByText(sentence)).toBeTruthy()
    unmount()
  }
})

const listed = (items: unknown[]): Faked => ({ data: items, pagination: { page: 1, limit: 100, total: items.length, more: false } })
const people = (users: unknown[]): Faked => ({ data: { users }, pagination: { page: 1, limit: 20, total: users.length, more: false } })

const GRACE = { ...ADA, id: '00000000-0000-4000-8000-000000000002', email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', role: 'user' as const }
const EVE = { id: 'i-1', email: 'eve@example.com', role: 'member' as const, expires_at: '2099-11-01T00:00:00Z' }
const WEB: Team = {
  id: 't-web',
  name: 'Web',
  description: 'About Web',
  owner_id: ADA.id,
  members: [{ userId: ADA.id, role: 'admin', first_name: 'Ada', last_name: 'Lovelace', email: ADA.email }],
  invites: [EVE],
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}
const MAIN: Datacenter = {
  id: 'd-1',
  name: 'Main',
  city: 'Falkenstein',
  country: 'DE',
  provider: 'hetzner',
  region: 'fsn1',
  status: 'operational',
  address: 'Street 1',
  domains: [],
  location: 'Falkenstein, DE',
  metrics: { latency: null, availability: null },
  clusterCount: 0,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  rowVersion: 4,
}

/** What is read is there. */
const THERE: Record<string, Faked> = {
  'GET /teams': listed([WEB]),
  'GET /teams/t-web': { data: WEB },
  'GET /users': people([ADA, GRACE]),
  'GET /users/invites': { data: [] },
  'GET /deployments': listed([]),
  'GET /datacenters': listed([MAIN]),
  'GET /clusters': listed([]),
}

/** What is asked to be changed fails. */
function refuseChanges(give: () => Promise<Response>): void {
  answer(THERE)
  const read = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => ((init.method ?? 'GET') === 'GET' ? read(input, init) : give()))
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const confirmed = async (name: string) => fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
const fill = async (label: string, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const teamSettings = () => renderPage(<TeamSettings />, { path: '/teams/t-web/settings', route: '/teams/:id/settings', user: { ...ADA, role: 'user' } })
const infrastructure = () => renderPage(<Infrastructure />, { path: '/infrastructure?open=d-1', route: '/infrastructure' })

async function deleteTeam() {
  teamSettings()
  await press('Delete Team')
  await confirmed('Delete')
}

async function deleteDatacenter() {
  infrastructure()
  await press('Delete Datacenter')
  await confirmed('Delete')
}

const CHANGES: [string, string, () => Promise<void>][] = [
  [
    'adding a member to a team',
    'Failed to add team member',
    async () => {
      teamSettings()
      await fill('User to add', 'eve@example.com')
      fireEvent.click(await screen.findByText('Whoever has the address eve@example.com', { selector: '.ant-select-item-option-content' }))
      await press('Add member')
    },
  ],
  [
    'inviting somebody to a team',
    'Failed to send invitation. Please try again.',
    async () => {
      teamSettings()
      await fill('Email Address', 'dan@example.com')
      await press('Create Invitation')
    },
  ],
  [
    'cancelling the invitation to a team',
    'Failed to cancel invitation. Please try again.',
    async () => {
      teamSettings()
      await press('Cancel the invitation of eve@example.com')
      await confirmed('Cancel invitation')
    },
  ],
  ['deleting a team', 'Failed to delete team. Please try again.', deleteTeam],
  [
    'inviting somebody to have an account',
    'Failed to send invitation',
    async () => {
      renderPage(<Users />, { path: '/users', route: '/users' })
      await press('Invite User')
      const dialog = await screen.findByRole('dialog')
      fireEvent.change(await within(dialog).findByLabelText('Email address'), { target: { value: 'eve@example.com' } })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Send Invitation' }))
    },
  ],
  [
    'deleting a user',
    'Failed to delete user',
    async () => {
      renderPage(<Users />, { path: '/users', route: '/users' })
      await press('Delete Grace Hopper')
      await confirmed('Delete')
    },
  ],
  ['deleting a datacenter', 'Failed to delete datacenter. Please try again.', deleteDatacenter],
]

describe.each(Object.entries(FAULTS))('a change that meets %s', (_, give) => {
  it.each(CHANGES)('is named: %s', async (_what, says, change) => {
    refuseChanges(give)
    await change()
    expect(await screen.findByText(says)).toBeTruthy()
  })
})

it.each([
  ['Failed to delete team', deleteTeam],
  ['Failed to delete datacenter', deleteDatacenter],
])('does not ask to try again what is refused without a word: %s', async (says, change) => {
  refuseChanges(async () => new Response('<html><h1>403 Forbidden</h1></html>', { status: 403 }))
  await change()
  expect(await screen.findByText(says)).toBeTruthy()
})

it('says what the server says of a team that cannot be deleted', async () => {
  const said = 'Cannot delete team: 2 deployment(s) are associated with this team.'
  refuseChanges(async () => new Response(JSON.stringify({ error: said, message: said, code: 'CONFLICT', status: 409, request_id: 'r-1', details: null }), { status: 409 }))
  await deleteTeam()
  expect(await screen.findByText(said)).toBeTruthy()
})
