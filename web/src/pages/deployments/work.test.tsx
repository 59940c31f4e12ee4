import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Deployment } from '@/api/types'
import { answer, renderPage } from '../../../tests/render'
import { Work } from './work'

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
