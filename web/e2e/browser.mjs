// What the browser checks share. They run against a Canopy that is there: CANOPY_URL (its console), CANOPY_EMAIL and
// CANOPY_PASSWORD (an administrator). CHROMIUM names another browser than /usr/bin/chromium.
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'

export const BASE = process.env.CANOPY_URL ?? 'http://127.0.0.1:8080'
const EMAIL = process.env.CANOPY_EMAIL ?? ''
const PASSWORD = process.env.CANOPY_PASSWORD ?? ''

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })

/** A call to the REST API, as a program makes it. */
export async function call(method, path, { body, token } = {}) {
  const answer = await fetch(`${BASE}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${json.message}`)
  return json.data
}

/** A session of its own, so that one check's log-out is nobody else's. */
export function signIn() {
  if (!EMAIL || !PASSWORD) throw new Error('CANOPY_EMAIL and CANOPY_PASSWORD must name an administrator of the Canopy at CANOPY_URL')
  return call('POST', '/auth/login', { body: { email: EMAIL, password: PASSWORD } })
}

/** A page of a fresh browser context, signed in with `session`; `problems` collects what the console complains about. */
export async function open(browser, { session, theme = 'light', width = 1280, height = 860 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  if (session) {
    // Once, and not again in the same context: a log-out must stay one.
    const page = await context.newPage()
    await page.goto(`${BASE}/favicon.svg`)
    await page.evaluate((kept) => {
      localStorage.setItem('user', JSON.stringify(kept.user))
      localStorage.setItem('expiresAt', String(kept.expiresAt))
      localStorage.setItem('token', kept.token)
    }, session)
    await page.close()
  }
  const page = await context.newPage()
  const problems = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return { context, page, problems }
}

export const type = async (page, label, text) => page.getByLabel(label, { exact: true }).fill(text)

export async function fillLogin(page) {
  await type(page, 'Email', EMAIL)
  await type(page, 'Password', PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page) {
  await page.locator('[data-page-title]').waitFor()
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton-active, .ant-spin-spinning'))
}

/** What axe finds, as lines. */
export async function inaccessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
}
