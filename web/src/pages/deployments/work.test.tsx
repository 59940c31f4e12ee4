import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Deployment } from '@/api/types'
import { answer, renderPage } from '../../../tests/render'
import { SITE } from '../../../tests/site'
import { toldBy } from '@/components/changes/reason'
import { formerCause, Problem, Work } from './work'

afterEach(() => void vi.useRealTimers())

it('counts the seconds that a task takes', async () => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T12:00:00Z'), toFake: ['Date', 'setInterval', 'clearInterval'] })
  const steps = [{ name: 'restart', title: 'Restart the pods', status: 'running', message: '' }]
  answer({ 'GET /tasks/k-1': { data: { id: 'k-1', type: 'restart', status: 'running', steps, startedAt: '2030-01-01T12:00:00Z', finishedAt: null } } })
  renderPage(<Work deployment={{ id: 'd-1', currentTaskId: 'k-1' } as Deployment} />)
  await screen.findByText('for 0s')
  for (const words of ['for 1s', 'for 2s', 'for 3s']) {
    act(() => vi.advanceTimersByTime(1000))
    expect(screen.getByText(words)).toBeTruthy()
  }
})

it('says how the last task ended, and who began it', async () => {
  answer({ 'GET /tasks/k-1': { data: { id: 'k-1', type: 'restart', status: 'complete', steps: [], startedAt: '2026-11-20T08:00:00Z', finishedAt: '2026-11-20T08:00:12Z', actor: { id: 'u', name: 'Ada Lovelace' } } } })
  renderPage(<Work deployment={SITE} />)
  await screen.findByText('Restarted in 12s')
  expect(screen.getByText(/Ada Lovelace/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Task' }).getAttribute('href')).toBe('/tasks/k-1')
})

const LOG = 'Image wordpress:6.9 cannot be pulled\nlast line of php\nPod/shop-0 · BackOff · 4\nPod/shop-0 · FailedScheduling · 1'

it('takes a failure apart', () => {
  expect(toldBy(LOG)).toEqual({ cause: 'Image wordpress:6.9 cannot be pulled', lines: ['last line of php'], events: [{ object: 'Pod/shop-0', word: 'BackOff', times: 4 }] })
  expect(toldBy('x\nPod/a · Unhealthy · 2')?.events).toHaveLength(1)
  expect([toldBy(null), toldBy(' ')]).toEqual([null, null])
})

it('says cause, consequence and next step, in this order, and keeps the cause while it is tried again', async () => {
  answer({})
  const failed: Deployment = { ...SITE, status: 'failed', effectiveRevision: null, lastResult: 'failed', errorLog: LOG }
  const rights = { known: true, change: true, secrets: 'none' } as const
  const { unmount } = renderPage(<Problem deployment={failed} rights={rights} />)
  const words = (await screen.findByRole('alert')).textContent ?? ''
  const order = ['Image wordpress:6.9 cannot be pulled', 'Installation failed', 'The site does not serve.', 'Next step:', '1 log line of it', 'What the cluster said'].map((part) => words.indexOf(part))
  expect(order.every((at) => at >= 0)).toBe(true)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  unmount()
  const retried = { ...failed, currentTaskId: 'k-2' }
  expect(formerCause(retried)).toBe('Image wordpress:6.9 cannot be pulled')
  renderPage(<Problem deployment={retried} rights={rights} />)
  expect(screen.getByText(/Image wordpress:6.9 cannot be pulled/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
