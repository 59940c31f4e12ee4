import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Held, useHeld, useInside } from './held'

interface Item {
  id: string
  text: string
}

function List({ items, about = 'all' }: { items: readonly Item[]; about?: string }) {
  const [inside, area] = useInside()
  const { shown, fresh, take } = useHeld(items, inside, about)
  return (
    <Held area={area} fresh={fresh} take={take}>
      <ul>
        {shown.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </Held>
  )
}

const texts = () => screen.queryAllByRole('listitem').map((item) => item.textContent)
const ONE = [{ id: '1', text: 'one' }]
const TWO = [{ id: '2', text: 'two' }, { id: '1', text: 'one, changed' }]

it('shows what arrives at once while nobody is in the list', () => {
  const { rerender } = render(<List items={ONE} />)
  rerender(<List items={TWO} />)
  expect(texts()).toEqual(['two', 'one, changed'])
})

it('holds what arrives while the pointer is in the list, and changes those that are there', async () => {
  const { rerender } = render(<List items={ONE} />)
  await userEvent.hover(screen.getByRole('listitem'))
  rerender(<List items={TWO} />)
  expect(texts()).toEqual(['one, changed'])
  await userEvent.click(screen.getByRole('button', { name: '1 new' }))
  expect(texts()).toEqual(['two', 'one, changed'])
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows what waited when the pointer leaves, and another list at once', async () => {
  const { rerender } = render(<List items={ONE} />)
  await userEvent.hover(screen.getByRole('listitem'))
  rerender(<List items={TWO} />)
  await userEvent.unhover(screen.getByRole('listitem'))
  expect(texts()).toEqual(['two', 'one, changed'])
  await userEvent.hover(screen.getAllByRole('listitem')[0] as HTMLElement)
  rerender(<List items={[{ id: '9', text: 'nine' }]} about="another page" />)
  expect(texts()).toEqual(['nine'])
})

it('shows the first rows of an empty list at once', async () => {
  const { rerender, container } = render(<List items={[]} />)
  await userEvent.hover(container.querySelector('.held') as HTMLElement)
  rerender(<List items={ONE} />)
  expect(texts()).toEqual(['one'])
})
