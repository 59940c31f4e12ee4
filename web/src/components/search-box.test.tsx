import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SearchBox } from './search-box'

it('searches once when the typing pauses, or at once by Enter', async () => {
  const search = vi.fn<(text: string) => void>()
  render(<SearchBox value="" label="Search teams..." onSearch={search} />)
  const box = screen.getByRole('textbox', { name: 'Search teams...' }) as HTMLInputElement
  await userEvent.type(box, 'web')
  expect(box.value).toBe('web')
  await vi.waitFor(() => expect(search.mock.calls).toEqual([['web']]))
  await userEvent.type(box, 's{Enter}')
  expect(search.mock.calls).toEqual([['web'], ['webs']])
})

it('takes over what something else searched for', () => {
  const search = vi.fn<(text: string) => void>()
  const { rerender } = render(<SearchBox value="a" label="Search" onSearch={search} />)
  rerender(<SearchBox value="" label="Search" onSearch={search} />)
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('')
  expect(search).not.toHaveBeenCalled()
})
