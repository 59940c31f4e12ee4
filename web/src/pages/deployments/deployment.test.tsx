import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { LogLine, User } from '@/api/types'
import { PLACES } from '../../../tests/places'
import { ADA, answer, type Faked, listed, renderPage } from '../../../tests/render'
import { NODE_SITE, SITE } from '../../../tests/site'
import DeploymentPage from './deployment'
import { follow, isNew } from './pod-logs'

const DETAIL = { path: `/deployments/${SITE.id}`, route: '/deployments/:id' }

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

  it('takes nobody for a stranger before it is known which teams are theirs', async () => {
    const user: User = { ...ADA, id: 'u-1', role: 'user' }
    let known = false
    const teams = () => (known ? listed([{ id: SITE.teamId, name: 'Shop team', owner_id: user.id, members: [] }]) : ({ status: 503, code: 'UNAVAILABLE', message: 'Try again later' } as const))
    answer({ ...PLACES, [`GET /deployments/${SITE.id}`]: { data: SITE }, 'GET /teams': teams })
    renderPage(<DeploymentPage />, { ...DETAIL, user })
    const failed = (await screen.findByText('Failed to load teams. Please try again.')).closest<HTMLElement>('[role=alert]')!
    expect(screen.queryByText('Logs are for members of the team and administrators.')).toBeNull()
    known = true
    await userEvent.click(within(failed).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('log')
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
