import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Task } from '@/api/types'
import { PageHeader } from '@/components/page-header'
import { forgetMessages } from '@/feedback/messages'
import { toast } from '@/feedback/toast'
import { ADA, answer, listed, renderPage } from '../../tests/render'
import { iconOf } from './favicon'
import { matches } from './palette/found'
import { Shell } from './shell'
import { placeOf, Trail } from './trail'

const task = (status: Task['status']): Task =>
  ({
    id: 'task-1',
    type: 'restart',
    status,
    deploymentId: 's-1',
    deploymentName: 'Hotel Seeblick',
    startedAt: new Date(Date.now() - 14_000).toISOString(),
    finishedAt: null,
    steps: [
      { name: 'check', title: 'Check the cluster', status: 'complete' },
      { name: 'wait', title: 'Wait for the pods', status: 'running' },
    ],
  }) as unknown as Task

const answers = {
  'GET /deployments': (call: { query: URLSearchParams }) => (call.query.get('status') === 'failed' ? listed([{ id: 'f' }], 2) : listed([{ id: 's-1', name: 'Hotel Seeblick', baseParameters: { domain: 'hotel.example.com' } }])),
  'GET /tasks': (call: { query: URLSearchParams }) => listed(call.query.get('status') === 'running' ? [task('running')] : []),
  'GET /clusters': listed([]),
  'GET /teams/all': listed([{ id: 't-1', name: 'Hotels' }]),
}

describe('the frame', () => {
  it('counts what has failed and what is at work, and lists it', async () => {
    answer(answers)
    renderPage(<Shell />, { path: '/tasks/x' })
    const menu = screen.getByRole('navigation', { name: 'Main navigation' })
    await waitFor(() => expect(menu.textContent).toContain('2 deployments have failed'))
    expect(within(menu).getByRole('link', { name: 'Deployments' }).getAttribute('href')).toBe('/deployments')
    expect(within(menu).getByRole('link', { name: 'Tasks' }).closest('li')?.getAttribute('data-where')).toBe('below')
    await userEvent.click(screen.getByRole('button', { name: 'Messages; 1 task at work' }))
    const link = screen.getByRole('link', { name: 'Restart Hotel Seeblick' })
    expect(link.getAttribute('href')).toBe('/tasks/task-1')
    expect(link.closest('li')?.textContent).toMatch(/Wait for the pods1\/2 · 1\ds/)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('link', { name: 'Restart Hotel Seeblick' })).toBeNull()
  })

  it('leads administrators, and nobody else, to the pages about Canopy itself', () => {
    answer(answers)
    const links = () => within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    const own = [['Dashboard', '/'], ['Deployments', '/deployments'], ['Tasks', '/tasks'], ['Events', '/events'], ['Teams', '/teams'], ['Settings', '/settings']]
    const { unmount } = renderPage(<Shell />)
    expect(links()).toEqual([...own, ['System', '/system'], ['Security', '/security'], ['Database', '/database'], ['Infrastructure', '/infrastructure'], ['Users', '/users']])
    unmount()
    renderPage(<Shell />, { user: { ...ADA, role: 'user' } })
    expect(links()).toEqual(own)
  })

  it('keeps what was said', async () => {
    answer(answers)
    forgetMessages()
    renderPage(<Shell />)
    toast.success('Team created', 'Hotels is ready.')
    await userEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
    const heading = screen.getByRole('heading', { name: 'Messages' })
    expect(heading.nextElementSibling?.textContent).toContain('Team createdHotels is ready.just now')
  })

  it('finds by Ctrl K and goes there by Enter', async () => {
    answer(answers)
    renderPage(<Shell />)
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
    expect(screen.getByRole('option', { name: 'Register Cluster' })).toBeTruthy()
    await userEvent.type(field, 'hotel')
    const found = await screen.findByRole('option', { name: /Hotel Seeblick hotel\.example\.com|Hotel Seeblick\s*hotel\.example\.com/ })
    expect(found.getAttribute('aria-selected')).toBe('true')
    expect(field.getAttribute('aria-activedescendant')).toBe(found.id)
    await screen.findByRole('option', { name: 'Hotels' })
    await userEvent.keyboard('{ArrowDown}')
    expect(found.getAttribute('aria-selected')).toBe('false')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('says its keys, and they lead', async () => {
    answer(answers)
    renderPage(<Shell />, { route: '/', path: '/' })
    await userEvent.keyboard('?')
    expect(await screen.findByText('Next and previous row')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.keyboard('gt')
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })
})

describe('the trail', () => {
  it.each([
    ['/', null],
    ['/deployments', null],
    ['/new-deployment', 'deployments'],
    ['/deployments/x', 'deployments'],
    ['/teams/new', 'teams'],
    ['/tasks/x', 'tasks'],
    ['/clusters/new', 'infrastructure'],
    ['/clusters/x', 'infrastructure'],
    ['/clusters/x/edit', 'infrastructure'],
    ['/admin/datacenters/x/edit', 'infrastructure'],
    ['/events/x', 'events'],
    ['/admin/logs', 'system'],
    ['/security', null],
    ['/database', null],
    ['/users/u-1', 'users'],
    ['/clusters/c-1/metrics', 'infrastructure'],
    ['/deployments/d-1/usage', 'deployments'],
  ])('%s is below %s', (path, list) => expect(placeOf(path).list).toBe(list))

  it('ends with the heading of the page', async () => {
    renderPage(
      <>
        <Trail />
        <PageHeader title="Hotel Seeblick" />
      </>,
      { path: '/deployments/s-1', user: ADA },
    )
    const trail = screen.getByRole('navigation', { name: 'Where you are' })
    expect(within(trail).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Deployments', 'Hotel Seeblick'])
    expect(within(trail).getByRole('link', { name: 'Deployments' }).getAttribute('href')).toBe('/deployments')
  })

  it('leads from the form to its deployment', () => {
    const { client } = renderPage(<Trail />, { path: '/deployments/s-1/edit' })
    client.setQueryData(['/deployments/{id}', { path: { id: 's-1' } }], { name: 'Hotel Seeblick' })
    return waitFor(() => expect(screen.getByRole('link', { name: 'Hotel Seeblick' }).getAttribute('href')).toBe('/deployments/s-1'))
  })

  it('leads from the form to its cluster', () => {
    const { client } = renderPage(<Trail />, { path: '/clusters/c-1/edit' })
    client.setQueryData(['/clusters/{id}', { path: { id: 'c-1' } }], { name: 'prod' })
    return waitFor(() => expect(screen.getByRole('link', { name: 'prod' }).getAttribute('href')).toBe('/clusters/c-1'))
  })
})

it.each([
  ['Hotel Seeblick', 'see', true],
  ['Hotel Seeblick', 'hs', true],
  ['Hotel Seeblick', 'sh', false],
  ['Hotel Seeblick', '', true],
])('%s is found by "%s": %s', (title, typed, is) => expect(matches(title, typed)).toBe(is))

it('puts a dot on the mark for what is at work and what has failed', () => {
  expect(iconOf('quiet', false)).toBe('/favicon.svg')
  expect(new Set([iconOf('work', false), iconOf('failed', false), iconOf('failed', true)]).size).toBe(3)
})
