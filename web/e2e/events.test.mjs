// Events: what happened, and finding it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, arrived, button, choose, CUT, expand, go, link, mark, marked, on, path, refused, refusing, row, text, type, withoutStream } from './browser.mjs'
import { admin, crowd, newcomer, newTeam, shopTeam, site, unique } from './world.mjs'

const day = (back = 0) => new Date(Date.now() - back * 24 * 3600 * 1000).toISOString().slice(0, 10)
const filters = (page) => page.getByRole('group', { name: 'Active filters:' })
const messages = (page) => page.locator('.row-toggle')
const rows = (page, n) => page.waitForFunction((count) => document.querySelectorAll('.row-card').length === count && !document.querySelector('.rows[aria-busy=true]'), n)

describe('the events', () => {
  it(
    'are searched as one types, and the search is an active filter that can be taken off',
    on({ as: admin, at: '/events' }, async ({ page }) => {
      const { name } = await crowd()
      const search = page.getByPlaceholder('Search events...')
      await search.fill(`${name} 15`)
      await rows(page, 1)
      await row(page, `Team "${name} 15" was created.`).waitFor()
      await text(filters(page), `Search: ${name} 15`).waitFor()
      await button(filters(page), `Remove filter Search: ${name} 15`).click()
      await rows(page, 10)
      assert.equal(path(page), '/events')
      assert.equal(await search.inputValue(), '')
      await search.fill('nothing has happened like it')
      await text(page, 'No events match your filters').waitFor()
      await button(page, 'Clear Filters').last().click()
      await rows(page, 10)
    }),
  )

  it(
    'come in pages of ten',
    on({ as: admin }, async ({ page }) => {
      const { name } = await crowd()
      await go(page, `/events?q=${encodeURIComponent(name)}`)
      await rows(page, 10)
      await text(page, '1–10 of 12').waitFor()
      const first = await messages(page).allInnerTexts()
      await page.getByRole('navigation', { name: 'Pages of events' }).getByText('2', { exact: true }).click()
      await rows(page, 2)
      await text(page, '11–12 of 12').waitFor()
      const second = await messages(page).allInnerTexts()
      assert.equal(new Set([...first, ...second]).size, 12)
      assert.match(path(page), /page=2/)
      // Another search begins at its first page.
      await page.getByPlaceholder('Search events...').fill(`${name} 21`)
      await rows(page, 1)
      assert.ok(!path(page).includes('page='))
    }),
  )

  it(
    'are narrowed to days by the presets, after Apply',
    on({ as: admin, at: '/events' }, async ({ page }) => {
      await site()
      for (const [preset, back] of [['Today', 0], ['1D', 1], ['7D', 7], ['30D', 30]]) {
        await go(page, '/events')
        await button(page, 'Date range').click()
        const popover = page.locator('.events-range')
        await popover.getByText(preset, { exact: true }).click()
        assert.equal(path(page), '/events', 'a preset is at work before Apply')
        await button(popover, 'Apply').click()
        await page.waitForURL(`${process.env.CANOPY_URL}/events?from=${day(back)}&to=${day()}`)
        await text(filters(page), `From ${day(back)}`).waitFor()
        await page.locator('.row-card').first().waitFor()
        await button(page, preset).click()
        await button(page.locator('.events-range'), 'Reset').click()
        await page.waitForURL(`${process.env.CANOPY_URL}/events`)
      }
      await go(page, `/events?from=${day(30)}&to=${day(20)}`)
      await text(page, 'No events match your filters').waitFor()
    }),
  )

  it(
    'are narrowed by all filters at once, after Apply Filters, and reset',
    on({ as: admin, at: '/events' }, async ({ page }) => {
      const [{ name }, shop] = await Promise.all([crowd(), site()])
      await button(page, 'Filters').click()
      const form = page.locator('.events-filter')
      await form.getByLabel('Search', { exact: true }).fill(shop.name)
      assert.equal(await form.getByLabel('From', { exact: true }).inputValue(), day(7))
      assert.equal(await form.getByLabel('To', { exact: true }).inputValue(), day())
      await form.getByLabel('To', { exact: true }).fill(day(9))
      await button(form, 'Apply Filters').click()
      await text(form, 'The end must not be before the start').waitFor()
      await form.getByLabel('To', { exact: true }).fill(day())
      await choose(page, 'Event type', 'Normal')
      await choose(page, 'Component', 'Task')
      await button(form, 'Apply Filters').click()
      for (const words of [`Search: ${shop.name}`, `From ${day(7)}`, `Until ${day()}`, 'Type: Normal', 'Component: Task']) await text(filters(page), words).waitFor()
      await row(page, `Deployment "${shop.name}" was installed on`).waitFor()
      assert.equal(await row(page, `Team "${name}`).count(), 0)
      await button(page, 'Filters (5)').click()
      await button(page.locator('.events-filter'), 'Reset').click()
      await page.waitForURL(`${process.env.CANOPY_URL}/events`)
      await filters(page).waitFor({ state: 'hidden' })
    }),
  )

  it(
    'are cleared of all filters at one click, also those of an address',
    on({ as: admin }, async ({ page }) => {
      const [shop, team] = await Promise.all([site(), shopTeam()])
      await go(page, `/events?deployment=${shop.id}&team=${team.id}&type=Normal`)
      for (const words of [`Deployment: ${shop.name}`, `Team: ${team.name}`, 'Type: Normal']) await text(filters(page), words).waitFor()
      await button(filters(page), 'Clear Filters').click()
      await page.waitForURL(`${process.env.CANOPY_URL}/events`)
    }),
  )

  it(
    'open to everything about one, with links to what it is about',
    on({ as: admin }, async ({ page }) => {
      const [shop, team] = await Promise.all([site(), shopTeam()])
      await go(page, `/events?deployment=${shop.id}`)
      const card = row(page, `Deployment "${shop.name}" was installed on`)
      for (const words of ['Normal', 'Task', `Team ${team.name}`]) await text(card.locator('.row-toggle'), words).waitFor()
      await card.locator('.row-toggle').getByText(/^(just now|\d+m ago)$/).waitFor()
      await expand(card)
      for (const name of ['ID', 'Deployment', 'Cluster', 'Team', 'Namespace', 'Count', 'Reason', 'Host', 'Cluster ID', 'Created', 'Updated', 'First seen', 'Last seen', 'UID', 'Full ID']) await text(card, name).first().waitFor()
      const full = await card.locator('code').last().innerText()
      await text(card, full.slice(0, 10)).waitFor()
      await link(card, shop.name).click()
      await arrived(page, shop.name)
    }),
  )

  it(
    'come by themselves, and on request',
    on({ as: admin, at: '/events' }, async ({ page, session }) => {
      await page.locator('.live-pill[data-state=live]').waitFor()
      await mark(page)
      const { name } = await newTeam(session, unique('Heard of'))
      await row(page, `Team "${name}" was created.`).waitFor()
      assert.ok(await marked(page))
      const [answer] = await Promise.all([page.waitForResponse((response) => response.url().includes('/api/events')), button(page, 'Refresh').click()])
      assert.equal(answer.status(), 200)
    }),
  )

  it(
    'are none at first',
    on({ as: newcomer, at: '/events' }, async ({ page }) => {
      await text(page, 'No events').waitFor()
      await text(page, 'There are no events at the moment.').waitFor()
    }),
  )

  it(
    'stay on the screen when they cannot be refreshed',
    on({ as: admin }, async ({ page, expect }) => {
      expect(refused(400), CUT)
      await withoutStream(page)
      await go(page, '/events')
      await site()
      await page.locator('.row-card').first().waitFor()
      const well = await answering(page, /^\/events$/, refusing(400, 'Not now.'))
      await button(page, 'Refresh').click()
      await text(page, 'Could not be refreshed: Not now.').waitFor()
      await page.locator('.row-card').first().waitFor()
      await well()
      await button(page, 'Try Again').click()
      await text(page, 'Could not be refreshed: Not now.').waitFor({ state: 'hidden' })
    }),
  )

  it(
    'are opened by keyboard',
    on({ as: admin, at: '/events' }, async ({ page }) => {
      await site()
      const toggle = page.locator('.row-toggle').first()
      await toggle.focus()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelector('.row-toggle')?.getAttribute('aria-expanded') === 'true')
      await type(page, 'Search events...', 'x')
    }),
  )
})
