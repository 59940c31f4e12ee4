// The page of one deployment.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrived, button, choose, dialog, fact, go, heading, link, mark, marked, on, panel, path, refused, text, toasted } from './browser.mjs'
import { admin, cluster, failed, member, newSite, shopTeam, site, slug, stranger } from './world.mjs'

const lines = (page) => page.getByRole('log', { name: 'Log lines' })

const at = async () => `/deployments/${(await site()).id}`

describe('the page of a deployment', () => {
  it(
    'says what it is, where it is and what runs with it',
    on({ as: admin, at }, async ({ page }) => {
      const [shop, place, team] = await Promise.all([site(), cluster(), shopTeam()])
      await arrived(page, shop.name)
      await page.locator('.page-header').getByText('Running').waitFor()
      const details = panel(page, 'Deployment Details')
      for (const [name, value] of [['Type', 'WordPress'], ['Team', team.name], ['Cluster', place.name]]) await fact(details, name).filter({ hasText: value }).waitFor()
      for (const name of ['CPU', 'Memory', 'Storage']) await fact(details, name).filter({ hasText: /\d/ }).waitFor()
      const services = panel(page, 'Services')
      for (const [name, state] of [['Web application', 'Active'], ['Nginx', 'Active'], ['MySQL', 'Active'], ['Redis', 'Active'], ['phpMyAdmin', 'Active'], ['FTP', 'Inactive'], ['Cloudflare', 'Inactive']]) {
        await fact(services, name).getByText(state, { exact: true }).waitFor()
      }
      await fact(panel(page, 'Administrator'), 'Username').filter({ hasText: 'admin' }).waitFor()
      await button(panel(page, 'Administrator'), 'Show passwords').click()
      await fact(panel(page, 'Administrator'), 'Password').filter({ hasText: 'a long enough password' }).waitFor()
    }),
  )

  it(
    'is followed live from its creation until it runs',
    on({ as: admin }, async ({ page, session, expect }) => {
      // That it is gone is found out by asking for it.
      expect(refused(404))
      const { id, name } = await newSite(session, { name: slug('watched') })
      await go(page, `/deployments/${id}`)
      await mark(page)
      await heading(page, 'Installing', 2).waitFor()
      // Not while a task is at work, and it says why.
      assert.equal(await button(page, 'Restart').getAttribute('aria-disabled'), 'true')
      await button(page, 'Restart').hover()
      await text(page, 'A task is already at work on this deployment.').waitFor()
      await page.getByRole('progressbar', { name: 'Steps done' }).waitFor()
      await page.locator('.page-header').getByText('Running').waitFor({ timeout: 60_000 })
      await heading(page, 'Installing', 2).waitFor({ state: 'hidden' })
      assert.ok(await marked(page), 'the page was loaded again')

      await button(page, 'Restart').click()
      await toasted(page, 'Deployment restarted', 'The deployment is being restarted.')
      await heading(page, 'Restarting', 2).waitFor()
      await heading(page, 'Restarting', 2).waitFor({ state: 'hidden', timeout: 60_000 })

      await button(page, 'Delete').click()
      const question = dialog(page, 'Are you sure?')
      await text(question, 'This action cannot be undone. This will permanently delete the deployment and all of its data.').waitFor()
      await button(question, 'Delete').click()
      await toasted(page, 'Deployment deleted', 'The deployment has been successfully deleted.')
      // What is gone cannot be looked at.
      await arrived(page, 'Deployments')
      assert.equal(path(page), '/deployments')
      assert.equal(await page.getByText(name, { exact: true }).count(), 0)
    }),
  )

  it(
    'shows why the last change failed and leads to its task',
    on({ as: admin }, async ({ page }) => {
      const { site: stopped, task } = await failed()
      await go(page, `/deployments/${stopped.id}`)
      await page.locator('.page-header').getByText('Failed').waitFor()
      await text(page, 'Next step: look at the task to see where it stopped, mend the cause, then retry.').waitFor()
      await link(page, 'View Task').click()
      await page.waitForURL(new RegExp(`/tasks/${task.id}$`))
    }),
  )

  it(
    'is not there for those outside the team, nor when it is nobody’s',
    on({ as: stranger }, async ({ page, expect }) => {
      expect(/status of 404/)
      for (const id of [(await site()).id, '00000000-0000-4000-8000-000000000000']) {
        await go(page, `/deployments/${id}`)
        await text(page, 'Deployment not found.').waitFor()
      }
      await link(page, 'Back to Deployments').click()
      await arrived(page, 'Deployments')
    }),
  )
})

describe('the logs of a deployment', () => {
  it(
    'come live, are searched and narrowed by level',
    on({ as: member, at }, async ({ page }) => {
      const first = lines(page).locator('.log-line .log-level').first()
      await first.waitFor()
      assert.match(await first.innerText(), /^(INFO|WARN|ERROR)$/)
      await page.getByRole('status').filter({ hasText: /^Live$/ }).last().waitFor()
      const words = (await lines(page).locator('.log-line').last().locator('span').last().innerText()).slice(0, 12).trim()
      const search = page.getByPlaceholder('Search logs...')
      await search.fill(words.toUpperCase())
      await lines(page).locator('mark').first().waitFor()
      assert.equal((await lines(page).locator('mark').first().innerText()).toLowerCase(), words.toLowerCase())
      await search.fill('no line says this')
      await text(page, 'No line matches').waitFor()
      await search.fill('')
      await first.waitFor()
      await page.getByLabel('Level', { exact: true }).click()
      const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      await options.first().waitFor()
      assert.deepEqual(await options.allInnerTexts(), ['All Levels', 'Info', 'Warning', 'Error'])
      await options.filter({ hasText: 'Info' }).click()
      await first.waitFor()
      await page.waitForFunction(() => [...document.querySelectorAll('.log-level')].every((level) => level.textContent === 'INFO'))
      // More come without a click.
      const count = async () => Number.parseInt(await page.locator('.log-bar .number').innerText(), 10)
      const before = await count()
      await page.waitForFunction((n) => Number.parseInt(document.querySelector('.log-bar .number')?.textContent ?? '0', 10) > n, before, { timeout: 60_000 })
    }),
  )

  it(
    'are of the chosen source, which the address keeps',
    on({ as: admin, at }, async ({ page }) => {
      await lines(page).locator('.log-level').first().waitFor()
      await choose(page, 'Source of logs', 'MySQL')
      await lines(page).getByText(/mysql/i).first().waitFor()
      assert.match(path(page), /\?source=mysql$/)
      await page.reload()
      await lines(page).getByText(/mysql/i).first().waitFor()
    }),
  )

  it(
    'follow their end, until the reader scrolls up, and again from a click',
    on({ as: admin, at }, async ({ page }) => {
      await lines(page).locator('.log-level').first().waitFor()
      const follow = button(page, 'Follow the end')
      assert.equal(await follow.getAttribute('aria-pressed'), 'true')
      const atEnd = () => lines(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 20)
      // So many that they can be scrolled.
      await page.waitForFunction(() => {
        const box = document.querySelector('[role=log]')
        return box.scrollHeight > box.clientHeight + 40
      }, undefined, { timeout: 60_000 })
      await lines(page).hover()
      await page.mouse.wheel(0, -400)
      await page.waitForFunction(() => document.querySelector('[aria-label="Follow the end"]').getAttribute('aria-pressed') === 'false')
      await page.getByRole('button', { name: /^\d+ new lines?$/ }).click({ timeout: 60_000 })
      await page.waitForFunction(() => document.querySelector('[aria-label="Follow the end"]').getAttribute('aria-pressed') === 'true')
      assert.ok(await atEnd())
    }),
  )

  it(
    'can be copied and downloaded',
    on({ as: admin, at, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
      await lines(page).locator('.log-level').first().waitFor()
      await button(page, 'Copy these lines').click()
      await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('INFO'))
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download these lines').click()])
      assert.equal(file.suggestedFilename(), `${(await site()).name}-wordpress.log`)
    }),
  )
})
