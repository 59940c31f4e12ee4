import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { answer, renderPage } from '../../../tests/render'
import { NewTask } from './new-task'

vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const refusal = { message: 'There is no change to try again.', reason: 'NOTHING_TO_RETRY', params: {} }
const shop = { id: 'd-1', name: 'Shop', version: 7, actions: { restart: null, retry: refusal, discard: refusal, update: null, scale: null } }
const listed = { data: [shop, { ...shop, id: 'd-2', name: 'Blog' }], pagination: { page: 1, limit: 20, total: 2, more: false } }
const start = () => screen.getByRole('button', { name: 'Start Task' })

/** Where the page has gone to. */
function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const failed = { ...shop, actions: { ...shop.actions, retry: null } }

async function choose(kind: string) {
  await waitFor(() => expect((start() as HTMLButtonElement).disabled).toBe(false))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Type' }))
  // what is chosen already stands in the box, too
  fireEvent.click((await screen.findAllByTitle(kind)).at(-1) as HTMLElement)
}

it('begins what is chosen on the version that is shown, and leads to the task', async () => {
  const calls = answer({ 'GET /deployments': listed, 'GET /deployments/d-1': { data: failed }, 'POST /deployments/d-1/retry': { data: { ...failed, taskId: 't-9' } } })
  const closed = vi.fn()
  renderPage(<NewTask deployment="" onClose={closed} />, { path: '/tasks', route: '/tasks' })
  expect((start() as HTMLButtonElement).disabled).toBe(true)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Deployment' }))
  fireEvent.click(await screen.findByTitle('Shop'))
  await choose('Retry the last change')
  fireEvent.click(start())
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ path, headers }) => [path, headers.get('if-match')])).toEqual([['/deployments/d-1/retry', '"7"']])
})

it.each([
  ['Restart', 'restart'],
  ['Scale', 'scale'],
])('leads to where the plan of %s is shown', async (title, name) => {
  const calls = answer({ 'GET /deployments': listed, 'GET /deployments/d-1': { data: shop } })
  renderPage(
    <>
      <NewTask deployment="d-1" onClose={() => undefined} />
      <Address />
    </>,
    { path: '/tasks', route: '*' },
  )
  await choose(title)
  fireEvent.click(start())
  await screen.findByText(`/deployments/d-1?${name}=shown`)
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

it('says why its state does not allow a task, and offers no button for it', async () => {
  answer({ 'GET /deployments': listed, 'GET /deployments/d-1': { data: shop } })
  renderPage(<NewTask deployment="d-1" onClose={() => undefined} />, { path: '/tasks', route: '/tasks' })
  await waitFor(() => expect((start() as HTMLButtonElement).disabled).toBe(false))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Type' }))
  fireEvent.click(await screen.findByTitle('Retry the last change'))
  expect(await screen.findByText('There is no change to try again.')).toBeTruthy()
  expect((start() as HTMLButtonElement).disabled).toBe(true)
})

it('keeps what was chosen when the server refuses, with its sentence', async () => {
  answer({ 'GET /deployments': listed, 'GET /deployments/d-1': { data: failed }, 'POST /deployments/d-1/retry': { status: 409, code: 'CONFLICT', message: 'Somebody was faster.' } })
  renderPage(<NewTask deployment="d-1" onClose={() => undefined} />, { path: '/tasks', route: '/tasks' })
  await choose('Retry the last change')
  fireEvent.click(start())
  expect(await screen.findByText('Somebody was faster.')).toBeTruthy()
})
