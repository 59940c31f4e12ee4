import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '@/session/store'
import { ADA, answer, renderPage } from '../../../tests/render'
import UserPage from './user'
import Users from './users'

// Whole pages on a busy machine: the limits are there for what never comes.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const GRACE: User = { ...ADA, id: '00000000-0000-4000-8000-000000000002', email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', role: 'user' }

const listed = (users: User[]) => ({ data: { users }, pagination: { page: 1, limit: 20, total: users.length, more: false } })

const show = (path = '/users', user = ADA) => renderPage(<Users />, { path, route: '/users', user })
const row = (name: string) => screen.getByText(name, { selector: '.row-name' }).closest('[role=row]')

describe('users', () => {
  it('are for admins only', async () => {
    answer({})
    show('/users', GRACE)
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })

  it('are shown with role, state and last login', async () => {
    answer({ 'GET /users': listed([ADA, { ...GRACE, role: 'manager', status: 'inactive', lastLogin: '2026-11-01T10:00:00Z' }]) })
    show()
    await screen.findByText('Grace Hopper')
    expect(row('Ada Lovelace')?.textContent).toMatch(/ada@example\.com.*Admin.*Active.*Never/)
    expect(row('Grace Hopper')?.textContent).toMatch(/Manager.*Inactive.*Nov 1, 2026/)
  })

  it('are asked for by what the address says', async () => {
    const calls = answer({ 'GET /users': listed([]) })
    show('/users?q=gra&role=user&status=active')
    expect(await screen.findByText('Nobody matches')).toBeTruthy()
    expect(Object.fromEntries(calls.find((call) => call.path === '/users')?.query ?? [])).toEqual({ search: 'gra', role: 'user', status: 'active', page: '1', limit: '20' })
  })

  it('say that they could not be loaded', async () => {
    answer({ 'GET /users': { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' } })
    show()
    expect((await screen.findAllByText('Unable to load users. Please try again later.')).length).toBeGreaterThan(0)
  })

  it('are deleted after a question, which is said for a while', async () => {
    let users = [ADA, GRACE]
    answer({
      'GET /users': () => listed(users),
      [`DELETE /users/${GRACE.id}`]: () => {
        users = [ADA]
        return { data: { id: GRACE.id } }
      },
    })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Delete the account of Grace Hopper?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('User deleted successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull())
  })

  it('are invited, and the link to pass on is shown', async () => {
    let invites: object[] = []
    const eve = { id: 'i-1', email: 'eve@example.com', role: 'manager', invitedBy: 'Ada Lovelace', createdAt: '2026-11-01T10:00:00Z', expiresAt: '2099-11-08T10:00:00Z' }
    let refused = true
    const calls = answer({
      'GET /users': listed([ADA]),
      'GET /users/invites': () => ({ data: invites }),
      'POST /users/invites': () => {
        if (refused) return { status: 400, code: 'VALIDATION_ERROR', message: 'This user has already been invited.', details: { reason: 'USER_ALREADY_INVITED', params: {} } }
        invites = [eve]
        return { data: { invite: eve, mailed: true, token: 'secret' } }
      },
      'DELETE /users/invites/i-1': () => {
        invites = []
        return { data: { id: 'i-1' } }
      },
    })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Invite User' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(await within(dialog).findByLabelText('Email address'), { target: { value: ' eve@example.com ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send Invitation' }))
    expect(await within(dialog).findByText('This user has already been invited.')).toBeTruthy()
    refused = false
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /Send Invitation/ }).className).not.toContain('loading'))
    fireEvent.click(within(dialog).getByRole('button', { name: /Send Invitation/ }))
    expect(await screen.findByText('Invitation sent successfully')).toBeTruthy()
    expect(calls.findLast((call) => call.method === 'POST')?.body).toEqual({ email: 'eve@example.com', role: 'user' })
    expect(await screen.findByText(/The invitation is on its way to eve@example\.com\./)).toBeTruthy()
    expect(screen.getByText(`${location.origin}/register#secret/eve@example.com`)).toBeTruthy()
    expect((await screen.findByText(/Invited by Ada Lovelace/)).closest('li')?.textContent).toContain('Manager')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the invitation of eve@example.com' }))
    fireEvent.click(within(await screen.findByRole('dialog', { name: /Cancel the invitation/ })).getByRole('button', { name: 'Cancel invitation' }))
    expect(await screen.findByText('Invitation cancelled')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/Invited by/)).toBeNull())
    expect(screen.queryByText(/register#secret/)).toBeNull()
  })

  it('get a link to choose another password: by mail, or to pass on', async () => {
    let token: string | null = 'secret'
    answer({
      'GET /users': listed([ADA, { ...GRACE, status: 'inactive', firstName: 'Gone' }]),
      'GET /users/invites': { data: [] },
      [`POST /users/${ADA.id}/reset-password`]: () => ({ data: { mailed: token === null, token, expiresAt: '2099-11-08T10:00:00Z' } }),
    })
    show()
    for (const said of ['Pass this link on to Ada Lovelace. It works once, for one hour, and is shown only now.', 'The link was sent to ada@example.com. It works once, for one hour.']) {
      fireEvent.click(await screen.findByRole('button', { name: 'Reset the password of Ada Lovelace' }))
      const dialog = await screen.findByRole('dialog')
      fireEvent.click(within(dialog).getByRole('button', { name: 'Reset Password' }))
      expect(await within(dialog).findByText(said)).toBeTruthy()
      expect(within(dialog).queryByText(`${location.origin}/reset-password#secret`) === null).toBe(token === null)
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      token = null
    }
    expect((await screen.findByRole('button', { name: 'Reset the password of Gone Hopper' })).getAttribute('aria-disabled')).toBe('true')
  })

  it('do not delete themselves', async () => {
    answer({ 'GET /users': listed([ADA]) })
    show()
    const button = await screen.findByRole('button', { name: 'Delete Ada Lovelace' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are edited, and a refusal stays in the dialog', async () => {
    const last = { status: 409, code: 'CONFLICT', message: 'This is the only active administrator. Make somebody else one first.', details: { reason: 'LAST_ADMIN', params: {} } }
    let refused = true
    const calls = answer({ 'GET /users': listed([ADA, GRACE]), [`PUT /users/${GRACE.id}`]: () => (refused ? last : { data: { ...GRACE, firstName: 'Amazing' } }) })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('First name'), { target: { value: 'Amazing' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }))
    expect(await within(dialog).findByText('This is the only active administrator. Make somebody else one first.')).toBeTruthy()
    refused = false
    await waitFor(() => expect(within(dialog).getByRole('button', { name: /Save Changes/ }).className).not.toContain('loading'))
    fireEvent.click(within(dialog).getByRole('button', { name: /Save Changes/ }))
    expect(await screen.findByText('User saved')).toBeTruthy()
    expect(calls.findLast((call) => call.method === 'PUT')?.body).toEqual({ firstName: 'Amazing', lastName: 'Hopper', role: 'user', status: 'active' })
  })
})

describe('one user', () => {
  const details = {
    ...GRACE,
    twoFactorEnabled: true,
    sessions: [{ id: 's-1', createdAt: '2026-11-01T10:00:00Z', lastSeenAt: '2026-11-01T10:00:00Z', expiresAt: '2026-11-08T10:00:00Z', address: '203.0.113.9', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', current: false }],
    tokens: [{ id: 't-1', name: 'Nightly backup', scope: 'read', createdAt: '2026-11-01T10:00:00Z', expiresAt: null, lastUsedAt: null }],
    teams: [{ id: 'team-1', name: 'Web', admin: true, owner: false }],
  }
  const showOne = (user = ADA) => renderPage(<UserPage />, { path: `/users/${GRACE.id}`, route: '/users/:id', user })

  it('is shown with teams, sessions, tokens and what they did last', async () => {
    const event = { id: 'e-1', type: 'Normal', message: 'Grace Hopper did it.', reason: 'Said', params: { said: 'Grace Hopper did it.' }, createdAt: '2026-11-01T10:00:00Z' }
    const calls = answer({ [`GET /users/${GRACE.id}`]: { data: details }, 'GET /events': { data: [event], pagination: { page: 1, limit: 10, total: 1, more: false } } })
    showOne()
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeTruthy()
    expect(screen.getByText('Firefox on Linux').closest('li')?.textContent).toContain('203.0.113.9')
    expect(screen.getByText('Nightly backup').closest('li')?.textContent).toMatch(/Read only.*does not expire.*Never used/)
    expect(screen.getByRole('link', { name: 'Web' }).closest('li')?.textContent).toContain('Admin')
    expect((await screen.findByRole('link', { name: 'Grace Hopper did it.' })).getAttribute('href')).toBe('/events/e-1')
    expect(calls.find((call) => call.path === '/events')?.query.get('actor')).toBe(GRACE.id)
    fireEvent.click(screen.getByRole('button', { name: 'Edit User' }))
    expect(await screen.findByRole('dialog', { name: `Edit User: ${GRACE.email}` })).toBeTruthy()
  })

  it('who is not there is said to be so, and others do not look', async () => {
    answer({ [`GET /users/${GRACE.id}`]: { status: 404, code: 'NOT_FOUND', message: 'User not found' } })
    const { unmount } = showOne()
    expect((await screen.findAllByText('User not found')).length).toBeGreaterThan(0)
    unmount()
    showOne(GRACE)
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })
})
