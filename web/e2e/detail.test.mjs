// The page of one deployment.
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { answering, arrived, button, dialog, fact, follow, go, heading, link, mark, marked, panel, path, refused, restart, text, toasted } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, cluster, failed, member, newSite, shopTeam, site, slug, stranger } from './world.mjs'

const lines = (page) => page.getByRole('log', { name: 'Log lines' })

const at = async () => `/deployments/${(await site()).id}`

test.describe('the page of a deployment', () => {
  test('says what it is, where it is and what runs with it', async ({ open }) => {
    const { page } = await open({ as: admin, at })
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
  })

  test('is followed live from its creation until it runs', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin, at: '/deployments' })
    // That it is gone is found out by asking for it.
    allow(refused(404))
    await mark(page)
    let letGo = await hold()
    const { id, name } = await newSite(session, { name: slug('watched') })
    await follow(page, `/deployments/${id}`)
    await heading(page, 'Installing', 2).waitFor()
    // Not while a task is at work, and it says why.
    await expect(button(page, 'Restart')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Restart').hover()
    await text(page, 'A task is already at work on this deployment.').waitFor()
    await page.getByRole('progressbar', { name: 'Steps done' }).waitFor()
    await letGo()
    await page.locator('.page-header').getByText('Running').waitFor({ timeout: WORK_MS })
    await heading(page, 'Installing', 2).waitFor({ state: 'hidden' })
    // The line says how it ended, and stays.
    await page.getByText(/^Installed in \d/).waitFor()
    expect(await marked(page), 'the page was loaded again').toBeTruthy()

    letGo = await hold()
    await button(page, 'Restart').click()
    await restart(page, name)
    await heading(page, 'Restarting', 2).waitFor()
    await letGo()
    await heading(page, 'Restarting', 2).waitFor({ state: 'hidden', timeout: WORK_MS })
    await page.getByText(/^Restarted in \d/).waitFor()

    await button(page, 'Delete').click()
    const question = dialog(page, 'Are you sure?')
    await text(question, 'This action cannot be undone. This will permanently delete the deployment and all of its data.').waitFor()
    await question.getByLabel(`Type ${name} to go on`).fill(name)
    await button(question, 'Delete').click()
    await toasted(page, 'Deployment deleted', 'The deployment has been successfully deleted.')
    // What is gone cannot be looked at.
    await arrived(page, 'Deployments')
    expect(path(page)).toBe('/deployments')
    expect(await page.getByText(name, { exact: true }).count()).toBe(0)
  })

  test('asks before a deletion with buttons that stay where they are when the cluster has answered', async ({ open }) => {
    const { id } = await site()
    for (const width of [1280, 390]) {
      const { page } = await open({ as: admin, width })
      let release
      const held = new Promise((resolve) => (release = resolve))
      await answering(page, /plan\/delete$/, (route) => held.then(() => route.continue()), 'POST')
      await go(page, `/deployments/${id}`)
      if (width < 576) {
        await expect(button(page, 'Delete')).toBeHidden()
        await button(page, 'More actions').click()
      }
      await button(page, 'Delete').click()
      const question = dialog(page, 'Are you sure?')
      await text(question, 'Asking the cluster what it has…').waitFor()
      const cancel = button(question, 'Cancel')
      await cancel.click({ trial: true })
      const before = await cancel.boundingBox()
      release()
      await text(question, 'In the cluster now:').waitFor()
      expect(await cancel.boundingBox(), `${width} wide`).toEqual(before)
      await cancel.click()
      await question.waitFor({ state: 'hidden' })
    }
  })

  test('shows why the last change failed and leads to its task', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { site: stopped, task } = await failed()
    await go(page, `/deployments/${stopped.id}`)
    await page.locator('.page-header').getByText('Failed').waitFor()
    await text(page, 'Next step: look at the task to see where it stopped, mend the cause, then retry.').waitFor()
    await link(page, 'View Task').click()
    await page.waitForURL(new RegExp(`/tasks/${task.id}$`))
  })

  test('keeps what is seldom looked for apart, as the address says', async ({ open }) => {
    const { page } = await open({ as: admin, at })
    const shop = await site()
    await page.getByRole('tab', { name: 'Overview', selected: true }).focus()
    await page.keyboard.press('End')
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor()
    expect(path(page)).toMatch(/\?tab=settings$/)
    await fact(panel(page, 'PHP Configuration'), 'Version').filter({ hasText: '8.3' }).waitFor()
    await fact(panel(page, 'Technical Details'), 'Helm Release').filter({ hasText: shop.releaseName }).waitFor()
    await page.reload()
    await panel(page, 'Database Configuration').waitFor()
    await page.getByRole('tab', { name: 'Revisions' }).click()
    await panel(page, 'Revisions').getByText('Revision 1', { exact: true }).waitFor()
    // Each part of the line leads to more of it.
    const health = page.getByRole('list', { name: 'How it is' })
    await link(health, 'Tasks').click()
    await page.waitForURL(`/tasks?deploymentId=${shop.id}`)
    await page.goBack()
    await link(health, 'Events').click()
    await page.waitForURL(`/events?deployment=${shop.id}`)
  })

  test('is not there for those outside the team, nor when it is nobody’s', async ({ open, allow }) => {
    const { page } = await open({ as: stranger })
    allow(/status of 404/)
    for (const id of [(await site()).id, '00000000-0000-4000-8000-000000000000']) {
      await go(page, `/deployments/${id}`)
      await text(page, 'Deployment not found.').waitFor()
    }
    await link(page, 'Back to Deployments').click()
    await arrived(page, 'Deployments')
  })
})

test.describe('the logs of a deployment', () => {
  test('come live, are searched and narrowed by level', async ({ open }) => {
    const { page } = await open({ as: member, at })
    const first = lines(page).locator('.log-line .log-level').first()
    await first.waitFor()
    expect(await first.innerText()).toMatch(/^(INFO|WARN|ERROR)$/)
    await page.getByRole('status').filter({ hasText: /^Live$/ }).last().waitFor()
    const words = (await lines(page).locator('.log-line').last().locator('span').last().innerText()).slice(0, 12).trim()
    const search = page.getByPlaceholder('Search logs...')
    await search.fill(words.toUpperCase())
    await lines(page).locator('mark').first().waitFor()
    expect((await lines(page).locator('mark').first().innerText()).toLowerCase()).toBe(words.toLowerCase())
    await search.fill('no line says this')
    await text(page, 'No line matches').waitFor()
    await search.fill('')
    await first.waitFor()
    const level = page.getByLabel('Level', { exact: true })
    expect(await level.locator('option').allInnerTexts()).toEqual(['All Levels', 'Info', 'Warning', 'Error'])
    await level.selectOption({ label: 'Info' })
    await first.waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll('.log-level')].every((each) => each.textContent === 'INFO'))
    // More come without a click.
    const count = async () => Number.parseInt(await page.locator('.log-foot .number').innerText(), 10)
    const before = await count()
    await page.waitForFunction((n) => Number.parseInt(document.querySelector('.log-foot .number')?.textContent ?? '0', 10) > n, before, { timeout: WORK_MS })
  })

  test('are of the run before this one when told to, and say when there is none', async ({ open }) => {
    const { page } = await open({ as: member, at })
    await lines(page).locator('.log-level').first().waitFor()
    await button(page, 'Previous run').click()
    await text(page, 'No container of this source has been started again in its pod: there is no run before this one.').waitFor()
    expect(path(page)).toMatch(/run=previous/)
    await button(page, 'Previous run').click()
    await lines(page).locator('.log-level').first().waitFor()
  })

  test('are of the chosen source, which the address keeps', async ({ open }) => {
    const { page } = await open({ as: admin, at })
    await lines(page).locator('.log-level').first().waitFor()
    const sources = page.getByRole('group', { name: 'Source of logs' })
    await expect(button(sources, 'WordPress')).toHaveAttribute('aria-pressed', 'true')
    // The last one cannot be taken away.
    await expect(button(sources, 'WordPress')).toHaveAttribute('aria-disabled', 'true')
    await button(sources, 'MySQL').click()
    // Two at once, each line with its source.
    for (const name of ['WordPress', 'MySQL']) await lines(page).locator('.log-source').getByText(name, { exact: true }).first().waitFor()
    expect(path(page)).toMatch(/\?source=wordpress%2Cmysql$/)
    await button(sources, 'WordPress').click()
    await lines(page).locator('.log-source').first().waitFor({ state: 'hidden' })
    await lines(page).getByText(/mysql/i).first().waitFor()
    expect(path(page)).toMatch(/\?source=mysql$/)
    await page.reload()
    await lines(page).getByText(/mysql/i).first().waitFor()
  })

  test('follow their end, until the reader scrolls up, and again from a click', async ({ open }) => {
    const { page } = await open({ as: admin, at })
    await lines(page).locator('.log-level').first().waitFor()
    const pinned = button(page, 'Follow the end')
    await expect(pinned).toHaveAttribute('aria-pressed', 'true')
    const atEnd = () => lines(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 20)
    // So many that they can be scrolled.
    await page.waitForFunction(() => {
      const box = document.querySelector('[role=log]')
      return box.scrollHeight > box.clientHeight + 40
    }, undefined, { timeout: WORK_MS })
    await lines(page).hover()
    await page.mouse.wheel(0, -400)
    await page.waitForFunction(() => document.querySelector('[aria-label="Follow the end"]').getAttribute('aria-pressed') === 'false')
    await page.getByRole('button', { name: /^\d+ new lines?$/ }).click({ timeout: WORK_MS })
    await page.waitForFunction(() => document.querySelector('[aria-label="Follow the end"]').getAttribute('aria-pressed') === 'true')
    expect(await atEnd()).toBeTruthy()
  })

  test('are searched line by line, wrapped, and read in the whole window', async ({ open }) => {
    const { page } = await open({ as: admin, at: async () => `${await at()}?tab=logs` })
    await lines(page).locator('.log-level').first().waitFor()
    await text(page, `Times in ${await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)}`).waitFor()
    // A word of the first line that is not in all of them.
    const words = (await lines(page).locator('.log-message').allInnerTexts()).map((message) => message.trim())
    const rare = words.find((message) => words.some((other) => !other.includes(message)))
    await page.getByPlaceholder('Search logs...').fill(rare ?? '')
    await page.getByText(/^\d+ found$/).waitFor()
    await button(page, 'Next match').click()
    await page.getByText(/^1 of \d+$/).waitFor()
    await lines(page).locator('.log-line[data-hit]').waitFor()
    await button(page, 'Previous match').click()
    await page.getByText(/^(\d+) of \d+$/).waitFor()
    // Lines without it come back between those with it.
    await expect(button(page, 'Only lines with the text')).toHaveAttribute('aria-pressed', 'true')
    await button(page, 'Only lines with the text').click()
    await lines(page).locator('.log-line:not(:has(mark))').first().waitFor()
    // By keyboard, too.
    await lines(page).press('w')
    await expect(button(page, 'Wrap long lines')).toHaveAttribute('aria-pressed', 'true')
    expect(await lines(page).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBeTruthy()
    await button(page, 'Whole window').click()
    await page.waitForFunction(() => document.querySelector('.log').getBoundingClientRect().height >= innerHeight)
    await page.keyboard.press('Escape')
    await button(page, 'Whole window').waitFor()
  })

  test('can be copied and downloaded', async ({ open }) => {
    const { page } = await open({ as: admin, at, permissions: ['clipboard-read', 'clipboard-write'] })
    await lines(page).locator('.log-level').first().waitFor()
    await button(page, 'Copy these lines').click()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('INFO'))
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download these lines').click()])
    expect(file.suggestedFilename()).toBe(`${(await site()).name}-wordpress.log`)
  })
})
