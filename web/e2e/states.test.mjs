// Every screen while it waits, and when its call fails: its own sentence, and a way to try again that works.
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, choose, CUT, refused, refusing, text, type, withoutStream } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, cluster, shopTeam, site, tasksOf } from './world.mjs'

const siteAt = async (after = '') => `/deployments/${(await site()).id}${after}`
const taskAt = async () => `/tasks/${(await tasksOf((await site()).id))[0].id}`
/** With the datacenter open, whose row alone says nothing of its clusters. */
const clustersAt = async () => `/infrastructure?open=${(await cluster()).datacenter}`

/** Path of the console, the call that fails, the sentence, what is there once it works, and the word on the button. */
const SCREENS = [
  ['the deployments', () => '/deployments', /^\/deployments$/, 'Failed to load deployments', (page) => page.locator('.row-item').first(), 'Retry'],
  ['a deployment', () => siteAt(), /^\/deployments\/[^/]+$/, 'Failed to load deployment', (page) => text(page, 'Deployment Details'), 'Retry'],
  ['its editing', () => siteAt('/edit'), /^\/deployments\/[^/]+$/, 'Failed to load deployment', (page) => page.getByLabel('Deployment Name', { exact: true }), 'Retry'],
  ['the teams of the wizard', () => '/new-deployment', /^\/teams(\/all)?$/, 'Failed to load teams. Please try again.', (page) => page.getByLabel('Team', { exact: true }), 'Retry'],
  ['the tasks', () => '/tasks', /^\/tasks$/, 'Failed to load tasks', (page) => page.locator('.row-item').first()],
  ['the events beside the tasks', () => '/tasks', /^\/events$/, 'Failed to load events', (page) => page.locator('.tasks-events li').first()],
  ['a task', taskAt, /^\/tasks\/[^/]+$/, 'Failed to load task details', (page) => text(page, 'Task Information')],
  ['the events', () => '/events', /^\/events$/, 'Failed to load events', (page) => page.locator('.row-item').first()],
  ['the teams', () => '/teams', /^\/teams$/, 'Error loading teams. Please try again later.', (page) => page.locator('.row-item').first()],
  ['all teams', () => '/admin/teams', /^\/teams\/all$/, 'Error loading teams. Please try again later.', (page) => page.locator('.row-item').first()],
  ['the datacenters', () => '/infrastructure', /^\/datacenters$/, 'Failed to load datacenters', (page) => page.locator('.row-item').first(), 'Retry'],
  ['the clusters', clustersAt, /^\/clusters$/, 'Failed to load clusters', (page) => page.locator('.row-group > .row-item').first(), 'Retry'],
  ['the regions', () => '/admin/datacenters/new', /^\/catalogue$/, 'Could not load the providers and regions', (page) => page.getByLabel('Name', { exact: true }), 'Retry'],
  ['the datacenters to choose from', () => '/clusters/new', /^\/datacenters$/, 'Failed to load datacenters', (page) => page.getByLabel('Cluster Name', { exact: true }), 'Retry'],
  ['the state of the set-up', () => '/setup', /^\/auth\/setup$/, 'Could not find out whether Canopy is set up', (page) => text(page, 'Canopy is set up already.')],
]

test.describe('a screen whose call fails', () => {
  for (const [what, at, call, sentence, there, again = 'Try Again'] of SCREENS) {
    test(`says so and tries again: ${what}`, async ({ open, allow }) => {
      const { page } = await open({ as: admin })
      allow(refused(500), CUT)
      await withoutStream(page)
      await site()
      // The console tries by itself before it says so: its pauses are not waited for.
      const well = await answering(page, call, refusing(500))
      await page.goto(await at())
      await text(page, sentence).waitFor({ timeout: WORK_MS })
      await page.locator('h1').first().waitFor()
      await well()
      await button(page, again).first().click()
      await there(page).waitFor()
      await text(page, sentence).waitFor({ state: 'hidden' })
    })
  }

  test('says so and tries again: the clusters of the wizard', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/new-deployment' })
    allow(refused(500), CUT)
    await withoutStream(page)
    const { name } = await shopTeam()
    const well = await answering(page, /^\/clusters$/, refusing(500))
    await page.reload()
    await type(page, 'Deployment Name', 'waits')
    await choose(page, 'Team', name)
    await type(page, 'Domain', 'waits.example.com')
    await type(page, 'Admin Password', 'quite long enough')
    await button(page, 'Next').click()
    await text(page, 'Failed to load clusters. Please try again.').waitFor({ timeout: WORK_MS })
    await well()
    await button(page, 'Retry').click()
    await page.locator('.choice').first().waitFor()
  })

  test('names what is wrong with the network, and the request where there was one', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    allow(CUT, refused(400))
    await withoutStream(page)
    const well = await answering(page, /^\/teams$/, (route) => route.abort())
    await page.goto('/teams')
    await text(page, 'Please check your internet connection and try again').waitFor({ timeout: WORK_MS })
    await well()
    await answering(page, /^\/teams$/, refusing(400, 'Not like that.'))
    await button(page, 'Try Again').click()
    await text(page, 'Not like that.').waitFor()
    await page.getByText('e2e').first().waitFor()
  })
})

test.describe('a screen that waits', () => {
  for (const [what, at, call, , there] of SCREENS) {
    test(`has its heading and says that it loads: ${what}`, async ({ open }) => {
      const { page } = await open({ as: admin })
      await site()
      let release
      const held = new Promise((resolve) => (release = resolve))
      await answering(page, call, async (route) => {
        await held
        await route.continue().catch(() => undefined)
      })
      await page.goto(await at())
      await page.locator('h1[data-page-title]').waitFor()
      const status = page.getByRole('status').filter({ hasText: /^Loading/ })
      await status.first().waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      if (what === 'a task') await page.getByText('Loading task details...', { exact: true }).waitFor()
      release()
      await there(page).waitFor()
      await page.waitForFunction(() => !document.querySelector('.waiting, .ant-skeleton-active'))
    })
  }
})

test.describe('a page whose file cannot be loaded', () => {
  test('says that there may be a newer version, and loads again', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/' })
    allow(CUT, /dynamically imported module|importing a module/i, /./)
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.getByRole('link', { name: 'Teams' }).first().click()
    await arrived(page, 'This page could not be shown')
    await text(page, 'A newer version of Canopy may have been installed. Load the page again to use it.').waitFor()
    await page.unroute(/\/assets\/.*\.js$/)
    await button(page, 'Load again').click()
    await arrived(page, 'Teams')
  })
})
