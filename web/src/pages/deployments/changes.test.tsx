import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Deployment, Revision } from '@/api/types'
import { loadLanguage } from '@/lib/language'
import { answer, type Call, type Faked, listed, renderPage } from '../../../tests/render'
import DeploymentPage from './deployment'
import Deployments from './deployments'
import { PLAN, SITE } from '../../../tests/site'
import { troubleOf } from './work'

const PLACES: Record<string, Faked> = {
  'GET /clusters': listed([{ id: 'c-1', name: 'prod', datacenter: 'd-1', status: 'operational', hasKubeconfig: true }]),
  'GET /datacenters': listed([]),
  'GET /teams/all': listed([]),
}

const ONE = `/deployments/${SITE.id}`
const DETAIL = { path: ONE, route: '/deployments/:id' }
const LIST = { path: `/deployments?open=${SITE.id}`, route: '/deployments' }

/** Revision 3 did not come about; 2 serves. */
const HALFWAY: Deployment = {
  ...SITE,
  revision: 3,
  effectiveRevision: 2,
  operation: 'upgrade',
  lastResult: 'failed',
  errorLog: 'ImagePullBackOff: no such image',
  actions: { ...SITE.actions, restart: { reason: 'CHANGE_UNFINISHED', params: {}, message: 'Retry it or discard it first.' }, update: null, retry: null, discard: null },
}

const FIRST: Deployment = {
  ...SITE,
  status: 'failed',
  effectiveRevision: null,
  lastResult: 'failed',
  errorLog: 'No such image',
  actions: { ...SITE.actions, restart: { reason: 'NOT_INSTALLED', params: {}, message: 'Nothing to restart.' }, update: null, retry: null, discard: { reason: 'NOT_INSTALLED', params: {}, message: 'Nothing to return to.' } },
}

const revision = (number: number): Revision => ({
  number,
  change: 'update',
  reason: '',
  authorId: 'u',
  authorName: 'Grace Hopper',
  createdAt: '2026-11-20T08:00:00Z',
  finishedAt: null,
  result: null,
  errorLog: null,
  errorLogReason: '',
  errorLogParams: {},
  restored: null,
  deletes: [],
  helmRevisions: [],
  effective: number === 2,
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
})

const sent = (calls: Call[], path: string) => calls.filter((call) => `${call.method} ${call.path}` === path)
const versions = (calls: Call[], path: string) => sent(calls, path).map((call) => call.headers.get('if-match'))

it.each([
  ['the page', <DeploymentPage key="page" />, DETAIL],
  ['the row', <Deployments key="row" />, LIST],
])('shows on %s a change that did not come about over a site that serves, and discards it', async (_, page, at) => {
  const calls = answer({
    ...PLACES,
    'GET /deployments': listed([HALFWAY]),
    [`GET ${ONE}`]: { data: HALFWAY },
    [`GET ${ONE}/revisions`]: listed([revision(3), revision(2)]),
    [`POST ${ONE}/plan/discard`]: { data: PLAN },
    [`POST ${ONE}/discard`]: { data: { ...HALFWAY, taskId: 'k-9' } },
  })
  renderPage(page, at)
  await screen.findByText('The last change did not come about')
  // In the row as well as in what it opens to.
  expect(screen.getAllByText('ImagePullBackOff: no such image').length).toBeGreaterThan(0)
  expect(screen.getByText('The site still serves as it did before.')).toBeTruthy()
  expect(screen.getAllByText('Running').length).toBeGreaterThan(0)
  const discard = screen.getByRole('button', { name: /Discard the change/ })
  // Other panels, of which nothing is known here, have a Retry of their own.
  expect(within(discard.parentElement as HTMLElement).getByRole('button', { name: /Retry/ }).getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(discard)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/returns to revision 2 by Grace Hopper of .*2026/)
  await within(dialog).findByText('spec.replicas')
  expect(sent(calls, `POST ${ONE}/discard`)).toHaveLength(0)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard the change' }))
  await screen.findByText('Change discarded')
  expect(versions(calls, `POST ${ONE}/discard`)).toEqual(['"3"'])
  expect(sent(calls, `POST ${ONE}/discard`).map(({ query }) => query.get('plan'))).toEqual(['h-1'])
})

it('discards without a plan only when the cluster cannot be asked', async () => {
  const calls = answer({
    ...PLACES,
    [`GET ${ONE}`]: { data: HALFWAY },
    [`GET ${ONE}/revisions`]: listed([revision(3), revision(2)]),
    [`POST ${ONE}/plan/discard`]: { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The cluster does not answer.', details: { reason: 'CLUSTER_SILENT' } },
    [`POST ${ONE}/discard`]: { data: { ...HALFWAY, taskId: 'k-9' } },
  })
  renderPage(<DeploymentPage />, DETAIL)
  await userEvent.click(await screen.findByRole('button', { name: /Discard the change/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard without the plan' }))
  await screen.findByText('Change discarded')
  expect(sent(calls, `POST ${ONE}/discard`).map(({ query }) => query.get('plan'))).toEqual([null])
})

it('offers Retry and Delete for what never came up, each for the version that is shown', async () => {
  const calls = answer({ ...PLACES, [`GET ${ONE}`]: { data: FIRST }, [`POST ${ONE}/retry`]: { data: { ...FIRST, taskId: 'k-2' } }, [`DELETE ${ONE}`]: { data: { ...FIRST, taskId: 'k-3', remains: [] } } })
  renderPage(<DeploymentPage />, DETAIL)
  const panel = (await screen.findByText('Installation failed')).closest<HTMLElement>('[role=alert]')
  if (!panel) throw new Error('no panel')
  expect(within(panel).getByText('No such image')).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: /Discard/ })).toBeNull()
  await userEvent.click(within(panel).getByRole('button', { name: /Retry/ }))
  await screen.findByText('Trying again')
  await userEvent.click(within(panel).getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Type shop to go on'), 'shop')
  // The cluster cannot be asked here, which keeps nobody from deleting.
  await dialog.findByText(/What is in the cluster cannot be seen now/)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleting deployment')
  expect([versions(calls, `POST ${ONE}/retry`), versions(calls, `DELETE ${ONE}`)]).toEqual([['"3"'], ['"3"']])
})

it('says in the reader’s language why it cannot be restarted', async () => {
  await loadLanguage('es')
  try {
    const calls = answer({ ...PLACES, [`GET ${ONE}`]: { data: HALFWAY } })
    renderPage(<DeploymentPage />, DETAIL)
    const restart = await screen.findByRole('button', { name: /Reiniciar/ })
    await userEvent.hover(restart)
    await screen.findByText('El último cambio de este despliegue no se ha llevado a cabo. Reinténtelo o descártelo primero.')
    await userEvent.click(restart)
    expect(sent(calls, `POST ${ONE}/restart`)).toHaveLength(0)
  } finally {
    await loadLanguage('en')
  }
})

it('says who was faster, and asks for what is there now', async () => {
  const faster = 'Grace Hopper has changed this deployment since you opened it. Load it again to see the change.'
  const calls = answer({ ...PLACES, [`GET ${ONE}`]: { data: SITE }, [`POST ${ONE}/plan/restart`]: { data: PLAN }, [`POST ${ONE}/restart`]: { status: 409, code: 'CONFLICT', message: faster, details: { reason: 'CHANGED_MEANWHILE' } } })
  renderPage(<DeploymentPage />, DETAIL)
  await userEvent.click(await screen.findByRole('button', { name: /Restart/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart shop' }))
  await dialog.findByRole('region', { name: 'What changes' })
  await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
  await dialog.findByText(faster)
  await waitFor(() => expect(sent(calls, `GET ${ONE}`).length).toBeGreaterThan(1))
})

it('leads to no edit while a task is at work, and says why', async () => {
  answer({ ...PLACES, 'GET /deployments': listed([{ ...SITE, actions: { ...SITE.actions, update: { reason: 'TASK_RUNNING', params: {}, message: 'A task is at work.' } } }]) })
  renderPage(<Deployments />, LIST)
  const edit = await screen.findByRole('button', { name: 'Edit shop' })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull()
})

it('knows what went wrong', () => {
  const ended = { ...SITE, lastResult: 'failed' as const }
  expect([
    troubleOf(SITE),
    troubleOf(FIRST),
    troubleOf(HALFWAY),
    troubleOf({ ...HALFWAY, lastResult: 'cancelled', errorLog: null }),
    troubleOf({ ...HALFWAY, currentTaskId: 'k' }),
    troubleOf({ ...ended, operation: 'restart' }),
    troubleOf({ ...ended, operation: 'uninstall' }),
    troubleOf({ ...SITE, errorLog: 'CrashLoopBackOff' }),
  ]).toEqual([null, 'install', 'change', 'change', null, 'restart', 'removal', 'pods'])
})
