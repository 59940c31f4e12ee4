import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Usage, UsageFigure, UsageSample } from '@/api/types'
import UsagePanel from '@/components/gauges/panel'
import { loadLanguage, loadWords } from '@/lib/language'
import { ADA, answer, renderPage } from '../../../tests/render'
import UsagePage from './usage'

// There is no canvas here: what is drawn is looked at in a browser.
vi.mock('@/components/charts/canvas', () => ({ default: ({ label, marks }: { label: string; marks?: readonly number[] }) => <div role="img" aria-label={label} data-marks={marks?.length} /> }))

vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const START = Date.parse('2026-11-20T06:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

const figure = (change: Partial<UsageFigure>): UsageFigure => ({ available: true, used: null, of: null, percent: null, basis: null, at: at(0), problem: null, problemReason: '', problemParams: {}, ...change })
const missing = (problemReason: string, problem: string): UsageFigure => figure({ available: false, at: null, problemReason, problem })
const sample = (minutes: number, change: Partial<UsageSample> = {}): UsageSample => ({ at: at(minutes), cpu: 100, cpuPercent: 20 + minutes, memory: 1024, memoryPercent: 50, storage: null, storagePercent: null, ...change })

const NO_METRICS = 'The cluster has no metrics API (metrics.k8s.io): what pods use is not measured there.'

const usage = (change: Partial<Usage> = {}): Usage => ({
  from: at(0),
  to: at(24 * 60),
  seconds: 300,
  stopped: false,
  cpu: figure({ used: 240, of: 400, percent: 60, basis: 'requests' }),
  memory: figure({ used: 900 * 2 ** 20, of: 2 ** 30, percent: 87.9, basis: 'limits' }),
  storage: figure({ used: 2 * 2 ** 30, of: 8 * 2 ** 30, percent: 25, basis: 'volumes' }),
  requests: figure({ used: 123.4 }),
  responseTime: figure({ used: 87.6 }),
  errorRate: missing('UsageNoRequestCount', 'No nginx runs in the site: nothing counts its requests.'),
  samples: [sample(0), sample(5), sample(30)],
  revisions: [],
  ...change,
})

const shown = (change: Partial<Usage> = {}) => ({ 'GET /deployments/d-1': { data: { id: 'd-1', name: 'shop' } }, 'GET /deployments/d-1/usage': { data: usage(change) } })
const page = (search = '') => renderPage(<UsagePage />, { path: `/deployments/d-1/usage${search}`, route: '/deployments/:id/usage', user: { ...ADA, role: 'user' } })

const tile = (name: string) => screen.getByText(name).closest('.usage-tile') as HTMLElement

afterEach(async () => {
  await loadLanguage('en')
})

it('shows each figure with what it is a part of, and says in words how high it is', async () => {
  answer(shown())
  renderPage(<UsagePanel id="d-1" />)
  expect(await screen.findByText('60%')).toBeTruthy()
  expect(within(tile('CPU Usage')).getByText('0.24 cores of 0.4 cores requested')).toBeTruthy()
  expect([tile('CPU Usage').dataset.level, tile('Memory Usage').dataset.level, tile('Storage Usage').dataset.level]).toEqual(['warn', 'high', 'well'])
  expect(within(tile('CPU Usage')).getByText('Elevated')).toBeTruthy()
  expect(within(tile('Memory Usage')).getByText('High')).toBeTruthy()
  expect(within(tile('Memory Usage')).getByText('900 MB of at most 1 GB')).toBeTruthy()
  expect(within(tile('Storage Usage')).getByText('2 GB of 8 GB')).toBeTruthy()
  expect(within(tile('Requests/min')).getByText('123')).toBeTruthy()
  expect(within(tile('Avg Response Time')).getByText('88 ms')).toBeTruthy()
  expect(within(tile('Error Rate')).getByText('Not available')).toBeTruthy()
  expect(within(tile('Error Rate')).getByText('No nginx runs in the site: nothing counts its requests.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Usage over time' }).getAttribute('href')).toBe('/deployments/d-1/usage')
})

it('says what the chart shows in words and as a table, with its gaps and the revisions that went in', async () => {
  const calls = answer(shown({ revisions: [{ number: 4, at: at(7), change: 'update' }, { number: 5, at: at(31), change: 'rollback' }] }))
  page()
  const chart = await screen.findByRole('img', { name: 'CPU 20% to 50%, last 50%. Memory 50%.' })
  expect(chart.dataset.marks).toBe('2')
  expect(screen.getByText('Where a line is missing nothing was measured.')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Revisions that came into effect' })).getAllByRole('listitem')).toHaveLength(2)
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))).toEqual([
    ['50%', '50%', 'Revision 5'],
    ['–', '–', ''],
    ['25%', '50%', 'Revision 4'],
    ['20%', '50%', ''],
  ])
  expect(calls.find(({ path }) => path.endsWith('/usage'))?.query.get('range')).toBe('24h')
})

it('asks for the span that is chosen, which is in the address', async () => {
  const calls = answer(shown())
  page('?range=7d')
  await screen.findByRole('img')
  await userEvent.click(screen.getByText('30 days'))
  await vi.waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/usage')).map(({ query }) => query.get('range'))).toEqual(['7d', '30d']))
})

it('shows a part of the time that the address names, says which, and all of it again', async () => {
  answer(shown())
  page(`?from=${at(4)}&to=${at(20)}`)
  expect(await screen.findByRole('img', { name: 'CPU 20% to 25%, last 25%. Memory 50%.' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toMatch(/Nov 20.* to .*Nov 20/)
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByRole('img', { name: 'CPU 20% to 50%, last 50%. Memory 50%.' })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

it('leaves the part when another time span is chosen, and says where nothing was measured', async () => {
  answer(shown())
  page(`?from=${at(600)}&to=${at(700)}`)
  expect(await screen.findByText('Nothing was measured in this part of the time.')).toBeTruthy()
  await userEvent.click(screen.getByText('7 days'))
  expect(await screen.findByRole('img')).toBeTruthy()
  expect(screen.queryByText('Nothing was measured in this part of the time.')).toBeNull()
})

it('says when the first figure comes, why there is none, and that a stopped site has none', async () => {
  const none = missing('UsageNotYet', 'Nothing has been measured yet: the first figures come within minutes.')
  answer(shown({ samples: [], cpu: none, memory: none }))
  const first = page()
  expect(await screen.findByText(/^Canopy asks the cluster once a minute\./)).toBeTruthy()
  first.unmount()
  const missed = missing('UsageNoMetrics', NO_METRICS)
  answer(shown({ samples: [], cpu: missed, memory: missed }))
  const second = page()
  expect(await screen.findAllByText(NO_METRICS)).toHaveLength(3)
  second.unmount()
  answer(shown({ samples: [], stopped: true, cpu: missed, memory: missed }))
  page()
  expect((await screen.findAllByText('The site is stopped: it has no pods, so nothing is measured.')).length).toBeGreaterThan(0)
})

it('says that nothing bounds what is used', async () => {
  answer(shown({ cpu: figure({ used: 240 }), samples: [sample(0, { cpuPercent: null, memoryPercent: null })] }))
  page()
  expect(await screen.findByText(/^Not available: pods of the site have neither limits nor requests/)).toBeTruthy()
  expect(within(tile('CPU Usage')).getByText('0.24 cores, with neither limit nor request')).toBeTruthy()
})

it.each([
  ['es', 'Uso de CPU', 'No disponible', /^El clúster no tiene API de métricas/],
  ['fr', 'Utilisation du CPU', 'Non disponible', /^Le cluster n’a pas d’API de métriques/],
] as const)('speaks %s', async (language, name, none, why) => {
  await Promise.all([loadWords('usage'), loadWords('gauges'), loadWords('inside')])
  await loadLanguage(language)
  answer(shown({ cpu: missing('UsageNoMetrics', NO_METRICS) }))
  renderPage(<UsagePanel id="d-1" />)
  await screen.findByText(name)
  expect(within(tile(name)).getByText(none)).toBeTruthy()
  expect(within(tile(name)).getByText(why)).toBeTruthy()
})
