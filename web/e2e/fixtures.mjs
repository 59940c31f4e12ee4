// What the tests are given: a Canopy of their own, pages in its console, and a browser console that must be quiet.
import { expect, test as base } from '@playwright/test'
import { canopy } from './api.mjs'
import { newContext, newPage, pagesOf } from './browser.mjs'
import { Dex } from './dex.mjs'
import { settled } from './page.mjs'
import { System } from './system.mjs'
import { admin, OWN } from './world.mjs'

export { expect }

/** How many tests use a context. */
const MOST_USES = 10

/** What was on the screen, in words. */
async function screen(page) {
  const text = await page.locator('body').innerText({ timeout: 2000 }).catch(() => 'nothing that could be read')
  return `The page was ${page.url()} and said:\n${text.slice(0, 1500)}`
}

export const test = base.extend({
  /** Whether nobody has set it up: such a Canopy is only for the tests that say so. */
  untouched: [false, { scope: 'worker', option: true }],

  /** With an identity provider: `people` can sign in with it. Null: there is none. */
  identity: [null, { scope: 'worker', option: true }],

  system: [
    async ({ untouched, identity }, give) => {
      const system = OWN ? new System(process.env.CANOPY_PROGRAM) : undefined
      const dex = identity && OWN && process.env.CANOPY_TEST_DEX ? new Dex() : undefined
      try {
        Object.assign(canopy, await system?.start(await dex?.start(identity.people)))
        if (!untouched) await admin()
        await give(canopy)
      } finally {
        await system?.stop(canopy.failed)
        await dex?.stop()
      }
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],

  /** Contexts that are used again: what their browser has loaded once is there. Not for ever: a process of pages only grows. */
  contexts: [
    async ({ browser, system }, give) => {
      const free = []
      await give({
        take: async () => free.pop() ?? newContext(browser, { baseURL: system.url }),
        async giveBack(each, spoiled) {
          const { context, problems } = each
          if (spoiled || (each.uses = (each.uses ?? 0) + 1) === MOST_USES) return context.close()
          await context.unrouteAll({ behavior: 'ignoreErrors' })
          await Promise.all(pagesOf(context).map((page) => page.close()))
          await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
          problems.length = 0
          return free.push(each)
        },
      })
    },
    { scope: 'worker' },
  ],

  /** What the console of the browser may say in this test. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs: nothing.
  allowed: async ({}, give) => give([]),
  allow: async ({ allowed }, give) => give((...patterns) => allowed.push(...patterns)),

  /**
   * Opens a page in a browser of its own: `as` gives the session (or `session` is one), `at` is where it begins. With `own`
   * its context is not used again: for what cannot be taken back. At the end of the test the console must have been quiet.
   */
  open: async ({ contexts, allowed, system }, give, info) => {
    const taken = []
    await give(async ({ as, at, own = false, permissions = [], session: given, ...looks } = {}) => {
      const session = given ?? (await as?.())
      const each = await contexts.take()
      taken.push([each, own])
      const { context, problems } = each
      await context.grantPermissions(permissions)
      const page = await newPage(context, { session, ...looks })
      if (at !== undefined) {
        await page.goto(typeof at === 'function' ? await at() : at)
        await settled(page)
      }
      return { context, page, problems, session }
    })
    const complaints = taken.flatMap(([{ problems }]) => problems).filter((line) => !allowed.some((pattern) => pattern.test(line)))
    const failed = info.status !== info.expectedStatus
    if (failed || complaints.length > 0) {
      system.failed = true
      for (const [{ context }] of taken) for (const page of pagesOf(context)) process.stderr.write(`${await screen(page)}\n`)
    }
    for (const [each, own] of taken) await contexts.giveBack(each, own || failed)
    if (!failed) expect(complaints, 'the console of the browser complains').toEqual([])
  },
})
