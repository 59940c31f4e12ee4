// Tasks: what runs, how it ended, and what can be done about it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, arrived, button, call, choose, dialog, expand, go, link, mark, marked, on, pageOf, path, refused, refusing, row, text, toasted } from './browser.mjs'
import { admin, deployment, failed, member, newcomer, newSite, rested, shopTeam, site, slug, task, tasksOf, until } from './world.mjs'

const STEPS = ['Check the cluster', 'Prepare the namespace', 'Write the secrets', 'Apply the release', 'Wait for the pods', 'Set up the site', 'Finish the release']
const facts = (within, name) => within.locator('.ant-descriptions-item').filter({ has: pageOf(within).locator('.ant-descriptions-item-label').getByText(name, { exact: true }) })

describe('the list of tasks', () => {
  it(
    'keeps what runs apart from what has ended, and moves by itself',
    on({ as: admin, at: '/tasks' }, async ({ page, session }) => {
      await mark(page)
      const { id, name } = await newSite(session, { name: slug('moving') })
      const active = page.getByRole('region', { name: 'Active Tasks' })
      const card = row(active, `Install ${name}`)
      await expand(card)
      for (const title of STEPS) await text(card.getByRole('list', { name: 'Steps' }), title).waitFor()
      const finished = row(page.getByRole('region', { name: 'Finished Tasks' }), `Install ${name}`)
      await finished.waitFor({ timeout: 60_000 })
      await finished.locator('.row-toggle').getByText('Complete').waitFor()
      await text(finished, '7 of 7 steps done').waitFor()
      assert.ok(await marked(page), 'the page was loaded again')
      await rested(id)
    }),
  )

  it(
    'opens to everything about a task',
    on({ as: admin }, async ({ page }) => {
      const shop = await site()
      const [{ id }] = await tasksOf(shop.id)
      await go(page, `/tasks?deploymentId=${shop.id}`)
      await page.getByText(`Deployment: ${shop.name}`).waitFor()
      const card = row(page, `Install ${shop.name}`)
      await expand(card)
      await facts(card, 'ID').getByText(id.slice(0, 8), { exact: true }).waitFor()
      for (const [name, value] of [['Status', 'Complete'], ['Type', 'Install'], ['Chart', 'wordpress'], ['Release', shop.releaseName], ['Namespace', shop.namespace]]) await facts(card, name).filter({ hasText: value }).waitFor()
      for (const name of ['Updated', 'Cluster']) await facts(card, name).waitFor()
      await text(card, 'Enabled services').waitFor()
      for (const name of ['nginx', 'mysql', 'redis', 'phpmyadmin']) await text(card, name).first().waitFor()
      await text(card, 'Values').waitFor()
      await card.getByRole('log').getByText('Finish the release').first().waitFor()
      await button(page, 'Show tasks of all deployments').click()
      assert.equal(path(page).includes('deploymentId'), false)
    }),
  )

  it(
    'is searched, narrowed by status, and cleared',
    on({ as: admin, at: '/tasks' }, async ({ page }) => {
      const [shop, { site: stopped }] = await Promise.all([site(), failed()])
      await page.getByPlaceholder('Search tasks...').fill(stopped.name)
      await row(page, `Install ${stopped.name}`).waitFor()
      await row(page, `Install ${shop.name}`).waitFor({ state: 'hidden' })
      await choose(page, 'Status', 'Complete')
      await text(page, 'No tasks match').waitFor()
      await button(page, 'Clear Filters').click()
      await page.locator('.row-card').first().waitFor()
      assert.equal(path(page), '/tasks')
    }),
  )

  it(
    'has the last events beside it, leads to all of them, and asks again when told',
    on({ as: admin }, async ({ page }) => {
      const shop = await site()
      await go(page, `/tasks?deploymentId=${shop.id}`)
      const events = page.getByRole('complementary', { name: 'Recent Events' })
      await events.getByText(`Deployment "${shop.name}" was installed on`).first().waitFor()
      await link(events, 'View all').click()
      await arrived(page, 'Events')
      assert.equal(path(page), `/events?deployment=${shop.id}`)
      await go(page, '/tasks')
      const [answer] = await Promise.all([page.waitForResponse((response) => response.url().includes('/api/tasks')), button(page, 'Refresh').click()])
      assert.equal(answer.status(), 200)
      await button(page, 'View Events').click()
      await arrived(page, 'Events')
    }),
  )

  it(
    'says when there is none',
    on({ as: newcomer, at: '/tasks' }, async ({ page }) => {
      await text(page, 'No tasks').waitFor()
      await text(page, 'There are no active tasks at the moment.').waitFor()
      await link(page, 'Create Deployment').click()
      await arrived(page, 'New Deployment')
    }),
  )
})

describe('the page of a task', () => {
  it(
    'shows its steps and its log as they come; it is cancelled, run again, and deleted',
    on({ as: admin }, async ({ page, session, expect }) => {
      // That it is gone is found out by asking for it.
      expect(refused(404))
      const { id, name, taskId } = await newSite(session, { name: slug('halted') })
      await go(page, `/tasks/${taskId}`)
      await mark(page)
      await arrived(page, `Install ${name}`)
      await button(page, 'Cancel').click()
      const question = dialog(page, 'Stop this task?')
      await text(question, `Install ${name} is cancelled at its next step. What it has done so far stays as it is; Retry runs it again.`).waitFor()
      await button(question, 'Stop Task').click()
      await toasted(page, 'Task is being cancelled')
      await page.locator('.page-header').getByText('Failed').waitFor({ timeout: 60_000 })
      await text(page, 'Error Details').waitFor()
      await page.getByText(/cancelled by/i).first().waitFor()
      assert.equal((await task(taskId)).status, 'failed')
      assert.equal((await rested(id)).status, 'failed')

      await button(page, 'Retry').click()
      await toasted(page, 'Task started again')
      await page.waitForURL((url) => url.pathname.startsWith('/tasks/') && !url.pathname.endsWith(taskId))
      await arrived(page, `Install ${name}`)
      const lines = page.getByRole('log').locator('.log-line .log-level')
      await lines.first().waitFor()
      await page.locator('.tasks-step[data-status=running]').first().waitFor()
      // Only the lines in sight are drawn; how many there are is said.
      const early = Number.parseInt(await page.locator('.log-bar .number').innerText(), 10)
      await page.locator('.page-header').getByText('Complete').waitFor({ timeout: 60_000 })
      for (const title of STEPS) await text(page.getByRole('list', { name: 'Steps' }), title).waitFor()
      assert.equal(await page.locator('.tasks-step[data-status=complete]').count(), 7)
      await page.waitForFunction((n) => Number.parseInt(document.querySelector('.log-bar .number').textContent, 10) > n, early)
      assert.ok(await marked(page), 'the page was loaded again')
      assert.equal((await deployment(id)).status, 'running')

      // The failed one is history and can go.
      await go(page, `/tasks/${taskId}`)
      assert.equal(await button(page, 'Retry').getAttribute('aria-disabled'), 'true')
      await button(page, 'Delete').click()
      const sure = dialog(page, 'Are you sure?')
      await text(sure, 'This removes the task and its log from the lists. The deployment stays as it is.').waitFor()
      await button(sure, 'Cancel').click()
      await sure.waitFor({ state: 'hidden' })
      await button(page, 'Delete').click()
      await button(dialog(page, 'Are you sure?'), 'Delete').click()
      await toasted(page, 'Task deleted')
      await arrived(page, 'Tasks')
      assert.equal(path(page), '/tasks')
      await until('it is gone', async () => (await tasksOf(id)).every((each) => each.id !== taskId))
      assert.equal((await deployment(id)).status, 'running')
    }),
  )

  it(
    'has all of its parts',
    on({ as: member }, async ({ page }) => {
      const shop = await site()
      const [{ id }] = await tasksOf(shop.id)
      await go(page, `/tasks/${id}`)
      await arrived(page, `Install ${shop.name}`)
      await page.locator('.page-header').getByText(`${shop.namespace}/${shop.releaseName}`).waitFor()
      for (const name of ['Progress', 'Logs', 'Task Information', 'Parameters', 'Services', 'Values']) await page.getByRole('heading', { name, level: 2, exact: true }).waitFor()
      await facts(page, 'Team').filter({ hasText: (await shopTeam()).name }).waitFor()
      // A member may not delete tasks, and is told so.
      assert.equal(await button(page, 'Delete').getAttribute('aria-disabled'), 'true')
      await button(page, 'Delete').hover()
      await text(page, 'Only admins and the owner of the team can delete its tasks').waitFor()
      await button(page, 'View deployment').click()
      await arrived(page, shop.name)
      await page.goBack()
      await link(page, 'Back to Tasks').click()
      await arrived(page, 'Tasks')
    }),
  )

  it(
    'says when cancelling, retrying or deleting fails',
    on({ as: admin }, async ({ page, expect }) => {
      expect(refused(500))
      const { task: stopped } = await failed()
      await go(page, `/tasks/${stopped.id}`)
      await answering(page, /^\/tasks\//, refusing(500), 'DELETE')
      await answering(page, /\/retry$/, refusing(500), 'POST')
      await button(page, 'Retry').click()
      await page.getByText('Failed to retry task. Please try again later.').waitFor()
      await button(page, 'Delete').click()
      const question = dialog(page, 'Are you sure?')
      await button(question, 'Delete').click()
      await text(question, 'Failed to delete task. Please try again later.').waitFor()
      await button(question, 'Cancel').click()
    }),
  )

  it(
    'says that it could not be loaded, and leads back',
    on({ as: admin, at: '/tasks/00000000-0000-4000-8000-000000000000' }, async ({ page, expect }) => {
      expect(refused(404))
      await text(page, 'Failed to load task details').waitFor()
      await link(page, 'Back to Tasks').click()
      await arrived(page, 'Tasks')
    }),
  )

  it(
    'is not for those outside the team',
    on({ as: newcomer }, async ({ page, expect, session }) => {
      expect(refused(404))
      const { task: stopped } = await failed()
      await assert.rejects(call('GET', `/tasks/${stopped.id}`, { token: session.token }), /404/)
      await go(page, `/tasks/${stopped.id}`)
      await text(page, 'Failed to load task details').waitFor()
    }),
  )
})
