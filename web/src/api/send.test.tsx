import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSend } from './send'

it('sends once for two clicks in one moment, and again afterwards', async () => {
  const answers: (() => void)[] = []
  const call = vi.fn(() => new Promise<void>((resolve, reject) => answers.push(answers.length === 0 ? () => reject(new Error('refused')) : resolve)))
  function Form() {
    const save = useSend({ mutationFn: call })
    return (
      <button type="button" onClick={() => save.mutate()}>
        {save.status}
      </button>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button')
  const twice = () => {
    // Both before React draws anything.
    button.click()
    button.click()
  }
  twice()
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  answers[0]?.()
  await screen.findByText('error')
  fireEvent.click(button)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  answers[1]?.()
  await screen.findByText('success')
})
