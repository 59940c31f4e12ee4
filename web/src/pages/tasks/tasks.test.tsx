import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { Task } from '@/api/types'
import { LiveCache } from '@/live/cache'
import { ADA, answer, type Call, listed, renderPage } from '../../../tests/render'
import TaskPage from './task'
import Tasks from './tasks'

const task = (over: Partial<Task> = {}): Task => ({
  reason: '',
  params: {},
  id: 'a825a76d-da03-4aee-aa69-79a916d5eff2',
  type: 'install',
  status: 'running',
  Params: { chart_name: 'canopy/wordpress', release_name: 'shop-ab018f', namespace: 'shop-ab018f', cluster_id: 'c-1', services: { mysql: true, redis: false }, values: { domain: 'shop.example.com' } as never },
  error: null,
  createdAt: '2026-11-21T10:18:10Z',
  updatedAt: '2026-11-21T10:18:18Z',
  deploymentId: 'd-1',
  deploymentName: 'shop',
  teamId: 't-1',
  teamName: 'Shop team',
  clusterName: 'prod',
  steps: [
    { name: 'check', title: 'Check the cluster', status: 'complete', startedAt: '2026-11-21T10:18:10Z', finishedAt: '2026-11-21T10:18:13Z', message: 'Kubernetes v1.36.3', reason: '', params: {} },
    { name: 'apply', title: 'Apply the release', status: 'running', startedAt: '2026-11-21T10:18:13Z', finishedAt: null, message: '', reason: '', params: {} },
  ],
  cancelRequested: false,
  actor: { id: ADA.id, name: 'Ada Lovelace' },
  startedAt: '2026-11-21T10:18:10Z',
  finishedAt: null,
  revision: 1,
  attempt: 1,
  ...over,
})

const FAILED = task({ status: 'failed', error: 'The image could not be pulled:\nnot found', finishedAt: '2026-11-21T10:19:00Z' })
const LINE = { timestamp: '2026-11-21T10:18:11Z', level: 'info', step: 'check', message: 'Kubernetes v1.36.3', reason: '', params: {} }

const EVENTS = { data: [], pagination: { page: 1, limit: 5, total: 0, more: false } }
const deployment = (lastTaskId: string) => ({ data: { id: 'd-1', currentTaskId: null, lastTaskId, version: 5, revision: 1, effectiveRevision: null, actions: { restart: null, update: null, retry: null, discard: null } } })
const sent = (calls: readonly Call[], what: string) => calls.filter((call) => `${call.method} ${call.path}` === what)

const open = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the list of tasks', () => {
  it('keeps what runs apart from what is over', async () => {
    answer({ 'GET /tasks': listed([task(), { ...FAILED, id: 'f-1', type: 'restart' }]), 'GET /events': EVENTS })
    renderPage(<Tasks />)
    const active = await screen.findByRole('region', { name: 'Active Tasks' })
    expect(within(active).getByText('Install shop')).toBeTruthy()
    expect(within(active).getByText('Step 2 of 2: Apply the release')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Finished Tasks' })).getByText('Restart shop')).toBeTruthy()
  })

  it('is sorted by its heads, from the first page, the newest first as it stands', async () => {
    const calls = answer({ 'GET /tasks': listed([FAILED]), 'GET /events': EVENTS })
    renderPage(<Tasks />, { path: '/tasks?page=2', route: '/tasks' })
    const asked = () => calls.filter((call) => call.path === '/tasks').map((call) => [call.query.get('sort') ?? '', call.query.get('page')])
    const head = (name: string) => screen.findByRole('columnheader', { name })
    const press = async (name: string) => userEvent.click(within(await head(name)).getByRole('button'))
    await press('Started')
    await waitFor(() => expect(asked().at(-1)).toEqual(['createdAt', '1']))
    expect((await head('Started')).getAttribute('aria-sort')).toBe('ascending')
    await press('Started')
    await waitFor(async () => expect((await head('Started')).getAttribute('aria-sort')).toBe('none'))
    await press('Duration')
    await waitFor(() => expect(asked().at(-1)).toEqual(['-duration', '1']))
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Complete first')
    await waitFor(() => expect(asked().at(-1)).toEqual(['status', '1']))
    expect((await head('Status')).getAttribute('aria-sort')).toBe('ascending')
  })

  it('opens a card with parameters, services, values and the log of the whole task', async () => {
    answer({ 'GET /tasks': listed([task()]), [`GET /tasks/${task().id}`]: { data: task({ logs: [LINE] }) }, 'GET /events': EVENTS })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    for (const text of ['a825a76d', 'mysql', 'shop.example.com', 'prod']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText('redis')).toBeNull()
    expect(await screen.findByText('1 line')).toBeTruthy()
  })

  it('waits for the log of a task that has none yet', async () => {
    answer({ 'GET /tasks': listed([task()]), [`GET /tasks/${task().id}`]: { data: task({ logs: [] }) }, 'GET /events': EVENTS })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    expect((await screen.findByRole('log')).textContent).toBe('Waiting for logs...')
  })

  it('changes a card by itself when a hint comes', async () => {
    let now = task()
    answer({ 'GET /tasks': () => listed([now]), [`GET /tasks/${task().id}`]: () => ({ data: { ...now, logs: [LINE] } }), 'GET /events': EVENTS })
    const { client } = renderPage(<Tasks />)
    await screen.findByText('Step 2 of 2: Apply the release')
    now = task({ status: 'complete', finishedAt: '2026-11-21T10:19:00Z', steps: task().steps.map((step) => ({ ...step, status: 'complete' as const })) })
    const live = new LiveCache(client)
    await act(() => live.apply([{ kind: 'task', id: now.id, version: 9 }]))
    live.stop()
    expect(within(await screen.findByRole('region', { name: 'Finished Tasks' })).getByText('Complete')).toBeTruthy()
  })

  it('cancels after a question', async () => {
    const calls = answer({ 'GET /tasks': listed([task()]), [`GET /tasks/${task().id}`]: { data: task({ logs: [] }) }, 'GET /events': EVENTS, [`POST /tasks/${task().id}/cancel`]: { data: task({ cancelRequested: true }) } })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    await open(/^Cancel$/)
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Task' }))
    await waitFor(() => expect(sent(calls, `POST /tasks/${task().id}/cancel`)).toHaveLength(1))
    await screen.findByText('Task is being cancelled')
  })

  it('retries a failed task once, however often it is clicked', async () => {
    const calls = answer({
      'GET /tasks': listed([FAILED]),
      [`GET /tasks/${FAILED.id}`]: { data: { ...FAILED, logs: [] } },
      'GET /events': EVENTS,
      'GET /deployments/d-1': deployment(FAILED.id),
      [`POST /tasks/${FAILED.id}/retry`]: { data: { id: 'd-1', taskId: 'k-2' } },
    })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    const retry = await screen.findByRole('button', { name: /Retry/ })
    act(() => {
      retry.click()
      retry.click()
    })
    await screen.findByText('Task started again')
    expect(sent(calls, `POST /tasks/${FAILED.id}/retry`)).toHaveLength(1)
  })

  it('says why an older task cannot be retried', async () => {
    const calls = answer({ 'GET /tasks': listed([FAILED]), [`GET /tasks/${FAILED.id}`]: { data: { ...FAILED, logs: [] } }, 'GET /events': EVENTS, 'GET /deployments/d-1': deployment('another') })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    const retry = await screen.findByRole('button', { name: /Retry/ })
    expect(retry.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(retry)
    expect(sent(calls, `POST /tasks/${FAILED.id}/retry`)).toHaveLength(0)
  })

  it('deletes a finished task after a question', async () => {
    let there = [FAILED]
    const calls = answer({
      'GET /tasks': () => listed(there),
      [`GET /tasks/${FAILED.id}`]: { data: { ...FAILED, logs: [] } },
      'GET /events': EVENTS,
      'GET /deployments/d-1': deployment(FAILED.id),
      [`DELETE /tasks/${FAILED.id}`]: () => {
        there = []
        return { data: { id: FAILED.id } }
      },
    })
    renderPage(<Tasks />)
    await open(/Details: Install shop/)
    await open(/^Delete$/)
    const dialog = await screen.findByRole('dialog')
    expect(sent(calls, `DELETE /tasks/${FAILED.id}`)).toHaveLength(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Task deleted')
    await screen.findByText('No tasks')
  })

  it('offers nothing to someone who may only look', async () => {
    answer({ 'GET /tasks': listed([FAILED]), [`GET /tasks/${FAILED.id}`]: { data: { ...FAILED, logs: [] } }, 'GET /events': EVENTS, 'GET /teams': { data: [], pagination: { page: 1, limit: 1000, total: 0, more: false } } })
    renderPage(<Tasks />, { user: { ...ADA, role: 'manager' } })
    await open(/Details: Install shop/)
    await screen.findByText('This task wrote no log that you may read')
    expect(screen.queryByRole('button', { name: /Retry|^Delete$/ })).toBeNull()
  })

  it('asks only for the tasks of the deployment in the address', async () => {
    const calls = answer({ 'GET /tasks': listed([task()]), 'GET /events': EVENTS })
    renderPage(<Tasks />, { path: '/tasks?deploymentId=d-1' })
    await screen.findByText('Deployment: shop')
    expect(sent(calls, 'GET /tasks').at(-1)?.query.get('deploymentId')).toBe('d-1')
    await open(/Show tasks of all deployments/)
    await waitFor(() => expect(sent(calls, 'GET /tasks').at(-1)?.query.has('deploymentId')).toBe(false))
  })

  it('says that there are none, and that they could not be loaded', async () => {
    let broken = true
    answer({ 'GET /tasks': () => (broken ? { status: 400, code: 'VALIDATION_ERROR', message: 'No.' } : listed([])), 'GET /events': EVENTS })
    renderPage(<Tasks />)
    await screen.findByText('Failed to load tasks')
    broken = false
    await open(/Try Again/)
    await screen.findByText('No tasks')
    expect(screen.getByText('There are no active tasks at the moment.')).toBeTruthy()
  })
})

describe('the page of a task', () => {
  const page = (
    <Routes>
      <Route path="/tasks/:id" element={<TaskPage />} />
    </Routes>
  )
  const at = `/tasks/${FAILED.id}`

  it.each([
    ['leads to the site when it is done', false, 1],
    ['does not lead to a site that is stopped', true, 0],
  ])('%s', async (_, stopped, links) => {
    const over = deployment(FAILED.id)
    const calls = answer({ [`GET ${at}`]: { data: { ...task({ status: 'complete', finishedAt: '2026-11-21T10:19:00Z' }), logs: [LINE] } }, 'GET /deployments/d-1': { data: { ...over.data, stopped, baseParameters: { domain: 'shop.example.com' }, reachability: { https: true } } } })
    const { client } = renderPage(page, { path: at })
    expect(await screen.findByText(/^Install: done in/)).toBeTruthy()
    await waitFor(() => expect([sent(calls, 'GET /deployments/d-1').length > 0, client.isFetching()]).toEqual([true, 0]))
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /Open shop.example.com/ })).toHaveLength(links))
  })

  it('shows what it is, why it failed, and its steps with their times', async () => {
    answer({ [`GET ${at}`]: { data: { ...FAILED, logs: [LINE] } }, 'GET /deployments/d-1': deployment(FAILED.id) })
    renderPage(page, { path: at })
    await screen.findByRole('heading', { level: 1, name: 'Install shop' })
    expect(screen.getByText(/could not be pulled/)).toBeTruthy()
    expect(screen.getByText('shop-ab018f/shop-ab018f')).toBeTruthy()
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps[0]?.textContent).toContain('3s')
    for (const title of ['Task Information', 'Parameters', 'Services', 'Values', 'Logs', 'Progress']) expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  it('moves and writes its log while it runs', async () => {
    let now = task({ logs: [LINE] })
    answer({ [`GET ${at}`]: () => ({ data: now }) })
    const { client } = renderPage(page, { path: at })
    await screen.findByText('Step 2 of 2: Apply the release')
    expect(screen.getByText('1 line')).toBeTruthy()
    now = task({ status: 'complete', finishedAt: '2026-11-21T10:19:00Z', steps: task().steps.map((step) => ({ ...step, status: 'complete' as const })), logs: [LINE, { ...LINE, message: 'The task is complete.' }] })
    const live = new LiveCache(client)
    await act(() => live.apply([{ kind: 'task', id: now.id, version: 9 }]))
    live.stop()
    await screen.findByText('2 of 2 steps done')
    expect(screen.getByText('2 lines')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Cancel$/ })).toBeNull()
  })

  it('says that it could not be loaded and leads back', async () => {
    answer({ [`GET ${at}`]: { status: 404, code: 'NOT_FOUND', message: 'Task not found.' } })
    renderPage(page, { path: at })
    await screen.findByText('Failed to load task details')
    expect(screen.getByRole('link', { name: /Back to Tasks/ }).getAttribute('href')).toBe('/tasks')
  })
})
