import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ADA, answer, renderPage } from '../../../tests/render'
import { stepsOf } from './checklist'
import Dashboard from './dashboard'

// Whole pages on a busy machine: the limits are there for what never comes.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const none = { data: [], pagination: { page: 1, limit: 5, total: 0, more: false } }
const profile = { user: ADA, security: { twoFactorEnabled: false, recoveryCodes: 0, hasPassword: true, provider: null }, preferences: { language: null, timezone: null, theme: null, firstSteps: null as string | null } }
const security = { failedSignIns: { since: '2026-11-01T00:00:00Z', networks: [], total: 0, unplaced: 0 }, sessions: 1, tokens: 0, users: 1, administrators: [ADA], withoutTwoFactor: [], withoutTwoFactorTotal: 0, provider: null }
const all = {
  'GET /dashboard': { data: { activeDeployments: 0, stoppedDeployments: 0, teams: 1, clusters: 1, datacenters: 1, tasks: 0 } },
  'GET /events': none,
  'GET /deployments': none,
  'GET /clusters': none,
  'GET /tasks': none,
  'GET /auth/setup': { data: { open: false, registration: false, mail: false, provider: null } },
  'GET /users/profile': { data: profile },
  'GET /admin/security': { data: security },
}
const open = (role: 'admin' | 'user' = 'admin') => renderPage(<Dashboard />, { path: '/', route: '/', user: { ...ADA, role } })

describe('the checklist of first steps', () => {
  it('says what is done, and leads to the rest', async () => {
    answer(all)
    open()
    expect(await screen.findByText('First steps (2 of 6)')).toBeTruthy()
    const links = ['Create a site', 'Set up mail', 'Make somebody else an administrator, too', 'Turn on two-factor authentication'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(links).toEqual(['/new-deployment', '/system', '/users', '/settings/two-factor'])
    expect(screen.queryByRole('link', { name: 'Register a cluster' })).toBeNull()
  })

  it('goes for good when somebody hides it', async () => {
    const calls = answer({ ...all, 'PUT /users/profile': { data: { ...profile, preferences: { ...profile.preferences, firstSteps: 'hidden' } } } })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(screen.queryByText(/^First steps/)).toBeNull())
    await waitFor(() => expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({ preferences: { firstSteps: 'hidden' } }))
  })

  it('is not there for others than administrators, and asks nothing for them', async () => {
    const calls = answer(all)
    open('user')
    expect(await screen.findByLabelText('Counts')).toBeTruthy()
    expect(screen.queryByText(/^First steps/)).toBeNull()
    expect(calls.some((call) => call.path === '/admin/security')).toBe(false)
  })

  it('has nothing left when all is done', () => {
    const steps = stepsOf({ counts: { teams: 1, clusters: 1 }, deployments: 1, mail: true, administrators: 2, twoFactor: true })
    expect(steps.every(({ done }) => done)).toBe(true)
  })
})
