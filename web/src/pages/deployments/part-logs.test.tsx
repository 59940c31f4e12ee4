import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { LogLine } from '@/api/types'
import { answer, type Call, type Faked, renderPage } from '../../../tests/render'
import { CATALOGUE } from '../../../tests/kinds'
import { SITE } from '../../../tests/site'
import { LogsTab } from './logs-panel'

const FROM = '2026-11-21T09:55:00.000Z'
const TO = '2026-11-21T10:05:00.000Z'
const line = (second: number, message: string): LogLine => ({ timestamp: `2026-11-21T10:00:0${second}Z`, level: 'info', pod: 'shop-web-1', container: 'app', message })
const read = (data: LogLine[], change: object = {}) => ({ data, reachable: true, problem: null, reason: '', params: {}, keptFrom: '2026-11-21T09:00:00Z', cut: false, ...change })

/** What is followed is for other tests. */
const logs = (part: (call: Call) => Faked) => ({
  'GET /catalogue': CATALOGUE,
  [`GET /deployments/${SITE.id}/logs`]: (call: Call): Faked => (call.query.get('follow') ? { status: 403, code: 'FORBIDDEN', message: 'No.' } : part(call)),
})

function Shown() {
  return (
    <>
      <LogsTab deployment={SITE} rights={{ known: true, change: true, secrets: 'none' }} />
      <output>{useLocation().search}</output>
    </>
  )
}

const show = (search: string) => renderPage(<Shown />, { path: `/deployments/d-1${search}`, route: '/deployments/:id' })
const address = () => document.querySelector('output')?.textContent

it('reads the part of the time that the address names, says which, and all again', async () => {
  const calls = answer(logs(() => read([line(1, 'it began'), line(2, 'it failed')])))
  show(`?from=${FROM}&to=${TO}`)
  expect(await screen.findByText('it failed')).toBeTruthy()
  const asked = calls.find(({ path }) => path.endsWith('/logs'))!
  expect([asked.query.get('from'), asked.query.get('to'), asked.query.get('follow'), asked.query.get('previous')]).toEqual([FROM, TO, null, null])
  expect(screen.getByText(/Nov 21.* to .*Nov 21/)).toBeTruthy()
  expect(screen.queryByText(/oldest line/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.queryByText(/Nov 21.* to .*Nov 21/)).toBeNull()
  await waitFor(() => expect(calls.at(-1)?.query.get('follow')).toBe('true'))
  expect(address()).toBe('')
})

it('keeps the previous run and a part of the time beside each other', async () => {
  const calls = answer(logs(({ query }) => read([line(1, query.get('previous') ? 'of before' : 'of both')])))
  show(`?from=${FROM}&to=${TO}`)
  await screen.findByText('of both')
  await userEvent.click(screen.getByRole('button', { name: 'Previous run' }))
  expect(await screen.findByText('of before')).toBeTruthy()
  expect(calls.at(-1)?.query.get('from')).toBe(FROM)
  const params = new URLSearchParams(address() ?? '')
  expect([params.get('run'), params.get('from'), params.get('to')]).toEqual(['previous', FROM, TO])
  await userEvent.click(screen.getByRole('button', { name: 'Previous run' }))
  await screen.findByText('of both')
})

it('says what of that time is not there', async () => {
  answer(logs(() => read([], { keptFrom: '2026-11-21T09:58:00Z', cut: true })))
  show(`?from=${FROM}&to=${TO}`)
  expect(await screen.findByText('Nothing was written in that time, or the cluster no longer has it.')).toBeTruthy()
  expect(screen.getByText(/^The oldest line that the cluster still has is of .*58/)).toBeTruthy()
  expect(screen.getByText('There were more lines: these are not all.')).toBeTruthy()
})

it('says that the cluster does not answer', async () => {
  answer(logs(() => read([], { reachable: false, problem: 'The cluster does not answer.', reason: '' })))
  show(`?from=${FROM}&to=${TO}`)
  expect(await screen.findByText('The cluster does not answer.')).toBeTruthy()
})

it('chooses a part of the time', async () => {
  const calls = answer(logs(() => read([line(1, 'it began')])))
  show('')
  await userEvent.click(await screen.findByRole('button', { name: 'Part of the time' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
  await waitFor(() => expect(calls.at(-1)?.query.get('from')).toMatch(/^2\d{3}-/))
  const { query } = calls.at(-1)!
  expect(Date.parse(query.get('to')!) - Date.parse(query.get('from')!)).toBe(3_600_000)
})
