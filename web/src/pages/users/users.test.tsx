import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '@/session/store'
import { ADA, answer, renderPage } from '../../../tests/render'
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
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ search: 'gra', role: 'user', status: 'active', page: '1', limit: '20' })
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
