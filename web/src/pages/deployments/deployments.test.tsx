import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Datacenter, LogLine, Team, User } from '@/api/types'
import { LiveCache } from '@/live/cache'
import { CATALOGUE, LARAVEL, NODEJS, WORDPRESS } from '../../../tests/kinds'
import { ADA, answer, type Call, type Faked, renderPage } from '../../../tests/render'
import DeploymentPage from './deployment'
import Deployments from './deployments'
import { sourcesOf } from './logs-panel'
import { locationLabel } from './places'
import { follow, isNew } from './pod-logs'
import { busy, rightsOf } from './rights'
import { urlOf } from './services'
import { NODE_SITE, SITE } from '../../../tests/site'

const listed = (items: unknown[]): Faked => ({ data: items, pagination: { page: 1, limit: 20, total: items.length, more: false } })

const PLACES: Record<string, Faked> = {
  'GET /catalogue': CATALOGUE,
  'GET /clusters': listed([{ id: 'c-1', name: 'prod', datacenter: 'd-1', status: 'operational', hasKubeconfig: true }]),
  'GET /datacenters': listed([{ id: 'd-1', name: 'FSN', city: 'Falkenstein', country: 'DE' }]),
  'GET /teams/all': listed([{ id: 't-1', name: 'Shop team', owner_id: ADA.id, members: [] }]),
}

const DETAIL = { path: `/deployments/${SITE.id}`, route: '/deployments/:id' }

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

describe('one deployment', () => {
  it('shows passwords only on request, and hides them again', async () => {
    const calls = answer({ ...PLACES, [`GET /deployments/${SITE.id}`]: { data: SITE }, [`POST /deployments/${SITE.id}/secrets/reveal`]: { data: { appPass: 'app-secret', databasePass: 'db-secret', databaseRootPass: null, cloudflareToken: null } } })
    renderPage(<DeploymentPage />, { ...DETAIL, path: `${DETAIL.path}?tab=settings` })
    await screen.findByText('shopdb')
    expect(calls.some((call) => call.path.endsWith('/reveal'))).toBe(false)
    await userEvent.click(first(screen.getAllByRole('button', { name: 'Show passwords' })))
    await screen.findByText('db-secret')
    await userEvent.click(first(screen.getAllByRole('button', { name: 'Hide passwords' })))
    expect(screen.queryByText('db-secret')).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }))
    await userEvent.click(first(screen.getAllByRole('button', { name: 'Show passwords' })))
    await screen.findByText('app-secret')
    expect(calls.filter((call) => call.path.endsWith('/reveal'))).toHaveLength(2)
  })

  it('asks for logs of an installation only when there is a namespace to have pods', async () => {
    const site: typeof SITE = { ...SITE, effectiveRevision: null }
    const failed: typeof SITE = { ...site, status: 'failed', lastResult: 'cancelled', errorLog: 'Cancelled by Ada' }
    const atWork: typeof SITE = { ...site, status: 'pending', currentTaskId: 'k-1', lastTaskId: 'k-1' }
    const asked = async (shown: typeof SITE, namespace: string) => {
      const task = { id: 'k-1', type: 'install', status: shown.currentTaskId === null ? 'failed' : 'running', steps: [{ name: 'namespace', title: 'Prepare the namespace', status: namespace, message: '' }] }
      const calls = answer({ ...PLACES, [`GET /deployments/${SITE.id}`]: { data: shown }, 'GET /tasks/k-1': { data: task } })
      const { client, unmount } = renderPage(<DeploymentPage />, DETAIL)
      await waitFor(() => expect(client.getQueryState(['/tasks/{id}', { path: { id: 'k-1' } }])?.status).toBe('success'))
      await screen.findByRole('log')
      const logs = () => calls.some((call) => call.path.endsWith('/logs'))
      if (namespace === 'complete') await waitFor(() => expect(logs()).toBe(true))
      // What the answer makes of the page is drawn first.
      await act(async () => undefined)
      const found = logs()
      unmount()
      return found
    }
    expect(await asked(failed, 'skipped')).toBe(false)
    expect(await asked(failed, 'complete')).toBe(true)
    expect(await asked(atWork, 'running')).toBe(false)
    expect(await asked(atWork, 'complete')).toBe(true)
  })

  it('says why it cannot be restarted while a task is at work', async () => {
    const calls = answer({ ...PLACES, [`GET /deployments/${SITE.id}`]: { data: { ...SITE, status: 'pending', currentTaskId: 'k-1', actions: { ...SITE.actions, restart: { reason: 'TASK_RUNNING', params: {}, message: 'A task is at work.' } } } }, 'GET /tasks/k-1': { data: { id: 'k-1', type: 'install', status: 'running', steps: [{ name: 'apply', title: 'Apply the release', status: 'running', message: '' }], startedAt: null } } })
    renderPage(<DeploymentPage />, DETAIL)
    await screen.findByText('Apply the release')
    const restart = screen.getByRole('button', { name: /Restart/ })
    expect(restart.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(restart)
    expect(calls.some((call) => call.path.endsWith('/restart'))).toBe(false)
  })

  it('is said to be missing when it is not there', async () => {
    answer(PLACES)
    renderPage(<DeploymentPage />, DETAIL)
    await screen.findByText('Deployment not found.')
  })
})

const first = <T,>(items: T[]): T => {
  const [item] = items
  if (item === undefined) throw new Error('nothing found')
  return item
}

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

const RUNNING = { wanted: true, state: 'active', ready: 1, pods: 1, restarts: 0, cpu: '100m', memory: '64Mi', problem: null, problemReason: '', problemParams: {}, addresses: [], user: null, password: null }

const running = (services: object[], problem: string | null = null): Record<string, Faked> => ({
  ...PLACES,
  [`GET /deployments/${SITE.id}`]: { data: SITE },
  [`GET /deployments/${SITE.id}/services`]: { data: { services: services.map((each) => ({ ...RUNNING, ...each })), problem, problemReason: '', problemParams: {} } },
})

describe('the services', () => {
  it('are shown as they run, not as they were asked for', async () => {
    const problem = 'redis: no pod can be created: exceeded quota'
    answer(running([{ id: 'web', ready: 2, pods: 2, restarts: 3 }, { id: 'redis', state: 'failing', ready: 0, problem }, { id: 'ftp', wanted: false, state: 'inactive', ready: 0, pods: 0, cpu: null, memory: null }]))
    renderPage(<DeploymentPage />, DETAIL)
    const panel = within(await screen.findByRole('region', { name: 'Services' }))
    await panel.findByText('2 of 2 pods ready · 0.1 cores · 64 MB · 3 restarts')
    for (const words of ['Active', 'Failing', 'Inactive', problem, '0 of 1 pod ready · 0.1 cores · 64 MB']) panel.getByText(words)
  })

  it('say why when the cluster cannot be asked', async () => {
    answer(running([{ id: 'web', state: 'unknown', ready: 0, pods: 0 }], 'Cluster "prod" cannot be reached'))
    renderPage(<DeploymentPage />, DETAIL)
    await screen.findByText('Cluster "prod" cannot be reached')
    within(screen.getByRole('region', { name: 'Services' })).getByText('Unknown')
  })
})

describe('the addresses', () => {
  const inside = { public: false, protocol: 'http', host: 'shop-0a0b0c-phpmyadmin.shop-0a0b0c.svc', port: 80, service: 'shop-0a0b0c-phpmyadmin' }

  it('of phpMyAdmin and SFTP are shown with port, name and password', async () => {
    const sftp = { public: true, protocol: 'sftp', host: '203.0.113.7', port: 2022, service: 'shop-0a0b0c-ftp' }
    answer(
      running([
        { id: 'phpmyadmin', addresses: [{ ...inside, public: true, protocol: 'https', host: 'pma.shop.example.com', port: 443 }, inside], user: 'wordpress', password: 'databaseParameters.databasePass' },
        { id: 'ftp', addresses: [sftp], user: 'admin', password: 'baseParameters.appPass' },
        { id: 'mysql', addresses: [{ ...sftp, host: null }] },
      ]),
    )
    renderPage(<DeploymentPage />, DETAIL)
    const pma = await screen.findByRole('region', { name: 'phpMyAdmin' })
    expect(within(pma).getByRole('link').getAttribute('href')).toBe('https://pma.shop.example.com')
    for (const words of ['443', 'wordpress', 'Database Password', `${inside.host}:80`]) within(pma).getByText(words)
    const ftp = within(screen.getByRole('region', { name: 'FTP' }))
    for (const words of ['sftp://203.0.113.7:2022', '2022', 'admin', 'Admin Password']) ftp.getByText(words)
    within(screen.getByRole('region', { name: 'MySQL' })).getByText('The cluster has not assigned an address yet.')
  })

  it('lead through the cluster where nothing leads there from outside', async () => {
    answer(running([{ id: 'phpmyadmin', addresses: [inside] }]))
    renderPage(<DeploymentPage />, DETAIL)
    const pma = within(await screen.findByRole('region', { name: 'phpMyAdmin' }))
    pma.getByText('kubectl port-forward service/shop-0a0b0c-phpmyadmin 8080:80 -n shop-0a0b0c')
    pma.getByText(/http:\/\/localhost:8080/)
    expect(pma.queryByText('Sign in as')).toBeNull()
  })

  it('are not shown of what has none, and say when it does not run', async () => {
    answer(running([{ id: 'phpmyadmin', state: 'starting', addresses: [inside] }, { id: 'ftp', state: 'inactive' }]))
    renderPage(<DeploymentPage />, DETAIL)
    await screen.findByText('It does not run at the moment.')
    expect(screen.queryByRole('region', { name: 'FTP' })).toBeNull()
  })

  it('of a program: where it comes from', async () => {
    answer({ ...PLACES, [`GET /deployments/${SITE.id}`]: { data: NODE_SITE } })
    renderPage(<DeploymentPage />, { ...DETAIL, path: `${DETAIL.path}?tab=settings` })
    for (const words of ['https://github.com/shop/web.git', 'main', 'node server.js', '3001', 'MODE']) await screen.findByText(words)
    expect(screen.queryByText('Addresses of Services')).toBeNull()
  })
})

describe('following logs', () => {
  const line = (timestamp: string | null, message = ''): LogLine => ({ timestamp, message, level: 'info', pod: 'p', container: 'php' })

  it('tells lines of before the stream was opened from new ones', () => {
    const before = new Map([['p/php', '2026-11-21T10:00:00Z']])
    expect(['2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5Z', null].map((at) => isNew(before, line(at)))).toEqual([false, false, true, true])
  })

  it('takes a broken stream up again without telling a line twice', async () => {
    const stop = new AbortController()
    const got: string[] = []
    const rounds = [
      [line('2026-11-21T10:00:00Z', 'a'), line('2026-11-21T10:00:00Z', 'b')],
      [line('2026-11-21T10:00:00Z', 'b'), line('2026-11-21T10:00:01Z', 'c')],
    ]
    await follow(
      async (onLine) => {
        for (const each of rounds.shift() ?? []) onLine(each)
        if (rounds.length === 0) stop.abort()
      },
      new Map(),
      { lines: (lines) => got.push(...lines.map(({ message }) => message)), flow: () => undefined },
      stop.signal,
    )
    expect(got).toEqual(['a', 'b', 'c'])
  })
})

