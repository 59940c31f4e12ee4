// The dashboard: counts that lead to their lists, and the last events.
import { ask, call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, CUT, expand, link, mark, marked, path, refused, refusing, row, text, withoutStream } from './page.mjs'
import { admin, newcomer, newTeam, site, unique, until } from './world.mjs'

const tile = (page, name) => page.getByRole('region', { name: 'Counts' }).getByRole('link').filter({ hasText: name })

test.describe('the dashboard', () => {
  test('counts what there is, each count leading to its list', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    await site()
    for (const [name, key, to, title] of [
      ['Deployments', 'activeDeployments', '/deployments', 'Deployments'],
      ['Teams', 'teams', '/teams', 'Teams'],
      ['Clusters', 'clusters', '/infrastructure', 'Infrastructure'],
      ['Datacenters', 'datacenters', '/infrastructure', 'Infrastructure'],
      ['Tasks', 'tasks', '/tasks', 'Tasks'],
    ]) {
      await page.goto('/')
      await text(page, 'Monitor your clusters and deployments').waitFor()
      await until(`the count of ${name}`, async () => tile(page, name).getByText(String((await call('GET', '/dashboard', { token: session.token }))[key]), { exact: true }).count())
      await tile(page, name).click()
      await arrived(page, title)
      expect(path(page)).toBe(to)
    }
  })

  test('changes by itself', async ({ open }) => {
    const { page, session } = await open({ as: newcomer, at: '/' })
    await page.locator('.live-pill[data-state=live]').waitFor()
    await mark(page)
    const before = (await call('GET', '/dashboard', { token: session.token })).teams
    const name = unique('Counted')
    await newTeam(session, name)
    await tile(page, 'Teams').getByText(String(before + 1), { exact: true }).waitFor()
    await page.getByText(`Team "${name}" was created.`).first().waitFor()
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
  })

  test('shows the last five events, and everything about one that is opened', async ({ open }) => {
    // Nobody else has a part in these.
    const { page, session } = await open({ as: newcomer })
    const name = unique('Of six')
    for (let n = 1; n <= 6; n += 1) await newTeam(session, `${name} ${n}`)
    await until('their events', async () => (await ask('GET', `/events?search=${encodeURIComponent(name)}`, { token: session.token })).pagination.total >= 6)
    await page.goto('/')
    const event = row(page, `Team "${name} 6" was created.`)
    await event.waitFor()
    await expect(page.getByRole('table', { name: 'Recent Events' }).locator('.row-item')).toHaveCount(5)
    await expand(event)
    for (const group of ['Event Details', 'Basic Information', 'Timestamps', 'Technical Details']) await text(event, group).waitFor()
    for (const field of ['ID', 'Deployment', 'Cluster', 'Team', 'Namespace', 'Count', 'Reason', 'Component', 'Host', 'Cluster ID', 'Created', 'Updated', 'First seen', 'Last seen', 'UID', 'Full ID']) {
      await text(event, field).first().waitFor()
    }
    await text(event, 'TeamCreated').waitFor()
    const full = await event.locator('code').last().innerText()
    await text(event, full.slice(0, 10)).waitFor()
    await event.locator('.row-toggle').click()
    await text(event, 'Event Details').waitFor({ state: 'hidden' })
  })

  test('leads to all events and to a new deployment', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/' })
    await link(page, 'View all').click()
    await arrived(page, 'Events')
    await page.goBack()
    await button(page, 'Create Deployment').click()
    await arrived(page, 'New Deployment')
    expect(path(page)).toBe('/new-deployment')
  })

  test('says when there are no events', async ({ open }) => {
    const { page } = await open({ as: admin })
    await answering(page, /^\/events$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [], pagination: { page: 1, limit: 5, total: 0, more: false } } })
    })
    await page.goto('/')
    await text(page, 'No events').waitFor()
    await text(page, 'There are no events at the moment.').waitFor()
  })

  test('says what failed and tries both parts again', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    allow(refused(400), CUT)
    await withoutStream(page)
    const well = [await answering(page, /^\/dashboard$/, refusing(400)), await answering(page, /^\/events$/, refusing(400))]
    await page.goto('/')
    await text(page, 'Failed to load dashboard data').waitFor()
    await expect(button(page, 'Try Again'), 'two panels for one failure').toHaveCount(1)
    for (const each of well) await each()
    await button(page, 'Try Again').click()
    await tile(page, 'Deployments').waitFor()
    await text(page, 'Recent Events').waitFor()
    await text(page, 'Failed to load dashboard data').waitFor({ state: 'hidden' })
  })
})
