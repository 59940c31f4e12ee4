import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment, Plan, Revision } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { SITE } from '../../../tests/site'
import { RevisionsPanel } from './revisions'

const ONE = `/deployments/${SITE.id}`
const THIRD: Deployment = { ...SITE, revision: 3, effectiveRevision: 3 }

const revision = (number: number, more: Partial<Revision> = {}): Revision => ({
  number,
  change: 'update',
  reason: '',
  authorId: 'u-1',
  authorName: 'Ada Lovelace',
  createdAt: '2026-11-20T08:00:00Z',
  finishedAt: '2026-11-20T08:05:00Z',
  result: 'succeeded',
  errorLog: null,
  errorLogReason: '',
  errorLogParams: {},
  restored: null,
  deletes: [],
  helmRevisions: [number],
  effective: number === 3,
  clusterId: SITE.clusterId,
  clusterName: 'prod',
  chartVersion: '1.0.0',
  domain: 'shop.example.com',
  services: {},
  appUser: 'admin',
  phpParameters: null,
  databaseParameters: null,
  source: null,
  env: [],
  domains: [],
  askedResources: { cpu: null, memory: null, storage: null },
  replicas: 1,
  stopped: false,
  ...more,
})

const changed = { kind: 'Deployment', name: 'shop-web', action: 'change', restarts: true, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false } as const
const PLAN: Plan = { hash: 'h-1', revision: 4, objects: [{ ...changed, fields: [{ path: 'spec.replicas', before: '2', after: '1', manager: 'kubectl-edit', changedAt: '2026-11-20T08:00:00Z' }] }], secrets: [], triedIn: null, power: null, move: null }

function start(answers: Record<string, Faked | ((call: Call) => Faked)> = {}, deployment = THIRD, changes = true) {
  const calls = answer({
    [`GET ${ONE}/revisions`]: { data: [revision(3, { change: 'rollback', restored: 1 }), revision(2), revision(1)], pagination: { page: 1, limit: 10, total: 3, more: false } },
    [`POST ${ONE}/plan/rollback`]: { data: PLAN },
    [`POST ${ONE}/rollback`]: { data: { ...THIRD, revision: 4, taskId: 'k-4' } },
    ...answers,
  })
  renderPage(<RevisionsPanel deployment={deployment} changes={changes} />)
  const bodies = (path: string) => calls.filter((call) => call.path === `${ONE}${path}`).map(({ body }) => body)
  return { looks: () => bodies('/plan/rollback'), sent: () => bodies('/rollback') }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows what going back changes, asks why, and goes back to exactly that', async () => {
  const { looks, sent } = start()
  await screen.findByText(/Rolled back to revision 1 by Ada Lovelace/)
  await press('Roll back to revision 2')
  const panel = within(await screen.findByRole('region', { name: 'Back to revision 2' }))
  await panel.findByText('spec.replicas')
  panel.getByText(/by kubectl-edit/)
  panel.getByText('Deployment shop-web: new pods take over before the old ones end.')
  expect([looks(), sent()]).toEqual([[{ revision: 2 }], []])
  await userEvent.type(panel.getByLabelText('Reason for the change'), 'It was faster. ')
  await userEvent.click(panel.getByRole('button', { name: 'Roll back to revision 2' }))
  await screen.findByText('Rolling back to revision 2')
  expect(sent()).toEqual([{ revision: 2, reason: 'It was faster.', plan: 'h-1' }])
  expect(screen.queryByRole('region', { name: 'Back to revision 2' })).toBeNull()
})

it('undoes the last change by going back to the revision before, and can be left', async () => {
  const { sent } = start()
  await screen.findByText('Revision 3')
  expect(screen.queryByRole('button', { name: 'Roll back to revision 3' })).toBeNull()
  await press('Undo the last change')
  const panel = await screen.findByRole('region', { name: 'Back to revision 2' })
  expect(document.activeElement?.contains(panel)).toBe(true)
  await press('Close without rolling back')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo the last change' }))
  expect([screen.queryByRole('region', { name: 'Back to revision 2' }), sent()]).toEqual([null, []])
})

it('shows the new plan when the old one does not hold any more', async () => {
  let made = 0
  const { sent } = start({
    [`POST ${ONE}/plan/rollback`]: () => ({ data: { ...PLAN, hash: `h-${(made += 1)}` } }),
    [`POST ${ONE}/rollback`]: ({ body }) =>
      (body as { plan: string }).plan === 'h-1' ? { status: 409, code: 'CONFLICT', message: 'Look at the new plan.', details: { reason: 'PLAN_OUTDATED' } } : { data: { ...THIRD, taskId: 'k-4' } },
  })
  await screen.findByText('Revision 1')
  await press('Roll back to revision 1')
  const panel = within(await screen.findByRole('region', { name: 'Back to revision 1' }))
  await panel.findByText('spec.replicas')
  await userEvent.click(panel.getByRole('button', { name: 'Roll back to revision 1' }))
  await panel.findByText('Look at the new plan.')
  await userEvent.click(await panel.findByRole('button', { name: 'Roll back to revision 1' }))
  await screen.findByText('Rolling back to revision 1')
  expect(sent()).toEqual([{ revision: 1, plan: 'h-1' }, { revision: 1, plan: 'h-2' }])
})

it('goes back without a review only when the cluster cannot be asked', async () => {
  const { sent } = start({ [`POST ${ONE}/plan/rollback`]: { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.', details: { reason: 'CLUSTER_SILENT' } } })
  await screen.findByText('Revision 1')
  await press('Roll back to revision 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back without a review' }))
  await screen.findByText('Rolling back to revision 1')
  expect(sent()).toEqual([{ revision: 1 }])
})

it('says why it is not possible now, and offers nothing to who may not change anything', async () => {
  const refused: Deployment = { ...THIRD, actions: { ...THIRD.actions, update: { reason: 'TASK_RUNNING', params: {}, message: 'A task is at work.' } } }
  const { sent } = start({}, refused)
  await screen.findByText('Revision 1')
  await press('Roll back to revision 1')
  const panel = within(await screen.findByRole('region', { name: 'Back to revision 1' }))
  const button = await panel.findByRole('button', { name: 'Roll back to revision 1' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(sent()).toEqual([])
})

it('offers no way back to who may not change the deployment', async () => {
  start({}, THIRD, false)
  await screen.findByText('Revision 1')
  expect(screen.queryByRole('button', { name: /Roll back|Undo/ })).toBeNull()
})
