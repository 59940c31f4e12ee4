import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Cluster, Team } from '@/api/types'
import { ADA, answer, type Call, type Faked, renderPage } from '../../../../tests/render'
import { fieldOf, isWeak, problemsFrom, problemsOf, reachable, refusalOf, stepOf } from './checks'
import { type Draft, emptyDraft, forget, keep, kept, payloadOf } from './draft'
import NewDeployment, { choosable } from './new-deployment'
import { generatePassword } from './password'

const FULL: Draft = {
  ...emptyDraft('c-1'),
  name: 'shop',
  teamId: 't-1',
  domain: 'shop.example.com',
  appPass: 'correct horse',
  databaseName: 'shop',
  databasePass: 'battery staple',
  databaseRootPass: 'another battery',
}

const listed = (items: unknown[]): Faked => ({ data: items, pagination: { page: 1, limit: 20, total: items.length, more: false } })

const SERVER: Record<string, Faked> = {
  'GET /catalogue': {
    data: {
      types: [
        {
          id: 'wordpress',
          name: 'WordPress',
          source: null,
          extensions: ['gd', 'intl', 'mysqli', 'curl'],
          runtime: {
            id: 'php',
            versions: [
              { id: '8.1', ended: true },
              { id: '8.3', ended: false },
            ],
          },
        },
        { id: 'nodejs', name: 'Node.js', source: {}, extensions: [], runtime: { id: 'node', versions: [] } },
      ],
      versions: { php: ['8.1', '8.3'] },
      providers: [],
      regions: [],
      countries: [],
    },
  },
  'GET /teams/all': listed([{ id: 't-1', name: 'Shop team', owner_id: ADA.id, members: [] }]),
  'GET /clusters': listed([
    { id: 'c-1', name: 'prod', provider: 'hetzner', region: 'eu-central', datacenter: 'd-1', status: 'operational', hasKubeconfig: true, version: '1.34', nodes: 3, totalCPU: 6, totalMemory: 12288 },
    { id: 'c-2', name: 'spare', provider: 'aws', region: 'us-east-1', datacenter: 'd-1', status: 'unknown', hasKubeconfig: false, version: null, nodes: null, totalCPU: null, totalMemory: null },
  ]),
}


afterEach(forget)

describe('the rules', () => {
  it('ask in the order name, team, domain, username, password', () => {
    const found = problemsOf(1, { ...emptyDraft(), appUser: ' ' })
    expect(Object.values(found)).toEqual([
      'Deployment name is required',
      'Please select a team for this deployment',
      'Domain name is required for deployment setup',
      'Admin Username is required for application access',
      'Admin Password is required for secure application access',
    ])
    expect(Object.values(problemsOf(2, emptyDraft()))).toEqual(['Please select a cluster where your deployment will run'])
  })

  it('do not show a step before those in front of it are done', () => {
    expect([reachable(emptyDraft()), reachable({ ...FULL, clusterId: '' }), reachable(FULL)]).toEqual([1, 2, 5])
  })

  it('name all that is missing before creating', () => {
    const refusal = refusalOf({ ...FULL, databaseName: '', databaseRootPass: '' })
    expect(refusal?.title).toBe('Validation Error')
    expect(refusal?.text).toContain('Database Name, Database Root Password')
  })

  it('refuse a short password by its label', () => {
    const refusal = refusalOf({ ...FULL, databasePass: 'short' })
    expect([refusal?.title, refusal?.text]).toEqual(['Weak Password', 'Database Password should be at least 8 characters long for security'])
    expect(refusalOf(FULL)).toBeNull()
    expect([isWeak(''), isWeak('1234567'), isWeak('12345678')]).toEqual([false, true, false])
  })

  it('find the step and field that the server means', () => {
    expect(['team_id', 'baseParameters.domain', 'services.ftp', 'location', 'phpParameters.phpPoolSize', 'strange'].map(fieldOf)).toEqual(['teamId', 'domain', 'services', 'clusterId', 'phpPoolSize', null])
    expect(stepOf('databaseHost')).toBe(5)
    const { problems, others } = problemsFrom({ 'databaseParameters.databaseName': 'b', strange: 'x', name: 'a' })
    expect([Object.keys(problems), others]).toEqual([['name', 'databaseName'], ['x']])
  })
})

describe('what there is only one of', () => {
  const team = (id: string) => ({ id }) as Team
  const cluster = (id: string, hasKubeconfig = true) => ({ id, hasKubeconfig, status: 'operational' }) as Cluster

  it('is chosen already', () => {
    const draft = choosable(emptyDraft(), [cluster('c-1'), cluster('c-2', false)], [team('t-1')])
    expect([draft.clusterId, draft.teamId]).toEqual(['c-1', 't-1'])
  })

  it('is not chosen over what is, nor out of several', () => {
    const several = choosable(emptyDraft(), [cluster('c-1'), cluster('c-2')], [team('t-1'), team('t-2')])
    expect([several.clusterId, several.teamId]).toEqual(['', ''])
    const chosen = { ...emptyDraft('c-1'), teamId: 't-1' }
    expect(choosable(chosen, [cluster('c-1')], [team('t-1')])).toBe(chosen)
    expect(choosable(chosen, undefined, undefined)).toBe(chosen)
  })

  it('takes the place of what is gone', () => {
    expect(choosable({ ...emptyDraft('c-9'), teamId: 't-9' }, [cluster('c-1')], [team('t-1'), team('t-2')])).toMatchObject({ clusterId: 'c-1', teamId: '' })
  })
})

describe('the draft', () => {
  it('is kept without passwords, for its user alone', () => {
    keep('u-1', { ...FULL, cloudflareToken: 'token-secret', phpMemoryLimit: null })
    const text = JSON.stringify({ ...sessionStorage })
    for (const secret of ['correct horse', 'battery staple', 'another battery', 'token-secret']) expect(text).not.toContain(secret)
    expect(kept('u-2')).toBeNull()
    expect(kept('u-1')).toEqual({ ...FULL, appPass: '', databasePass: '', databaseRootPass: '', phpMemoryLimit: null })
  })

  it('survives nonsense in the storage', () => {
    sessionStorage.setItem('canopy.new-deployment', '{"userId":"u-1","draft":{"name":7,"services":"x","phpExtensions":[1,"gd"],"phpPoolSize":"many"}}')
    expect(kept('u-1')).toEqual({ ...emptyDraft(), phpExtensions: ['gd'] })
    sessionStorage.setItem('canopy.new-deployment', '{')
    expect(kept('u-1')).toBeNull()
  })

  it('is sent with the own database when MySQL is on, and with the other server when it is off', () => {
    const other = { ...FULL, databaseHost: 'db.example.com', databasePort: 3307 }
    expect(payloadOf(other, undefined).databaseParameters).toMatchObject({ databaseHost: 'localhost', databasePort: 3306 })
    expect(payloadOf({ ...other, services: { ...other.services, mysql: false } }, undefined).databaseParameters).toMatchObject({ databaseHost: 'db.example.com', databasePort: 3307 })
  })
})

it('a generated password is long, and never the same', () => {
  const passwords = new Set(Array.from({ length: 50 }, generatePassword))
  expect(passwords.size).toBe(50)
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{20}$/)
})

const posts = (calls: Call[]) => calls.filter((call) => call.method === 'POST')

describe('the wizard', () => {
  const start = (path = '/new-deployment', more: Record<string, Faked | ((call: Call) => Faked)> = {}) => {
    const calls = answer({ ...SERVER, ...more })
    renderPage(<NewDeployment />, { path, route: '/new-deployment' })
    return calls
  }
  const press = (name: string) => {
    const button = screen.getByText(name).closest('button')
    if (!button) throw new Error(`no button ${name}`)
    fireEvent.click(button)
  }
  /** Right after the last Next a click on Create counts as its echo; so it is clicked until it is taken. */
  const create = (calls: Call[], times = 1) =>
    waitFor(() => {
      if (posts(calls).length < times) press('Create Deployment')
      expect(posts(calls)).toHaveLength(times)
    })
  const fill = async () => {
    fireEvent.change(await screen.findByLabelText('Admin Password'), { target: { value: 'correct horse' } })
    press('Next')
    await screen.findByText('Step 2 of 5: Cluster')
    for (const title of ['Step 3 of 5: Services', 'Step 4 of 5: PHP Config', 'Step 5 of 5: Database']) {
      press('Next')
      await screen.findByText(title)
    }
  }

  it('stays on the first step and puts the focus on what is missing', async () => {
    start()
    await screen.findByText('Step 1 of 5: Basic Info')
    expect(screen.getByText('Previous').closest('button')?.disabled).toBe(true)
    press('Next')
    await screen.findByText('Deployment name is required')
    expect(screen.getByText('Step 1 of 5: Basic Info')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.id).toBe('new-name'))
  })

  it('creates once, with the same key when it is sent again', async () => {
    keep(ADA.id, FULL)
    let tries = 0
    const calls = start('/new-deployment', {
      'POST /deployments': () => {
        tries += 1
        return tries === 1 ? { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Not now' } : { data: { id: 'n-1', name: 'shop', taskId: 'k-1' } }
      },
    })
    await fill()
    fireEvent.change(screen.getByLabelText('Database Password'), { target: { value: 'battery staple' } })
    fireEvent.change(screen.getByLabelText('Database Root Password'), { target: { value: 'another battery' } })
    await create(calls)
    await screen.findByText('Not now')
    expect((screen.getByLabelText('Database Password') as HTMLInputElement).value).toBe('battery staple')
    await create(calls, 2)
    await screen.findByText('elsewhere')
    const sent = posts(calls)
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map((call) => call.headers.get('idempotency-key'))).size).toBe(1)
    expect(sent[0]?.body).toMatchObject({ name: 'shop', type: 'wordpress', clusterId: 'c-1', location: 'd-1', team_id: 't-1', baseParameters: { domain: 'shop.example.com', appUser: 'admin', appPass: 'correct horse' } })
    expect(kept(ADA.id)).toBeNull()
  })

  it('offers the versions of the catalogue, with a word on those at their end, and types it has a form for', async () => {
    keep(ADA.id, FULL)
    start()
    fireEvent.mouseDown(await screen.findByLabelText('Application Type'))
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option').length).toBe(1))
    await fill()
    press('Previous')
    fireEvent.mouseDown(await screen.findByLabelText('PHP Version'))
    await screen.findByText('8.1 (no more security fixes)')
  })

  it('goes to the step of the field that the server refuses', async () => {
    keep(ADA.id, FULL)
    const calls = start('/new-deployment', { 'POST /deployments': { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { 'baseParameters.domain': 'This name is reserved. Choose a public domain name.' } } } })
    await fill()
    fireEvent.change(screen.getByLabelText('Database Password'), { target: { value: 'battery staple' } })
    fireEvent.change(screen.getByLabelText('Database Root Password'), { target: { value: 'another battery' } })
    await create(calls)
    await screen.findByText('Step 1 of 5: Basic Info')
    expect(screen.getAllByText('This name is reserved. Choose a public domain name.').length).toBeGreaterThan(0)
    expect((screen.getByLabelText('Admin Password') as HTMLInputElement).value).toBe('correct horse')
  })

  it('does not offer a cluster without a kubeconfig, and takes the one of the address', async () => {
    keep(ADA.id, { ...FULL, clusterId: '' })
    start('/new-deployment?cluster=c-1')
    fireEvent.change(await screen.findByLabelText('Admin Password'), { target: { value: 'correct horse' } })
    press('Next')
    await screen.findByText('This cluster has no kubeconfig yet.')
    expect((screen.getByRole('radio', { name: /spare/ }) as HTMLInputElement).disabled).toBe(true)
    expect((screen.getByRole('radio', { name: /prod/ }) as HTMLInputElement).checked).toBe(true)
  })
})
