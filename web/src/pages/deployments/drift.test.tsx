import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment, Drift, Plan, PlannedObject } from '@/api/types'
import { ADA, answer, type Call, type Faked, listed, renderPage } from '../../../tests/render'
import { SITE } from '../../../tests/site'
import { CATALOGUE } from '../../../tests/kinds'
import DeploymentPage from './deployment'
import Deployments from './deployments'
import { takenOver } from './drift'

const ONE = `/deployments/${SITE.id}`
const MOVED: Deployment = {
  ...SITE,
  drift: { revision: 1, fields: 2, missing: 1, surplus: 0, managers: ['kubectl-edit'], changedAt: '2026-11-20T08:00:00Z', foundAt: '2026-11-20T08:00:05Z' },
}
const by = { manager: 'kubectl-edit', changedAt: '2026-11-20T08:00:00Z' }
const object: PlannedObject = { kind: 'Deployment', name: 'shop-web', action: 'change', fields: [], restarts: true, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false }
const IMAGE = 'spec.template.spec.containers[php].image'
const FOUND: Drift = {
  revision: 1,
  hash: 'h-1',
  objects: [
    { ...object, fields: [{ path: 'spec.replicas', before: '3', after: '1', ...by }, { path: IMAGE, before: 'mine:1', after: 'wordpress:6', ...by }] },
    { ...object, kind: 'Service', action: 'create', restarts: false },
  ],
  takes: [
    { kind: 'Deployment', name: 'shop-web', path: 'spec.replicas', field: 'replicas', value: '3', problem: null, problemReason: '', problemParams: {} },
    { kind: 'Deployment', name: 'shop-web', path: IMAGE, field: null, value: '', problem: 'No setting of the site makes it mine:1.', problemReason: 'NotTakenSo', problemParams: { value: 'mine:1' } as never },
  ],
}
const PLAN: Plan = { hash: 'h-2', revision: 2, objects: [], secrets: [], triedIn: null, power: null, move: null }
function start(answers: Record<string, Faked | ((call: Call) => Faked)> = {}, deployment: Deployment = MOVED, members = [{ userId: ADA.id, role: 'member' }]) {
  const calls = answer({
    'GET /catalogue': CATALOGUE,
    'GET /clusters': listed([]),
    'GET /datacenters': listed([]),
    'GET /teams/all': listed([{ id: 't-1', name: 'Shop team', owner_id: 'somebody', members }]),
    'GET /tasks': listed([]),
    'GET /deployments': listed([deployment]),
    [`GET ${ONE}`]: { data: deployment },
    [`GET ${ONE}/drift`]: { data: FOUND },
    [`POST ${ONE}/put-right`]: { data: { ...deployment, taskId: 'k-9' } },
    [`POST ${ONE}/plan`]: { data: PLAN },
    [`PUT ${ONE}`]: { data: { ...deployment, taskId: 'k-9' } },
    ...answers,
  })
  renderPage(<DeploymentPage />, { path: ONE, route: '/deployments/:id' })
  return (method: string, path: string) => calls.filter((call) => call.method === method && call.path.startsWith(`${ONE}${path}`))
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function opened() {
  await screen.findByRole('heading', { name: '3 differences from revision 1' })
  await press('View differences')
  return within(await screen.findByRole('region', { name: 'What differs from revision 1' }))
}

it('says that something differs, shows what and by whom when asked, and puts exactly that right', async () => {
  const sent = start()
  await screen.findByRole('heading', { name: '3 differences from revision 1' })
  screen.getByText('2 fields have other values.')
  screen.getByText('1 object is missing.')
  expect(sent('GET', '/drift')).toHaveLength(0)
  const panel = await opened()
  await panel.findByText('spec.replicas')
  panel.getAllByText(/by kubectl-edit/)
  panel.getByText(/No setting of the site makes it mine:1/)
  await press('Put right')
  await screen.findByText('Putting right what differs from revision 1')
  const [call] = sent('POST', '/put-right')
  expect(call?.query.get('plan')).toBe('h-1')
})

it('takes over what the site has a setting for, after its plan was seen', async () => {
  const sent = start()
  const panel = await opened()
  await panel.findByText(/Can be taken over/)
  await press('Take over')
  await userEvent.click(await panel.findByRole('button', { name: 'Save as revision 2' }))
  await screen.findByText('Taken over as revision 2')
  expect(sent('POST', '/plan').map(({ body }) => body)).toEqual([{ replicas: 3, version: 3 }])
  expect(sent('PUT', '').map(({ body }) => body)).toEqual([{ replicas: 3, version: 3, reason: 'Taken over from the cluster', plan: 'h-2' }])
})

it('shows anew what differs when something has moved since', async () => {
  let asked = 0
  const sent = start({
    [`GET ${ONE}/drift`]: () => ({ data: { ...FOUND, hash: `h-${(asked += 1)}` } }),
    [`POST ${ONE}/put-right`]: ({ query }) => (query.get('plan') === 'h-1' ? { status: 409, code: 'CONFLICT', message: 'Look at the new plan.', details: { reason: 'PLAN_OUTDATED' } } : { data: { ...MOVED, taskId: 'k-9' } }),
  })
  const panel = await opened()
  await panel.findByText('spec.replicas')
  await press('Put right')
  await panel.findByRole('alert')
  await waitFor(() => expect(asked).toBe(2))
  await press('Put right')
  await screen.findByText('Putting right what differs from revision 1')
  expect(sent('POST', '/put-right')).toHaveLength(2)
})

it('is nothing to those who may not change it, nor while a task is at work', async () => {
  start({}, { ...MOVED, currentTaskId: 'k-1', status: 'pending' })
  await screen.findByRole('heading', { name: 'shop' })
  await waitFor(() => expect(screen.queryByRole('heading', { name: '3 differences from revision 1' })).toBeNull())
})

it('stands in the row of the list', async () => {
  answer({ 'GET /catalogue': CATALOGUE, 'GET /clusters': listed([]), 'GET /datacenters': listed([]), 'GET /teams/all': listed([]), 'GET /tasks': listed([]), 'GET /deployments': listed([MOVED]) })
  renderPage(<Deployments />, { path: '/deployments', route: '/deployments' })
  const row = within((await screen.findByRole('link', { name: 'shop' })).closest<HTMLElement>('[role=row]') as HTMLElement)
  await row.findByText(/3 differences from revision 1/)
  row.getByText(/Changed by kubectl-edit/)
})

it('sends amounts together, and the first of two values for one setting', () => {
  const take = (field: Drift['takes'][number]['field'], value: string) => ({ kind: 'Deployment', name: 'w', path: 'p', field, value, problem: null, problemReason: '', problemParams: {} })
  const asked = { askedResources: { cpu: '1', memory: null, storage: '10Gi' } }
  expect(takenOver({ takes: [take('resources.memory', '1Gi'), take('resources.memory', '2Gi'), take('source.image', 'x:2'), take('source.version', '24'), take('phpParameters.phpVersion', '8.4')] }, asked)).toEqual({
    resources: { cpu: '1', memory: '1Gi', storage: '10Gi' },
    source: { image: 'x:2', version: '24' },
    phpParameters: { phpVersion: '8.4' },
  })
  expect(takenOver({ takes: [take(null, '')] }, asked)).toBeNull()
})
