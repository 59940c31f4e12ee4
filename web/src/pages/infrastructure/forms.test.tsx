import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Datacenter } from '@/api/types'
import { ADA, answer, type Call, listed, renderPage } from '../../../tests/render'
import NewCluster from './new-cluster'
import NewDatacenter from './new-datacenter'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const GRACE = { ...ADA, id: '00000000-0000-4000-8000-000000000002', role: 'user' as const }

const region = (provider: string, id: string, city: string, country: string) => ({ provider, id, name: id, city, country, address: `${provider} ${id}, ${city}` })

const catalogue = {
  data: {
    types: [],
    versions: {},
    providers: [
      { id: 'aws', name: 'AWS' },
      { id: 'custom', name: 'Custom' },
    ],
    regions: [region('aws', 'us-east-1', 'Virginia', 'US'), region('aws', 'eu-central-1', 'Frankfurt', 'DE')],
    countries: [
      { code: 'DE', region: 'eu-central-1' },
      { code: 'FR', region: 'eu-west-3' },
    ],
  },
}

const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })

async function choose(label: string, option: string) {
  fireEvent.mouseDown(input(label))
  fireEvent.click(await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option-content')].find((each) => each.textContent === option)
    if (!found) throw new Error(`no ${option}`)
    return found
  }))
}

describe('a new datacenter', () => {
  it('of a provider has its place filled in, which cannot be typed', async () => {
    const calls = answer({ 'GET /catalogue': catalogue, 'POST /datacenters': { data: {} } })
    renderPage(<NewDatacenter />, { path: '/admin/datacenters/new', route: '/admin/datacenters/new' })
    await screen.findByLabelText('Name')
    expect(input('City').value).toBe('Virginia')
    expect(input('Country').value).toBe('United States (US)')
    expect([input('City'), input('Country'), input('Address')].every((field) => field.readOnly)).toBe(true)
    await choose('Region', 'eu-central-1 (eu-central-1)')
    expect(input('City').value).toBe('Frankfurt')
    expect(input('Country').value).toBe('Germany (DE)')
    type('Name', 'Main')
    fireEvent.click(screen.getByRole('button', { name: 'Create Datacenter' }))
    expect(await screen.findByText('Datacenter created successfully')).toBeTruthy()
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(calls.find((call) => call.method === 'POST')?.body).toEqual({
      name: 'Main',
      provider: 'aws',
      region: 'eu-central-1',
      country: 'DE',
      city: 'Frankfurt',
      address: 'aws eu-central-1, Frankfurt',
      status: 'operational',
      domains: [],
    })
  })

  it('of one’s own is typed, and its region follows the country', async () => {
    const calls = answer({ 'GET /catalogue': catalogue, 'POST /datacenters': { data: {} } })
    renderPage(<NewDatacenter />, { path: '/admin/datacenters/new', route: '/admin/datacenters/new' })
    await screen.findByLabelText('Name')
    await choose('Provider', 'Custom')
    await waitFor(() => expect(input('Region').readOnly).toBe(true))
    expect(input('Region').value).toBe('eu-central-1')
    expect(input('City').value).toBe('')
    expect(input('City').readOnly).toBe(false)
    await choose('Country', 'France (FR)')
    expect(input('Region').value).toBe('eu-west-3')
    type('Name', 'Cellar')
    fireEvent.click(screen.getByRole('button', { name: 'Create Datacenter' }))
    expect(await screen.findByText('City is required')).toBeTruthy()
    expect(await screen.findByText('Address is required')).toBeTruthy()
    type('City', 'Lyon')
    type('Address', 'Rue 1')
    fireEvent.click(screen.getByRole('button', { name: 'Create Datacenter' }))
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(calls.find((call) => call.method === 'POST')?.body).toMatchObject({ provider: 'custom', country: 'FR', region: 'eu-west-3', city: 'Lyon', address: 'Rue 1' })
  })
})

const falkenstein: Datacenter = {
  id: 'd-1',
  name: 'Falkenstein',
  city: 'Falkenstein',
  country: 'DE',
  provider: 'hetzner',
  region: 'fsn1',
  status: 'operational',
  address: 'Hetzner fsn1, Falkenstein',
  domains: [],
  location: 'Falkenstein, DE',
  metrics: { latency: null, availability: null },
  clusterCount: 0,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  rowVersion: 4,
}

const TEXT = 'apiVersion: v1\nclusters:\n- cluster: {server: "https://a.example:6443"}\ncontexts: []\nusers: []\n'

const preflight = {
  endpoint: 'https://b.example:6443',
  accessType: 'token',
  caFingerprint: 'AB:CD',
  expiresAt: null,
  reachable: true,
  version: '1.34.1',
  missing: ['Namespaces cannot be created.'],
  missingReasons: [],
  problem: null,
}

const cluster = { id: 'c-1', name: 'prod', hasKubeconfig: true }

describe('a new cluster', () => {
  const open = (path = '/clusters/new?datacenter=d-1', user = ADA) => renderPage(<NewCluster />, { path, route: '/clusters/new', user })
  const fill = () => {
    type('Cluster Name', 'prod')
    type('Description', 'Production')
  }
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create Cluster' }))

  it('fills in the endpoint and is created with its kubeconfig in one call', async () => {
    const calls = answer({ 'GET /datacenters': listed([falkenstein]), 'POST /clusters/validate': { data: preflight }, 'POST /clusters': { data: cluster } })
    open()
    await screen.findByLabelText('Kubeconfig')
    fill()
    type('Kubeconfig', TEXT)
    fireEvent.click(screen.getByRole('button', { name: 'Validate Kubeconfig' }))
    expect(input('Kubernetes Endpoint').value).toBe('https://a.example:6443')
    expect(screen.getByText('Kubeconfig is valid. Endpoint updated.')).toBeTruthy()
    const said = await screen.findByRole('region', { name: 'What the cluster says' })
    expect(within(said).getByText('AB:CD')).toBeTruthy()
    expect(within(said).getByText('Reachable, Kubernetes 1.34.1')).toBeTruthy()
    expect(within(said).getByText('Namespaces cannot be created.')).toBeTruthy()
    // The server knows which context counts.
    expect(input('Kubernetes Endpoint').value).toBe('https://b.example:6443')
    submit()
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    const created = calls.filter((call: Call) => call.path === '/clusters')
    expect(created.map((call) => call.body)).toEqual([
      { name: 'prod', description: 'Production', k8sendpoint: 'https://b.example:6443', datacenter: 'd-1', provider: 'hetzner', region: 'fsn1', kubeconfig: btoa(TEXT) },
    ])
    expect(created[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is not created with a kubeconfig that nobody has looked at, nor after it was changed', async () => {
    const calls = answer({ 'GET /datacenters': listed([falkenstein]), 'POST /clusters/validate': { data: preflight } })
    open()
    await screen.findByLabelText('Kubeconfig')
    fill()
    type('Kubernetes Endpoint', 'https://a.example:6443')
    type('Kubeconfig', TEXT)
    submit()
    expect(await screen.findByText('Please validate your kubeconfig before creating the cluster.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Validate Kubeconfig' }))
    await screen.findByRole('region', { name: 'What the cluster says' })
    type('Kubeconfig', `${TEXT}# changed`)
    expect(screen.queryByRole('region', { name: 'What the cluster says' })).toBeNull()
    submit()
    expect(await screen.findByText('Please validate your kubeconfig before creating the cluster.')).toBeTruthy()
    expect(calls.some((call) => call.path === '/clusters')).toBe(false)
  })

  it.each([
    ['', 'Kubeconfig is required'],
    ['hello', 'Kubeconfig appears to be missing required sections'],
  ])('says what is wrong with the text %j without asking the server', async (text, sentence) => {
    const calls = answer({ 'GET /datacenters': listed([falkenstein]) })
    open()
    await screen.findByLabelText('Kubeconfig')
    type('Kubeconfig', text)
    fireEvent.click(screen.getByRole('button', { name: 'Validate Kubeconfig' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(calls.filter((call) => call.method === 'POST')).toHaveLength(0)
  })

  it('says why the server refuses a kubeconfig', async () => {
    const message = "Invalid kubeconfig: 'exec' is not allowed: it would run a program on the server; use the token of a ServiceAccount"
    answer({ 'GET /datacenters': listed([falkenstein]), 'POST /clusters/validate': { status: 400, code: 'VALIDATION_ERROR', message, details: { fields: { kubeconfig: message } } } })
    open()
    await screen.findByLabelText('Kubeconfig')
    type('Kubeconfig', TEXT)
    fireEvent.click(screen.getByRole('button', { name: 'Validate Kubeconfig' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('needs a datacenter, and may be without a kubeconfig', async () => {
    const calls = answer({ 'GET /datacenters': listed([falkenstein, { ...falkenstein, id: 'd-2', name: 'Helsinki' }]), 'POST /clusters': { data: { ...cluster, hasKubeconfig: false } } })
    open('/clusters/new')
    await screen.findByLabelText('Kubeconfig')
    fill()
    type('Kubernetes Endpoint', 'https://a.example:6443')
    submit()
    expect(screen.getByRole('button', { name: 'Create Cluster' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getAllByRole('radio')[0] as HTMLElement)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Cluster' }).getAttribute('aria-disabled')).toBeNull())
    submit()
    expect(await screen.findByText('elsewhere')).toBeTruthy()
    expect(await screen.findByText(/No kubeconfig was provided/)).toBeTruthy()
    expect(calls.filter((call) => call.method === 'POST').map((call) => Object.keys(call.body as object))).toEqual([['name', 'description', 'k8sendpoint', 'datacenter', 'provider', 'region']])
  })

  it('takes the only datacenter there is', async () => {
    answer({ 'GET /datacenters': listed([falkenstein]) })
    open('/clusters/new')
    expect(((await screen.findByRole('radio')) as HTMLInputElement).checked).toBe(true)
  })

  it('keeps what was typed when the server refuses', async () => {
    answer({
      'GET /datacenters': listed([falkenstein]),
      'POST /clusters': { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { k8sendpoint: 'Kubernetes endpoint must be a URL.', datacenter: 'There is no such datacenter.' } } },
    })
    open()
    await screen.findByLabelText('Kubeconfig')
    fill()
    type('Kubernetes Endpoint', 'here')
    submit()
    expect(await screen.findByText('Kubernetes endpoint must be a URL.')).toBeTruthy()
    expect(screen.getByText('Could not create cluster: Please check the data you provided. There is no such datacenter.')).toBeTruthy()
    expect(input('Kubernetes Endpoint').value).toBe('here')
  })

  it('is for admins', async () => {
    answer({ 'GET /datacenters': listed([falkenstein]) })
    open('/clusters/new', GRACE as typeof ADA)
    expect(await screen.findByText('elsewhere')).toBeTruthy()
  })
})
