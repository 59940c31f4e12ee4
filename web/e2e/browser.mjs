// What the browser checks share: the browser, pages of it, and what can be said about a page.
// They run against the Canopy at CANOPY_URL. CHROMIUM names another browser than /usr/bin/chromium-headless-shell.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'

export const BASE = process.env.CANOPY_URL ?? 'http://127.0.0.1:8080'
const EMAIL = process.env.CANOPY_EMAIL ?? ''
const PASSWORD = process.env.CANOPY_PASSWORD ?? ''

/** Longer than anything takes on a busy machine; what is waited for is always a condition. */
const PATIENCE_MS = Number(process.env.CANOPY_PATIENCE ?? '20') * 1000

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    // Nothing outside is ever asked. No page lives long enough for its scripts to be worth optimizing.
    args: [`--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(BASE).hostname}`, '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--js-flags=--no-opt,--no-maglev'],
  })

let shared

/** The one browser of this process. */
export const browser = () => (shared ??= launch())

export async function quit() {
  const running = await shared
  await running?.close()
}

/** A refusal of the REST API. */
export class Refused extends Error {
  constructor(method, path, status, body) {
    super(`${method} ${path}: ${status} ${body.message}`)
    this.status = status
    this.body = body
  }
}

/** A call to the REST API, as a program makes it. The answer is the whole envelope. */
export async function ask(method, path, { body, token } = {}) {
  const answer = await fetch(`${BASE}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Refused(method, path, answer.status, json)
  return json
}

/** The data of a call's answer. */
export const call = async (method, path, parts) => (await ask(method, path, parts)).data

/** A session of its own, so that one check's log-out is nobody else's. */
export function signIn(email = EMAIL, password = PASSWORD) {
  if (!email || !password) throw new Error('CANOPY_EMAIL and CANOPY_PASSWORD must name an administrator of the Canopy at CANOPY_URL')
  return call('POST', '/auth/login', { body: { email, password } })
}

/** What the browser keeps of a session. */
export const stored = ({ token, user, expiresAt }) => ({
  cookies: [],
  origins: [{ origin: BASE, localStorage: Object.entries({ user: JSON.stringify(user), expiresAt: String(expiresAt), token }).map(([name, value]) => ({ name, value })) }],
})

/** A page of a fresh browser context, signed in with `session`; `problems` collects what the console complains about. */
export async function open(running, { session, theme = 'light', width = 1280, height = 860, ...more } = {}) {
  const context = await running.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(session ? { storageState: stored(session) } : {}),
    ...more,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  const page = await context.newPage()
  return { context, page, problems }
}

/** Goes to a path of the console and waits until all of it is there. */
export async function go(page, path) {
  await page.goto(path.startsWith('http') ? path : BASE + path)
  await settled(page)
}

let pictures = 0

/** The failure with what was on the screen; with CANOPY_PICTURES, a picture of it as well. */
async function explained(page, cause) {
  if (!(cause instanceof Error) || page.isClosed()) return cause
  const folder = process.env.CANOPY_PICTURES
  try {
    const text = await page.locator('body').innerText({ timeout: 2000 })
    cause.message += `\n\nThe page was ${page.url()} and said:\n${text.slice(0, 1500)}`
    if (folder) {
      mkdirSync(folder, { recursive: true })
      const file = join(folder, `${++pictures}.png`)
      await page.screenshot({ path: file, timeout: 5000 })
      cause.message += `\n${file}`
    }
  } catch {
    // The page is in no state to be asked.
  }
  // Reporters show the one or the other.
  cause.stack = `${cause.message}\n${cause.stack?.slice(cause.stack.indexOf('\n    at ') + 1) ?? ''}`
  return cause
}

/**
 * A test's body with a page of its own: `as` gives the session, `at` is where it begins. The body gets {page, context,
 * session, expect}. At its end the browser's console must have been quiet but for what `expect` was given.
 */
export const on =
  ({ as, at, ...options }, body) =>
  async () => {
    const session = await as?.()
    const { page, context, problems } = await open(await browser(), { ...(session ? { session } : {}), ...options })
    const expected = []
    try {
      if (at !== undefined) await go(page, typeof at === 'function' ? await at(session) : at)
      await body({ page, context, session, expect: (...patterns) => expected.push(...patterns) })
      assert.deepEqual(problems.filter((line) => !expected.some((pattern) => pattern.test(line))), [], 'the console of the browser complains')
    } catch (cause) {
      throw await explained(page, cause)
    } finally {
      await context.close()
    }
  }

/** What Chromium itself writes about an answer that is a refusal, or about a call that came to nothing. */
export const refused = (status) => new RegExp(`Failed to load resource: the server responded with a status of ${status}`)
export const CUT = /Failed to load resource: net::ERR_/

export const path = (page) => page.url().slice(BASE.length)

export const type = async (page, label, text) => page.getByLabel(label, { exact: true }).fill(text)

export async function fillLogin(page, { email = EMAIL, password = PASSWORD } = {}) {
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const button = (within, name) => within.getByRole('button', { name, exact: true })
export const link = (within, name) => within.getByRole('link', { name, exact: true })
export const heading = (within, name, level = 1) => within.getByRole('heading', { name, level, exact: true })
export const text = (within, words) => within.getByText(words, { exact: true })

/** Waits for the heading of a page. */
export const arrived = (page, title) => heading(page, title).waitFor()

/** Waits for a toast with this title and, if given, this text. */
export async function toasted(page, title, words) {
  let toast = page.locator('.ant-notification-notice').filter({ has: page.getByText(title, { exact: true }) })
  if (words) toast = toast.filter({ hasText: words })
  await toast.first().waitFor()
  return toast.first()
}

/** The open dialog with this title. */
export const dialog = (page, title) => page.getByRole('dialog').filter({ hasText: title })

/** Chooses from a select box. */
export async function choose(page, label, option) {
  const box = page.getByLabel(label, { exact: true })
  await box.click()
  // Long lists draw only what is in sight; those are searched.
  if ((await box.getAttribute('readonly')) === null) await box.fill(option)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: option }).first().click()
}

/** A row that opens, by a text in its summary: its card. */
export const row = (within, words) => within.locator(`.row-card:has(> .row-head .row-toggle:has-text(${JSON.stringify(words)}))`).first()

export async function expand(card) {
  await card.locator('.row-toggle').first().click()
  await card.locator('.row-body').first().waitFor()
}

export const pageOf = (within) => within.page?.() ?? within

/** A card, by its heading. */
export const panel = (within, title) => within.locator('.ant-card').filter({ has: pageOf(within).getByRole('heading', { name: title, exact: true }) })

/** The value of a name in a list of facts. */
export const fact = (within, name) => within.locator('dl > div').filter({ has: pageOf(within).locator('dt').getByText(name, { exact: true }) }).locator('dd')

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page) {
  await page.locator('[data-page-title]').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton-active, .ant-spin-spinning'))
}

/** What axe finds, as lines. */
export async function inaccessible(page) {
  // There are no frames: the way that opens another page to gather the results of all frames is slow.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze()
  return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}

/** Whether the page can be scrolled sideways. */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** Puts a mark on the page that a reload would take away. */
export const mark = (page) => page.evaluate(() => Object.assign(window, { marked: true }))
export const marked = (page) => page.evaluate(() => window.marked === true)

/** Answers calls to a path of the API as told, until the answered function is called. */
export async function answering(page, pattern, answer, method = 'GET') {
  const handle = (route) => (route.request().method() === method ? answer(route) : route.fallback())
  const matches = (url) => url.pathname.startsWith('/api/') && pattern.test(url.pathname.slice(4))
  await page.route(matches, handle)
  return () => page.unroute(matches, handle)
}

/** Without its stream a page asks again only when it is told to, or after a while. */
export const withoutStream = (page) => page.route((url) => url.pathname.includes('LiveService'), (route) => route.abort())

/** An answer of the API that refuses; without a sentence it says nothing. */
export const refusing =
  (status, message = '', code = status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'VALIDATION_ERROR', details = null) =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: message, message, code, status, request_id: 'e2e', details }) })
