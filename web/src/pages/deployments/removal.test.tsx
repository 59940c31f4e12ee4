import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Plan, PlannedObject } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { SITE } from '../../../tests/site'
import { useActions } from './actions'

const object = (more: Partial<PlannedObject>): PlannedObject => ({
  kind: 'PersistentVolumeClaim',
  name: 'shop-data',
  action: 'delete',
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

const CLAIM = object({ losesData: true, volume: { name: 'pvc-1', size: '8Gi', end: 'deleted', service: null } })
const PLAN: Plan = { hash: 'h-1', revision: null, objects: [CLAIM, object({ kind: 'Deployment', name: 'shop-web' })], secrets: [], triedIn: null, power: null, move: null }

const ONE = `/deployments/${SITE.id}`
const GONE: Faked = { data: { ...SITE, deleting: true, taskId: 'k-2', remains: [] } }

function Asking() {
  const { remove } = useActions()
  return (
    <button type="button" onClick={() => void remove(SITE)}>
      Away
    </button>
  )
}

async function ask(answers: Record<string, Faked | ((call: Call) => Faked)>) {
  const calls = answer({ [`DELETE ${ONE}`]: GONE, [`GET ${ONE}`]: { data: SITE }, ...answers })
  renderPage(<Asking />)
  await userEvent.click(screen.getByRole('button', { name: 'Away' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Type shop to go on'), 'shop')
  return { dialog, plans: () => calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('plan')) }
}

const press = (dialog: ReturnType<typeof within>) => userEvent.click(dialog.getByRole('button', { name: 'Delete' }))

it('says what goes, what stays and what others have put there', async () => {
  const objects = [
    CLAIM,
    object({ name: 'shop-logs', volume: { name: 'pvc-2', size: '1Gi', end: 'kept', service: null } }),
    object({ name: 'shop-new', volume: { name: null, size: '2Gi', end: 'deleted', service: null } }),
    object({ name: 'shop-far', losesData: true, volume: { name: 'pvc-3', size: '3Gi', end: 'unknown', service: null } }),
    object({ kind: 'ConfigMap', name: 'mine', foreign: true }),
  ]
  const { dialog, plans } = await ask({ [`POST ${ONE}/plan/delete`]: { data: { ...PLAN, objects } } })
  await dialog.findByText('The volume of shop-data (8 GB) with all data in it')
  dialog.getByText('The volume claim shop-new (2 GB), which holds nothing yet')
  dialog.getByText('The volume claim shop-far (3 GB). Whether the cluster keeps the volume cannot be seen.')
  dialog.getByText('Not made by Canopy, but in its namespace: ConfigMap mine')
  dialog.getByText('5 objects')
  const stays = within(dialog.getByRole('list', { name: 'What stays:' }))
  stays.getByText('The volume pvc-2 of shop-logs (1 GB) with its data: the cluster keeps it until somebody removes it there.')
  await press(dialog)
  await screen.findByText('Deleting deployment')
  expect(plans()).toEqual(['h-1'])
})

it('shows what is there now when the plan does not hold any more', async () => {
  let made = 0
  const { dialog, plans } = await ask({
    [`POST ${ONE}/plan/delete`]: () => ({ data: { ...PLAN, hash: `h-${(made += 1)}`, objects: made === 1 ? [CLAIM] : PLAN.objects } }),
    [`DELETE ${ONE}`]: ({ query }) => (query.get('plan') === 'h-1' ? { status: 409, code: 'CONFLICT', message: 'Look at the new plan.', details: { reason: 'PLAN_OUTDATED' } } : GONE),
  })
  await dialog.findByText('1 object')
  await press(dialog)
  await dialog.findByText('Look at the new plan.')
  await dialog.findByText('2 objects')
  await press(dialog)
  await screen.findByText('Deleting deployment')
  expect(plans()).toEqual(['h-1', 'h-2'])
})

it('binds nothing while a task is at work, and says why', async () => {
  const { dialog, plans } = await ask({ [`POST ${ONE}/plan/delete`]: { data: { ...PLAN, hash: null, objects: [] } } })
  await dialog.findByText('A task is at work. It is stopped first; what it makes until then goes too.')
  dialog.getByText('Nothing of it is there.')
  await press(dialog)
  await screen.findByText('Deleting deployment')
  expect(plans()).toEqual([null])
})
