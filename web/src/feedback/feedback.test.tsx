import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { session } from '@/session/store'
import { renderPage } from '../../tests/render'
import { confirm } from './confirm'
import { toast } from './toast'

const refused = new ApiError({ code: 'VALIDATION_ERROR', status: 400, message: 'It still has sites.', requestId: 'abcdefgh-1' })

it('does the work when confirmed, and says so', async () => {
  renderPage(<p>page</p>)
  const run = vi.fn(async () => undefined)
  const done = confirm({ title: 'Are you sure?', text: 'It goes.', run })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect(done).resolves.toBe(true)
  expect(run).toHaveBeenCalledOnce()
})

it('does nothing when cancelled', async () => {
  renderPage(<p>page</p>)
  const run = vi.fn(async () => undefined)
  const done = confirm({ title: 'Are you sure?', text: 'It goes.', run })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect(done).resolves.toBe(false)
  expect(run).not.toHaveBeenCalled()
})

it('has another word for leaving things as they are', async () => {
  renderPage(<p>page</p>)
  const done = confirm({ title: 'Stop this task?', text: 'It ends.', action: 'Stop Task', cancel: 'Keep running', run: async () => undefined })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep running' }))
  await expect(done).resolves.toBe(false)
})

it('stays open with the reason when the work is refused, and can be tried again', async () => {
  renderPage(<p>page</p>)
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refused).mockResolvedValueOnce(undefined)
  const done = confirm({ title: 'Are you sure?', text: 'It goes.', run })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('It still has sites.')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await expect(done).resolves.toBe(true)
})

it('asks for the name when other things go too', async () => {
  renderPage(<p>page</p>)
  const run = vi.fn(async () => undefined)
  const done = confirm({ title: 'Delete team', text: 'With its invites.', typed: 'shop', run })
  const button = await screen.findByRole('button', { name: 'Delete' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: 'Type shop to go on' }), 'shop')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await expect(done).resolves.toBe(true)
})

it('tells a failure with the number of its request', async () => {
  renderPage(<p>page</p>)
  toast.failure(refused, { title: 'Could not delete' })
  expect(await screen.findByText('Could not delete')).toBeTruthy()
  expect(screen.getByText('It still has sites.')).toBeTruthy()
  expect(await screen.findByText(/Request abcdefgh/, {}, { timeout: 10_000 })).toBeTruthy()
})

it('leaves the end of a session to its own toast', async () => {
  renderPage(<p>page</p>)
  session.logout()
  toast.failure(new ApiError({ code: 'UNAUTHORIZED', status: 401, message: 'Your session has ended.' }))
  toast.info('Afterwards')
  await screen.findByText('Afterwards')
  expect(screen.queryByText('Your session has ended.')).toBeNull()
})

it('goes by itself, later when it offers something to do', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage(<p>page</p>)
  toast.success('Saved')
  toast.success('Restarted', undefined, { action: { label: 'View Task', run: () => undefined } })
  await screen.findByText('Saved')
  await vi.advanceTimersByTimeAsync(6_000)
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(screen.getByRole('button', { name: 'View Task' })).toBeTruthy()
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(screen.queryByText('Restarted')).toBeNull())
})
