// What can be said about a page of the console, and done on it.
import axe from 'axe-core'
import { canopy } from './api.mjs'

/** Goes to a path of the console and waits until all of it is there. */
export async function go(page, path) {
  await page.goto(path)
  await settled(page)
}

/** Goes to a path as a link does, without a load: sooner there than what is at work is done. */
export const follow = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** What Chromium itself writes about an answer that is a refusal, or about a call that came to nothing. */
export const refused = (status) => new RegExp(`Failed to load resource: the server responded with a status of ${status}`)
export const CUT = /Failed to load resource: net::ERR_/

export const path = (page) => page.url().slice(canopy.url.length)

export const type = async (page, label, text) => page.getByLabel(label, { exact: true }).fill(text)

export async function fillLogin(page, { email = canopy.email, password = canopy.password } = {}) {
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

/** Restarts on what the dialog shows of it: that its database does not serve meanwhile. */
export async function restart(page, name) {
  const plan = dialog(page, `Restart ${name}`)
  await plan.getByText(/mysql.*: no pod serves from the end of the old one until the new one is ready\.$/).waitFor()
  await button(plan, 'Restart').click()
  return await toasted(page, 'Deployment restarted', 'The deployment is being restarted.')
}

/** Chooses from a select box. */
export async function choose(page, label, option) {
  const box = page.getByLabel(label, { exact: true })
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await box.selectOption({ label: option })
    return
  }
  await box.click()
  // Long lists draw only what is in sight; those are searched.
  if ((await box.getAttribute('readonly')) === null) await box.fill(option)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: option }).first().click()
}

/** A row of a list, by a text that is always seen in it: all of it, with what it shows when it is open. */
export const row = (within, words) => within.locator(`.row-item:has(> .row-line:has-text(${JSON.stringify(words)}))`).first()

export async function expand(card) {
  await card.locator('.row-toggle').first().click()
  await card.locator('.row-body').first().waitFor()
}

export const pageOf = (within) => within.page?.() ?? within

/** A part of a page, by its heading. */
export const panel = (within, title) => within.locator('.panel').filter({ has: pageOf(within).getByRole('heading', { name: title, exact: true }) })

/** The value of a name in a list of facts. */
export const fact = (within, name) => within.locator('dl > div').filter({ has: pageOf(within).locator('dt').getByText(name, { exact: true }) }).locator('dd')

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page) {
  await page.locator('[data-page-title]').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.waiting, .ant-spin-spinning, .row-waiting'))
}

/** The rules of axe that look at colours: in another theme nothing else can be otherwise. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds, as lines; by these rules alone, if any are given. A colour on its way from one theme to the other is of neither. */
export async function inaccessible(page, rules) {
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (only) => {
    const results = await window.axe.run(document, { resultTypes: ['violations'], ...only })
    return results.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }))
  }, rules ? { runOnly: { type: 'rule', values: rules } } : {})
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}

/** Whether these are in the order of their letters (1), or against it (-1), and there are several. */
export const sortedBy = (words, direction) => words.length > 1 && words.every((word, at) => at === 0 || words[at - 1].localeCompare(word, 'en') * direction <= 0)

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

/** What the server says of every fault of its own, whatever was asked for. */
const FAULT = 'An unexpected error occurred. Please try again later.'

/** An answer of the API that refuses, as the server gives it: of a fault with its one sentence; a refusal without a sentence says nothing. */
export const refusing =
  (status, message = status >= 500 ? FAULT : '', code = status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'VALIDATION_ERROR', details = null) =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: message, message, code, status, request_id: 'e2e', details }) })
