import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { list } from '@/api/query'
import { answer, type Faked, renderPage } from '../../tests/render'
import { LogView } from './logs/log-view'
import { EmptyState, QueryView } from './query-view'

const pagination = { page: 1, limit: 10, total: 1, more: false }

function Names() {
  const query = useQuery(list('/teams', {}))
  return (
    <QueryView query={query} errorTitle="Failed to load teams" isEmpty={({ items }) => items.length === 0} empty={<EmptyState title="No teams" />}>
      {({ items }) => items.map((team) => <p key={team.id}>{team.name}</p>)}
    </QueryView>
  )
}

describe('a view of a query', () => {
  it('waits, then shows', async () => {
    answer({ 'GET /teams': { data: [{ id: '1', name: 'Shop' }], pagination } })
    renderPage(<Names />)
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(await screen.findByText('Shop')).toBeTruthy()
  })

  it('says that there is nothing', async () => {
    answer({ 'GET /teams': { data: [], pagination } })
    renderPage(<Names />)
    expect(await screen.findByText('No teams')).toBeTruthy()
  })

  it('says why it failed and tries again', async () => {
    let next: Faked = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Teams does not answer.' }
    answer({ 'GET /teams': () => next })
    const { client } = renderPage(<Names />)
    client.setDefaultOptions({ queries: { retry: false } })
    expect(await screen.findByText('Failed to load teams', {}, { timeout: 3000 })).toBeTruthy()
    expect(screen.getByText('Teams does not answer.')).toBeTruthy()
    next = { data: [{ id: '1', name: 'Shop' }], pagination }
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Shop')).toBeTruthy()
  })

  it('keeps what it has when a later fetch fails', async () => {
    let next: Faked = { data: [{ id: '1', name: 'Shop' }], pagination }
    answer({ 'GET /teams': () => next })
    const { client } = renderPage(<Names />)
    await screen.findByText('Shop')
    next = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Teams does not answer.' }
    await client.refetchQueries()
    expect(await screen.findByText('Could not be refreshed: Teams does not answer.')).toBeTruthy()
    expect(screen.getByText('Shop')).toBeTruthy()
  })
})

it('shows log lines that match, and only as many as are in sight', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => ({ timestamp: '2026-11-21T10:00:00Z', level: n % 100 === 0 ? ('error' as const) : ('info' as const), message: `line ${n}` }))
  const { container } = renderPage(<LogView lines={lines} name="shop" />)
  expect(container.querySelectorAll('.log-line').length).toBeLessThan(60)
  expect(screen.getByText('5,000 lines')).toBeTruthy()
  fireEvent.change(screen.getByPlaceholderText('Search logs...'), { target: { value: 'LINE 4999' } })
  expect(await screen.findByText('1 line')).toBeTruthy()
  expect(container.querySelector('mark')?.textContent).toBe('line 4999')
})
