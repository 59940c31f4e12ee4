import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { PLAN, SITE } from '../../../tests/site'
import { PowerButton, StoppedNotice } from './power-button'

const ONE = `/deployments/${SITE.id}`
const OFF: Deployment = { ...SITE, status: 'stopped', stopped: true, actions: { ...SITE.actions, stop: { reason: 'ALREADY_STOPPED', params: {}, message: 'Stopped.' }, start: null } }

function start(deployment: Deployment, answers: Record<string, Faked | ((call: Call) => Faked)> = {}) {
  const calls = answer({
    [`POST ${ONE}/plan/stop`]: { data: PLAN },
    [`POST ${ONE}/plan/start`]: { data: { ...PLAN, power: 'starts' } },
    [`POST ${ONE}/stop`]: { data: { ...OFF, taskId: 'k-2' } },
    [`POST ${ONE}/start`]: { data: { ...SITE, taskId: 'k-3' } },
    ...answers,
  })
  renderPage(
    <>
      <StoppedNotice deployment={deployment} />
      <PowerButton deployment={deployment} />
    </>,
  )
  return (path: string) => calls.filter((call) => call.path === `${ONE}${path}`).map(({ body }) => body)
}

it('says that a stop takes the site away, asks why, and stops exactly what was shown', async () => {
  const sent = start(SITE)
  expect(screen.queryByText('This site is stopped')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop shop' }))
  await dialog.findByText('The site will be unreachable until it is started. Its data stays.')
  dialog.getByText('spec.replicas')
  expect(sent('/stop')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Reason for the change'), 'Winter ')
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }))
  await screen.findByText('shop is being stopped')
  expect(sent('/stop')).toEqual([{ reason: 'Winter', plan: 'h-1' }])
})

it('starts a stopped site, which says that it is stopped', async () => {
  const sent = start(OFF)
  screen.getByText('This site is stopped')
  await userEvent.click(screen.getByRole('button', { name: 'Start' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start shop' }))
  await dialog.findByText('The site comes up again and is reached when its pods are ready.')
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
  await screen.findByText('shop is being started')
  expect(sent('/start')).toEqual([{ plan: 'h-1' }])
})

it('shows the new plan when the old one does not hold any more, and can be left', async () => {
  let made = 0
  const sent = start(SITE, {
    [`POST ${ONE}/plan/stop`]: () => ({ data: { ...PLAN, hash: `h-${(made += 1)}` } }),
    [`POST ${ONE}/stop`]: { status: 409, code: 'CONFLICT', message: 'Look at the new plan.', details: { reason: 'PLAN_OUTDATED' } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop shop' }))
  await dialog.findByText('spec.replicas')
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }))
  await dialog.findByText('Look at the new plan.')
  expect(sent('/plan/stop').length).toBe(2)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sent('/stop')).toEqual([{ plan: 'h-1' }])
})

it('stops without a plan only when the cluster cannot be asked', async () => {
  const sent = start(SITE, { [`POST ${ONE}/plan/stop`]: { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.', details: { reason: 'CLUSTER_SILENT' } } })
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop without the plan' }))
  await screen.findByText('shop is being stopped')
  expect(sent('/stop')).toEqual([{}])
})

it('says why it is not possible now', async () => {
  const sent = start({ ...SITE, actions: { ...SITE.actions, stop: { reason: 'TASK_RUNNING', params: {}, message: 'A task is at work.' } } })
  const button = screen.getByRole('button', { name: 'Stop' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(sent('/plan/stop')).toEqual([])
})
