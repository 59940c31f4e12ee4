import { configure, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Cluster, Inspection } from '@/api/types'
import { ADA, answer, renderPage } from '../../../tests/render'
import ClusterPage from './cluster'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const prod: Cluster = {
  id: 'c-1',
  name: 'prod',
  description: 'About prod',
  provider: 'hetzner',
  region: 'fsn1',
  version: '1.34.1',
  datacenter: 'd-1',
  k8sendpoint: '',
  nodes: 2,
  totalMemory: 12288,
  totalCPU: 6,
  cordonedNodes: 0,
  unreadyNodes: 1,
  requestedCPU: 1.5,
  requestedMemory: 1024,
  domains: [],
  status: 'operational',
  apiEndpoint: 'https://a.example:6443',
  accessType: 'token',
  hasSecurity: true,
  hasKubeconfig: true,
  problem: null,
  reason: '',
  params: {},
  lastSeen: '2026-11-01T00:00:00Z',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  rowVersion: 1,
}

const node = { name: 'n1', ready: true, cordoned: false, pressures: [], reason: null, kubelet: '1.34.1', system: 'Debian amd64', cpu: 4, memory: 8192, pods: 110, capacityCPU: 4, capacityMemory: 9216, requestedCPU: 1, requestedMemory: 1024, runningPods: 7 }

const seen: Inspection = {
  at: '2026-11-01T00:00:00Z',
  version: '1.34.1',
  nodes: [node, { ...node, name: 'n2', ready: false, reason: 'Kubelet stopped posting node status.', pressures: ['DiskPressure'], requestedCPU: null, requestedMemory: null, runningPods: null }],
  moreNodes: false,
  ingressClasses: [],
  storageClasses: [{ name: 'fast', by: 'disks.example', isDefault: true }],
  certManager: false,
  rights: [
    { resource: 'secrets', allowed: ['get', 'list'], missing: [] },
    { resource: 'deployments.apps', allowed: ['get'], missing: ['patch'] },
  ],
  warnings: [{ reason: 'BackOff', message: 'Back-off pulling image', kind: 'Pod', namespace: 'shop', name: 'shop-web-1', count: 3, lastSeen: '2026-11-01T00:00:00Z' }],
  moreWarnings: false,
  lacks: [{ message: 'There is no ingress class: sites run, but nobody reaches them from outside.', reason: 'ClusterNoIngressClass', params: {} }],
  unread: [],
}

const none = { data: [], pagination: { page: 1, limit: 5, total: 0, more: false } }
const shown = (cluster: Cluster, inspection: Inspection) => ({ 'GET /clusters/c-1': { data: cluster }, 'GET /clusters/c-1/inspection': { data: inspection }, 'GET /deployments': none, 'GET /datacenters': { data: [{ id: 'd-1', name: 'Falkenstein' }] } })
const page = (role: 'admin' | 'user' = 'admin') => renderPage(<ClusterPage />, { path: '/clusters/c-1', route: '/clusters/:id', user: { ...ADA, role } })

describe('a cluster', () => {
  it('tells what a site would lack, its nodes, classes, rights and warnings', async () => {
    answer(shown(prod, seen))
    page()
    const lacks = await screen.findByText(/nobody reaches them from outside/)
    expect(lacks).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Falkenstein' })).getAttribute('href')).toBe('/infrastructure?open=d-1#d-1')
    const nodes = within(screen.getByRole('table', { name: 'Nodes' }))
    expect(nodes.getByText('Ready')).toBeTruthy()
    expect(nodes.getByText('Not ready')).toBeTruthy()
    expect(nodes.getByText('Kubelet stopped posting node status., DiskPressure')).toBeTruthy()
    expect(nodes.getByRole('meter', { name: 'CPU cores that pods ask for' }).getAttribute('aria-valuetext')).toContain('1 of 4')
    expect(screen.getByText('They may not patch deployments.apps')).toBeTruthy()
    expect(screen.getByText('cert-manager is not installed: certificates must come from elsewhere')).toBeTruthy()
    expect(screen.getByText('fast', { exact: false }).textContent).toContain('Default')
    expect(within(screen.getByRole('table', { name: 'Warnings of the cluster' })).getByText('Pod shop/shop-web-1')).toBeTruthy()
  })

  it('says what could not be read, and does not call it missing', async () => {
    const why = { message: 'no answer in time', reason: 'NoAnswerInTime', params: {} }
    answer(shown(prod, { ...seen, nodes: [], rights: [], lacks: [], unread: [{ part: 'nodes', why }, { part: 'rights', why: null }] }))
    page()
    expect(await screen.findByText('This could not be read: no answer in time')).toBeTruthy()
    expect(screen.getByText('This could not be read.')).toBeTruthy()
    expect(screen.queryByText('The cluster has no nodes.')).toBeNull()
    expect(screen.queryByText('Everything that Canopy needs')).toBeNull()
  })

  it('tells users nothing of the credentials', async () => {
    answer(shown(prod, { ...seen, rights: [], warnings: [] }))
    page('user')
    expect(await screen.findByText(/nobody reaches them from outside/)).toBeTruthy()
    expect(screen.queryByText('What the credentials may do')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Cluster' })).toBeNull()
  })

  it('asks nothing of a cluster without a kubeconfig', async () => {
    const calls = answer({ ...shown({ ...prod, hasKubeconfig: false, version: null }, seen) })
    page()
    expect(await screen.findByRole('button', { name: 'Set Kubeconfig' })).toBeTruthy()
    expect(calls.filter(({ path }) => path.endsWith('/inspection'))).toEqual([])
  })
})
