import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment, Plan, PlannedObject } from '@/api/types'
import { LiveCache } from '@/live/cache'
import { CATALOGUE, NODEJS, WORDPRESS } from '../../../tests/kinds'
import { answer, type Call, type Faked, listed, renderPage } from '../../../tests/render'
import EditDeployment from './edit'
import { changeOf, draftOf, keptSecrets, problemsOfEdit, touchesPods } from './edit-draft'
import type { Variable } from './form/draft'
import { NODE_SITE, SITE } from '../../../tests/site'

const ONE = `/deployments/${SITE.id}`

const object = (more: Partial<PlannedObject>): PlannedObject => ({
  kind: 'Deployment',
  name: 'shop-web',
  action: 'change',
  fields: [],
  restarts: false,
  interrupts: false,
  losesData: false,
  problem: null,
  problemReason: '',
  problemParams: {},
  volume: null,
  foreign: false,
  untried: false,
  ...more,
})
const PLAN: Plan = { hash: 'h-1', revision: 2, objects: [object({ restarts: true, fields: [{ path: 'spec.replicas', before: '1', after: '2', manager: null, changedAt: null }] })], secrets: [], triedIn: null, power: null, move: null }

function start(answers: Record<string, Faked | ((call: Call) => Faked)>, site: Deployment = SITE) {
  const calls = answer({ 'GET /catalogue': CATALOGUE, 'GET /clusters': listed([]), 'GET /datacenters': listed([]), 'GET /teams/all': listed([]), [`GET ${ONE}`]: { data: site }, [`POST ${ONE}/plan`]: { data: PLAN }, ...answers })
  const { client } = renderPage(<EditDeployment />, { path: `${ONE}/edit`, route: '/deployments/:id/edit' })
  const bodies = (method: string) => calls.filter((call) => call.method === method).map((call) => call.body)
  return { client, puts: () => bodies('PUT'), looks: () => bodies('POST') }
}

const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const save = () => press('Save Changes')

/** Looks at what changes, then saves it. */
async function review() {
  await press('Review Changes')
  await screen.findByRole('heading', { name: 'What changes' })
  await save()
}

it('is filled with what is there, and sends what differs with the version that was opened', async () => {
  const { client, puts } = start({ [`PUT ${ONE}`]: { data: { ...SITE, taskId: 'k-7' } } })
  expect((await screen.findByLabelText<HTMLInputElement>('Domain')).value).toBe('shop.example.com')
  expect(['Admin Password', 'Database Password', 'Database Root Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['', '', ''])
  expect(screen.getAllByText('Leave empty to keep')).toHaveLength(3)
  screen.getByText('Nothing has been changed yet.')
  set('Deployment Name', ' shop two ')
  screen.getByText('Only the name or the description changes: nothing is restarted.')
  set('Domain', 'new.example.com')
  set('Database Password', ' battery staple ')
  set('Memory Limit (MB)', '512')
  await userEvent.click(screen.getByRole('switch', { name: 'Redis' }))
  set('Reason for the change', 'More visitors')
  screen.getByText('Saving restarts the pods of the site.')
  // What another one does meanwhile takes nothing from what was typed, nor the version that it was typed on.
  answerChanged(client)
  await review()
  await screen.findByText('Deployment updated')
  await screen.findByText('elsewhere')
  expect(puts()).toEqual([
    {
      plan: 'h-1',
      name: 'shop two',
      baseParameters: { domain: 'new.example.com' },
      phpParameters: { phpMemoryLimit: 512 },
      databaseParameters: { databasePass: ' battery staple ' },
      services: { redis: false },
      version: 3,
      reason: 'More visitors',
    },
  ])
})

function answerChanged(client: ReturnType<typeof renderPage>['client']) {
  act(() => client.setQueryData(['/deployments/{id}', { path: { id: SITE.id } }], { ...SITE, version: 4, description: 'Changed meanwhile' }))
}

it('puts the server’s sentences at their fields and keeps what was typed', async () => {
  const fields = { 'baseParameters.domain': 'Another deployment uses this domain.', reason: 'Too long', 'services.web': 'The web service is always on.' }
  start({ [`PUT ${ONE}`]: { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields } } })
  await screen.findByLabelText('Domain')
  set('Domain', 'taken.example.com')
  await review()
  await screen.findByText('Another deployment uses this domain.')
  screen.getByText('Too long')
  const domain = screen.getByLabelText<HTMLInputElement>('Domain')
  expect([domain.value, domain.getAttribute('aria-invalid')]).toEqual(['taken.example.com', 'true'])
  expect(document.activeElement).toBe(domain)
})

it('says who was faster, and loads the deployment again', async () => {
  const faster = 'Grace Hopper has changed this deployment since you opened it. Load it again to see the change.'
  let there = SITE
  const { puts } = start({
    [`GET ${ONE}`]: () => ({ data: there }),
    [`PUT ${ONE}`]: () => (there === SITE ? { status: 409, code: 'CONFLICT', message: faster, details: { reason: 'CHANGED_MEANWHILE' } } : { data: { ...there, taskId: null } }),
  })
  await screen.findByLabelText('Domain')
  set('Description', 'mine')
  await save()
  await screen.findByText(faster)
  there = { ...SITE, version: 4, description: 'hers' }
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('hers'))
  set('Description', 'ours')
  await save()
  await screen.findByText('Deployment updated')
  expect(puts()).toEqual([{ description: 'mine', version: 3 }, { description: 'ours', version: 4 }])
})

it('sends nothing while it cannot be changed, and says why', async () => {
  const { puts, looks } = start({}, { ...SITE, actions: { ...SITE.actions, update: { reason: 'TASK_RUNNING', params: {}, message: 'A task is at work.' } } })
  await screen.findByLabelText('Domain')
  set('Domain', 'new.example.com')
  await press('Review Changes')
  fireEvent.submit(screen.getByLabelText('Domain'))
  expect(screen.getByRole('button', { name: 'Review Changes' }).getAttribute('aria-disabled')).toBe('true')
  expect([...puts(), ...looks()]).toEqual([])
})

it('tells a change from none', () => {
  const before = draftOf(SITE, WORDPRESS)
  const change = (more: typeof before) => changeOf(WORDPRESS, before, { ...before, ...more })
  expect(change({ name: ' shop ', 'databaseParameters.databaseHost': 'ignored.example.com', 'baseParameters.cloudflareToken': 'unused' })).toEqual({})
  expect(change({ 'services.mysql': false, 'services.cloudflare': true, 'databaseParameters.databaseHost': 'db.example.com', 'baseParameters.cloudflareToken': 'token' })).toEqual({
    services: { mysql: false, cloudflare: true },
    databaseParameters: { databaseHost: 'db.example.com' },
    baseParameters: { cloudflareToken: 'token' },
  })
  // Amounts are taken together: what was asked for earlier is said again, and what was not is not made up.
  expect(change({ 'resources.cpu': '2' })).toEqual({ resources: { cpu: '2', memory: '', storage: '20Gi' } })
  expect([touchesPods({ name: 'a', description: '' }), touchesPods({ services: { redis: true } })]).toEqual([false, true])
})

it('sends of a program and its variables what differs, and keeps the values that nobody sees', () => {
  const before = draftOf(NODE_SITE, NODEJS)
  const variables = before.env as readonly Variable[]
  expect(changeOf(NODEJS, before, before)).toEqual({})
  expect(changeOf(NODEJS, before, { ...before, 'source.git.ref': 'v2', 'source.port': null, replicas: 3 })).toEqual({ source: { git: { ref: 'v2' }, port: 3000 }, replicas: 3 })
  expect(changeOf(NODEJS, before, { ...before, env: [...variables, { key: 9, name: 'NEW', value: 'x', kept: false }] })).toEqual({ env: { MODE: '********', TOKEN: '********', NEW: 'x' } })
  expect(changeOf(NODEJS, before, { ...before, env: variables.slice(1) })).toEqual({ env: { TOKEN: '********' } })
  expect(changeOf(NODEJS, before, { ...before, 'source.kind': 'image', 'source.image': 'ghcr.io/shop/web:2' })).toEqual({ source: { kind: 'image', image: 'ghcr.io/shop/web:2' } })
})

it('asks for what must not be emptied, and for passwords that are long enough', () => {
  const site = { ...SITE, baseParameters: { ...SITE.baseParameters, appUser: '' } }
  const before = draftOf(site, WORDPRESS)
  const kept = keptSecrets(site)
  expect(problemsOfEdit(WORDPRESS, before, before, kept)).toEqual({})
  const typed = { ...before, name: 'a'.repeat(64), 'baseParameters.domain': ' ', 'phpParameters.phpPoolSize': null, 'phpParameters.phpMemoryLimit': 1, 'databaseParameters.databasePass': 'short', description: 'a'.repeat(501) }
  expect(Object.keys(problemsOfEdit(WORDPRESS, before, typed, kept)).toSorted()).toEqual(['baseParameters.domain', 'databaseParameters.databasePass', 'description', 'name', 'phpParameters.phpMemoryLimit', 'phpParameters.phpPoolSize'])
})

it('asks for the passwords of a database that is new', () => {
  const before = draftOf(NODE_SITE, NODEJS)
  const found = problemsOfEdit(NODEJS, before, { ...before, 'services.mysql': true }, keptSecrets(NODE_SITE))
  expect(Object.keys(found)).toEqual(['databaseParameters.databasePass', 'databaseParameters.databaseRootPass'])
})

it('shows what cannot be changed, and warns of a version at its end', async () => {
  start({})
  await screen.findByText('Type, team and cluster cannot be changed.')
  screen.getByText('WordPress')
  screen.getByText('PHP 8.1 has reached its end of life')
})

it('is made for the kind of the site', async () => {
  const { puts } = start({ [`PUT ${ONE}`]: { data: { ...NODE_SITE, taskId: 'k-8' } } }, NODE_SITE)
  expect((await screen.findByLabelText<HTMLInputElement>('Branch, Tag or Commit')).value).toBe('main')
  expect(screen.queryByLabelText('Memory Limit (MB)')).toBeNull()
  set('Branch, Tag or Commit', 'v2')
  set('Value of TOKEN', 'new token')
  await review()
  await screen.findByText('Deployment updated')
  expect(puts()).toEqual([{ plan: 'h-1', source: { git: { ref: 'v2' } }, env: { MODE: '********', TOKEN: 'new token' }, version: 3 }])
})

it('keeps the form while hints come', async () => {
  const { client } = start({})
  await screen.findByLabelText('Domain')
  set('Domain', 'typed.example.com')
  await act(() => new LiveCache(client).apply([{ kind: 'deployment', id: SITE.id, version: 9 }]))
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('typed.example.com')
})

it('shows what changes before it is saved: consequences in words, then every field', async () => {
  const claim = object({ kind: 'PersistentVolumeClaim', name: 'shop-data', action: 'delete', losesData: true })
  const database = object({ kind: 'StatefulSet', name: 'shop-mysql', restarts: true, interrupts: true, fields: [{ path: 'spec.template.metadata.labels[a/b]', before: null, after: 'x', manager: null, changedAt: null }, { path: 'data[app.ini]', before: 'a = 1\nb = 2', after: 'a = 1\nb = 3', manager: null, changedAt: null }] })
  const same = object({ kind: 'Service', action: 'none' })
  const config = object({ kind: 'ConfigMap', name: 'shop-php', problem: 'Somebody else has it.', problemReason: 'FIELD_CONFLICT' })
  const { puts } = start({ [`POST ${ONE}/plan`]: { data: { ...PLAN, objects: [...PLAN.objects, database, claim, same, config], secrets: ['databaseParameters.databasePass', 'generated'] } } })
  await screen.findByLabelText('Domain')
  set('Domain', 'new.example.com')
  await press('Review Changes')
  const heading = await screen.findByRole('heading', { name: 'What changes' })
  expect(document.activeElement).toBe(heading)
  screen.getByText('PersistentVolumeClaim shop-data: deleted together with all data in it.')
  screen.getByText('StatefulSet shop-mysql: no pod serves from the end of the old one until the new one is ready.')
  screen.getByText('Deployment shop-web: new pods take over before the old ones end.')
  screen.getByText('Changed: 3, created: 0, deleted: 1, left as they are: 1.')
  screen.getByText('New values: Database Password, passwords that Canopy makes itself.')
  screen.getByText('Somebody else has it.')
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toContain('spec.replicas12')
  expect(rows).toContain('spec.template.metadata.labels[a/b]not setx')
  expect(rows).toContain('data[app.ini]b = 2b = 3')
  await press('Back to the form')
  expect(screen.queryByRole('heading', { name: 'What changes' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('new.example.com')
  expect(puts()).toEqual([])
})

it('shows the new plan when the old one does not hold any more', async () => {
  let made = 0
  const { puts } = start({
    [`POST ${ONE}/plan`]: () => ({ data: { ...PLAN, hash: `h-${(made += 1)}` } }),
    [`PUT ${ONE}`]: ({ body }) =>
      (body as { plan: string }).plan === 'h-1' ? { status: 409, code: 'CONFLICT', message: 'Look at the new plan.', details: { reason: 'PLAN_OUTDATED' } } : { data: { ...SITE, taskId: 'k-9' } },
  })
  await screen.findByLabelText('Domain')
  set('Domain', 'new.example.com')
  await review()
  await screen.findByText('Look at the new plan.')
  await screen.findByRole('heading', { name: 'What changes' })
  await save()
  await screen.findByText('Deployment updated')
  expect(puts().map((body) => (body as { plan: string }).plan)).toEqual(['h-1', 'h-2'])
})

it('saves without a review only when the cluster cannot be asked', async () => {
  const { puts } = start({ [`POST ${ONE}/plan`]: { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.', details: { reason: 'CLUSTER_SILENT' } }, [`PUT ${ONE}`]: { data: { ...SITE, taskId: 'k-9' } } })
  await screen.findByLabelText('Domain')
  set('Domain', 'new.example.com')
  await press('Review Changes')
  await userEvent.click(await screen.findByRole('button', { name: 'Save without a review' }))
  await screen.findByText('Deployment updated')
  expect(puts()).toEqual([{ baseParameters: { domain: 'new.example.com' }, version: 3 }])
})
