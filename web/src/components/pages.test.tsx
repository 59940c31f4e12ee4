import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Choice } from './choice'
import { ChoiceMenu } from './choice-menu'
import { choices, Pages } from './pages'

it('offers the first page, the last, and those around this one', () => {
  expect(choices(1, 1)).toEqual([1])
  expect(choices(1, 3)).toEqual([1, 2, 3])
  expect(choices(1, 9)).toEqual([1, 2, null, 9])
  expect(choices(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
  // A gap of one page would take as much room as that page.
  expect(choices(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9])
  expect(choices(9, 9)).toEqual([1, null, 8, 9])
})

it('turns pages, and stays within them', async () => {
  const turn = vi.fn<(page: number) => void>()
  render(<Pages label="Pages of tasks" page={1} size={10} total={25} onChange={turn} />)
  expect(screen.getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Page 1' }))
  expect(turn.mock.calls).toEqual([[3], [2]])
})

it('hands back what was chosen as what it is', async () => {
  const choose = vi.fn<(value: number) => void>()
  render(<Choice label="Since" value={0} options={[{ value: 0, label: 'All' }, { value: 60, label: '1 hour' }]} onChange={choose} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Since' }), '1 hour')
  expect(choose.mock.calls).toEqual([[60]])
})

it('opens a menu at what is chosen, goes through it by arrows, and gives the focus back', async () => {
  const choose = vi.fn<(value: string) => void>()
  const options = [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ]
  render(
    <ChoiceMenu label="Theme" value="dark" options={options} onChoose={choose}>
      ☾
    </ChoiceMenu>,
  )
  const button = screen.getByRole('button', { name: 'Theme' })
  await userEvent.click(button)
  expect(document.activeElement?.textContent).toBe('Dark')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Light')
  await userEvent.keyboard('{Escape}')
  expect([document.activeElement, button.getAttribute('aria-expanded')]).toEqual([button, 'false'])
  await userEvent.click(button)
  await userEvent.keyboard('{Home}{Enter}')
  expect(choose.mock.calls).toEqual([['light']])
  expect(document.activeElement).toBe(button)
})
