import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Cluster, Deployment, Event as HistoryEvent, Task } from '@/api/types'
import { answer, listed, renderPage } from '../../../tests/render'
import { troublesOf } from './attention'
import Dashboard from './dashboard'

const COUNTS = { data: { activeDeployments: 3, stoppedDeployments: 0, teams: 2, clusters: 4, datacenters: 1, tasks: 17 } }

const EVENT: HistoryEvent = {
  id: '6ffd924e-9279-4d6b-924e-7136a2459f80',
  uid: 'uid-of-kubernetes',
  params: {},
  type: 'Normal',
  message: 'Deployment "shop" was installed.',
  reason: 'TaskCompleted',
  component: 'Task',
  host: '',
  namespace: 'shop-ab018f',
  count: 1,
  cluster_id: '',
  createdAt: '2026-11-21T10:18:18Z',
  updatedAt: '2026-11-21T10:18:18Z',
  first_seen: '2026-11-21T10:18:18Z',
  last_seen: '2026-11-21T10:18:18Z',
  deployment: { id: 'd-1', name: 'shop' },
  cluster: null,
  team: null,
  task: null,
  actor: null,
  request_id: null,
  address: null,
  changes: [],
}

const events = (items: HistoryEvent[]) => ({ data: items, pagination: { page: 1, limit: 5, total: items.length, more: false } })

describe('the dashboard', () => {
  it('counts, each number leading to its list', async () => {
    const calls = answer({ 'GET /dashboard': COUNTS, 'GET /events': events([EVENT]) })
    renderPage(<Dashboard />)
    const target = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await target(/Deployments\s*3/)).toBe('/deployments')
    expect(await target(/Teams\s*2/)).toBe('/teams')
    expect(await target(/Clusters\s*4/)).toBe('/infrastructure')
    expect(await target(/Datacenters\s*1/)).toBe('/infrastructure')
    expect(await target(/Tasks\s*17/)).toBe('/tasks')
    expect(await target(/View all/)).toBe('/events')
    expect(calls.find((call) => call.path === '/events')?.query.get('limit')).toBe('5')
  })

  it('opens an event with its four groups', async () => {
    answer({ 'GET /dashboard': COUNTS, 'GET /events': events([EVENT]) })
    renderPage(<Dashboard />)
    const row = await screen.findByRole('button', { name: /was installed/ })
    await userEvent.click(row)
    for (const title of ['Event Details', 'Basic Information', 'Timestamps', 'Technical Details']) expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText('6ffd924e-9')).toBeTruthy()
    // In the sentence, and in the details.
    expect(screen.getAllByRole('link', { name: 'shop' }).map((link) => link.getAttribute('href'))).toEqual(['/deployments/d-1', '/deployments/d-1'])
    await userEvent.click(row)
    expect(screen.queryByText('Event Details')).toBeNull()
  })

  it('shows who has nothing yet the next step, and one button for it', async () => {
    const none = { data: [], pagination: { page: 1, limit: 1, total: 0, more: false } }
    answer({ 'GET /dashboard': { data: { ...COUNTS.data, activeDeployments: 0 } }, 'GET /deployments': none, 'GET /events': events([]) })
    renderPage(<Dashboard />, { route: '/' })
    expect(await screen.findByRole('heading', { name: 'Create your first deployment' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /Create Deployment/ })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: /Create Deployment/ }))
    await screen.findByText('elsewhere')
  })

  it('sends who has no team to create one', async () => {
    const none = { data: [], pagination: { page: 1, limit: 1, total: 0, more: false } }
    answer({ 'GET /dashboard': { data: { ...COUNTS.data, activeDeployments: 0, teams: 0 } }, 'GET /deployments': none, 'GET /events': events([]) })
    renderPage(<Dashboard />)
    expect(await screen.findByRole('button', { name: /Create Team/ })).toBeTruthy()
  })

  it('takes a deployment that does not run for what it is', async () => {
    answer({
      'GET /dashboard': { data: { ...COUNTS.data, activeDeployments: 0 } },
      'GET /deployments': { data: [{ id: 'd-1' }], pagination: { page: 1, limit: 1, total: 1, more: false } },
      'GET /events': events([]),
    })
    renderPage(<Dashboard />)
    await screen.findByText('No events')
    expect(screen.queryByRole('heading', { name: 'Create your first deployment' })).toBeNull()
  })

  it('shows one failure, and Try Again asks for both', async () => {
    const calls = answer({ 'GET /dashboard': { status: 400, code: 'VALIDATION_ERROR', message: 'No.' }, 'GET /events': { status: 400, code: 'VALIDATION_ERROR', message: 'No.' } })
    renderPage(<Dashboard />)
    await screen.findByText('Failed to load dashboard data')
    expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
    calls.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(calls.map((call) => call.path).toSorted()).toEqual(['/dashboard', '/events'])
  })

  it('keeps what did load when the other did not', async () => {
    answer({ 'GET /dashboard': COUNTS, 'GET /events': { status: 400, code: 'VALIDATION_ERROR', message: 'No.' } })
    renderPage(<Dashboard />)
    await screen.findByText('Failed to load dashboard data')
    expect(await screen.findByRole('link', { name: /Tasks\s*17/ })).toBeTruthy()
  })

  it('says that nothing happened yet', async () => {
    answer({ 'GET /dashboard': COUNTS, 'GET /events': events([]) })
    renderPage(<Dashboard />)
    await screen.findByText('No events')
    expect(screen.getByText('There are no events at the moment.')).toBeTruthy()
  })
})

const deployment = (id: string, over: Partial<Deployment>): Deployment =>
  ({ id, name: id, status: 'running', deleting: false, currentTaskId: null, lastTaskId: `task of ${id}`, lastResult: 'succeeded', revision: 1, effectiveRevision: 1, errorLog: null, version: 1, actions: { restart: null, retry: null, discard: null, update: null }, ...over }) as unknown as Deployment

const cluster = (id: string, over: Partial<Cluster>): Cluster => ({ id, name: id, status: 'operational', hasKubeconfig: true, problem: null, lastSeen: null, ...over }) as unknown as Cluster

const task = (of: string, error: string): Task => ({ id: `task of ${of}`, error, reason: '', params: {}, finishedAt: '2026-11-21T10:00:00Z', status: 'failed' }) as unknown as Task

const velo = deployment('velo', { status: 'failed', lastResult: 'failed', effectiveRevision: null, errorLog: 'Image cannot be pulled\nPod/velo BackOff' })
const kanzlei = deployment('kanzlei', { lastResult: 'failed', revision: 3, effectiveRevision: 2 })
const lost = cluster('lost', { status: 'unreachable', problem: 'Its certificate is not of the authority in the kubeconfig.' })
const fresh = cluster('fresh', { status: 'unknown', hasKubeconfig: false })

describe('what needs attention', () => {
  it('is what does not serve, then changes without effect, then clusters', () => {
    const found = troublesOf([deployment('well', {}), kanzlei, velo], [fresh, cluster('prod', {}), cluster('closed', { status: 'maintenance' }), lost], [task('kanzlei', 'Too little memory.')])
    expect(found.map(({ key, kind, reason, since }) => [key, kind, reason, since])).toEqual([
      ['velo', 'down', 'Image cannot be pulled', null],
      ['kanzlei', 'unapplied', 'The last change is not in effect; revision 2 still serves. Too little memory.', '2026-11-21T10:00:00Z'],
      ['lost', 'unreachable', 'Its certificate is not of the authority in the kubeconfig.', null],
      ['fresh', 'unset', 'This cluster has no kubeconfig. Nothing can run on it.', null],
      ['closed', 'maintenance', 'This cluster is in maintenance: nothing new is begun on it.', null],
    ])
  })

  it('is what differs from its revision, last of all, and not while something is at work', () => {
    const drift = { revision: 1, fields: 2, missing: 1, surplus: 0, managers: ['kubectl-edit'], changedAt: '2026-11-21T09:00:00Z', foundAt: '2026-11-21T09:00:05Z' }
    const found = troublesOf([deployment('moved', { drift }), deployment('lost', { drift: { ...drift, managers: [] } }), deployment('works', { drift, currentTaskId: 'k' })], [fresh], [])
    expect(found.map(({ key, kind, reason, since }) => [key, kind, reason, since])).toEqual([
      ['fresh', 'unset', 'This cluster has no kubeconfig. Nothing can run on it.', null],
      ['moved', 'drift', '3 differences from revision 1 in the cluster, changed by kubectl-edit.', '2026-11-21T09:00:00Z'],
      ['lost', 'drift', '3 differences from revision 1 in the cluster.', '2026-11-21T09:00:00Z'],
    ])
  })

  it('is not what is at work', () => {
    expect(troublesOf([deployment('kanzlei', { lastResult: 'failed', revision: 3, effectiveRevision: 2, currentTaskId: 'k' })], [], [])).toEqual([])
  })

  it('stands first, with ways on', async () => {
    answer({ 'GET /dashboard': COUNTS, 'GET /events': events([]), 'GET /deployments': listed([velo, deployment('well', {})]), 'GET /clusters': listed([lost]), 'GET /tasks': listed([]) })
    renderPage(<Dashboard />)
    expect(await screen.findByRole('heading', { name: 'Needs attention (2)' })).toBeTruthy()
    const rows = screen.getByRole('table', { name: 'Needs attention' })
    expect(rows.textContent).toContain('Image cannot be pulled')
    expect(screen.getByRole('link', { name: 'velo' }).getAttribute('href')).toBe('/deployments/velo')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View Task' }).getAttribute('href')).toBe('/tasks/task%20of%20velo')
    expect(screen.getByRole('link', { name: 'View Cluster' }).getAttribute('href')).toBe('/infrastructure?open=lost#lost')
  })

  it('is said to administrators when no mail is sent', async () => {
    const well = { 'GET /dashboard': COUNTS, 'GET /events': events([]), 'GET /deployments': listed([deployment('a', {})]), 'GET /clusters': listed([cluster('prod', {})]), 'GET /tasks': listed([]) }
    const setUp = (mail: boolean) => ({ 'GET /auth/setup': { data: { open: false, registrationOpen: false, mail } } })
    answer({ ...well, ...setUp(false) })
    const { unmount } = renderPage(<Dashboard />)
    expect(await screen.findByText(/^No mail is sent/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View System' }).getAttribute('href')).toBe('/system')
    unmount()
    answer({ ...well, ...setUp(true) })
    renderPage(<Dashboard />)
    expect(await screen.findByText('The deployment runs, and all clusters answer.')).toBeTruthy()
    expect(screen.queryByText(/No mail is sent/)).toBeNull()
  })

  it('says to administrators what is wrong with the last backup, and of nothing else that all is not well', async () => {
    const lists = { 'GET /dashboard': COUNTS, 'GET /events': events([]), 'GET /deployments': listed([deployment('a', {})]), 'GET /clusters': listed([cluster('prod', {})]), 'GET /tasks': listed([]) }
    const old = { text: 'The last backup of Canopy is 8 days old.', reason: 'BackupOld', params: {}, latency: 3, lastCheck: '2026-11-23T20:00:00Z' }
    answer({ ...lists, 'GET /health': { data: { status: 'degraded', components: { auth: 'up', backup: 'degraded' }, details: { backup: old } } } })
    renderPage(<Dashboard />)
    expect(await screen.findByText(/is 8 days old/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View backup' }).getAttribute('href')).toBe('/database')
    expect(screen.queryByText(/Not all parts of Canopy are well/)).toBeNull()
  })

  it('is nothing when all is well, and that is said', async () => {
    answer({ 'GET /dashboard': COUNTS, 'GET /events': events([]), 'GET /deployments': listed([deployment('a', {}), deployment('b', {})]), 'GET /clusters': listed([cluster('prod', {})]), 'GET /tasks': listed([]) })
    renderPage(<Dashboard />)
    expect(await screen.findByText('All 2 deployments run, are at work or are stopped, and all clusters answer.')).toBeTruthy()
    expect(screen.queryByText(/Needs attention/)).toBeNull()
  })
})
