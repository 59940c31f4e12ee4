import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { useMirrored } from './mirrored'

function Search() {
  const [{ q }, set] = useMirrored({ q: '', open: '' })
  return <input aria-label="q" value={q} onChange={(event) => set({ q: event.target.value })} />
}

describe('a search that the address repeats', () => {
  it('shows each keystroke at once, and the address follows', async () => {
    const router = createMemoryRouter([{ path: '/', element: <Search /> }], { initialEntries: ['/?q=a'] })
    render(<RouterProvider router={router} />)
    const input = screen.getByLabelText('q') as HTMLInputElement
    expect(input.value).toBe('a')
    for (const text of ['ab', 'abc', 'abcd']) {
      fireEvent.change(input, { target: { value: text } })
      expect(input.value).toBe(text)
    }
    await act(async () => {})
    expect(router.state.location.search).toBe('?q=abcd')
    expect(input.value).toBe('abcd')
  })

  it('follows a link to another search', async () => {
    const router = createMemoryRouter([{ path: '/', element: <Search /> }], { initialEntries: ['/?q=a'] })
    render(<RouterProvider router={router} />)
    await act(() => router.navigate('/'))
    expect((screen.getByLabelText('q') as HTMLInputElement).value).toBe('')
  })
})
