import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ADA, answer, renderPage } from '../../../tests/render'
import AdminLogs from './admin-logs'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const line = { service: 'tasks', at: '2026-11-01T10:00:00.000001Z', level: 'info', target: 'tasks::runner', text: 'ready', fields: {}, requestId: null }
const broken = { service: 'auth', at: '2026-11-01T10:00:01Z', level: 'error', target: 'kit::error', text: 'internal error', fields: { cause: 'the disk is full', tries: 3 }, requestId: 'request-17' }
const log = (lines: unknown[], more = false, missing: string[] = []) => ({ data: { lines, missing, more } })
const open = (path = '/admin/logs', role: 'admin' | 'user' = 'admin') => renderPage(<AdminLogs />, { path, route: '/admin/logs', user: { ...ADA, role } })

describe('the logs', () => {
  it('show the newest line first, and what else it says when it is opened', async () => {
    answer({ 'GET /admin/logs': log([line, broken], true, ['events']) })
    open()
    const table = within(await screen.findByRole('table', { name: 'Log lines' }))
    expect(table.getAllByText(/^(internal error|ready)/).map((each) => each.textContent?.trim())).toEqual(['internal error cause=the disk is full tries=3', 'ready'])
    expect(screen.getByText('Not all services answered; the lines of these are not shown: events')).toBeTruthy()
    expect(screen.getByText('The newest 2 lines; older ones match as well')).toBeTruthy()
    fireEvent.click(table.getByRole('button', { name: /internal error/ }))
    expect(await screen.findByText('the disk is full')).toBeTruthy()
    expect(screen.getByText('kit::error')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Events of this request' }).getAttribute('href')).toBe('/events?request=request-17')
  })

  it('ask for what the address says, and for what is chosen', async () => {
    const calls = answer({ 'GET /admin/logs': log([]) })
    open('/admin/logs?level=warn&service=tasks&q=shop&request=r-1')
    expect(await screen.findByText('No log lines match your filters')).toBeTruthy()
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ level: 'warn', service: 'tasks', search: 'shop', requestId: 'r-1', limit: '200' })
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter: Request r-1' }))
    await waitFor(() => expect(calls.at(-1)?.query.has('requestId')).toBe(false))
    fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'error' } })
    await waitFor(() => expect(calls.at(-1)?.query.get('level')).toBe('error'))
    fireEvent.click(screen.getByRole('button', { name: 'Only new lines' }))
    await waitFor(() => expect(calls.at(-1)?.query.get('after')).toMatch(/^\d{4}-.*Z$/))
  })

  it('are asked for again only while they are followed', async () => {
    const calls = answer({ 'GET /admin/logs': log([line]) })
    open()
    await screen.findByText('ready')
    expect(calls.length).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: /Follow/ }))
    await waitFor(() => expect(calls.length).toBeGreaterThan(2))
    fireEvent.click(screen.getByRole('button', { name: /Follow/ }))
    expect(screen.getByRole('button', { name: /Follow/ }).getAttribute('aria-pressed')).toBe('false')
  })

  it('are for admins', async () => {
    const calls = answer({})
    open('/admin/logs', 'user')
    await waitFor(() => expect(screen.queryByText('Logs')).toBeNull())
    expect(calls).toEqual([])
  })
})
