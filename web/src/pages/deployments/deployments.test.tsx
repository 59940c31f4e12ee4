import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Datacenter, Team, User } from '@/api/types'
import { LiveCache } from '@/live/cache'
import { LARAVEL, NODEJS, WORDPRESS } from '../../../tests/kinds'
import { PLACES } from '../../../tests/places'
import { ADA, answer, type Call, listed, renderPage } from '../../../tests/render'
import { NODE_SITE, SITE } from '../../../tests/site'
import Deployments from './deployments'
import { sourcesOf } from './logs-panel'
import { locationLabel } from './places'
import { busy, rightsOf } from './rights'
import { urlOf } from './services'

describe('the list of deployments', () => {
  it('shows each with its cluster and place, and opens a row', async () => {
    const calls = answer({ ...PLACES, 'GET /deployments': listed([SITE]), 'GET /tasks': listed([{ id: 'k-1', type: 'restart', status: 'complete', steps: [], finishedAt: '2026-11-20T08:05:00Z', actor: { id: 'u', name: 'Ada Lovelace' } }]) })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    const toggle = await screen.findByRole('button', { name: 'Details: shop' })
    const row = toggle.closest<HTMLElement>('[role=row]')
    if (!row) throw new Error('no row')
    // One cluster is not said on every row; several are.
    await waitFor(() => expect(within(row).queryByText('prod')).toBeNull())
    expect(within(row).getByRole('link', { name: 'shop' }).getAttribute('href')).toBe(`/deployments/${SITE.id}`)
    expect(within(row).getByText('shop.example.com')).toBeTruthy()
    // What was done last, and by whom, stands in the row; nothing is at work, so no task is asked for.
    await within(row).findByText(/by Ada Lovelace/)
    expect(calls.filter((call) => call.path.startsWith('/tasks'))).toHaveLength(0)
    await userEvent.click(toggle)
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    await screen.findByText('Falkenstein, DE')
    expect(screen.getByText('shopdb')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View Task' }).getAttribute('href')).toBe(`/tasks?deploymentId=${SITE.id}`)
  })

  it('says in the row what is at work, and else why it failed', async () => {
    const step = { name: 'pods', title: 'Wait for the pods', status: 'running', message: '' }
    const work = { taskId: 'k-2', type: 'install', status: 'running', cancelRequested: false, startedAt: '2026-11-20T08:05:00Z', step, position: 2, steps: 3 }
    const working = { ...SITE, id: 'd-2', name: 'blog', status: 'pending' as const, currentTaskId: 'k-2', work }
    const failed = { ...SITE, id: 'd-3', name: 'wiki', status: 'failed' as const, effectiveRevision: null, lastResult: 'failed' as const, lastTaskId: 'k-3', errorLog: 'Image cannot be pulled\nPod/wiki-0 · BackOff · 4' }
    const untold = { ...SITE, id: 'd-4', name: 'docs', status: 'pending' as const, currentTaskId: 'k-4', operation: 'restart' as const }
    const clusters = listed(['prod', 'test'].map((name, at) => ({ id: `c-${at + 1}`, name, datacenter: 'd-1', status: 'operational', hasKubeconfig: true })))
    const steps = [{ ...step, name: 'apply', status: 'complete' }, { ...step, status: 'complete' }, { ...step, name: 'ready', title: 'See that it serves' }]
    const calls = answer({ ...PLACES, 'GET /clusters': clusters, 'GET /deployments': listed([working, failed, untold]), 'GET /tasks/k-2': { data: { id: 'k-2', type: 'install', status: 'running', cancelRequested: false, steps, startedAt: '2026-11-20T08:05:00Z', finishedAt: null } } })
    const { client } = renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest<HTMLElement>('[role=row]') as HTMLElement)
    await (await rowOf('blog')).findByText(/Wait for the pods/)
    ;(await rowOf('blog')).getByText('2/3')
    // Where nobody could tell how far it is, what it does is said.
    ;(await rowOf('docs')).getByText('Restarting')
    expect(calls.filter((call) => call.path.startsWith('/tasks'))).toEqual([])
    // A hint of the task moves the row: that one task is asked for, and the list is not.
    const lists = searched(calls).length
    await act(async () => new LiveCache(client).apply([{ kind: 'task', id: 'k-2', version: 9 }]))
    await (await rowOf('blog')).findByText(/See that it serves/)
    ;(await rowOf('blog')).getByText('3/3')
    expect([calls.filter((call) => call.path.startsWith('/tasks')).map((call) => call.path), searched(calls).length]).toEqual([['/tasks/k-2'], lists])
    const wiki = await rowOf('wiki')
    wiki.getByText('Image cannot be pulled')
    expect((await wiki.findByRole('link', { name: 'prod' })).getAttribute('href')).toBe('/clusters/c-1')
  })

  it('says what to do when there is none', async () => {
    answer({ ...PLACES, 'GET /deployments': listed([]) })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    await screen.findByText('No deployments')
    expect(screen.getByText('There are no deployments available at the moment.')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /New Deployment/ }).every((link) => link.getAttribute('href') === '/new-deployment')).toBe(true)
  })

  it('keeps new ones back while somebody is in the list, says how many, and shows them when asked to', async () => {
    const items: unknown[] = [SITE]
    answer({ ...PLACES, 'GET /deployments': () => listed([...items]) })
    const { client, container } = renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    await screen.findByRole('link', { name: 'shop' })
    await userEvent.hover(container.querySelector('.held') as HTMLElement)
    items.unshift({ ...SITE, id: 'd-9', name: 'blog' })
    await act(async () => client.invalidateQueries())
    await userEvent.click(await screen.findByRole('button', { name: '1 new' }))
    await screen.findByRole('link', { name: 'blog' })
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
  })

  it('is sorted by its heads, from the first page, and says in what order it is', async () => {
    const items: unknown[] = [SITE]
    const calls = answer({ ...PLACES, 'GET /deployments': () => listed([...items]) })
    const { client, container } = renderPage(<Deployments />, { path: '/deployments?page=2', route: '/deployments' })
    const asked = () => calls.filter((call) => call.path === '/deployments').map((call) => [call.query.get('sort') ?? '', call.query.get('page')])
    const head = async (name: string) => screen.findByRole('columnheader', { name })
    expect((await head('Name')).getAttribute('aria-sort')).toBe('none')
    const name = within(await head('Name')).getByRole('button')
    name.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked().at(-1)).toEqual(['name', '1']))
    expect((await head('Name')).getAttribute('aria-sort')).toBe('ascending')
    // In this order nothing waits, though the focus is in the list.
    items.unshift({ ...SITE, id: 'd-9', name: 'blog' })
    await act(async () => client.invalidateQueries())
    await screen.findByRole('link', { name: 'blog' })
    expect(container.querySelector('.held-new')).toBeNull()
    await userEvent.click(within(await head('Name')).getByRole('button'))
    await waitFor(() => expect(asked().at(-1)).toEqual(['-name', '1']))
    expect((await head('Name')).getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(within(await head('What happens')).getByRole('button'))
    await waitFor(() => expect(asked().at(-1)).toEqual(['-updatedAt', '1']))
    expect((await head('Name')).getAttribute('aria-sort')).toBe('none')
  })

  it('asks the server for what is typed, once the typing pauses', async () => {
    const calls = answer({ ...PLACES, 'GET /deployments': listed([SITE]) })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    await userEvent.type(await screen.findByPlaceholderText('Search deployments...'), 'sho')
    await waitFor(() => expect(searched(calls)).toContain('sho'))
    expect(searched(calls)).not.toContain('s')
  })

  it('restarts the chosen ones after naming them, and leaves out those that cannot be', async () => {
    const working = { ...SITE, id: 'd-2', name: 'blog', actions: { ...SITE.actions, restart: { reason: 'BUSY', message: 'A task is at work.', params: {} } } }
    const wiki = { ...SITE, id: 'd-3', name: 'wiki' }
    const calls = answer({ ...PLACES, 'GET /deployments': listed([SITE, working, wiki]), [`POST /deployments/${SITE.id}/restart`]: { data: { ...SITE, taskId: 'k-2' } } })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    for (const name of ['shop', 'blog']) await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
    const bar = within(screen.getByRole('region', { name: 'The chosen deployments' }))
    bar.getByText('2 chosen')
    await userEvent.click(bar.getByRole('button', { name: 'Restart' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Restart one deployment?').length).toBeGreaterThan(0)
    dialog.getByText('shop')
    dialog.getByText('Left out, because it is not possible now:')
    await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
    await screen.findByText('One restart has begun')
    expect(calls.filter((call) => call.method === 'POST').map((call) => call.path)).toEqual([`/deployments/${SITE.id}/restart`])
    // What was done is not chosen any more.
    await waitFor(() => expect(screen.queryByRole('region', { name: 'The chosen deployments' })).toBeNull())
  })

  it('stops several after saying which are unreachable then, and starts only what is stopped', async () => {
    const wiki = { ...SITE, id: 'd-3', name: 'wiki', baseParameters: { ...SITE.baseParameters, domain: 'wiki.example.com' } }
    const off = { ...SITE, id: 'd-4', name: 'blog', status: 'stopped', stopped: true, actions: { ...SITE.actions, stop: { reason: 'ALREADY_STOPPED', params: {}, message: 'Stopped.' }, start: null } }
    const begun = { data: { ...SITE, taskId: 'k-2' } }
    const calls = answer({ ...PLACES, 'GET /deployments': listed([SITE, wiki, off]), [`POST /deployments/${SITE.id}/stop`]: begun, 'POST /deployments/d-3/stop': begun, 'POST /deployments/d-4/start': begun })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    const choose = async (...names: string[]) => {
      for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
      return within(screen.getByRole('region', { name: 'The chosen deployments' }))
    }
    const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path }) => path)
    await userEvent.click((await choose('shop', 'wiki', 'blog')).getByRole('button', { name: 'Stop' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Stop 2 deployments?').length).toBeGreaterThan(0)
    dialog.getByText('What follows will be unreachable until it is started. The data stays.')
    dialog.getByText('wiki.example.com')
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }))
    await screen.findByText('2 deployments are being stopped')
    expect(sent()).toEqual([`/deployments/${SITE.id}/stop`, '/deployments/d-3/stop'])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'The chosen deployments' })).toBeNull())
    await userEvent.click((await choose('blog')).getByRole('button', { name: 'Start' }))
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Start one deployment?' })).getByRole('button', { name: 'Start' }))
    await screen.findByText('One deployment is being started')
    expect(sent().at(-1)).toBe('/deployments/d-4/start')
  })

  it('says which of the chosen ones were not taken', async () => {
    const wiki = { ...SITE, id: 'd-3', name: 'wiki' }
    const plan = (hash: string, claim: string) => {
      const object = { kind: 'PersistentVolumeClaim', name: claim, action: 'delete', fields: [], restarts: false, interrupts: false, losesData: true, problem: null, problemReason: '', problemParams: {}, volume: { name: 'pvc', size: '8Gi', end: 'deleted', service: null }, foreign: false, untried: false }
      return { data: { hash, revision: null, objects: [object], secrets: [], triedIn: null, power: null, move: null } }
    }
    const calls = answer({
      ...PLACES,
      'GET /deployments': listed([SITE, wiki]),
      [`POST /deployments/${SITE.id}/plan/delete`]: plan('h-1', 'shop-data'),
      'POST /deployments/d-3/plan/delete': plan('h-3', 'wiki-data'),
      [`DELETE /deployments/${SITE.id}`]: { status: 409, code: 'CONFLICT', message: 'It has changed meanwhile.' },
      'DELETE /deployments/d-3': { data: { ...wiki, deleting: true, taskId: 'k-2', remains: [] } },
    })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    for (const name of ['shop', 'wiki']) await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
    await userEvent.click(within(screen.getByRole('region', { name: 'The chosen deployments' })).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Delete 2 deployments?').length).toBeGreaterThan(0)
    // What goes with each is read before it goes.
    await dialog.findByText('The volume of shop-data (8 GB) with all data in it')
    await dialog.findByText('The volume of wiki-data (8 GB) with all data in it')
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('One deployment is being deleted')
    await screen.findByText('Not all of them were taken')
    await screen.findByText(/^shop: /)
    expect(calls.filter((call) => call.method === 'DELETE').map((call) => [call.path, call.query.get('plan')])).toEqual([
      [`/deployments/${SITE.id}`, 'h-1'],
      ['/deployments/d-3', 'h-3'],
    ])
  })

  it('deletes only after the question was answered', async () => {
    const calls = answer({ ...PLACES, 'GET /deployments': listed([SITE]), [`DELETE /deployments/${SITE.id}`]: { data: { ...SITE, deleting: true, taskId: 'k-2', remains: [] } }, [`GET /deployments/${SITE.id}`]: { data: SITE } })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete shop' }))
    await screen.findByText('This action cannot be undone. This will permanently delete the deployment and all of its data.')
    expect(calls.some((call) => call.method === 'DELETE')).toBe(false)
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText(/What is in the cluster cannot be seen now/)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
    await userEvent.type(dialog.getByLabelText('Type shop to go on'), 'shop')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(calls.filter((call) => call.method === 'DELETE')).toHaveLength(1))
    await screen.findByText('Deleting deployment')
  })

  it('offers a manager of no team nothing to change', async () => {
    const user: User = { ...ADA, id: 'm-1', role: 'manager' }
    answer({ ...PLACES, 'GET /teams': listed([]), 'GET /deployments': listed([SITE]) })
    renderPage(<Deployments />, { path: '/deployments', route: '/deployments', user })
    await userEvent.click(await screen.findByRole('button', { name: 'Details: shop' }))
    expect(screen.queryByRole('button', { name: /Delete|Restart|Show passwords/ })).toBeNull()
  })
})

const searched = (calls: Call[]) => calls.filter((call) => call.path === '/deployments').map((call) => call.query.get('search'))

describe('rights', () => {
  const team: Team = { id: 't-1', name: 'x', description: '', owner_id: 'o', createdAt: '', updatedAt: '', invites: [], members: [{ userId: 'u', role: 'member', first_name: '', last_name: '', email: '' }, { userId: 'a', role: 'admin', first_name: '', last_name: '', email: '' }] }
  const as = (id: string, role: User['role'] = 'user') => rightsOf({ teamId: 't-1', createdBy: 'u' }, { ...ADA, id, role }, [team])

  it('gives passwords to admins, owner and team admins, and to the creator all but the root password', () => {
    expect([as('x', 'admin').secrets, as('o').secrets, as('a').secrets, as('u').secrets, as('x').secrets]).toEqual(['all', 'all', 'all', 'own', 'none'])
  })

  it('lets only members and admins change it', () => {
    expect([as('x', 'admin').change, as('u').change, as('x', 'manager').change]).toEqual([true, true, false])
  })

  it('says what stands in the way of a task', () => {
    expect([busy({ deleting: true, currentTaskId: null }), busy({ deleting: false, currentTaskId: 'k' }), busy({ deleting: false, currentTaskId: null })]).toEqual(['deleting', 'task', null])
  })
})

describe('words and sources', () => {
  it('labels a place by city and country, else name, else location, else id', () => {
    const place = { id: 'd', name: 'N', city: 'C', country: 'DE', location: 'L' } as Datacenter
    expect(['d', 'e'].map((id) => locationLabel(id, [place]))).toEqual(['C, DE', 'e'])
    expect(locationLabel('d', [{ ...place, city: '' }])).toBe('N')
    expect(locationLabel('d', [{ ...place, city: '', name: '' }])).toBe('L')
  })

  it('reads logs only of the services that are on', () => {
    expect(sourcesOf(SITE, WORDPRESS)).toEqual(['wordpress', 'nginx', 'mysql', 'redis', 'phpmyadmin', 'install'])
    expect(sourcesOf(NODE_SITE, NODEJS)).toEqual(['nodejs', 'nginx', 'redis', 'fetch', 'build'])
    expect(sourcesOf(SITE, LARAVEL).at(-1)).toBe('migrate')
  })

  it('writes an address as one types it', () => {
    const address = { public: true, protocol: 'https', host: 'shop.example.com', port: 443, service: null }
    expect(urlOf(address)).toBe('https://shop.example.com')
    expect(urlOf({ ...address, protocol: 'sftp', host: '2001:db8::7', port: 2022 })).toBe('sftp://[2001:db8::7]:2022')
    expect(urlOf({ ...address, host: null })).toBeNull()
  })
})
