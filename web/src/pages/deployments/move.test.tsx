import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment, Plan, PlannedObject } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { CATALOGUE } from '../../../tests/kinds'
import { SITE } from '../../../tests/site'
import { ElsewhereNotice, route } from './elsewhere'
import { MoveButton } from './move-button'

const object = (over: Partial<PlannedObject>): PlannedObject => ({ kind: 'Deployment', name: 'shop-web', action: 'create', fields: [], restarts: false, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false, ...over })
const PLAN: Plan = {
  hash: 'h-1',
  revision: 2,
  objects: [object({})],
  secrets: [],
  triedIn: null,
  power: null,
  move: {
    fromClusterId: SITE.clusterId,
    fromClusterName: 'prod',
    toClusterId: 'c-2',
    toClusterName: 'second',
    leaves: [object({ kind: 'PersistentVolumeClaim', name: 'shop-data', action: 'delete', losesData: true, volume: { name: 'pv-1', size: '20Gi', end: 'deleted', service: null } })],
    notices: [{ warning: true, reason: 'MoveLosesData', params: {}, message: 'Data is not moved.' }],
  },
}
const CLUSTERS = [
  { id: SITE.clusterId, name: 'prod', hasKubeconfig: true, status: 'operational' },
  { id: 'c-2', name: 'second', hasKubeconfig: true, status: 'operational' },
  { id: 'c-3', name: 'third', hasKubeconfig: true, status: 'maintenance' },
]
const RIGHTS = { known: true, change: true, secrets: 'all' } as const

function start(answers: Record<string, Faked | ((call: Call) => Faked)> = {}) {
  const one = `/deployments/${SITE.id}`
  const calls = answer({
    'GET /catalogue': CATALOGUE,
    'GET /clusters': { data: CLUSTERS, pagination: { page: 1, limit: 100, total: 3, more: false } },
    'GET /clusters/c-2/inspection': { data: { lacks: [] } },
    [`POST ${one}/plan`]: { data: PLAN },
    [`PUT ${one}`]: { data: { ...SITE, taskId: 'k-2' } },
    ...answers,
  })
  renderPage(<MoveButton deployment={SITE} />)
  return (path: string) => calls.filter((call) => call.path === `${one}${path}`).map(({ body }) => body)
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move shop' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Cluster' }))
  return dialog
}

it('shows both clusters and what is lost, wants the name, and moves exactly as was shown', async () => {
  const sent = start()
  const dialog = await open()
  await userEvent.click(await screen.findByTitle('second'))
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText('Data is not moved.')
  dialog.getByRole('heading', { name: 'On second' })
  dialog.getByRole('heading', { name: 'Then on prod' })
  const button = dialog.getByRole('button', { name: 'Move' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText(/Type/), 'shop')
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'More room')
  await userEvent.click(button)
  await screen.findByText('shop is being moved')
  expect([sent('/plan'), sent('')]).toEqual([[{ clusterId: 'c-2' }], [{ clusterId: 'c-2', plan: 'h-1', reason: 'More room' }]])
})

it('says of each volume whether its data is elsewhere before it goes', async () => {
  const move = PLAN.move!
  const [leaves] = move.leaves
  const other = { ...leaves!, name: 'shop-cache' }
  const notices = [{ warning: false, reason: 'MoveCopiesData', params: { to: 'second', volumes: ['shop-data'] }, message: 'Data is copied.' }]
  start({ [`POST /deployments/${SITE.id}/plan`]: { data: { ...PLAN, move: { ...move, leaves: [leaves!, other], notices } } } })
  const dialog = await open()
  await userEvent.click(await screen.findByTitle('second'))
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText(/the volume shop-data \(.*\) is deleted here once its copy is in use\./)
  dialog.getByText(/the volume shop-cache \(.*\) is deleted with all data in it\./)
})

it('copies the data unless that is not wanted, and asks anew for what it then does', async () => {
  const sent = start()
  const dialog = await open()
  await userEvent.click(await screen.findByTitle('second'))
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText('Data is not moved.')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Copy its data' }))
  expect(dialog.queryByText('Data is not moved.')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText('Data is not moved.')
  await userEvent.type(dialog.getByLabelText(/Type/), 'shop')
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  await screen.findByText('shop is being moved')
  const without = { clusterId: 'c-2', leaveData: true }
  expect([sent('/plan'), sent('')]).toEqual([[{ clusterId: 'c-2' }, without], [{ ...without, plan: 'h-1' }]])
})

it('leaves a cluster that does not answer, and says what that means', async () => {
  const move = { ...(PLAN.move as NonNullable<Plan['move']>), leaves: [], notices: [{ warning: true, reason: 'MoveLeavesUnseen', params: { from: 'prod', to: 'second' }, message: 'Cluster "prod" does not answer.' }] }
  start({ [`POST /deployments/${SITE.id}/plan`]: { data: { ...PLAN, move } } })
  const dialog = await open()
  await userEvent.click(await screen.findByTitle('second'))
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText('Cluster "prod" does not answer.')
  dialog.getByRole('heading', { name: 'On second' })
  expect(dialog.queryByRole('heading', { name: 'Then on prod' })).toBeNull()
})

it('offers neither its own cluster nor one in maintenance', async () => {
  start()
  await open()
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map((option) => option.getAttribute('aria-label') ?? option.textContent)).not.toContain('prod')
  expect((await screen.findByTitle(/third/)).getAttribute('aria-disabled') ?? (await screen.findByTitle(/third/)).className).toMatch(/true|disabled/)
})

it('says from where to where while it moves, and what remains afterwards', async () => {
  const there = { clusterId: 'c-2', clusterName: 'second', state: 'target' } as const
  const moving: Deployment = { ...SITE, clusterName: 'prod', operation: 'move', currentTaskId: 'k-1', elsewhere: there }
  expect(route(moving)).toBe('prod → second')
  expect(route({ ...moving, clusterName: 'second', elsewhere: { ...there, clusterName: 'prod', state: 'left' } })).toBe('prod → second')
  expect(route(SITE)).toBeNull()
  answer({ 'GET /clusters': { data: CLUSTERS, pagination: { page: 1, limit: 100, total: 3, more: false } } })
  const retry = { ...SITE.actions, retry: null }
  renderPage(<ElsewhereNotice deployment={{ ...SITE, actions: retry, elsewhere: { ...there, state: 'left' } }} rights={RIGHTS} />)
  await screen.findByText('Something of this site may remain on cluster second')
  screen.getByRole('button', { name: 'Retry' })
})
