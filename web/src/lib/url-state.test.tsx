import { act, fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { toggled, useOpenRows, useUrlState } from './url-state'

let settersSeen: Set<unknown>

function Search() {
  const [{ q, open, level }, set] = useUrlState({ q: '', open: '', level: 'all' })
  const rows = useOpenRows(open, set)
  useEffect(() => {
    settersSeen.add(set)
    settersSeen.add(rows.toggle)
  })
  return (
    <>
      <input aria-label="q" value={q} onChange={(event) => set({ q: event.target.value })} />
      <button
        type="button"
        onClick={() => {
          rows.toggle('a')
          rows.toggle('b')
          set({ level: 'warn' })
        }}
      >
        twice
      </button>
      <output>{[q, open, level].join('|')}</output>
    </>
  )
}

function opened(path: string) {
  settersSeen = new Set()
  const router = createMemoryRouter([{ path: '/', element: <Search /> }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { router, input: screen.getByLabelText('q') as HTMLInputElement, output: screen.getByRole('status') }
}

describe('state in the address', () => {
  it('shows each keystroke at once, and the address follows', async () => {
    const { router, input } = opened('/?q=a&other=1')
    expect(input.value).toBe('a')
    for (const text of ['ab', 'abc', 'abcd']) {
      fireEvent.change(input, { target: { value: text } })
      expect(input.value).toBe(text)
    }
    await act(async () => {})
    expect(router.state.location.search).toBe('?q=abcd&other=1')
    expect(input.value).toBe('abcd')
  })

  it('follows a link to another search, also to one that was typed before', async () => {
    const { router, input } = opened('/?q=a')
    for (const text of ['ab', 'abc']) fireEvent.change(input, { target: { value: text } })
    await act(async () => {})
    await act(() => router.navigate('/?q=ab'))
    expect(input.value).toBe('ab')
    await act(() => router.navigate('/'))
    expect(input.value).toBe('')
  })

  it('loses none of several changes in one moment', async () => {
    const { router, output } = opened('/')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'twice' })))
    expect(output.textContent).toBe('|a,b|warn')
    expect(new URLSearchParams(router.state.location.search).get('open')).toBe('a,b')
    expect(new URLSearchParams(router.state.location.search).get('level')).toBe('warn')
  })

  it('gives the same functions at every rendering', async () => {
    const { router, input } = opened('/')
    fireEvent.change(input, { target: { value: 'x' } })
    await act(() => router.navigate('/?q=y'))
    expect(settersSeen.size).toBe(2)
  })
})

it('opens and closes rows', () => {
  expect(toggled('', 'a')).toBe('a')
  expect(toggled('a', 'b')).toBe('a,b')
  expect(toggled('a,b', 'a')).toBe('b')
})
