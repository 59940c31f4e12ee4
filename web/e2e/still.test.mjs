// Nothing moves while things happen, by what the browser itself counts as shifts of the layout; and nothing at all for who asks for no motion.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { expand, go, row } from './page.mjs'
import { admin, newSite, newTeam, rested, site, unique, until } from './world.mjs'

/** The most that is allowed; a tenth is what the browsers' makers call good. */
const MOST = 0.02

/** Begins to count. What follows a click or a key within half a second is not counted: somebody wanted it. */
const count = (page) =>
  page.evaluate(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!entry.hadRecentInput) window.shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.parentElement?.className || node?.className || node?.nodeName)])
      }
    }).observe({ type: 'layout-shift' })
  })

const counted = async (page) => {
  const shifts = await page.evaluate(() => window.shifts)
  return { sum: shifts.reduce((sum, [value]) => sum + value, 0), told: JSON.stringify(shifts) }
}

/** Runs in the page before anything else: hears of what moves for longer than an eye could follow. */
function hearOfMotion() {
  window.motions = new Set()
  const heard = ({ target }) => {
    for (const { animationName, transitionProperty, effect } of target.getAnimations({ subtree: true })) {
      if (effect.getComputedTiming().activeDuration > 1) window.motions.add(`${animationName ?? transitionProperty} of ${target.className}`)
    }
  }
  addEventListener('animationstart', heard, true)
  addEventListener('transitionrun', heard, true)
}

/** Three sites that run. */
async function three(session) {
  const made = []
  for (let n = 1; n <= 3; n += 1) made.push((await newSite(session, { name: unique('still').replaceAll(' ', '-') })).id)
  for (const id of made) await rested(id)
  return made
}

/** Nothing is at work anywhere, as the page has heard: what other tests have begun would be counted here. */
const idle = (page) => until('the work has left the header', async () => (await page.locator('.work-ring').count()) === 0)

async function restartAll(session, ids) {
  const tasks = []
  for (const id of ids) tasks.push((await call('POST', `/deployments/${id}/restart`, { token: session.token })).taskId)
  for (const id of ids) await rested(id)
  return tasks
}

test.describe('what happens by itself', () => {
  test('moves nothing on the dashboard and in the list of deployments', async ({ open }) => {
    const session = await admin()
    const ids = await three(session)
    for (const path of ['/', '/deployments']) {
      const { page } = await open({ as: admin, at: path })
      await page.locator('.live-pill[data-state=live]').waitFor()
      await idle(page)
      await count(page)
      const tasks = await restartAll(session, ids)
      // The page has heard of the last of it.
      const last = (await call('GET', `/tasks/${tasks.at(-1)}`, { token: session.token })).finishedAt
      expect(last).not.toBeNull()
      await idle(page)
      const { sum, told } = await counted(page)
      expect(sum, `${path} moved: ${told}`).toBeLessThan(MOST)
    }
  })

  test('waits above the events while the pointer is in them', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    await newTeam(session, unique('There'))
    await go(page, '/events')
    await page.locator('.live-pill[data-state=live]').waitFor()
    const first = page.locator('.row-item').first()
    await first.hover()
    const words = await first.innerText()
    await count(page)
    const { name } = await newTeam(session, unique('Arrives'))
    const bar = page.getByRole('button', { name: /^\d+ new$/ })
    await bar.waitFor()
    expect(await first.innerText()).toBe(words)
    const { sum, told } = await counted(page)
    expect(sum, `the events moved: ${told}`).toBeLessThan(MOST)
    await bar.click()
    await row(page, `Team "${name}" was created.`).waitFor()
    await bar.waitFor({ state: 'hidden' })
  })
})

test.describe('who asks for no motion', () => {
  test('sees none', async ({ open }) => {
    const { name, id } = await site()
    const moved = async (reducedMotion) => {
      const { page } = await open({ as: admin })
      await page.emulateMedia({ reducedMotion })
      await page.addInitScript(hearOfMotion)
      const told = () => page.evaluate(() => [...window.motions])
      await go(page, '/deployments')
      await expand(row(page, name))
      const inList = await told()
      await go(page, `/deployments/${id}`)
      return [...inList, ...(await told())]
    }
    expect(await moved('no-preference')).not.toEqual([])
    expect(await moved('reduce')).toEqual([])
  })
})
