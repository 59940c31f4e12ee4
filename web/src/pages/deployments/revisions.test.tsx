import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Revision } from '@/api/types'
import { LiveCache } from '@/live/cache'
import { answer, renderPage } from '../../../tests/render'
import { RevisionsPanel } from './revisions'
import { SITE } from '../../../tests/site'

const FIRST: Revision = {
  number: 1,
  change: 'create',
  reason: '',
  authorId: 'u-1',
  authorName: 'Ada Lovelace',
  createdAt: '2026-11-20T08:00:00Z',
  finishedAt: '2026-11-20T08:05:00Z',
  result: 'succeeded',
  errorLog: null,
  errorLogReason: '',
  errorLogParams: {},
  restored: null,
  deletes: [],
  helmRevisions: [1],
  effective: true,
  clusterId: SITE.clusterId,
  clusterName: 'prod',
  chartVersion: '1.0.0',
  domain: 'shop.example.com',
  services: {},
  appUser: 'admin',
  phpParameters: null,
  databaseParameters: null,
  source: null,
  env: [],
  domains: [],
  askedResources: { cpu: null, memory: null, storage: null },
  replicas: 1,
  stopped: false,
}
const SECOND: Revision = { ...FIRST, number: 2, change: 'update', reason: 'More memory', authorName: 'Grace Hopper', result: 'failed', errorLog: 'No such image', helmRevisions: [2, 3], effective: false }
const THIRD: Revision = { ...FIRST, number: 3, change: 'discard', result: null, helmRevisions: [], effective: false }

const PATH = `/deployments/${SITE.id}/revisions`

it('lists who asked for what and what became of it, newest first, and asks again when that changes', async () => {
  let rows = [SECOND, FIRST]
  const calls = answer({ [`GET ${PATH}`]: () => ({ data: rows, pagination: { page: 1, limit: 10, total: rows.length, more: false } }) })
  const asked = () => calls.filter((call) => call.path === PATH).length
  const { client } = renderPage(<RevisionsPanel deployment={{ ...SITE, revision: 3, currentTaskId: 'k-3' }} />)
  await screen.findByText('Revision 2')
  const [second, first] = await screen.findAllByRole('listitem')
  if (!first || !second) throw new Error('two revisions')
  for (const words of ['Revision 2', 'Failed', 'More memory', 'No such image']) within(second).getByText(words)
  within(second).getByText(/Changed by Grace Hopper · .*Helm revisions 2, 3/)
  expect(within(second).queryByText('In effect')).toBeNull()
  for (const words of ['Revision 1', 'Succeeded', 'In effect']) within(first).getByText(words)
  within(first).getByText(/Created by Ada Lovelace · .*Helm revision 1/)

  rows = [THIRD, SECOND, FIRST]
  await act(() => new LiveCache(client).apply([{ kind: 'deployment', id: SITE.id, version: 9 }]))
  await screen.findByText(/Discarded by Ada Lovelace/)
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).getByText('Pending')).toBeTruthy()
  const before = asked()
  await act(() => new LiveCache(client).apply([{ kind: 'deployment', id: 'another', version: 9 }]))
  expect(asked()).toBe(before)
})

it('puts any two beside each other, what differs first', async () => {
  const php = { phpVersion: '8.3', phpExtensions: ['intl', 'gd'], phpMemoryLimit: 512, phpMaxExecutionTime: 60, phpPoolSize: 10, phpMaxRequestsPerChild: 500, phpUploadMaxFilesize: 10 }
  const other: Revision = { ...SECOND, domain: 'new.example.com', services: { redis: true }, phpParameters: php, env: ['MODE'], replicas: 2 }
  answer({ [`GET ${PATH}`]: { data: [other, FIRST], pagination: { page: 1, limit: 10, total: 2, more: false } } })
  renderPage(<RevisionsPanel deployment={{ ...SITE, revision: 2, effectiveRevision: 1 }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Compare revision 2' }))
  const table = within(await screen.findByRole('table', { name: 'Two revisions, value by value' }))
  const [, domain] = table.getAllByRole('row')
  if (!domain) throw new Error('no row')
  expect([...domain.children].map((cell) => cell.textContent)).toEqual(['Domain (differs)', 'shop.example.com', 'new.example.com'])
  for (const [name, left, right] of [['Redis (differs)', 'Off', 'On'], ['PHP Version (differs)', '–', '8.3'], ['Extensions (differs)', '–', 'gd, intl'], ['Environment Variables (differs)', '–', 'MODE'], ['Replicas (differs)', '1', '2'], ['Admin Username', 'admin', 'admin'], ['Chart version', '1.0.0', '1.0.0']]) {
    const cells = [...(table.getByRole('rowheader', { name: name ?? '' }).closest('tr')?.children ?? [])].map((cell) => cell.textContent)
    expect(cells).toEqual([name, left, right])
  }
  expect(table.queryByRole('rowheader', { name: /Database/ }), 'what neither has').toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close the comparison' }))
  expect(screen.queryByRole('table')).toBeNull()
})

it('gives the chart of a revision to the browser, and says when there is none', async () => {
  const listed = { data: [SECOND, FIRST], pagination: { page: 1, limit: 10, total: 2, more: false } }
  const calls = answer({ [`GET ${PATH}`]: listed, [`GET ${PATH}/2/chart`]: { data: null }, [`GET ${PATH}/1/chart`]: { status: 409, code: 'CONFLICT', message: 'The chart was not kept.' } })
  const kept = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:chart')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  renderPage(<RevisionsPanel deployment={SITE} charts />)
  await userEvent.click(await screen.findByRole('button', { name: 'Download the Helm chart of revision 2' }))
  await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce())
  await userEvent.click(screen.getByRole('button', { name: 'Download the Helm chart of revision 1' }))
  await screen.findByText('The chart was not kept.')
  expect(calls.filter((call) => call.path.endsWith('/chart')).map((call) => call.path)).toEqual([`${PATH}/2/chart`, `${PATH}/1/chart`])
  expect(kept).toHaveBeenCalledOnce()
})

it('offers no chart to who only oversees the team', async () => {
  answer({ [`GET ${PATH}`]: { data: [FIRST], pagination: { page: 1, limit: 10, total: 1, more: false } } })
  renderPage(<RevisionsPanel deployment={SITE} />)
  await screen.findByText('Revision 1')
  expect(screen.queryByRole('button', { name: /chart/ })).toBeNull()
})
