import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Cluster, Team } from '@/api/types'
import { CATALOGUE, KINDS, NODEJS, WORDPRESS } from '../../../../tests/kinds'
import { ADA, answer, type Call, type Faked, listed, renderPage } from '../../../../tests/render'
import { blank, type Draft } from '../form/draft'
import { forget, keep, kept } from '../form/stored'
import NewDeployment from './new-deployment'
import { choosable } from './use-draft'

const FULL: Draft = {
  ...blank(WORDPRESS, 'c-1'),
  name: 'shop',
  team_id: 't-1',
  'baseParameters.domain': 'shop.example.com',
}

const SERVER: Record<string, Faked> = {
  'GET /catalogue': CATALOGUE,
  'POST /deployments/plan': { data: { hash: null, revision: 1, objects: [], secrets: [], triedIn: null, power: null, move: null } },
  'GET /teams/all': listed([{ id: 't-1', name: 'Shop team', owner_id: ADA.id, members: [] }]),
  'GET /clusters': listed([
    { id: 'c-1', name: 'prod', provider: 'hetzner', region: 'eu-central', datacenter: 'd-1', status: 'operational', hasKubeconfig: true, version: '1.34', nodes: 3, totalCPU: 6, totalMemory: 12288 },
    { id: 'c-2', name: 'spare', provider: 'aws', region: 'us-east-1', datacenter: 'd-1', status: 'unknown', hasKubeconfig: false, version: null, nodes: null, totalCPU: null, totalMemory: null },
  ]),
}


afterEach(forget)

describe('what there is only one of', () => {
  const team = (id: string) => ({ id }) as Team
  const cluster = (id: string, hasKubeconfig = true) => ({ id, hasKubeconfig, status: 'operational' }) as Cluster

  it('is chosen already', () => {
    const draft = choosable(blank(WORDPRESS), [cluster('c-1'), cluster('c-2', false)], [team('t-1')])
    expect([draft.clusterId, draft.team_id]).toEqual(['c-1', 't-1'])
  })

  it('is not chosen over what is, nor out of several', () => {
    const several = choosable(blank(WORDPRESS), [cluster('c-1'), cluster('c-2')], [team('t-1'), team('t-2')])
    expect([several.clusterId, several.team_id]).toEqual(['', ''])
    const chosen = { ...blank(WORDPRESS, 'c-1'), team_id: 't-1' }
    expect(choosable(chosen, [cluster('c-1')], [team('t-1')])).toBe(chosen)
    expect(choosable(chosen, undefined, undefined)).toBe(chosen)
  })

  it('takes the place of what is gone', () => {
    expect(choosable({ ...blank(WORDPRESS, 'c-9'), team_id: 't-9' }, [cluster('c-1')], [team('t-1'), team('t-2')])).toMatchObject({ clusterId: 'c-1', team_id: '' })
  })
})

const posts = (calls: Call[]) => calls.filter((call) => call.method === 'POST' && call.path === '/deployments')
const planOf = (call: Call | undefined) => (call?.body as { plan?: string } | undefined)?.plan
const looks = (calls: Call[]) => calls.filter((call) => call.path === '/deployments/plan')

const planned = (more: object = {}) => ({ action: 'create', fields: [], restarts: false, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false, ...more })
const PLAN = { hash: 'h-1', revision: 1, objects: [planned({ kind: 'Namespace', name: 'shop-1' }), planned({ kind: 'Deployment', name: 'shop-1-web' })], secrets: [], triedIn: 'default' }

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
    expect(kept(ADA.id, KINDS)).toBeNull()
  })

  const passwords = () => {
    fireEvent.change(screen.getByLabelText('Database Password'), { target: { value: 'battery staple' } })
    fireEvent.change(screen.getByLabelText('Database Root Password'), { target: { value: 'another battery' } })
  }
  const look = () => screen.findByRole('region', { name: 'What happens in the cluster' })
  const MADE = { 'POST /deployments': { data: { id: 'n-1', name: 'shop', taskId: 'k-1' } } }

  it('shows what the cluster makes of it before it is made, and makes just that', async () => {
    keep(ADA.id, FULL)
    const calls = start('/new-deployment', { ...MADE, 'POST /deployments/plan': { data: PLAN } })
    await fill()
    expect(screen.queryByRole('region', { name: 'What happens in the cluster' })).toBeNull()
    passwords()
    const shown = within(await look())
    await shown.findByText('Created in namespace shop-1: 2 objects')
    expect(shown.getAllByRole('term', { hidden: true }).map((kind) => [kind.textContent, kind.nextSibling?.textContent])).toEqual([
      ['Deployment', 'shop-1-web'],
      ['Namespace', 'shop-1'],
    ])
    shown.getByText(/^The namespace does not exist yet, so its objects were tried in namespace default\./)
    // A password makes no other plan.
    fireEvent.change(screen.getByLabelText('Database Password'), { target: { value: 'battery staple, longer' } })
    await create(calls)
    expect([looks(calls).length, planOf(posts(calls)[0])]).toEqual([1, 'h-1'])
  })

  it('says before the button what the cluster refuses and what it could not try', async () => {
    keep(ADA.id, FULL)
    const objects = [
      planned({ kind: 'Namespace', name: 'shop-1' }),
      planned({ kind: 'Ingress', name: 'shop-1', problem: 'Ingress shop-1 was refused: the host is taken' }),
      planned({ kind: 'PersistentVolumeClaim', name: 'shop-1-files', untried: true }),
    ]
    start('/new-deployment', { 'POST /deployments/plan': { data: { ...PLAN, objects } } })
    await fill()
    passwords()
    const shown = within(await look())
    await shown.findByText('The cluster would refuse this')
    shown.getByText('Ingress shop-1 was refused: the host is taken')
    shown.getByText('Could not be tried yet: PersistentVolumeClaim shop-1-files')
  })

  it('keeps nobody from creating whose cluster does not answer', async () => {
    keep(ADA.id, FULL)
    const calls = start('/new-deployment', { ...MADE, 'POST /deployments/plan': { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.' } })
    await fill()
    passwords()
    await screen.findByText('The cluster could not be asked. You can create the deployment without this review.')
    press('Ask again')
    await waitFor(() => expect(looks(calls)).toHaveLength(2))
    await create(calls)
    expect(posts(calls)[0]?.body).not.toHaveProperty('plan')
  })

  it('says that a name is taken before it is sent, and shows a new plan for one that is outdated', async () => {
    keep(ADA.id, FULL)
    let asked = 0
    const taken: Faked = { status: 409, code: 'CONFLICT', message: 'A deployment with this name already exists in this team.', details: { reason: 'NAME_TAKEN' } }
    const calls = start('/new-deployment', {
      'POST /deployments': (call) => (planOf(call) === 'h-3' ? MADE['POST /deployments'] : { status: 409, code: 'CONFLICT', message: 'Something has changed since this plan was made.', details: { reason: 'PLAN_OUTDATED' } }),
      'POST /deployments/plan': () => ((asked += 1) === 1 ? taken : { data: { ...PLAN, hash: `h-${asked}` } }),
    })
    await fill()
    passwords()
    await screen.findByText('This cannot be created as it is')
    await screen.findByText('A deployment with this name already exists in this team.')
    press('Ask again')
    await screen.findByText('Created in namespace shop-1: 2 objects')
    await create(calls)
    await waitFor(() => expect(looks(calls)).toHaveLength(3))
    await create(calls, 2)
    const [first, second] = posts(calls)
    expect([planOf(first), planOf(second)]).toEqual(['h-2', 'h-3'])
    // The plan is no part of what is sent: it is the same attempt.
    expect(first?.headers.get('idempotency-key')).toBe(second?.headers.get('idempotency-key'))
  })

  it('offers the kinds and versions of the catalogue, and warns of those at their end, also before it is sent', async () => {
    keep(ADA.id, FULL)
    start()
    await screen.findByRole('radio', { name: 'WordPress' })
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(['WordPress', 'Laravel', 'Node.js', 'OrangeCMS'])
    await fill()
    expect(screen.queryByText('PHP 8.1 has reached its end of life')).toBeNull()
    press('Previous')
    fireEvent.mouseDown(await screen.findByLabelText('PHP Version'))
    fireEvent.click(await screen.findByText('8.1 (no more security fixes)'))
    await screen.findByText('PHP 8.1 has reached its end of life')
    screen.getByText(/no security fixes for PHP 8.1 since Dec 31, 2025/)
    press('Next')
    await screen.findByText('Step 5 of 5: Database')
    screen.getByText('PHP 8.1 has reached its end of life')
  })

  it('asks of each kind what it is made of, shows all of it before it is sent, and no secret', async () => {
    keep(ADA.id, { ...FULL, ...blank(NODEJS, 'c-1'), name: 'shop', team_id: 't-1', 'baseParameters.domain': 'shop.example.com', 'services.mysql': false, 'services.phpmyadmin': false })
    const calls = start('/new-deployment', { 'POST /deployments': { data: { id: 'n-1', name: 'shop', taskId: 'k-1' } } })
    fireEvent.change(await screen.findByLabelText('Admin Password'), { target: { value: 'correct horse' } })
    press('Next')
    await screen.findByText('The address of the Git repository is required.')
    fireEvent.change(screen.getByLabelText('Git Repository', { selector: 'input[type=text]' }), { target: { value: 'https://github.com/shop/web.git' } })
    fireEvent.change(screen.getByLabelText('Branch, Tag or Commit'), { target: { value: 'main' } })
    for (const title of ['Step 2 of 5: Cluster', 'Step 3 of 5: Services', 'Step 4 of 5: Node.js Config']) {
      press('Next')
      await screen.findByText(title)
    }
    expect(screen.queryByLabelText('Memory Limit (MB)')).toBeNull()
    press('Add Variable')
    fireEvent.change(screen.getByLabelText('Name of the variable'), { target: { value: 'PORT' } })
    press('Next')
    await screen.findByText('PORT is set by Canopy.')
    fireEvent.change(screen.getByLabelText('Name of the variable'), { target: { value: 'MODE' } })
    fireEvent.change(screen.getByLabelText('Value of MODE'), { target: { value: 'top secret' } })
    fireEvent.change(screen.getByLabelText('Replicas'), { target: { value: '3' } })
    press('Next')
    await screen.findByText('Step 5 of 5: Database')
    const review = within(screen.getByRole('region', { name: 'What will be created' }))
    for (const words of ['Node.js', 'shop', 'Shop team', 'prod', 'https://github.com/shop/web.git', 'main', '24', '3000', 'MODE', '3', 'Set']) expect(review.getAllByText(words).length, words).toBeGreaterThan(0)
    for (const secret of ['correct horse', 'top secret']) expect(screen.queryByText(secret)).toBeNull()
    await create(calls)
    expect(posts(calls)[0]?.body).toMatchObject({ type: 'nodejs', source: { kind: 'git', git: { url: 'https://github.com/shop/web.git', ref: 'main' } }, env: { MODE: 'top secret' }, replicas: 3 })
  })

  it('takes what was typed along to another kind', async () => {
    keep(ADA.id, FULL)
    start()
    fireEvent.change(await screen.findByLabelText('Admin Password'), { target: { value: 'correct horse' } })
    expect(screen.queryByLabelText('Branch, Tag or Commit')).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Laravel' }))
    await screen.findByLabelText('Branch, Tag or Commit')
    expect([screen.getByLabelText<HTMLInputElement>('Admin Password').value, screen.getByLabelText<HTMLInputElement>('Deployment Name').value]).toEqual(['correct horse', 'shop'])
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

  it('takes the host of a pasted address, and says so', async () => {
    keep(ADA.id, { ...FULL, 'baseParameters.domain': '' })
    start()
    const domain = await screen.findByLabelText<HTMLInputElement>('Domain')
    fireEvent.change(domain, { target: { value: 'https://shop.example.com/cart' } })
    fireEvent.blur(domain)
    await screen.findByText('Taken from https://shop.example.com/cart: only the host is needed.')
    expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('shop.example.com')
    fireEvent.change(domain, { target: { value: 'no domain' } })
    fireEvent.blur(domain)
    await screen.findByText(/^A domain has letters, digits and hyphens/)
  })

  it('says when the field is left that a name is not free in the team, and stays there', async () => {
    keep(ADA.id, { ...FULL, name: '' })
    const calls = start('/new-deployment', { 'GET /deployments': listed([{ name: 'Shop' }]) })
    const name = await screen.findByLabelText('Deployment Name')
    fireEvent.change(name, { target: { value: 'shop' } })
    fireEvent.blur(name)
    await screen.findByText('A deployment with this name already exists in this team.')
    expect(calls.find((call) => call.path === '/deployments')?.query.get('teamId')).toBe('t-1')
    fireEvent.change(screen.getByLabelText('Admin Password'), { target: { value: 'correct horse' } })
    press('Next')
    await waitFor(() => expect(document.activeElement?.id).toBe('new-name'))
    expect(screen.getByText('Step 1 of 5: Basic Info')).toBeTruthy()
    fireEvent.change(name, { target: { value: 'blog' } })
    expect(screen.queryByText('A deployment with this name already exists in this team.')).toBeNull()
  })

  it('opens the step of a domain that is not free', async () => {
    keep(ADA.id, FULL)
    const taken = 'Another deployment on this cluster uses this domain already.'
    const calls = start('/new-deployment', { 'POST /deployments': { status: 409, code: 'CONFLICT', message: taken, details: { reason: 'DOMAIN_TAKEN' } } })
    await fill()
    fireEvent.change(screen.getByLabelText('Database Password'), { target: { value: 'battery staple' } })
    fireEvent.change(screen.getByLabelText('Database Root Password'), { target: { value: 'another battery' } })
    await create(calls)
    await screen.findByText('Step 1 of 5: Basic Info')
    await waitFor(() => expect(document.getElementById('new-baseParameters-domain-help')?.textContent).toBe(taken))
  })

  it('shows the passwords that Canopy made once they are in use, and no other', async () => {
    keep(ADA.id, FULL)
    const calls = start('/new-deployment', { 'POST /deployments': { data: { id: 'n-1', name: 'shop', taskId: 'k-1' } } })
    await fill()
    for (const name of ['Generate Database Password', 'Generate Database Root Password']) fireEvent.click(screen.getByRole('button', { name }))
    fireEvent.change(screen.getByLabelText('Database Root Password'), { target: { value: 'another battery' } })
    const password = screen.getByLabelText<HTMLInputElement>('Database Password')
    expect(password.type).toBe('password')
    expect(screen.queryByRole('region', { name: 'Passwords' })).toBeNull()
    await create(calls)
    await screen.findByText('shop is being installed')
    const secrets = within(screen.getByRole('region', { name: 'Passwords' }))
    expect(secrets.queryByText(password.value)).toBeNull()
    fireEvent.click(secrets.getByRole('button', { name: 'Show passwords' }))
    secrets.getByText(password.value)
    for (const typed of ['correct horse', 'another battery']) expect(secrets.queryByText(typed)).toBeNull()
    press('I have stored them')
    await screen.findByText('elsewhere')
  })

  it('says beside the form what will be created', async () => {
    keep(ADA.id, FULL)
    start()
    const rail = within(await screen.findByRole('complementary', { name: 'What will be created, so far' }))
    for (const words of ['shop', 'shop.example.com', 'Shop team', 'prod', 'WordPress']) await rail.findByText(words)
  })

  describe('where the team is chosen', () => {
    const used = (team: number, user: number, tasks = 3) => ({
      'GET /quotas': { data: { deployments: { team: { used: team, most: 500 }, user: { used: user, most: 100 } }, tasks: { team: { used: tasks, most: 200 }, user: { used: 1, most: 100 } } } },
    })
    const open = async (quotas: Record<string, Faked>) => {
      keep(ADA.id, FULL)
      const calls = start('/new-deployment', quotas)
      const rail = within(await screen.findByRole('complementary', { name: 'What will be created, so far' }))
      return { calls, rail }
    }
    const hint = () => document.getElementById('new-team_id-help')?.textContent

    it('says how many deployments it has of how many, and so does the rail', async () => {
      const { calls, rail } = await open(used(206, 12))
      await rail.findByText('206 of 500 deployments of this team')
      await waitFor(() => expect(hint()).toBe('206 of 500 deployments of this team'))
      expect(screen.queryByText('Nearly at the limit')).toBeNull()
      expect(screen.queryByText(/unfinished task|that you have created/)).toBeNull()
      const asked = calls.filter((call) => call.path === '/quotas')
      expect(new Set(asked.map((call) => call.query.get('teamId')))).toEqual(new Set(['t-1']))
    })

    it('names one’s own where that is nearer its limit, and warns from nine tenths up', async () => {
      const { rail } = await open(used(206, 90))
      await rail.findByText('90 of 100 deployments that you have created')
      rail.getByText('Nearly at the limit')
      await waitFor(() => expect(hint()).toBe('206 of 500 deployments of this team90 of 100 deployments that you have created'))
      const notice = (await screen.findAllByRole('status')).find((each) => each.textContent?.startsWith('Nearly at the limit'))
      expect(notice?.textContent).toContain('90 of 100 deployments that you have created')
      expect(notice?.textContent).not.toContain('of this team')
    })

    it('does not warn before', async () => {
      const { rail } = await open(used(449, 89))
      await rail.findByText('449 of 500 deployments of this team')
      await waitFor(() => expect(hint()).toContain('449 of 500'))
      expect(screen.queryByText('Nearly at the limit')).toBeNull()
    })

    it('says at the limit that the creation would be refused, and what helps', async () => {
      const { rail } = await open(used(500, 12, 200))
      await rail.findByText('At the limit: the creation would be refused')
      rail.getByText('200 of 200 unfinished tasks of this team')
      const notice = await screen.findByRole('alert')
      expect(notice.textContent).toContain('500 of 500 deployments of this team. Delete one that is not needed any more, choose another team, or ask an administrator for a higher limit.')
      expect(notice.textContent).toContain('200 of 200 unfinished tasks of this team. Wait until one has finished.')
    })
  })
})
