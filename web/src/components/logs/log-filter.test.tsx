import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Line } from './log-buffer'
import { useLogAddress } from './log-filter'
import { LogView } from './log-view'

const LINES: Line[] = [
  { timestamp: '', level: 'info', message: 'apples are in' },
  { timestamp: '', level: 'error', message: 'pears are out' },
  { timestamp: '', level: 'error', message: 'apples are out' },
]

function Logs() {
  const filtered = useLogAddress()
  return (
    <>
      <LogView lines={LINES} name="shop" filtered={filtered} />
      <output>{useLocation().search}</output>
    </>
  )
}

const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Logs />
    </MemoryRouter>,
  )

it('looks at a log as the address says', () => {
  const { container } = show('/?find=apples&level=error&wrap=on')
  expect(container.querySelector('.log-foot')?.textContent).toContain('1 line')
  expect(container.querySelector<HTMLInputElement>('.log-search')?.value).toBe('apples')
  expect(container.querySelector('.log-wrapped')).not.toBeNull()
})

it('keeps in the address how it is looked at, and nothing of what is as usual', () => {
  const { container } = show('/?tab=logs')
  const output = () => container.querySelector('output')?.textContent
  fireEvent.change(screen.getByPlaceholderText('Search logs...'), { target: { value: 'out' } })
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'error' } })
  expect(output()).toBe('?tab=logs&find=out&level=error')
  fireEvent.change(screen.getByPlaceholderText('Search logs...'), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'all' } })
  expect(output()).toBe('?tab=logs')
})

it('takes nothing from an address that it does not know', () => {
  const { container } = show('/?level=shouting&since=1&among=x')
  expect(container.querySelector('.log-foot')?.textContent).toContain('3 lines')
})
