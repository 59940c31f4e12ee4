// The dashboard: counts that lead to their lists, and the last events.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, arrived, button, call, CUT, expand, link, mark, marked, on, path, refused, refusing, row, text, withoutStream } from './browser.mjs'
import { admin, crowd, newTeam, site, stranger, unique } from './world.mjs'

const tile = (page, name) => page.getByRole('region', { name: 'Counts' }).getByRole('link').filter({ hasText: name })

describe('the dashboard', () => {
  it(
    'counts what there is, each count leading to its list',
    on({ as: admin }, async ({ page, session }) => {
      await site()
      const counts = await call('GET', '/dashboard', { token: session.token })
      for (const [name, count, to, title] of [
        ['Deployments', counts.activeDeployments, '/deployments', 'Deployments'],
        ['Teams', counts.teams, '/teams', 'Teams'],
        ['Clusters', counts.clusters, '/infrastructure', 'Infrastructure'],
        ['Datacenters', counts.datacenters, '/infrastructure', 'Infrastructure'],
        ['Tasks', counts.tasks, '/tasks', 'Tasks'],
      ]) {
        await page.goto(`${process.env.CANOPY_URL}/`)
        await text(page, 'Monitor your clusters and deployments').waitFor()
        await tile(page, name).getByText(String(count), { exact: true }).waitFor()
        await tile(page, name).click()
        await arrived(page, title)
        assert.equal(path(page), to)
      }
    }),
  )

  it(
    'changes by itself',
    on({ as: stranger, at: '/' }, async ({ page, session }) => {
      await page.locator('.live-pill[data-state=live]').waitFor()
      await mark(page)
      const before = (await call('GET', '/dashboard', { token: session.token })).teams
      const name = unique('Counted')
      await newTeam(session, name)
      await tile(page, 'Teams').getByText(String(before + 1), { exact: true }).waitFor()
      await page.getByText(`Team "${name}" was created.`).first().waitFor()
      assert.ok(await marked(page), 'the page was loaded again')
    }),
  )

  it(
    'shows the last five events, and everything about one that is opened',
    on({ as: admin }, async ({ page }) => {
      const { name } = await crowd()
      await page.goto(`${process.env.CANOPY_URL}/`)
      const event = row(page, `Team "${name} 21" was created.`)
      await event.waitFor()
      assert.equal(await page.locator('.row-card').count(), 5)
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
    }),
  )

  it(
    'leads to all events and to a new deployment',
    on({ as: admin, at: '/' }, async ({ page }) => {
      await link(page, 'View all').click()
      await arrived(page, 'Events')
      await page.goBack()
      await button(page, 'Create Deployment').click()
      await arrived(page, 'New Deployment')
      assert.equal(path(page), '/new-deployment')
    }),
  )

  it(
    'says when there are no events',
    on({ as: admin }, async ({ page }) => {
      await answering(page, /^\/events$/, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [], pagination: { page: 1, limit: 5, total: 0, more: false } } })
      })
      await page.goto(`${process.env.CANOPY_URL}/`)
      await text(page, 'No events').waitFor()
      await text(page, 'There are no events at the moment.').waitFor()
    }),
  )

  it(
    'says what failed and tries both parts again',
    on({ as: admin }, async ({ page, expect }) => {
      expect(refused(400), CUT)
      await withoutStream(page)
      const well = [await answering(page, /^\/dashboard$/, refusing(400)), await answering(page, /^\/events$/, refusing(400))]
      await page.goto(`${process.env.CANOPY_URL}/`)
      await text(page, 'Failed to load dashboard data').waitFor()
      assert.equal(await button(page, 'Try Again').count(), 1, 'two panels for one failure')
      for (const each of well) await each()
      await button(page, 'Try Again').click()
      await tile(page, 'Deployments').waitFor()
      await text(page, 'Recent Events').waitFor()
      await text(page, 'Failed to load dashboard data').waitFor({ state: 'hidden' })
    }),
  )
})
