// The network goes and comes back, and so does the server: it is said, what was there stays, and nothing is lost.
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { button, CUT, follow, go, link, mark, marked, refused, row, text, toasted, type } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, NEEDS_OWN, newSite, newTeam, OWN, pidOf, site, slug, unique, until } from './world.mjs'

const pill = (page, state) => page.locator(`.live-pill[data-state=${state}]`).waitFor({ timeout: WORK_MS })

/** Remembers the states of the pill from here on: some of them are short. */
const remember = (page) =>
  page.evaluate(() => {
    const shown = document.querySelector('.live-pill')
    window.states = [shown.dataset.state]
    new MutationObserver(() => window.states.push(shown.dataset.state)).observe(shown, { attributeFilter: ['data-state'] })
  })
const states = (page) => page.evaluate(() => window.states)

test.describe('without a network', () => {
  test('the console says so, keeps what it shows, and catches up by itself', async ({ open, allow }) => {
    const { page, context, session } = await open({ as: admin, at: '/teams' })
    allow(CUT)
    const before = await newTeam(session, unique('Before'))
    await row(page, before.name).waitFor()
    await pill(page, 'live')
    await mark(page)
    await context.setOffline(true)
    await pill(page, 'offline')
    await text(page, 'Offline').waitFor()
    await text(page, 'You are offline. Changes are not possible until the network is back.').waitFor()
    await row(page, before.name).waitFor()
    const meanwhile = await newTeam(session, unique('Meanwhile'))
    expect(await row(page, meanwhile.name).count()).toBe(0)
    await context.setOffline(false)
    await pill(page, 'live')
    await row(page, meanwhile.name).waitFor()
    await text(page, 'You are offline. Changes are not possible until the network is back.').waitFor({ state: 'hidden' })
    const after = await newTeam(session, unique('After'))
    await row(page, after.name).waitFor()
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
  })

  test('a form says that it could not be sent, keeps what was typed, and is sent later', async ({ open, allow }) => {
    const { page, context } = await open({ as: admin, at: '/teams/new' })
    allow(CUT)
    const name = unique('Patient')
    await type(page, 'Team Name', name)
    await type(page, 'Description', 'Waits for the network')
    await context.setOffline(true)
    await pill(page, 'offline')
    await button(page, 'Create Team').click()
    // Either it is said at once, or it is sent once the network is back: it is not lost.
    await context.setOffline(false)
    await pill(page, 'live')
    // The list that comes next has a button of the same name.
    const form = page.locator('form')
    await until('the team is made', async () => {
      if (await form.isVisible()) {
        expect(await form.getByLabel('Team Name', { exact: true }).inputValue({ timeout: 1000 }).catch(() => name)).toBe(name)
        await button(form, 'Create Team').click({ timeout: 1000 }).catch(() => undefined)
      }
      return row(page, name).count()
    })
    await toasted(page, 'Team created', `${name} is ready.`)
  })
})

test.describe('when the server’s front door falls', () => {
  test.skip(!OWN, NEEDS_OWN)

  test('the pill goes from live by reconnecting to live, what is shown stays, and what happened meanwhile appears', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin, at: '/deployments' })
    allow(CUT, refused(50))
    const shop = await site()
    await row(page, shop.name).waitFor()
    await pill(page, 'live')
    await mark(page)
    await remember(page)
    const { name } = await newSite(session, { name: slug('survivor') })
    const killed = pidOf('bff')
    process.kill(killed, 'SIGKILL')
    await page.waitForFunction(() => window.states.includes('reconnecting'))
    await row(page, shop.name).waitFor()
    await pill(page, 'live')
    expect(pidOf('bff')).not.toBe(killed)
    await row(page, name).locator('.row-line').getByText('Running').waitFor({ timeout: WORK_MS })
    expect((await states(page)).filter((state, n, all) => state !== all[n - 1]).slice(0, 3)).toEqual(['live', 'reconnecting', 'live'])
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
  })

  test('half a minute without it is offline, and the session is kept', async ({ open, allow }) => {
    const { page, context } = await open({ as: admin, own: true })
    allow(CUT, refused(50))
    await page.clock.install()
    await go(page, '/teams')
    await pill(page, 'live')
    const cut = (url) => url.pathname.includes('LiveService')
    await context.route(cut, (route) => route.abort())
    process.kill(pidOf('bff'), 'SIGKILL')
    await pill(page, 'reconnecting')
    await until('the pill says offline', async () => {
      await page.clock.fastForward(31_000)
      return page.locator('.live-pill[data-state=offline]').count()
    })
    await page.locator('.row-item').first().waitFor()
    await context.unroute(cut)
    await until('the pill says live', async () => {
      await page.clock.fastForward(31_000)
      return page.locator('.live-pill[data-state=live]').count()
    })
    await link(page, 'Events').click()
    await page.locator('.row-item').first().waitFor()
  })

  test('an install goes on when deployments dies in the middle of it, and the page sees its end', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin, at: '/deployments' })
    allow(refused(50), CUT)
    await mark(page)
    const letGo = await hold()
    const { id } = await newSite(session, { name: slug('tough') })
    await follow(page, `/deployments/${id}`)
    await page.getByRole('progressbar', { name: 'Steps done' }).waitFor()
    process.kill(pidOf('deployments'), 'SIGKILL')
    await letGo()
    await page.locator('.page-header').getByText('Running').waitFor({ timeout: WORK_MS })
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
  })
})
