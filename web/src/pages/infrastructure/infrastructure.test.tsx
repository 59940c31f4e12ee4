import { configure, fireEvent, screen, within, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Cluster, Datacenter } from '@/api/types'
import { ADA, answer, type Call, listed, renderPage } from '../../../tests/render'
import { grouped, matches } from './grouping'
import { placed, radiusOf } from './topology'
import Infrastructure from './infrastructure'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const datacenter = (id: string, name: string, city: string, country: string): Datacenter => ({
  id,
  name,
  city,
  country,
  provider: 'hetzner',
  region: 'fsn1',
  status: 'operational',
  address: 'Street 1',
  domains: [],
  location: `${city}, ${country}`,
  metrics: { latency: 12.3, availability: null },
  clusterCount: 1,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  rowVersion: 4,
})

const cluster = (id: string, name: string, at: string, seen: boolean): Cluster => ({
  id,
  name,
  description: `About ${name}`,
  provider: 'hetzner',
  region: 'fsn1',
  version: seen ? '1.34.1' : null,
  datacenter: at,
  k8sendpoint: '',
  nodes: seen ? 3 : null,
  totalMemory: seen ? 12288 : null,
  totalCPU: seen ? 6 : null,
  cordonedNodes: seen ? 1 : null,
  unreadyNodes: seen ? 0 : null,
  requestedCPU: seen ? 1.5 : null,
  requestedMemory: null,
  domains: [],
  status: seen ? 'operational' : 'unknown',
  apiEndpoint: seen ? 'https://a.example:6443' : '',
  accessType: '',
  hasSecurity: seen,
  hasKubeconfig: seen,
  problem: null,
  reason: '',
  params: {},
  lastSeen: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  rowVersion: 1,
})

const main = datacenter('d-1', 'Main', 'Falkenstein', 'DE')
const north = datacenter('d-2', 'North', 'Helsinki', 'FI')
const prod = cluster('c-1', 'prod', 'd-1', true)
const spare = cluster('c-2', 'spare', 'd-1', false)
const lost = cluster('c-3', 'lost', '', false)

const shop = { id: 's-1', name: 'shop', clusterId: 'c-1', status: 'running', type: 'wordpress', deleting: false }

const answers = {
  'GET /datacenters': listed([main, north]),
  'GET /clusters': listed([prod, spare, lost]),
  'GET /deployments': (call: Call) => listed(call.query.get('clusterId') === 'c-2' ? [] : [shop]),
}

describe('infrastructure', () => {
  it('shows what a cluster is made of and what runs on it', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure?open=d-1,c-1', route: '/infrastructure' })
    const network = await screen.findByRole('region', { name: /^Network and access/ })
    expect(network.textContent).toContain('https://a.example:6443')
    expect(network.textContent).toContain('Standard access')
    expect(within(network).getByText('Secured')).toBeTruthy()
    const made = screen.getByRole('region', { name: /^Configuration/ })
    expect(made.textContent).toContain('12 GB')
    expect((await screen.findByRole('link', { name: 'Manage shop' })).getAttribute('href')).toBe('/deployments/s-1')
    expect(screen.getByRole('link', { name: 'View All deployments of prod' }).getAttribute('href')).toBe('/deployments?cluster=c-1')
    expect(screen.getByText('1 deployment')).toBeTruthy()
  })

  it('never invents a number that nobody has measured', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure?open=d-1,c-2', route: '/infrastructure' })
    const made = await screen.findByRole('region', { name: /^Configuration/ })
    expect(within(made).getAllByText('No kubeconfig yet')).toHaveLength(4)
    const network = screen.getByRole('region', { name: /^Network and access/ })
    expect(network.textContent).toContain('Not configured')
    expect(within(network).getByText('Unsecured')).toBeTruthy()
    expect(await screen.findByText('This cluster has no kubeconfig. Deployments are possible once it has one.')).toBeTruthy()
  })

  it('does not call a datacenter operational without a word while its cluster is unreachable', async () => {
    answer({ ...answers, 'GET /clusters': listed([{ ...prod, status: 'unreachable', problem: 'It does not answer.' }, spare]) })
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure' })
    const head = (await screen.findByRole('heading', { name: 'Main' })).closest('[role=row]')
    await waitFor(() => expect(head?.textContent).toContain('1 cluster unreachable'))
    expect(head?.textContent).toContain('Operational')
    expect(head?.textContent).toContain('1 cluster without a kubeconfig')
    expect(screen.getByText('It does not answer.')).toBeTruthy()
  })

  it('counts for a user what is theirs, and says so', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure', user: { ...ADA, role: 'user' } })
    expect(await screen.findByText('1 deployment of your teams')).toBeTruthy()
  })

  it('is searched by name, city and country', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure' })
    await screen.findByText('North')
    expect(await screen.findByRole('heading', { name: 'Clusters without a datacenter' })).toBeTruthy()
    fireEvent.change(screen.getByPlaceholderText('Search datacenters...'), { target: { value: 'finl' } })
    await waitFor(() => expect(screen.queryByText('Main')).toBeNull())
    expect(screen.getByText('North')).toBeTruthy()
  })

  it.each([
    ['admin', true],
    ['manager', false],
    ['user', false],
  ] as const)('%s: buttons to add are there: %s', async (role, there) => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure?open=d-1,c-1', route: '/infrastructure', user: { ...ADA, role } })
    await screen.findByRole('region', { name: /^Network and access/ })
    for (const name of ['Add Datacenter', 'Register Cluster', 'Add Cluster', 'Replace Kubeconfig']) {
      expect(screen.queryAllByRole('button', { name: new RegExp(name) }).length > 0, name).toBe(there)
    }
  })

  it('says what is wrong when clusters cannot be listed, and still shows the datacenters', async () => {
    answer({ ...answers, 'GET /clusters': { status: 403, code: 'FORBIDDEN', message: 'no' } })
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure' })
    expect(await screen.findByText('Permission denied: You do not have the required role to view clusters.')).toBeTruthy()
    expect(screen.getByText('Main')).toBeTruthy()
  })
})

describe('what a cluster has room for', () => {
  it('is a meter where it is known what pods ask for, and nodes that take none are counted as such', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure' })
    const meter = await screen.findByRole('meter', { name: 'CPU cores that pods ask for' })
    expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuetext')]).toEqual(['25', '25%, 1.5 of 6'])
    // a wide row has a head that says what is counted, a narrow one has none
    expect([meter.querySelector('.count-short')?.textContent, meter.querySelector('.count-words')?.textContent]).toEqual(['1.5 of 6', '1.5 of 6 CPU cores'])
    expect(screen.queryByRole('meter', { name: 'Memory that pods ask for' })).toBeNull()
    screen.getByText('12 GB')
    screen.getByText('3 of 4 nodes')
    screen.getByText('1 cordoned')
  })

  it('is drawn as a tree: a cluster below its datacenter, as large as it has sites', () => {
    const { all, height } = placed([main, north], [prod, spare, lost])
    expect(all.map((group) => [group.datacenter?.id, group.y, group.clusters.map((each) => each.y)])).toEqual([
      ['d-1', 48, [24, 72]],
      ['d-2', 120, []],
      [undefined, 168, [168]],
    ])
    expect(height).toBe(192)
    expect([radiusOf(0, 0), radiusOf(0, 9), radiusOf(9, 9)]).toEqual([6, 6, 18])
    // Areas are compared: a quarter of the sites is half of the way.
    expect(radiusOf(2, 8)).toBe(12)
  })

  it('shows the tree when told to, each cluster a link into the list', async () => {
    answer(answers)
    renderPage(<Infrastructure />, { path: '/infrastructure', route: '/infrastructure' })
    fireEvent.click(await screen.findByRole('button', { name: 'Topology' }))
    const link = await screen.findByRole('link', { name: /^prod: Operational/ })
    expect(link.getAttribute('href')).toBe('/infrastructure?open=c-1#c-1')
  })
})

describe('grouping', () => {
  it.each([
    ['', true],
    ['MAI', true],
    ['stein', true],
    ['de', true],
    ['germ', true],
    ['fi', false],
    ['street', false],
  ])('%j finds Main in Falkenstein, DE: %s', (typed, found) => {
    expect(matches(main, typed)).toBe(found)
  })

  it('puts each cluster into its datacenter, and those without one beside', () => {
    const places = grouped([main, north], [prod, spare, lost, cluster('c-4', 'gone', 'd-9', false)])
    expect(places.at('d-1').map((each) => each.id)).toEqual(['c-1', 'c-2'])
    expect(places.at('d-2')).toEqual([])
    expect(places.detached.map((each) => each.id)).toEqual(['c-3', 'c-4'])
  })
})
