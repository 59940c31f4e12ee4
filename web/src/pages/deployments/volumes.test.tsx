import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Deployment, Plan, PlannedObject, Volume } from '@/api/types'
import { CATALOGUE } from '../../../tests/kinds'
import { answer, type Call, type Faked, listed, renderPage } from '../../../tests/render'
import { NODE_SITE, SITE } from '../../../tests/site'
import EditDeployment from './edit'
import KeptVolumes from './kept-volumes'

/** What becomes of the data of services that are switched off. */

const WITH_DATABASE: Deployment = { ...NODE_SITE, services: { ...NODE_SITE.services, mysql: true }, databaseParameters: SITE.databaseParameters }
const ONE = `/deployments/${SITE.id}`
const CLAIM = 'data-shop-mysql-0'

const volume = (more: Partial<Volume> = {}): Volume => ({ name: CLAIM, service: 'mysql', size: '5Gi', createdAt: '2026-11-20T08:00:00Z', kept: false, keptSince: null, ending: false, growable: null, storageClass: 'standard', ...more })
const seen = (volumes: Volume[], problem: string | null = null): Faked => ({ data: { volumes, problem, problemReason: '', problemParams: {} } })

const claim = (end: NonNullable<PlannedObject['volume']>['end']): PlannedObject => ({
  kind: 'PersistentVolumeClaim',
  name: CLAIM,
  action: end === 'reused' ? 'none' : 'delete',
  fields: [],
  restarts: false,
  interrupts: false,
  losesData: end === 'deleted',
  problem: null,
  problemReason: '',
  problemParams: {},
  volume: { name: 'pvc-1', size: '5Gi', end, service: 'mysql' },
  foreign: false,
  untried: false,
})
const plan = (...objects: PlannedObject[]): Plan => ({ hash: 'h-1', revision: 2, objects, secrets: [], triedIn: null, power: null, move: null })

const COMMON = { 'GET /catalogue': CATALOGUE, 'GET /clusters': listed([]), 'GET /datacenters': listed([]), 'GET /teams/all': listed([]) }

function edit(site: Deployment, answers: Record<string, Faked | ((call: Call) => Faked)>) {
  const calls = answer({ ...COMMON, [`GET ${ONE}`]: { data: site }, [`PUT ${ONE}`]: { data: { ...site, taskId: 'k-7' } }, [`GET ${ONE}/volumes`]: seen([volume(), volume({ name: 'shop-data', service: null })]), ...answers })
  renderPage(<EditDeployment />, { path: `${ONE}/edit`, route: '/deployments/:id/edit' })
  return { bodies: (method: string) => calls.filter((call) => call.method === method).map((call) => call.body as Record<string, unknown>) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const turn = async (service: string) => userEvent.click(await screen.findByRole('switch', { name: service }))

describe('switching a service off', () => {
  it('keeps its data unless something else is chosen', async () => {
    const { bodies } = edit(WITH_DATABASE, { [`POST ${ONE}/plan`]: { data: plan() } })
    await turn('MySQL')
    const keep = await screen.findByRole<HTMLInputElement>('radio', { name: /^Keep its data/ })
    expect(keep.checked).toBe(true)
    screen.getByText('data-shop-mysql-0 (5 GB) stays in the cluster and is used again when MySQL is switched on again.')
    await press('Review Changes')
    await screen.findByRole('heading', { name: 'What changes' })
    expect(screen.queryByLabelText('Type shop to go on')).toBeNull()
    await press('Save Changes')
    await waitFor(() => expect(bodies('PUT')).toHaveLength(1))
    expect(bodies('PUT')[0]).not.toHaveProperty('deleteVolumes')
  })

  it('deletes its data when that is chosen, planned and its name typed', async () => {
    const { bodies } = edit(WITH_DATABASE, { [`POST ${ONE}/plan`]: { data: plan(claim('deleted')) } })
    await turn('MySQL')
    await userEvent.click(await screen.findByRole('radio', { name: /^Delete its data/ }))
    await press('Review Changes')
    await screen.findByText('MySQL: the volume data-shop-mysql-0 (5 GB) is deleted with all data in it.')
    expect(bodies('POST')[0]?.['deleteVolumes']).toEqual([CLAIM])
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
    expect(button.disabled).toBe(true)
    const field = screen.getByLabelText('Type shop to go on')
    await userEvent.type(field, 'sho')
    expect(button.disabled).toBe(true)
    await userEvent.type(field, 'p')
    await press('Save Changes')
    await waitFor(() => expect(bodies('PUT')).toHaveLength(1))
    expect(bodies('PUT')[0]).toMatchObject({ deleteVolumes: [CLAIM], plan: 'h-1', services: { mysql: false } })
  })

  it('deletes nothing of a service that is on again, and asks nothing of one that has no volume', async () => {
    const { bodies } = edit(WITH_DATABASE, { [`POST ${ONE}/plan`]: { data: plan() } })
    await turn('MySQL')
    await userEvent.click(await screen.findByRole('radio', { name: /^Delete its data/ }))
    await turn('MySQL')
    expect(screen.queryByRole('radio', { name: /^Delete its data/ })).toBeNull()
    await turn('Redis')
    expect(screen.queryByRole('radio', { name: /^Keep its data/ })).toBeNull()
    await press('Review Changes')
    await waitFor(() => expect(bodies('POST')).toHaveLength(1))
    expect(bodies('POST')[0]).not.toHaveProperty('deleteVolumes')
  })

  it('says that its data is kept where the cluster cannot be asked', async () => {
    edit(WITH_DATABASE, { [`GET ${ONE}/volumes`]: seen([], 'The cluster does not answer.') })
    await turn('MySQL')
    await screen.findByText('Its data is kept. Where it is cannot be seen now: The cluster does not answer.')
    expect(screen.queryByRole('radio', { name: /^Delete its data/ })).toBeNull()
  })

  it('says that a service goes on with what was kept', async () => {
    edit(NODE_SITE, { [`POST ${ONE}/plan`]: { data: plan(claim('reused')) } })
    await turn('Redis')
    await press('Review Changes')
    await screen.findByText('MySQL goes on with the data that was kept: volume data-shop-mysql-0 (5 GB).')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(false)
  })
})

describe('kept volumes', () => {
  const start = (volumes: Volume[], changes = true) => {
    const calls = answer({ ...COMMON, [`GET ${ONE}/volumes`]: seen(volumes), [`POST ${ONE}/plan`]: { data: plan(claim('deleted')) }, [`PUT ${ONE}`]: { data: { ...NODE_SITE, taskId: 'k-7' } } })
    renderPage(<KeptVolumes deployment={NODE_SITE} changes={changes} />)
    return calls
  }

  it('are shown with their size and since when, and deleted with a plan and the name', async () => {
    const calls = start([volume({ kept: true, keptSince: '2026-11-20T08:00:00Z' }), volume({ name: 'shop-data', service: null })])
    const panel = await screen.findByRole('region', { name: 'Kept volumes' })
    within(panel).getByText('MySQL')
    within(panel).getByText('5 GB')
    within(panel).getByText(/^kept since/)
    expect(within(panel).queryByText('shop-data')).toBeNull()
    await press('Delete volume data-shop-mysql-0')
    await screen.findByText('MySQL: the volume data-shop-mysql-0 (5 GB) is deleted with all data in it.')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Volume' })
    expect(button.disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Reason for the change'), 'Moved away')
    await userEvent.type(screen.getByLabelText('Type shop to go on'), 'shop')
    await press('Delete Volume')
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ deleteVolumes: [CLAIM], version: 3, reason: 'Moved away', plan: 'h-1' })
  })

  it('are only shown to who may not change the deployment, and while they go', async () => {
    start([volume({ kept: true }), volume({ name: 'gone', service: null, kept: true, ending: true })], false)
    const panel = await screen.findByRole('region', { name: 'Kept volumes' })
    within(panel).getByText('is being deleted')
    within(panel).getByText('Other data')
    expect(within(panel).queryByRole('button', { name: /^Delete volume/ })).toBeNull()
  })
})
