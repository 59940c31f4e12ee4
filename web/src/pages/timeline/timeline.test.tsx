import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Event as HistoryEvent, Timeline } from '@/api/types'
import { ADA, answer, type Faked, renderPage } from '../../../tests/render'
import { around, momentIn, spanOf, wholeOf } from './lanes'
import TimelinePage from './timeline'

const START = Date.parse('2026-11-20T06:00:00Z')
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString()
const ADA_NAMED = { id: 'u-1', name: 'Ada' }

const event = (id: string, hours: number, change: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id,
  uid: id,
  type: 'Normal',
  message: `Something ${id} happened`,
  reason: 'Told',
  params: null,
  component: 'Deployment',
  host: '',
  namespace: '',
  count: 1,
  cluster_id: '',
  createdAt: at(hours),
  updatedAt: at(hours),
  first_seen: at(hours),
  last_seen: at(hours),
  deployment: { id: 'd-1', name: 'shop' },
  cluster: null,
  team: null,
  task: null,
  actor: ADA_NAMED,
  request_id: null,
  address: null,
  changes: [],
  ...change,
})

const timeline = (change: Partial<Timeline> = {}): Timeline => ({
  from: at(0),
  to: at(24),
  revisions: [
    { number: 2, change: 'update', authorName: 'Bo', createdAt: at(20), finishedAt: null, result: null },
    { number: 1, change: 'create', authorName: 'Ada', createdAt: at(6), finishedAt: at(6.1), result: 'succeeded' },
  ],
  tasks: [
    { id: 't-2', type: 'upgrade', status: 'failed', actor: ADA_NAMED, createdAt: at(20), startedAt: at(20), finishedAt: at(20.2) },
    { id: 't-1', type: 'install', status: 'complete', actor: ADA_NAMED, createdAt: at(6), startedAt: at(6), finishedAt: at(6.1) },
  ],
  events: [event('late', 20, { type: 'Error' }), event('early', 6)],
  more: false,
  ...change,
})

const shown = (change: Partial<Timeline> = {}, created = -48) => ({ 'GET /deployments/d-1': { data: { id: 'd-1', name: 'shop', type: 'wordpress', services: { mysql: true }, createdAt: at(created) } }, 'GET /deployments/d-1/timeline': { data: timeline(change) } })
const page = (search = '') => renderPage(<TimelinePage />, { path: `/deployments/d-1/timeline${search}`, route: '/deployments/:id/timeline', user: { ...ADA, role: 'user' } })

const lane = (at_: number) => [...document.querySelectorAll('.timeline-lane')[at_]!.querySelectorAll<HTMLElement>('a')]

it('shows each kind on a lane of its own, where there is more of it, and the same in words', async () => {
  answer(shown())
  page()
  expect(await screen.findByText(/^2 revisions, 2 tasks \(1 failed\), 2 events\./)).toBeTruthy()
  expect(lane(0).map((mark) => [mark.textContent, mark.dataset.tone, mark.dataset.hint])).toEqual([
    ['1', 'good', 'Revision 1, Ada'],
    ['2', 'busy', 'Revision 2, Bo'],
  ])
  expect(lane(1).map((bar) => [bar.getAttribute('href'), bar.dataset.tone, bar.dataset.hint])).toEqual([
    ['/tasks/t-1', 'good', 'Installation, Complete'],
    ['/tasks/t-2', 'bad', 'Change, Failed'],
  ])
  expect(lane(1)[0]!.style.left).toBe('25.00%')
  expect(lane(5).map((mark) => mark.dataset.tone)).toEqual(['plain', 'bad'])
  expect(screen.getByText('Something late happened')).toBeTruthy()
  expect(screen.getByText('Something early happened')).toBeTruthy()
})

it('begins with a site that is younger than what was asked for, and says so', async () => {
  const [revision, task] = [timeline().revisions[0]!, timeline().tasks[0]!]
  answer(shown({ revisions: [revision], tasks: [task], events: [event('late', 20)] }, 20))
  page()
  expect(await screen.findByText(/^1 revision, 1 task \(1 failed\), 1 event\. The axis begins when the site was created: .*Nov 2[01]/)).toBeTruthy()
  expect(lane(0)[0]!.style.left).toBe('1.96%')
})

it('has an axis of a quarter of an hour at least, and of what was asked for at most', () => {
  const asked = { from: at(0), to: at(24) }
  expect(wholeOf(asked, Date.parse(at(-1)))).toEqual({ from: Date.parse(at(0)), to: Date.parse(at(24)), young: false })
  const { from, to } = wholeOf(asked, Date.parse(at(24)))
  expect((to - from) / 60_000).toBeCloseTo(15.3, 1)
})

it('shows when visitors did not reach the site', async () => {
  const [down, up] = [{ reason: 'SiteUnreachable', type: 'Error' }, { reason: 'SiteReachable' }]
  answer(shown({ events: [event('d', 18, down), event('c', 12, up), event('b', 6, down), event('a', 3, up)] }))
  page()
  await screen.findByText('Something a happened')
  const spans = lane(2).map((bar) => [bar.getAttribute('href'), bar.style.left, bar.style.right])
  expect(spans).toEqual([
    ['/events/a', '0.00%', 'calc(100% - 12.50%)'],
    ['/events/b', '25.00%', 'calc(100% - 50.00%)'],
    ['/events/d', '75.00%', 'calc(100% - 100.00%)'],
  ])
})

it('shows a part of the time that is dragged over, says which, and all of it again', async () => {
  answer(shown())
  page()
  await screen.findByText('Something early happened')
  const field = document.querySelector<HTMLElement>('.timeline-field')!
  field.getBoundingClientRect = () => ({ left: 0, width: 240 }) as DOMRect
  field.setPointerCapture = () => undefined
  fireEvent.pointerDown(field, { clientX: 230, button: 0 })
  fireEvent.pointerMove(field, { clientX: 150 })
  fireEvent.pointerUp(field, { clientX: 150 })
  expect(screen.queryByText('Something early happened')).toBeNull()
  expect(screen.getByText('Something late happened')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/Nov 20.* to .*Nov 2[01]/)
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText('Something early happened')).toBeTruthy()
})

it('offers the logs and the usage around a moment that is clicked on', async () => {
  answer(shown())
  page('?range=7d')
  await screen.findByText('Something early happened')
  const field = document.querySelector<HTMLElement>('.timeline-field')!
  field.getBoundingClientRect = () => ({ left: 0, width: 240 }) as DOMRect
  field.setPointerCapture = () => undefined
  fireEvent.pointerDown(field, { clientX: 120, button: 0 })
  fireEvent.pointerUp(field, { clientX: 120 })
  const moment = Date.parse(at(12))
  const iso = (minutes: number) => new Date(moment + minutes * 60_000).toISOString()
  const asked = (name: string) => {
    const { pathname, searchParams } = new URL(screen.getByRole('link', { name }).getAttribute('href')!, 'http://x')
    return [pathname, Object.fromEntries(searchParams)]
  }
  expect(asked('Logs around it')).toEqual(['/deployments/d-1', { tab: 'logs', from: iso(-5), to: iso(5) }])
  expect(asked('Usage around it')).toEqual(['/deployments/d-1/usage', { range: '7d', from: iso(-180), to: iso(180) }])
  expect(document.querySelector<HTMLElement>('.timeline-moment')!.style.left).toBe('50.00%')
  expect(screen.getByText('Something early happened')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(document.querySelector('.timeline-moment')).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

it('takes from the address only a moment that is on the axis', () => {
  const whole = { from: 1000, to: 2000 }
  expect(['1000', '1500', '', '999', '2001', 'x'].map((text) => momentIn(text, whole))).toEqual([1000, 1500, null, null, null, null])
  expect(around(null, null, '24h')).toBeNull()
  expect(around(null, whole, '24h')).toEqual({ logs: whole, usage: whole })
})

it('shows what others changed in the cluster, with what it was before', async () => {
  const changes = [{ field: 'Deployment/shop-web spec.replicas (kubectl-edit)', before: '1', after: '3', secret: false }, { field: 'Service', before: 'shop-web', after: '', secret: false }]
  answer(shown({ events: [event('right', 12, { reason: 'DriftEnded' }), event('other', 9), event('drift', 6, { reason: 'DriftFound', type: 'Warning', changes })] }))
  page()
  await screen.findByText('Something drift happened')
  expect(lane(3).map((mark) => [mark.getAttribute('href'), mark.dataset.tone, mark.dataset.hint])).toEqual([
    ['/events/drift', 'warn', 'Something drift happened Deployment/shop-web spec.replicas (kubectl-edit): 1 → 3 Service: shop-web → –'],
    ['/events/right', 'good', 'Something right happened'],
  ])
})

const logs = (hours: number[], change: object = {}) => ({
  data: hours.map((each, n) => ({ timestamp: at(each), level: 'error', pod: 'p', container: 'c', message: `Error ${n + 1}` })),
  reachable: true,
  problem: null,
  reason: '',
  params: {},
  keptFrom: at(-1),
  cut: false,
  ...change,
})

it('shows errors of the logs, read once of each source that is on, and leads to the lines around them', async () => {
  const calls = answer({
    ...shown(),
    'GET /catalogue': { data: { types: [{ id: 'wordpress', logs: [{ id: 'wordpress', service: null }, { id: 'mysql', service: 'mysql' }, { id: 'redis', service: 'redis' }] }] } },
    'GET /deployments/d-1/logs': ({ query }) => (query.get('source') === 'mysql' ? logs([18]) : logs([6, 6.01], { keptFrom: at(2), cut: true })),
  })
  page()
  expect(await screen.findByText(/^Errors are those of the logs .* still has: of pods/)).toBeTruthy()
  expect(screen.getByText(/There were more lines than are read\.$/)).toBeTruthy()
  expect(lane(4).map((mark) => [mark.dataset.tone, mark.dataset.hint, mark.style.left])).toEqual([
    ['bad', '2 errors, the first of them: Error 1', '25.00%'],
    ['bad', 'Error 1', '75.00%'],
  ])
  const { searchParams } = new URL(lane(4)[1]!.getAttribute('href')!, 'http://x')
  expect(Object.fromEntries(searchParams)).toEqual({ tab: 'logs', from: at(18 - 1 / 60), to: at(18 + 1 / 60) })
  const asked = calls.filter(({ path }) => path.endsWith('/logs')).map(({ query }) => query)
  expect(asked.map((query) => [query.get('source'), query.get('level'), query.get('from')])).toEqual([
    ['wordpress', 'error', at(0)],
    ['mysql', 'error', at(0)],
  ])
})

it('says how far back the logs go, whose they are, and why there are none', async () => {
  const catalogue = { 'GET /catalogue': { data: { types: [{ id: 'wordpress', logs: [{ id: 'wordpress', service: null }] }] } } }
  const said = async (faked: Faked, words: RegExp) => {
    answer({ ...shown(), ...catalogue, 'GET /deployments/d-1/logs': faked })
    const { unmount } = page()
    expect(await screen.findByText(words)).toBeTruthy()
    unmount()
  }
  await said(logs([], { keptFrom: at(4) }), /their oldest line is of .*Nov 20/)
  await said(logs([], { keptFrom: null }), /^The cluster has no logs of the site/)
  await said({ status: 403, code: 'FORBIDDEN', message: 'No.' }, /^Errors of the logs are for members/)
  await said(logs([], { reachable: false, problem: 'The cluster is away.' }), /not on the axis: The cluster is away\.$/)
})

it('says that only the newest are there, and where all are', async () => {
  answer(shown({ more: true }))
  page()
  expect(await screen.findByText(/Only the newest of them are here\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All events' }).getAttribute('href')).toBe('/events?deployment=d-1')
})

it('asks for the span that is chosen, and says that nothing happened in it', async () => {
  const calls = answer(shown({ revisions: [], tasks: [], events: [] }))
  page('?range=7d')
  expect(await screen.findByText('Nothing happened in this time')).toBeTruthy()
  expect(calls.find(({ path }) => path.endsWith('/timeline'))?.query.get('range')).toBe('7d')
})

it('takes from the address only a part of the time that is there', () => {
  const whole = { from: 1000, to: 2000 }
  expect(spanOf('1200-1500', whole)).toEqual({ from: 1200, to: 1500 })
  expect(spanOf('500-1500', whole)).toEqual({ from: 1000, to: 1500 })
  for (const text of ['', 'a-b', '1500', '1500-1200', '1-900', '3000-4000']) expect(spanOf(text, whole), text).toBeNull()
})
