import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ClusterMetrics, ClusterSample } from '@/api/types'
import { ADA, answer, renderPage } from '../../../tests/render'
import ClusterMetricsPage from './cluster-metrics'

// There is no canvas here: what is drawn is looked at in a browser.
vi.mock('@/components/charts/canvas', () => ({ default: ({ label, marks }: { label: string; marks?: readonly number[] }) => <div role="img" aria-label={label} data-marks={marks?.length} /> }))

vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const START = Date.parse('2026-11-20T06:00:00Z')

const sample = (at: number, change: Partial<ClusterSample> = {}): ClusterSample => ({ at: new Date(START + at * 300_000).toISOString(), nodes: 2, unreadyNodes: 0, totalCPU: 8, totalMemory: 16384, requestedCPU: 0.5 + at, requestedMemory: 1024, ...change })

const metrics = (samples: ClusterSample[]): ClusterMetrics => ({ from: new Date(START).toISOString(), to: new Date(START + 24 * 3600_000).toISOString(), seconds: 300, samples })

const shown = (samples: ClusterSample[]) => ({ 'GET /clusters/c-1': { data: { id: 'c-1', name: 'prod' } }, 'GET /clusters/c-1/metrics': { data: metrics(samples) } })
const page = (search = '') => renderPage(<ClusterMetricsPage />, { path: `/clusters/c-1/metrics${search}`, route: '/clusters/:id/metrics', user: { ...ADA, role: 'user' } })

it('says in words what each chart shows, and has a table of it', async () => {
  const calls = answer(shown([sample(0), sample(1), sample(5)]))
  page()
  expect(await screen.findByRole('img', { name: 'Pods asked for 0.5 to 5.5, now for 5.5 of 8 (69%).' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Pods asked for 1 GB of 16 GB (6%).' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '2 ready.' })).toBeTruthy()
  expect(screen.getByText('Where a line is missing the cluster did not answer.')).toBeTruthy()
  const [cpu] = screen.getAllByRole('table')
  // Newest first, with the empty span of the gap.
  const rows = within(cpu as HTMLElement).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))).toEqual([['5.5', '8'], ['–', '–'], ['1.5', '8'], ['0.5', '8']])
  expect(calls.find(({ path }) => path.endsWith('/metrics'))?.query.get('range')).toBe('24h')
})

it('asks for the span that is chosen, which is in the address', async () => {
  const calls = answer(shown([sample(0)]))
  page('?range=7d')
  await screen.findByRole('img', { name: 'Pods asked for 0.5 of 8 (6%).' })
  await userEvent.click(screen.getByText('30 days'))
  await vi.waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/metrics')).map(({ query }) => query.get('range'))).toEqual(['7d', '30d']))
})

it('says why there is nothing to draw', async () => {
  answer(shown([sample(0, { requestedCPU: null, totalCPU: null })]))
  page()
  expect(await screen.findByText(/^Not available: the credentials may not list nodes or pods/)).toBeTruthy()
  expect(screen.getAllByRole('img')).toHaveLength(2)
})

it('says that nothing was measured yet', async () => {
  answer(shown([]))
  page()
  expect(await screen.findByText('Nothing measured yet')).toBeTruthy()
})
