import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { moment } from '@/lib/time'
import { renderPage } from '../../../tests/render'
import { ReasonButton } from '../reason-button'
import { TimeAgo } from '../time-ago'
import { hint } from './hint'

const AT = '2026-11-20T10:00:00Z'

function Page() {
  const [there, setThere] = useState(true)
  return (
    <>
      {there && <button {...hint('Ends the task')}>Stop</button>}
      <TimeAgo at={AT} />
      <ReasonButton reason="It has ended.">Cancel</ReasonButton>
      <button onClick={() => setThere(false)}>Elsewhere</button>
    </>
  )
}

const told = () => screen.findByRole('tooltip')

describe('a hint', () => {
  it('is told to those who point at its element, and gone when they point elsewhere', async () => {
    renderPage(<Page />)
    await userEvent.hover(screen.getByRole('button', { name: 'Stop' }))
    expect((await told()).textContent).toBe('Ends the task')
    expect(screen.getByRole('button', { name: 'Stop', description: 'Ends the task' })).toBeDefined()
    await userEvent.hover(screen.getByRole('button', { name: 'Elsewhere' }))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-describedby')).toBeNull()
  })

  it('is the date and time of a time', async () => {
    const { container } = renderPage(<Page />)
    await userEvent.hover(container.querySelector('time') as HTMLElement)
    expect((await told()).textContent).toBe(moment(AT))
  })

  it('is the reason of a button that cannot be used, by keyboard too, until Escape', async () => {
    renderPage(<Page />)
    const user = userEvent.setup()
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect((await told()).textContent).toBe('It has ended.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })

  it('goes with its element', async () => {
    renderPage(<Page />)
    const user = userEvent.setup({ pointerEventsCheck: 0 })
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    await user.hover(screen.getByRole('button', { name: 'Stop' }))
    await told()
    // As another person's change would: without the pointer.
    elsewhere.click()
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })
})
