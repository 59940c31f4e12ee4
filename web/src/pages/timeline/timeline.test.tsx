import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Event as HistoryEvent, Timeline } from '@/api/types'
import { ADA, answer, renderPage } from '../../../tests/render'
import { spanOf, wholeOf } from './lanes'
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

const shown = (change: Partial<Timeline> = {}, created = -48) => ({ 'GET /deployments/d-1': { data: { id: 'd-1', name: 'shop', createdAt: at(created) } }, 'GET /deployments/d-1/timeline': { data: timeline(change) } })
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
  expect(lane(3).map((mark) => mark.dataset.tone)).toEqual(['plain', 'bad'])
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
