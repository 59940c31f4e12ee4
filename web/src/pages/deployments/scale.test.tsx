import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Plan } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { CATALOGUE } from '../../../tests/kinds'
import { NODE_SITE, SITE } from '../../../tests/site'
import { changedIn, freeOf } from './size/scale'
import { ScaleButton } from './scale-button'

const PLAN: Plan = { hash: 'h-1', revision: 2, objects: [{ kind: 'Deployment', name: 'shop-web', action: 'change', fields: [{ path: 'spec.replicas', before: '2', after: '4', manager: null, changedAt: null }], restarts: false, interrupts: false, losesData: false, problem: null, problemReason: '', problemParams: {}, volume: null, foreign: false, untried: false }], secrets: [], triedIn: null, power: null, move: null }
const CLUSTER = { id: 'c-1', name: 'prod', totalCPU: 8, totalMemory: 16384, requestedCPU: 3.5, requestedMemory: 12288 }
const VOLUME = { name: 'shop-data', service: null, size: '20Gi', createdAt: '2026-11-20T08:00:00Z', kept: false, keptSince: null, ending: false, growable: true, storageClass: 'standard' }

function start(site = SITE, answers: Record<string, Faked | ((call: Call) => Faked)> = {}) {
  const one = `/deployments/${site.id}`
  const calls = answer({
    'GET /catalogue': CATALOGUE,
    'GET /clusters': { data: [CLUSTER], pagination: { page: 1, limit: 100, total: 1, more: false } },
    [`GET ${one}/volumes`]: { data: { volumes: [VOLUME], problem: null, problemReason: '', problemParams: {} } },
    [`POST ${one}/plan/scale`]: { data: PLAN },
    [`POST ${one}/scale`]: { data: { ...site, taskId: 'k-2' } },
    ...answers,
  })
  renderPage(<ScaleButton deployment={site} />)
  return (path: string) => calls.filter((call) => call.path === `${one}${path}`).map(({ body }) => body)
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Scale' }))
  return within(await screen.findByRole('dialog', { name: 'Scale shop' }))
}

it('sends what differs only; what is emptied is worked out anew', () => {
  const size = { replicas: 1, cpu: '', memory: '', storage: '20Gi' }
  expect(changedIn(size, SITE)).toEqual({})
  expect(changedIn({ ...size, replicas: 2, cpu: ' 500m ', storage: '' }, SITE)).toEqual({ replicas: 2, resources: { cpu: '500m', storage: '' } })
})

it('knows what is free of a cluster, or that it does not', () => {
  expect(freeOf(CLUSTER)).toEqual({ cpu: '4500m', memory: '4096Mi' })
  expect(freeOf({ ...CLUSTER, requestedCPU: null })).toBeNull()
  expect(freeOf({ ...CLUSTER, requestedCPU: 9 })).toEqual({ cpu: '0m', memory: '4096Mi' })
})

it('shows what there is, then the plan, and scales exactly what was shown', async () => {
  const sent = start(NODE_SITE)
  const dialog = await open()
  await dialog.findByText('Free on prod: 4.5 cores, 4 GB.')
  const replicas = await dialog.findByLabelText('Replicas')
  await userEvent.clear(replicas)
  await userEvent.type(replicas, '4')
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByText('spec.replicas')
  expect([sent('/plan/scale'), sent('/scale')]).toEqual([[{ replicas: 4 }], []])
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'Sales')
  await userEvent.click(dialog.getByRole('button', { name: 'Scale' }))
  await screen.findByText('shop is being scaled')
  expect(sent('/scale')).toEqual([{ replicas: 4, reason: 'Sales', plan: 'h-1' }])
})

it('says that a volume cannot grow, and offers no more pods where one serves', async () => {
  start(SITE, { [`GET /deployments/${SITE.id}/volumes`]: { data: { volumes: [{ ...VOLUME, growable: false }], problem: null, problemReason: '', problemParams: {} } } })
  const dialog = await open()
  await dialog.findByText('The volume has 20 GB. Its storage class standard does not let it grow.')
  expect((dialog.getByLabelText('Storage') as HTMLInputElement).disabled).toBe(true)
  expect(dialog.queryByLabelText('Replicas')).toBeNull()
  expect((dialog.getByRole('button', { name: 'Show What Changes' }) as HTMLButtonElement).disabled).toBe(true)
})

it('shows why the server refuses, and asks anew when the size is changed', async () => {
  start(SITE, { [`POST /deployments/${SITE.id}/plan/scale`]: { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details: { fields: { 'resources.cpu': 'Cores are written as 500m or 2.' } } } })
  const dialog = await open()
  await userEvent.type(dialog.getByLabelText('CPU'), 'lots')
  await userEvent.click(dialog.getByRole('button', { name: 'Show What Changes' }))
  await dialog.findByRole('alert')
  await userEvent.type(dialog.getByLabelText('CPU'), '!')
  expect(dialog.queryByRole('alert')).toBeNull()
})
