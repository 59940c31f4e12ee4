import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quiet } from './quiet'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function asked(client: QueryClient) {
  const told = vi.fn()
  void quiet(client).then(told)
  return told
}

it('waits for the answers of a page that shows them, not for those asked for early', async () => {
  const client = new QueryClient()
  const told = asked(client)
  await client.prefetchQuery({ queryKey: ['early'], queryFn: () => 'there' })
  await vi.advanceTimersByTimeAsync(100)
  expect(told).not.toHaveBeenCalled()
  const stop = new QueryObserver(client, { queryKey: ['page'], queryFn: () => 'there' }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toHaveBeenCalledOnce()
  stop()
})

it('waits no longer than three seconds, whatever does not answer', async () => {
  const client = new QueryClient()
  const told = asked(client)
  const stop = new QueryObserver(client, { queryKey: ['page'], queryFn: () => new Promise(() => {}) }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(2900)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toHaveBeenCalledOnce()
  stop()
})

it('does not wait for what a page does not want yet', async () => {
  const client = new QueryClient()
  const told = asked(client)
  new QueryObserver(client, { queryKey: ['later'], queryFn: () => 'there', enabled: false }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(told).not.toHaveBeenCalled()
  new QueryObserver(client, { queryKey: ['now'], queryFn: () => 'there' }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toHaveBeenCalledOnce()
})
