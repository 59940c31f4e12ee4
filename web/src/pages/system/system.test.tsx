import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ADA, answer, renderPage } from '../../../tests/render'
import System from './system'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const well = { text: null, reason: '', params: {}, latency: 3, lastCheck: '2026-11-01T00:00:00Z' }
const health = {
  data: {
    status: 'unhealthy',
    components: { auth: 'up', nats: 'down', tasks: 'degraded' },
    details: { auth: well, nats: { ...well, text: 'It does not answer.', latency: 2000 }, tasks: { ...well, text: 'One dead letter.' } },
  },
}
const letter = { id: 'l-1', service: 'tasks', kind: 'command', target: 'deployments', method: 'Finish', error: 'It was refused.', reason: '', params: {}, createdAt: '2026-11-01T00:00:00Z', requestId: 'r-9', actor: 'Ada', again: false }
const none = { data: { letters: [], missing: [] } }
const open = (role: 'admin' | 'user' = 'admin') => renderPage(<System />, { path: '/system', route: '/system', user: { ...ADA, role } })

describe('the system', () => {
  it('shows each component with its reason, what is not well first', async () => {
    answer({ 'GET /health': health, 'GET /admin/dead-letters': none })
    open()
    expect(await screen.findByText('Some components are not available')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'System Health' }))
    expect(table.getAllByRole('row').slice(1).map((row) => row.querySelector('.row-name')?.textContent)).toEqual(['nats', 'tasks', 'auth'])
    expect(table.getByText('It does not answer.')).toBeTruthy()
    expect(table.getByText('2,000 ms')).toBeTruthy()
    expect(await screen.findByText('There are none.')).toBeTruthy()
  })

  it('asks all components again', async () => {
    const calls = answer({ 'GET /health': health, 'GET /admin/dead-letters': none })
    open()
    await screen.findByText('It does not answer.')
    const asked = () => calls.filter(({ path }) => path === '/health').length
    const before = asked()
    fireEvent.click(screen.getByRole('button', { name: /Refresh/ }))
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  })

  it('sends a dead letter again, and says which services did not answer', async () => {
    const calls = answer({ 'GET /health': health, 'GET /admin/dead-letters': { data: { letters: [letter], missing: ['events'] } }, 'POST /admin/dead-letters/tasks/l-1/resend': { data: { ...letter, again: true } } })
    open()
    expect(await screen.findByText('It was refused.')).toBeTruthy()
    expect(screen.getByText('Not all services answered; what these have is not shown: events')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(calls.some(({ method, path }) => method === 'POST' && path === '/admin/dead-letters/tasks/l-1/resend')).toBe(true))
  })

  it('is for admins', async () => {
    const calls = answer({ 'GET /health': health })
    open('user')
    await waitFor(() => expect(screen.queryByText('System Health')).toBeNull())
    expect(calls).toEqual([])
  })
})

const settings = { registration: 'closed', registrationFixed: false, sessionLength: 604_800, sessionTimeout: null, historyDays: 45, healthCheckInterval: 60, rowVersion: 3, changedAt: '2026-11-01T00:00:00Z', changedBy: 'Grace Hopper' }
const choose = async (label: string, option: string) => {
  await userEvent.selectOptions(await screen.findByLabelText(label), option)
}

describe('the system settings', () => {
  it('show what counts, and send only what was changed, with the version that was seen', async () => {
    const calls = answer({
      'GET /health': health,
      'GET /admin/dead-letters': none,
      'GET /system/settings': { data: settings },
      'PUT /system/settings': ({ body }) => ({ data: { ...settings, ...(body as object), rowVersion: 4, changedBy: 'Ada Lovelace' } }),
    })
    open()
    expect(await screen.findByText('45 days')).toBeTruthy()
    expect(screen.getByText('Every 60 seconds')).toBeTruthy()
    expect(screen.getByText(/^Changed by Grace Hopper/)).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Save Changes' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await choose('Session Timeout', '30 minutes')
    await choose('Registration', 'Open to everybody')
    fireEvent.click(save)
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ sessionTimeout: 1800, registration: 'open', rowVersion: 3 }))
    expect(await screen.findByText(/^Changed by Ada Lovelace/)).toBeTruthy()
  })

  it('say that the operator has decided about registration', async () => {
    answer({ 'GET /health': health, 'GET /admin/dead-letters': none, 'GET /system/settings': { data: { ...settings, registrationFixed: true } } })
    open()
    expect(await screen.findByText('Decided by CANOPY_REGISTRATION; it cannot be changed here.')).toBeTruthy()
    expect(screen.getByLabelText('Registration').hasAttribute('disabled')).toBe(true)
  })
})
