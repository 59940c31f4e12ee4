import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { dateOf, dayName } from '@/lib/time'
import type { Event as HistoryEvent } from '@/api/types'
import { answer, type Call, renderPage } from '../../../tests/render'
import { partsOf } from '@/components/event-row'
import EventPage from './event'
import Events from './events'
import { rangeOf } from './filter'

const event = (over: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: '6ffd924e-9279-4d6b-924e-7136a2459f80',
  uid: 'uid-of-kubernetes',
  params: {},
  type: 'Warning',
  message: 'Deployment "x in cluster prod of team Finance" was restarted.',
  reason: 'RestartRequested',
  component: 'Deployment',
  host: 'node-1',
  namespace: 'shop-ab018f',
  count: 14,
  cluster_id: 'afd2e22d-7ebe-48ed-bd30-065ec4563185',
  createdAt: new Date(Date.now() - 5.5 * 60_000).toISOString(),
  updatedAt: '2026-11-21T10:18:18Z',
  first_seen: '2026-11-21T10:18:18Z',
  last_seen: '2026-11-21T10:18:18Z',
  deployment: { id: 'd-1', name: 'shop' },
  cluster: { id: 'c-1', name: 'spare' },
  team: { id: 't-1', name: 'Shop team' },
  task: { id: 'k-1', name: 'restart' },
  actor: { id: 'u-1', name: 'Grace Hopper' },
  request_id: 'r-1',
  address: null,
  changes: [],
  ...over,
})

const page = (items: HistoryEvent[], total = items.length, at = 1) => ({ data: items, pagination: { page: at, limit: 10, total, more: at * 10 < total } })

const asked = (calls: readonly Call[]) => calls.at(-1)?.query

describe('a sentence', () => {
  it('has the names of what it is about as parts of their own', () => {
    const cluster = { id: 'c-1', name: 'prod' }
    const refs = { deployment: { id: 'd-1', name: 'shop' }, cluster, team: null, task: null }
    expect(partsOf('Deployment "shop" was installed on cluster "prod" by "shop".', refs)).toEqual([
      { text: 'Deployment "' },
      { text: 'shop', kind: 'deployment' },
      { text: '" was installed on cluster "' },
      { text: 'prod', kind: 'cluster' },
      { text: '" by "shop".' },
    ])
    // A name inside another one is no name.
    expect(partsOf('Deployment "shop in prod" was restarted.', { ...refs, deployment: null })).toEqual([{ text: 'Deployment "shop in prod" was restarted.' }])
  })
})

describe('the list of events', () => {
  it('shows the names of the references, whatever the message says, and the age', async () => {
    answer({ 'GET /events': page([event()]) })
    renderPage(<Events />)
    const row = (await screen.findByRole('button', { name: /was restarted/ })).closest('[role=row]') as HTMLElement
    expect(within(row).getByRole('link', { name: 'spare' }).getAttribute('href')).toBe('/clusters/c-1')
    expect(within(row).getByRole('link', { name: 'Shop team' }).getAttribute('href')).toBe('/admin/teams?open=t-1#t-1')
    for (const words of ['Warning', '5m ago', '×14', 'Grace Hopper']) expect(row.textContent).toContain(words)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^(Today|Yesterday)$/)
  })

  it('opens a row with every field and links by id', async () => {
    answer({ 'GET /events': page([event()]) })
    renderPage(<Events />)
    await userEvent.click(await screen.findByRole('button', { name: /was restarted/ }))
    expect(screen.getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('/deployments/d-1')
    expect(screen.getByRole('link', { name: 'Restart' }).getAttribute('href')).toBe('/tasks/k-1')
    expect(screen.getAllByRole('link', { name: 'Grace Hopper' })[0]?.getAttribute('href')).toBe('/events?actor=u-1')
    expect(screen.getByRole('link', { name: 'r-1' }).getAttribute('href')).toBe('/events?request=r-1')
    expect(screen.getByRole('link', { name: '6ffd924e-9279-4d6b-924e-7136a2459f80' }).getAttribute('href')).toBe('/events/6ffd924e-9279-4d6b-924e-7136a2459f80')
    expect(screen.getAllByRole('link', { name: 'spare' })).toHaveLength(2)
    for (const text of ['uid-of-kubernetes', '6ffd924e-9', 'node-1', 'shop-ab018f', 'RestartRequested']) expect(screen.getByText(text)).toBeTruthy()
  })

  it('asks for ten a page and pages on', async () => {
    const calls = answer({ 'GET /events': ({ query }) => page([event({ message: `on page ${query.get('page')}` })], 25, Number(query.get('page'))) })
    renderPage(<Events />)
    await screen.findByText('on page 1')
    expect(asked(calls)?.get('limit')).toBe('10')
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await screen.findByText('on page 3')
    expect(screen.getByText('21–21 of 25')).toBeTruthy()
  })

  it('narrows as soon as something is typed, and offers to clear what finds nothing', async () => {
    answer({ 'GET /events': ({ query }) => page(query.get('search') === 'nowhere' ? [] : [event()]) })
    renderPage(<Events />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search events...' }), 'nowhere')
    await screen.findByText('No events match your filters')
    expect(screen.getByText('Search: nowhere')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement)
    await screen.findByRole('button', { name: /was restarted/ })
    expect(screen.queryByText('Search: nowhere')).toBeNull()
    expect((screen.getByRole('textbox', { name: 'Search events...' }) as HTMLInputElement).value).toBe('')
  })

  it('applies a quick range only by Apply, and takes it off by Reset', async () => {
    const calls = answer({ 'GET /events': page([event()]) })
    renderPage(<Events />)
    await screen.findByRole('button', { name: /was restarted/ })
    await userEvent.click(screen.getByRole('button', { name: /Date range/ }))
    await userEvent.click(await screen.findByText('30D'))
    expect(asked(calls)?.has('from')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    const { from } = rangeOf(30, Date.now())
    await waitFor(() => expect(asked(calls)?.get('from')).toBe(dateOf(from)?.toISOString()))
    expect(screen.getByText(`From ${dayName(from)}`)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /30D/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByText(`From ${dayName(from)}`)).toBeNull())
  })

  it('has all filters in one form, which begins with the last seven days', async () => {
    const calls = answer({ 'GET /events': page([event()]) })
    renderPage(<Events />)
    await screen.findByRole('button', { name: /was restarted/ })
    await userEvent.click(screen.getByRole('button', { name: /Filters/ }))
    const from = (await screen.findByLabelText('From')) as HTMLInputElement
    expect(from.value).toBe(rangeOf(7, Date.now()).from)
    const search = screen.getByLabelText('Search')
    await userEvent.type(search, 'shop')
    await userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }))
    await waitFor(() => expect(asked(calls)?.get('search')).toBe('shop'))
    expect(asked(calls)?.get('to')).toBe(new Date(new Date().setHours(23, 59, 59, 999)).toISOString())
  })

  it('takes the filters of a link and names them by the events shown', async () => {
    const calls = answer({ 'GET /events': page([event()]) })
    renderPage(<Events />, { path: '/events?deployment=d-1&type=Warning' })
    const active = await screen.findByRole('group', { name: 'Active filters:' })
    await within(active).findByText('Deployment: shop')
    expect(asked(calls)?.get('deployment')).toBe('d-1')
    await userEvent.click(within(active).getByRole('button', { name: 'Remove filter Type: Warning' }))
    await waitFor(() => expect(asked(calls)?.has('type')).toBe(false))
    expect(asked(calls)?.get('deployment')).toBe('d-1')
  })

  it('is narrowed to a person and to a request by the address, and exported as it is narrowed', async () => {
    const calls = answer({ 'GET /events': page([event()]), 'GET /events/export': { status: 409, code: 'CONFLICT', message: 'Not now.' } })
    renderPage(<Events />, { path: '/events?actor=u-1&request=r-1&type=Error' })
    const active = await screen.findByRole('group', { name: 'Active filters:' })
    await within(active).findByText('Done by: Grace Hopper')
    await within(active).findByText('Request: r-1')
    expect([asked(calls)?.get('actor'), asked(calls)?.get('request')]).toEqual(['u-1', 'r-1'])
    await userEvent.click(screen.getByRole('button', { name: /Export/ }))
    await screen.findByText('Downloads the newest 50,000 events that the filters leave.')
    await userEvent.click(screen.getByRole('button', { name: /JSON lines/ }))
    await waitFor(() => expect(calls.find((call) => call.path === '/events/export')?.query.toString()).toBe('type=Error&actor=u-1&request=r-1&format=jsonl'))
  })

  it('says that there are none, and that they could not be loaded', async () => {
    let broken = true
    answer({ 'GET /events': () => (broken ? { status: 403, code: 'FORBIDDEN', message: 'Not for you.' } : page([])) })
    renderPage(<Events />)
    await screen.findByText('Failed to load events')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('No events')
    expect(screen.getByText('There are no events at the moment.')).toBeTruthy()
  })
})

describe('the page of one event', () => {
  it('says what was changed, from where, and no secret', async () => {
    const changes = [
      { field: 'domain', before: '', after: 'shop.example.com', secret: false },
      { field: 'appPass', before: null, after: null, secret: true },
    ]
    const shown = event({ address: '203.0.113.9', changes })
    answer({ [`GET /events/${shown.id}`]: { data: shown }, 'GET /events': page([]) })
    renderPage(<EventPage />, { path: `/events/${shown.id}`, route: '/events/:id' })
    const audit = within(await screen.findByRole('region', { name: 'Audit' }))
    expect(audit.getByText('203.0.113.9')).toBeTruthy()
    expect(audit.getByText('Grace Hopper')).toBeTruthy()
    expect(audit.getByText('domain').closest('div')?.textContent).toBe('domainBefore: (empty) → After: shop.example.com')
    expect(audit.getByText('A secret was replaced; its values are not kept.')).toBeTruthy()
  })

  it('says everything about it, and what happened around it without itself', async () => {
    const shown = event({ message: 'Deployment "shop" was restarted.' })
    const other = (id: string, message: string) => event({ id, message, deployment: null })
    const calls = answer({
      [`GET /events/${shown.id}`]: { data: shown },
      'GET /events': ({ query }) => {
        if (query.has('deployment')) return page([shown, other('2', 'At the same site.')])
        return query.has('request') ? page([shown]) : page([shown, other('3', 'By the same person.')])
      },
    })
    renderPage(<EventPage />, { path: `/events/${shown.id}`, route: '/events/:id' })
    const title = await screen.findByRole('heading', { level: 1, name: /was restarted/ })
    expect(title.textContent).toBe('Deployment "shop" was restarted.')
    expect(within(title).getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('/deployments/d-1')
    const site = await screen.findByRole('region', { name: 'Around it at the same site' })
    await within(site).findByText('At the same site.')
    expect(within(site).getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/events?deployment=d-1')
    await within(screen.getByRole('region', { name: 'Of the same request' })).findByText('Nothing else')
    await within(screen.getByRole('region', { name: 'Around it by the same person' })).findByText('By the same person.')
    const near = calls.find((call) => call.query.has('actor'))?.query
    expect(Date.parse(near?.get('to') ?? '') - Date.parse(near?.get('from') ?? '')).toBe(2 * 60 * 60 * 1000)
  })
})
