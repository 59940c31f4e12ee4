// The list of deployments: finding, opening, restarting, deleting.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { answering, arrived, button, choose, dialog, expand, fact, go, link, mark, marked, panel, path, refused, refusing, restart, row, settled, sortedBy, text, toasted, tooWide } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, cluster, deployment, failed, member, newcomer, newSite, rested, shopTeam, site, slug, until } from './world.mjs'

const DELETE = 'This action cannot be undone. This will permanently delete the deployment and all of its data.'

test.describe('the list of deployments', () => {
  test('is searched by name and description, in any case of letters', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/deployments' })
    const [shop, { site: stopped }] = await Promise.all([site(), failed()])
    await row(page, stopped.name).waitFor()
    const search = page.getByPlaceholder('Search deployments...')
    await search.fill(shop.name.toUpperCase())
    await row(page, stopped.name).waitFor({ state: 'hidden' })
    await text(page, '1 deployment').waitFor()
    await search.fill('SELLS apples')
    await row(page, shop.name).waitFor()
    await search.fill('nothing like it')
    await text(page, 'No deployment matches what you are looking for.').waitFor()
    await button(page, 'Show all deployments').click()
    await row(page, stopped.name).waitFor()
    await expect(search).toHaveValue('')
  })

  test('is not wider than the screen, however long a name and a host are', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const name = `${slug('a-shop-that-goes-on')} مطعم البحر <b>and</b> on`
    const { id } = await newSite(session, { name, domain: `${slug('a-very-long-name-of-a-host-that-goes-on')}.and-on.and-on.shop.example.com` })
    await rested(id)
    await go(page, '/deployments')
    for (const width of [1440, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await row(page, name).waitFor()
      expect(await tooWide(page), `${width} px`).toBe(false)
    }
  })

  test('is narrowed by status and cluster, as the address says', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/deployments' })
    const [shop, { site: stopped }, place] = await Promise.all([site(), failed(), cluster()])
    await choose(page, 'Status', 'Failed')
    await row(page, stopped.name).waitFor()
    await row(page, shop.name).waitFor({ state: 'hidden' })
    expect(path(page)).toMatch(/status=failed/)
    await go(page, `/deployments?cluster=${place.id}`)
    await expect(page.getByLabel('Cluster', { exact: true })).toHaveValue(place.id)
    await row(page, shop.name).waitFor()
  })

  test('is sorted by its heads; the address keeps the order, over a reload too', async ({ open }) => {
    const { page } = await open({ as: admin })
    await Promise.all([site(), failed()])
    const head = page.getByRole('columnheader', { name: 'Name', exact: true })
    const names = () => page.locator('.row-item .name-link.strong').allInnerTexts()
    await go(page, '/deployments')
    await button(head, 'Name').click()
    await page.waitForURL(/[?&]sort=name(&|$)/)
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => sortedBy(await names(), 1)).toBe(true)
    await button(head, 'Name').click()
    await page.waitForURL(/[?&]sort=-name(&|$)/)
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => sortedBy(await names(), -1)).toBe(true)
    await page.reload()
    await settled(page)
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    expect(sortedBy(await names(), -1)).toBe(true)
    // At the third press it stands as it did.
    await button(head, 'Name').click()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    expect(path(page)).toBe('/deployments')
  })

  test('opens to all about a deployment, and keeps it open over a reload', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/deployments' })
    const [shop, place, team] = await Promise.all([site(), cluster(), shopTeam()])
    const card = row(page, shop.name)
    await card.locator('.row-line').getByText('Running').waitFor()
    await expand(card)
    const details = panel(card, 'Deployment Details')
    const domain = details.getByRole('link', { name: `${shop.baseParameters.domain} (opens in a new tab)` })
    await expect(domain).toHaveAttribute('href', `https://${shop.baseParameters.domain}`)
    await expect(domain).toHaveAttribute('target', '_blank')
    await fact(details, 'Cluster').filter({ hasText: place.name }).waitFor()
    for (const name of ['Location', 'Created', 'Last Updated']) await fact(details, name).waitFor()
    const services = panel(card, 'Services')
    for (const name of ['Web application', 'Nginx', 'MySQL', 'Redis', 'phpMyAdmin']) await fact(services, 'Active').getByText(name, { exact: true }).waitFor()
    for (const name of ['FTP', 'Cloudflare']) await fact(services, 'Inactive').getByText(name, { exact: true }).waitFor()
    const php = panel(card, 'PHP Configuration')
    for (const [name, value] of [['Version', '8.3'], ['Memory Limit', '256 MB'], ['Max Execution Time', '60 s'], ['Upload Max Filesize', '10 MB']]) await fact(php, name).filter({ hasText: value }).waitFor()
    for (const name of ['gd', 'mysqli', 'curl', 'intl']) await fact(php, 'Extensions').getByText(name, { exact: true }).waitFor()
    const database = panel(card, 'Database Configuration')
    for (const [name, value] of [['Database', 'wordpress'], ['Host', 'localhost'], ['Port', '3306'], ['User', 'wordpress'], ['Password', '••••••••'], ['Root Password', '••••••••']]) await fact(database, name).filter({ hasText: value }).waitFor()
    expect(team).toBeTruthy()
    await page.waitForURL(/[?&]open=/)
    await page.reload()
    await panel(row(page, shop.name), 'Database Configuration').waitFor()
  })

  test('shows the passwords when asked, forgets them again, and writes it down', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const shop = await site()
    await go(page, `/deployments?open=${shop.id}`)
    const database = panel(page, 'Database Configuration')
    await button(database, 'Show passwords').click()
    await fact(database, 'Password').filter({ hasText: 'another password' }).waitFor()
    await fact(database, 'Root Password').filter({ hasText: 'yet another password' }).waitFor()
    await button(database, 'Hide passwords').click()
    await fact(database, 'Password').filter({ hasText: '••••••••' }).waitFor()
    await until('the event', async () => (await call('GET', `/admin/events?deployment=${shop.id}`, { token: session.token })).some((event) => /reveal|password|secret/i.test(`${event.reason} ${event.message}`)))
  })

  test('hides the passwords from members who neither lead the team nor made the site', async ({ open }) => {
    const { page } = await open({ as: member })
    const shop = await site()
    await go(page, `/deployments?open=${shop.id}`)
    await panel(page, 'Database Configuration').waitFor()
    expect(await button(page, 'Show passwords').count()).toBe(0)
  })

  test('leads to the page, the editing and the tasks of a deployment, and to a new one', async ({ open }) => {
    const { page } = await open({ as: admin })
    const shop = await site()
    const at = `/deployments?open=${shop.id}`
    for (const [name, to] of [
      ['View Task', `/tasks?deploymentId=${shop.id}`],
      [`Edit ${shop.name}`, `/deployments/${shop.id}/edit`],
      [shop.name, `/deployments/${shop.id}`],
      ['Open', `/deployments/${shop.id}`],
      ['New Deployment', '/new-deployment'],
    ]) {
      await go(page, at)
      await link(page, name).first().click()
      await page.waitForURL(to)
    }
  })

  test('says what to do where there is none', async ({ open }) => {
    const { page } = await open({ as: newcomer, at: '/deployments' })
    await text(page, 'No deployments').waitFor()
    await text(page, 'There are no deployments available at the moment.').waitFor()
    await link(page, 'New Deployment').last().click()
    await arrived(page, 'New Deployment')
  })

  test('shows why a deployment failed and what to do next', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { site: stopped } = await failed()
    await go(page, `/deployments?open=${stopped.id}`)
    const card = row(page, stopped.name)
    await card.locator('.row-line').getByText('Failed').waitFor()
    await text(card, 'Error Log').first().waitFor()
    await card.getByText('Cancelled by Ada Lovelace').first().waitFor()
    await button(card, 'Retry').waitFor()
  })
})

test.describe('restarting and deleting', () => {
  test('restarts with its toast, and the row moves by itself', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin })
    // That it is gone is found out by asking for it.
    allow(refused(404))
    const { id, name } = await newSite(session, { name: slug('again') })
    await rested(id)
    await go(page, `/deployments?open=${id}`)
    await mark(page)
    const card = row(page, name)
    const letGo = await hold()
    await button(card, 'Restart').click()
    await restart(page, name)
    await card.getByRole('heading', { name: 'Restarting' }).waitFor()
    await letGo()
    await card.getByRole('heading', { name: 'Restarting' }).waitFor({ state: 'hidden', timeout: WORK_MS })
    await card.locator('.row-line').getByText('Running').waitFor()
    expect(await marked(page), 'the page was loaded again').toBeTruthy()

    // And away with it.
    await button(page, `Delete ${name}`).click()
    const question = dialog(page, 'Are you sure?')
    await text(question, DELETE).waitFor()
    // What is deleted, and what goes with it.
    await text(question, name).waitFor()
    await text(question, 'The database wordpress and its volume').waitFor()
    expect(await button(question, 'Cancel').evaluate((element) => element === document.activeElement), 'Cancel has not the focus').toBeTruthy()
    await button(question, 'Cancel').click()
    await question.waitFor({ state: 'hidden' })
    expect((await deployment(id)).deleting).toBe(false)
    await button(card, 'Delete').click()
    // What its cluster has of it, data first.
    const again = dialog(page, 'Are you sure?')
    await again.getByText(/^The volume of .*mysql.* with all data in it$/).waitFor()
    await expect(button(again, 'Delete')).toBeDisabled()
    await again.getByLabel(`Type ${name} to go on`).fill(name)
    await button(again, 'Delete').click()
    await toasted(page, 'Deployment deleted', 'The deployment has been successfully deleted.')
    await card.waitFor({ state: 'hidden' })
    await expect(deployment(id)).rejects.toThrow(/404/)
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
  })

  test('says when a restart fails', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    allow(refused(500))
    const shop = await site()
    await go(page, `/deployments?open=${shop.id}`)
    await answering(page, /^\/deployments\/[^/]+\/restart$/, refusing(500), 'POST')
    await button(page, 'Restart').click()
    const plan = dialog(page, `Restart ${shop.name}`)
    await button(plan, 'Restart').click()
    await text(plan, 'Failed to restart deployment. Please try again.').waitFor()
  })

  test('keeps the question with the reason when a deletion fails', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/deployments' })
    allow(refused(500), refused(409))
    const shop = await site()
    const well = await answering(page, /^\/deployments\//, refusing(500), 'DELETE')
    await button(page, `Delete ${shop.name}`).click()
    const question = dialog(page, 'Are you sure?')
    await question.getByLabel(`Type ${shop.name} to go on`).fill(shop.name)
    await button(question, 'Delete').click()
    await text(question, 'Failed to delete deployment').waitFor()
    await well()
    await answering(page, /^\/deployments\//, refusing(409, 'It is being looked at by somebody else.', 'CONFLICT'), 'DELETE')
    await button(question, 'Delete').click()
    await text(question, 'It is being looked at by somebody else.').waitFor()
    await button(question, 'Cancel').click()
    await question.waitFor({ state: 'hidden' })
  })
})
