import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ADA, answer, renderPage } from '../../../tests/render'
import AdminDatabase from './admin-database'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const migration = { version: '20261121000001', description: 'first', appliedAt: '2026-11-01T00:00:00Z', milliseconds: 12, common: false }
const auth = { service: 'auth', bytes: 80_000, tables: [{ name: 'user', bytes: 60_000, indexBytes: 20_000, rows: null }], connections: { idle: 2, 'idle in transaction': 1, odd: 3 }, migrations: [migration], statements: null }
const events = { ...auth, service: 'events', bytes: 5_200_000, tables: [{ name: 'event', bytes: 5_000_000, indexBytes: 1_500_000, rows: 12_345 }] }
const server = { version: '17.2', database: 'canopy', bytes: 9_000_000, connections: 12, maxConnections: 100 }
const lastBackup = { at: '2026-11-20T00:00:00Z', bytes: 1_500_000, where: '/backups/canopy.tar.age', ok: false, failedAt: '2026-11-21T00:00:00Z', problem: 'BackupDiskFull', params: {}, text: 'No room is left.', everySeconds: 86_400 }
const open = (role: 'admin' | 'user' = 'admin') => renderPage(<AdminDatabase />, { path: '/database', route: '/database', user: { ...ADA, role } })

describe('the database', () => {
  it('shows sizes, connections and tables, the largest first', async () => {
    answer({ 'GET /admin/database': { data: { server, schemas: [auth, events], missing: ['tasks'], lastBackup: null } } })
    open()
    expect(await screen.findByText('9 MB')).toBeTruthy()
    expect(screen.getByText('12 of 100')).toBeTruthy()
    expect(screen.getByText('Not all services answered; the schemas of these are not shown: tasks')).toBeTruthy()
    expect(screen.getAllByText('2 idle, 1 idle in a transaction, 3 odd')).toHaveLength(2)
    const tables = within(screen.getByRole('table', { name: 'Largest tables' }))
    expect(tables.getAllByText(/^\w+\.\w+$/).map((each) => each.textContent)).toEqual(['events.event', 'auth.user'])
    expect(tables.getByText('12,345')).toBeTruthy()
    expect(tables.getByText('Not yet estimated')).toBeTruthy()
    fireEvent.click(within(screen.getByRole('table', { name: 'Schemas' })).getByRole('button', { name: /auth/ }))
    expect(await screen.findByText('12 ms')).toBeTruthy()
    expect(screen.getByText(/pg_stat_statements is not installed/)).toBeTruthy()
    expect(screen.getByText(/Nobody has made a backup/)).toBeTruthy()
  })

  it('shows the statements that took the most time', async () => {
    const statement = (text: string, totalMilliseconds: number) => ({ text, calls: 1_000, totalMilliseconds, meanMilliseconds: 0.25, rows: 3 })
    const schemas = [{ ...auth, statements: [statement('select 1', 10)] }, { ...events, statements: [statement('select 2', 250)] }]
    answer({ 'GET /admin/database': { data: { server, schemas, missing: [], lastBackup } } })
    open()
    const table = within(await screen.findByRole('table', { name: 'Slow statements' }))
    expect(table.getAllByText(/^select/).map((each) => each.textContent)).toEqual(['select 2', 'select 1'])
    expect(table.getByText('250 ms')).toBeTruthy()
    expect(table.getAllByText('0.3 ms')).toHaveLength(2)
  })

  it('shows the last backup of Canopy, and why a later one failed', async () => {
    answer({ 'GET /admin/database': { data: { server, schemas: [auth], missing: [], lastBackup } } })
    open()
    expect(await screen.findByText('/backups/canopy.tar.age')).toBeTruthy()
    expect(screen.getByText('1.5 MB')).toBeTruthy()
    expect(screen.getByText('Every 24 hours')).toBeTruthy()
    expect(screen.getByText('No room is left.')).toBeTruthy()
  })

  it('does not say that there is no backup where nobody could be asked', async () => {
    answer({ 'GET /admin/database': { data: { server, schemas: [events], missing: ['auth'], lastBackup: null } } })
    open()
    expect(await screen.findByText('The service auth, which knows of backups of Canopy itself, did not answer.')).toBeTruthy()
    expect(screen.queryByText(/Nobody has made a backup/)).toBeNull()
  })

  it('is for admins', async () => {
    const calls = answer({})
    open('user')
    await waitFor(() => expect(screen.queryByText('Database')).toBeNull())
    expect(calls).toEqual([])
  })
})
