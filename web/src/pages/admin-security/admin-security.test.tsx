import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ADA, answer, renderPage } from '../../../tests/render'
import AdminSecurity from './admin-security'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const failed = {
  since: '2026-11-01T00:00:00Z',
  networks: [
    { network: '203.0.113.9', attempts: 31, lastAt: '2026-11-01T00:00:00Z', throttledUntil: '2026-11-01T00:01:00Z' },
    { network: null, attempts: 2, lastAt: '2026-11-01T00:00:00Z', throttledUntil: null },
  ],
  total: 33,
  unplaced: 1,
}
const state = { failedSignIns: failed, sessions: 4, tokens: 5, users: 6, administrators: [ADA], withoutTwoFactor: [ADA, { ...ADA, id: 'u-2', firstName: '', lastName: '', email: 'bob@example.com', role: 'user' }], withoutTwoFactorTotal: 3, provider: null }
const open = (role: 'admin' | 'user' = 'admin') => renderPage(<AdminSecurity />, { path: '/security', route: '/security', user: { ...ADA, role } })

describe('security', () => {
  it('shows where failed sign-ins came from and who signs in with a password only', async () => {
    answer({ 'GET /admin/security': { data: state } })
    open()
    const networks = within(await screen.findByRole('table', { name: 'Failed sign-ins' }))
    expect(networks.getAllByRole('row').slice(1).map((row) => row.querySelector('.row-name')?.textContent)).toEqual(['203.0.113.9', 'Not through the console'])
    expect(networks.getByText(/^Throttled until /)).toBeTruthy()
    expect(screen.getByText('33 failed sign-ins in all')).toBeTruthy()
    expect(screen.getByText(/^One more wrong password or code/)).toBeTruthy()
    expect(within(screen.getByRole('table', { name: 'Administrators' })).getByText('Password only')).toBeTruthy()
    const people = within(screen.getByRole('table', { name: 'Without two-factor authentication' }))
    expect(people.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/users?q=ada%40example.com', '/users?q=bob%40example.com'])
    expect(screen.getByText('The first 2 of 3')).toBeTruthy()
  })

  it('says when all is well', async () => {
    answer({ 'GET /admin/security': { data: { ...state, failedSignIns: { ...failed, networks: [], total: 0, unplaced: 0 }, withoutTwoFactor: [], withoutTwoFactorTotal: 0 } } })
    open()
    expect(await screen.findByText('No sign-in has failed in the last 24 hours.')).toBeTruthy()
    expect(screen.getByText('Everybody signs in with a second factor.')).toBeTruthy()
    expect(screen.queryByText('Password only')).toBeNull()
  })

  it('says that people sign in with a provider, and by which rules', async () => {
    const provider = { name: 'Example ID', issuer: 'https://id.example.com', accounts: 'invited', linkByEmail: false, ownSecondFactor: true, roles: ['admin=root'], linked: 9 }
    answer({ 'GET /admin/security': { data: { ...state, provider } } })
    open()
    for (const said of ['Example ID', 'https://id.example.com', 'Whoever is invited', 'After their owner has connected them', 'One’s own is asked for', 'admin=root']) expect(await screen.findByText(said)).toBeTruthy()
  })

  it('says who may do what, by person and by team', async () => {
    const pagination = { page: 1, limit: 20, total: 1, more: false }
    const bob = { ...ADA, id: 'u-2', firstName: 'Bob', email: 'bob@example.com', role: 'user', twoFactorEnabled: false }
    const team = {
      id: 't-1',
      name: 'Web',
      description: 'Sites',
      owner_id: ADA.id,
      members: [
        { userId: 'u-2', role: 'member', first_name: 'Bob', last_name: 'Builder', email: 'bob@example.com' },
        { userId: ADA.id, role: 'admin', first_name: 'Ada', last_name: 'Lovelace', email: ADA.email },
      ],
      invites: [],
    }
    const calls = answer({
      'GET /admin/security': { data: state },
      'GET /users': { data: { users: [bob] }, pagination },
      'GET /users/u-2': { data: { ...bob, teams: [{ id: 't-1', name: 'Web', admin: true, owner: false }], sessions: [], tokens: [] } },
      'GET /teams/all': { data: [team], pagination },
    })
    open()
    const people = within(await screen.findByRole('table', { name: 'Who may do what' }))
    expect(people.getByText(/^Read datacenters and clusters/)).toBeTruthy()
    fireEvent.click(people.getByRole('button', { name: /Bob Lovelace/ }))
    expect(await people.findByText(/also change the team and its people/)).toBeTruthy()
    expect(people.getByRole('link', { name: 'Web' }).getAttribute('href')).toBe('/teams/t-1/settings')

    fireEvent.click(screen.getByText('By team'))
    const teams = within(await screen.findByRole('table', { name: 'Who may do what' }))
    fireEvent.click(await teams.findByRole('button', { name: /Web/ }))
    const places = (await teams.findByText(/hand the team over/)).closest('ul')
    expect([...(places?.querySelectorAll('a') ?? [])].map((each) => each.textContent)).toEqual(['Ada Lovelace', 'Bob Builder'])
    expect(calls.filter(({ path }) => path === '/teams/all')[0]?.query.get('limit')).toBe('20')
  })

  it('is for admins', async () => {
    const calls = answer({})
    open('user')
    await waitFor(() => expect(screen.queryByText('Security')).toBeNull())
    expect(calls).toEqual([])
  })
})
