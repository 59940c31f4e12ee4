import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createQueryClient } from '@/api/query'
import { PLAN } from '../../../tests/site'
import { usePlanned } from './use-planned'

it('asks for no plan of the revision that it makes itself', async () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MemoryRouter>
  )
  const looked: number[] = []
  let closed = false
  let answer: (taskId: string) => void = () => undefined
  const sent = new Promise<string>((resolve) => {
    answer = resolve
  })
  const { result, rerender } = renderHook(
    (revision: number) =>
      usePlanned({
        key: ['start', revision],
        look: async () => {
          looked.push(revision)
          return { data: PLAN }
        },
        send: async () => ({ data: { taskId: await sent } }),
        begun: { title: 'It is being started' },
        onClose: () => {
          closed = true
        },
      }),
    { initialProps: 1, wrapper },
  )
  await waitFor(() => expect(result.current.plan.data).toEqual(PLAN))
  act(() => result.current.begin())
  await waitFor(() => expect(result.current.sending.isPending).toBe(true))
  rerender(2)
  expect(result.current.plan.data, 'what was agreed to stays in sight').toEqual(PLAN)
  await act(async () => answer('k-1'))
  await waitFor(() => expect(closed).toBe(true))
  rerender(2)
  expect(looked).toEqual([1])
})
