import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Member, Team } from '@/api/types'
import type { User } from '@/session/store'
import { ADA, answer, listed, renderPage } from '../../../tests/render'
import NewTeam from './new-team'
import TeamSettings from './team-settings'
import { AllTeams, OwnTeams } from './teams'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const GRACE: User = { ...ADA, id: '00000000-0000-4000-8000-000000000002', email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', role: 'user' }

const member = (user: User, role: Member['role']): Member => ({ userId: user.id, role, first_name: user.firstName, last_name: user.lastName, email: user.email })

const team = (id: string, name: string, members: Member[], owner = ADA): Team => ({
  id,
  name,
  description: `About ${name}`,
  owner_id: owner.id,
  members,
  invites: [],
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
})

const web = team('t-web', 'Web', [member(ADA, 'admin'), member(GRACE, 'member')])
const ops = team('t-ops', 'Operations', [member(ADA, 'admin')])

const deployments = { 'GET /deployments': (call: { query: URLSearchParams }) => listed([], { running: 3, pending: 1, failed: 2 }[call.query.get('status') ?? ''] ?? 0) }

describe('the list of teams', () => {
  it('is searched by name, whatever the case', async () => {
    answer({ 'GET /teams': listed([web, ops]) })
    renderPage(<OwnTeams />, { path: '/teams', route: '/teams' })
    await screen.findByText('Operations')
    fireEvent.change(screen.getByPlaceholderText('Search teams...'), { target: { value: 'wE' } })
    await waitFor(() => expect(screen.queryByText('Operations')).toBeNull())
    expect(screen.getByText('Web')).toBeTruthy()
  })

  it('says in the row who is in it and how its deployments are', async () => {
    const sites = [
      { id: 'a', teamId: 't-web', status: 'running' },
      { id: 'b', teamId: 't-web', status: 'failed' },
    ]
    answer({ 'GET /teams': listed([web, ops]), 'GET /deployments': listed(sites) })
    renderPage(<OwnTeams />, { path: '/teams', route: '/teams' })
    await screen.findByText('2 deployments')
    const row = (name: string) => screen.getByText(name).closest('[role=row]')?.textContent
    expect(row('Web')).toMatch(/About WebALGH22 members22 deployments1 failed/)
    expect(row('Operations')).toMatch(/11 member00 deployments/)
  })

  it('says the reader’s role where it is not the same in all of them', async () => {
    answer({ 'GET /teams': listed([web, team('t-hers', 'Hers', [member(GRACE, 'admin'), member(ADA, 'member')], GRACE)]) })
    renderPage(<OwnTeams />, { path: '/teams', route: '/teams' })
    await screen.findByText('Hers')
    const row = (name: string) => screen.getByText(name).closest('[role=row]')?.textContent
    expect(row('Web')).toContain('Owner')
    expect(row('Hers')).toContain('Member')
  })

  it('says how to begin when there is none', async () => {
    answer({ 'GET /teams': listed([]) })
    renderPage(<OwnTeams />, { path: '/teams', route: '/teams' })
    expect(await screen.findByText('No teams found. Create a new team to get started.')).toBeTruthy()
  })

  it('says that it could not be loaded and tries again', async () => {
    let down = true
    answer({ 'GET /teams': () => (down ? { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Teams do not answer.' } : listed([web])) })
    renderPage(<OwnTeams />, { path: '/teams', route: '/teams' })
    const alert = await screen.findByText('Error loading teams. Please try again later.', undefined, { timeout: 4000 })
    expect(alert).toBeTruthy()
    down = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Web')).toBeTruthy()
  })

  it('opens to the members and the counts of deployments of that team', async () => {
    const calls = answer({ 'GET /teams/all': listed([web]), ...deployments })
    renderPage(<AllTeams />, { path: '/admin/teams?open=t-web', route: '/admin/teams' })
    const counts = await screen.findByRole('region', { name: /^Deployments/ })
    await within(counts).findByText('6')
    expect(counts.textContent).toMatch(/In all6Running3Pending1Failed2/)
    expect(calls.filter((call) => call.path === '/deployments' && call.query.size > 0).every((call) => call.query.get('teamId') === 't-web' && call.query.get('limit') === '1')).toBe(true)
    expect(await within(screen.getByRole('region', { name: /^Members/ })).findByText('grace@example.com')).toBeTruthy()
  })

  it('says of a member who they are in Canopy, when asked', async () => {
    const profile = { ...GRACE, lastLogin: null }
    const calls = answer({ 'GET /teams/all': listed([web]), ...deployments, [`GET /users/${GRACE.id}/profile`]: { data: profile } })
    renderPage(<AllTeams />, { path: '/admin/teams?open=t-web', route: '/admin/teams' })
    const name = await screen.findByRole('button', { name: 'Grace Hopper' })
    const asked = () => calls.filter((call) => call.path.endsWith('/profile'))
    expect([name.getAttribute('aria-expanded'), asked()]).toEqual(['false', []])
    fireEvent.click(name)
    const shown = within(await screen.findByRole('group', { name: 'Profile of Grace Hopper' }))
    await shown.findByText('Never')
    expect(shown.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe(`/users/${GRACE.id}`)
    expect(shown.getByRole('link', { name: 'What they did' }).getAttribute('href')).toBe(`/events?actor=${GRACE.id}`)
    fireEvent.click(name)
    expect(screen.queryByRole('group', { name: 'Profile of Grace Hopper' })).toBeNull()
  })

  it('is all teams for admins only', async () => {
    answer({})
    renderPage(<AllTeams />, { path: '/admin/teams', route: '/admin/teams', user: GRACE })
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })
})

describe('members', () => {
  it('are removed after a question, and the list is asked for again', async () => {
    let members = web.members
    const calls = answer({
      'GET /teams': () => listed([{ ...web, members }]),
      'GET /teams/all': () => listed([]),
      [`DELETE /teams/t-web/members/${GRACE.id}`]: () => {
        members = members.slice(0, 1)
        return { data: { ...web, members } }
      },
      ...deployments,
    })
    renderPage(<OwnTeams />, { path: '/teams?open=t-web', route: '/teams' })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Grace Hopper' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Remove Grace Hopper from Web?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Member removed')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Grace Hopper' })).toBeNull())
    expect(calls.filter((call) => call.method === 'DELETE')).toHaveLength(1)
  })

  it('see no form to add others, and may leave', async () => {
    answer({ 'GET /teams': listed([web]), ...deployments })
    renderPage(<OwnTeams />, { path: '/teams?open=t-web', route: '/teams', user: GRACE })
    expect(await screen.findByRole('button', { name: 'Leave team' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })
})

describe('a new team', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('needs a name and a description of the right length', async () => {
    const calls = answer({})
    renderPage(<NewTeam />, { path: '/teams/new', route: '/teams/new' })
    type('Team Name', 'W')
    fireEvent.click(screen.getByRole('button', { name: 'Create Team' }))
    expect(await screen.findByText('Team name must be at least 2 characters.')).toBeTruthy()
    expect(await screen.findByText('Description must be at least 2 characters.')).toBeTruthy()
    expect(calls).toHaveLength(0)
  })

  it('says nothing of a field that was only passed through, and takes back what it said', async () => {
    answer({})
    renderPage(<NewTeam />, { path: '/teams/new', route: '/teams/new' })
    const name = screen.getByLabelText('Team Name')
    fireEvent.focus(name)
    fireEvent.blur(name)
    type('Description', 'a')
    fireEvent.blur(screen.getByLabelText('Description'))
    expect(await screen.findByText('Description must be at least 2 characters.')).toBeTruthy()
    expect(screen.queryByText('Team name must be at least 2 characters.')).toBeNull()
    type('Description', 'ab')
    await waitFor(() => expect(screen.queryByText('Description must be at least 2 characters.')).toBeNull())
  })

  it('is created once, and the list follows', async () => {
    const calls = answer({ 'POST /teams': { data: web } })
    renderPage(<NewTeam />, { path: '/teams/new', route: '/teams/new' })
    type('Team Name', ' Web ')
    type('Description', 'About Web')
    const button = screen.getByRole('button', { name: 'Create Team' })
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('Team created')).toBeTruthy()
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(calls.map((call) => call.body)).toEqual([{ name: 'Web', description: 'About Web' }])
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('keeps what was typed when the server refuses, with the sentence at its field', async () => {
    answer({ 'POST /teams': { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { name: 'Team name must not contain invisible characters.' } } } })
    renderPage(<NewTeam />, { path: '/teams/new', route: '/teams/new' })
    type('Team Name', 'We\u202Eb')
    type('Description', 'About Web')
    fireEvent.click(screen.getByRole('button', { name: 'Create Team' }))
    expect(await screen.findByText('Team name must not contain invisible characters.')).toBeTruthy()
    expect((screen.getByLabelText('Team Name') as HTMLInputElement).value).toBe('We\u202Eb')
  })

  it('repeats the same attempt with the same key and another content with another', async () => {
    const calls = answer({ 'POST /teams': { status: 503, code: 'SERVICE_UNAVAILABLE', message: '' } })
    renderPage(<NewTeam />, { path: '/teams/new', route: '/teams/new' })
    type('Team Name', 'Web')
    type('Description', 'About Web')
    const press = async (times: number) => {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Create Team' }).hasAttribute('disabled')).toBe(false))
      fireEvent.click(screen.getByRole('button', { name: 'Create Team' }))
      await waitFor(() => expect(calls).toHaveLength(times))
    }
    await press(1)
    expect(await screen.findByText('Failed to create team. Please try again.')).toBeTruthy()
    await press(2)
    type('Team Name', 'Shop')
    await press(3)
    const keys = calls.map((call) => call.headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('the settings of a team', () => {
  const show = (user = ADA) => renderPage(<TeamSettings />, { path: '/teams/t-web/settings', route: '/teams/:id/settings', user })
  const none = { 'GET /deployments': listed([]), 'GET /teams': listed([web]), 'GET /users': { data: { users: [] }, pagination: { page: 1, limit: 100, total: 0, more: false } } }

  it('save name and description once something differs', async () => {
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, 'PUT /teams/t-web': { data: { ...web, name: 'Shops' } } })
    show()
    const name = await screen.findByLabelText('Team Name')
    const save = screen.getByRole('button', { name: 'Save Changes' })
    expect(save.hasAttribute('disabled')).toBe(true)
    fireEvent.change(name, { target: { value: ' Shops ' } })
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    fireEvent.click(save)
    expect(await screen.findByText('Team saved')).toBeTruthy()
    expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({ name: 'Shops', description: 'About Web' })
  })

  it('show what is used of the quotas, and one’s own where that is nearer its limit', async () => {
    const quotas = { deployments: { team: { used: 206, most: 500 }, user: { used: 12, most: 100 } }, tasks: { team: { used: 3, most: 200 }, user: { used: 3, most: 100 } } }
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, 'GET /quotas': { data: quotas } })
    show(GRACE)
    const meter = await screen.findByRole('meter', { name: 'Deployments of this team' })
    expect(meter.getAttribute('aria-valuetext')).toBe('41%, 206 of 500 deployments of this team')
    expect(screen.getAllByRole('meter').map((each) => each.getAttribute('aria-label'))).toEqual(['Deployments of this team', 'Unfinished tasks of this team', 'Unfinished tasks that you have started'])
    expect(calls.find((call) => call.path === '/quotas')?.query.get('teamId')).toBe('t-web')
  })

  it('hand the team over after a question', async () => {
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, 'PUT /teams/t-web/owner': { data: web } })
    show()
    fireEvent.mouseDown(await screen.findByLabelText('New owner'))
    fireEvent.click(await screen.findByText('Grace Hopper', { selector: '.ant-select-item-option-content' }))
    fireEvent.click(screen.getByRole('button', { name: 'Hand over' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Hand Web over to Grace Hopper?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('Team handed over')).toBeTruthy()
    expect(calls.find((call) => call.path.endsWith('/owner'))?.body).toEqual({ userId: GRACE.id })
  })

  it('delete it, unless deployments belong to it', async () => {
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, 'DELETE /teams/t-web': { data: { id: 't-web' } } })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Team' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Delete Web?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(calls.filter((call) => call.method === 'DELETE')).toHaveLength(1)
  })

  it('say why a team with deployments stays', async () => {
    answer({ ...none, 'GET /teams/t-web': { data: web }, 'GET /deployments': listed([], 2) })
    show()
    expect((await screen.findAllByText('Cannot delete team: 2 deployment(s) are associated with this team.')).length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: 'Delete Team' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are read by plain members, who may leave', async () => {
    answer({ ...none, 'GET /teams/t-web': { data: web } })
    show(GRACE)
    expect(await screen.findByText('Only admins of the team can change it.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Leave team' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Team' })).toBeNull()
  })

  it('add somebody by the whole address', async () => {
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, 'POST /teams/t-web/members': { status: 404, code: 'NOT_FOUND', message: 'User not found', details: { reason: 'NOT_FOUND', params: { what: 'User' } } } })
    show({ ...ADA, role: 'user' })
    fireEvent.change(await screen.findByLabelText('User to add'), { target: { value: 'eve@example.com' } })
    fireEvent.click(await screen.findByText('Whoever has the address eve@example.com', { selector: '.ant-select-item-option-content' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    expect(await screen.findByText('There is no active user with this address.')).toBeTruthy()
    expect(calls.find((call) => call.method === 'POST')?.body).toEqual({ email: 'eve@example.com' })
  })

  it('make a member an admin of the team', async () => {
    const calls = answer({ ...none, 'GET /teams/t-web': { data: web }, [`PUT /teams/t-web/members/${GRACE.id}`]: { data: web } })
    show()
    fireEvent.mouseDown(await screen.findByLabelText('Role of Grace Hopper'))
    fireEvent.click(await screen.findByText('Admin', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({ role: 'admin' }))
  })
})

describe('the invitations of a team', () => {
  const eve = { id: 'i-1', email: 'eve@example.com', role: 'member' as const, expires_at: '2026-11-01T00:00:00Z' }

  it('are made, and their link is shown to be passed on', async () => {
    const calls = answer({
      'GET /teams/t-web': { data: { ...web, invites: [eve] } },
      'POST /teams/t-web/invites': { data: { ...eve, email: 'dan@example.com', token: 'secret', mailed: false } },
      ...deployments,
    })
    renderPage(<TeamSettings />, { path: '/teams/t-web/settings', route: '/teams/:id/settings' })
    expect(await screen.findByText(/^Expired on /)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email Address'), { target: { value: ' dan@example.com ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create Invitation' }))
    expect(await screen.findByText('Pass this link on to dan@example.com. It is shown only now.')).toBeTruthy()
    expect(screen.getByText(`${location.origin}/invite#secret`)).toBeTruthy()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'dan@example.com', role: 'member' })
  })

  it('say in the field why somebody cannot be invited', async () => {
    answer({
      'GET /teams/t-web': { data: web },
      'POST /teams/t-web/invites': { status: 400, code: 'VALIDATION_ERROR', message: 'User is already invited to this team', details: { reason: 'ALREADY_INVITED', params: {} } },
      ...deployments,
    })
    renderPage(<TeamSettings />, { path: '/teams/t-web/settings', route: '/teams/:id/settings' })
    fireEvent.change(await screen.findByLabelText('Email Address'), { target: { value: 'dan@example.com' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create Invitation' }))
    expect(await screen.findByText('This user has already been invited to the team.')).toBeTruthy()
  })

  it('are nothing for a plain member', async () => {
    answer({ 'GET /teams/t-web': { data: web }, ...deployments })
    renderPage(<TeamSettings />, { path: '/teams/t-web/settings', route: '/teams/:id/settings', user: GRACE })
    await screen.findByText('Only admins of the team can change it.')
    expect(screen.queryByText('Invitations')).toBeNull()
  })
})
