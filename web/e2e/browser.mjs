// The browser, and pages in it that are signed in.
import { canopy } from './api.mjs'
import { PATIENCE_MS } from './patience.mjs'

const hosts = new Set(['127.0.0.1', canopy.url ? new URL(canopy.url).hostname : '127.0.0.1'])

export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: [
    // Nothing outside is ever asked.
    `--host-resolver-rules=MAP * ~NOTFOUND, ${[...hosts].map((host) => `EXCLUDE ${host}`).join(', ')}`,
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The pages of a context share a process from their first moment.
    '--process-per-site',
    '--renderer-process-limit=1',
    // No page lives long enough for its scripts to be worth optimizing. Those that are compiled while they come are never found among what
    // the process has compiled already.
    '--js-flags=--no-opt,--no-maglev,--no-script-streaming',
  ],
}

/** What a page of no test shows, as long as its context is there. */
const STAYING = '/favicon.svg'

/** The pages of a context that tests have opened. */
export const pagesOf = (context) => context.pages().filter((page) => !page.url().endsWith(STAYING))

/**
 * A context, and what the console of its pages complains about. One page of it stays open, so that its process does: each page of
 * a test would begin one otherwise, which knows nothing yet.
 */
export async function newContext(browser, { baseURL = canopy.url, locale = 'en-US' } = {}) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', locale, timezoneId: 'UTC' })
  context.setDefaultTimeout(PATIENCE_MS)
  const problems = []
  context.on('console', (message) => {
    // what could not be loaded is said without its address
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  await (await context.newPage()).goto(STAYING)
  return { context, problems }
}

/** What the console keeps of a session. */
const kept = ({ token, user, expiresAt }) => ({ user: JSON.stringify(user), expiresAt: String(expiresAt), token })

/**
 * A page that begins with nothing but `session`, whatever the pages before it have left in the browser. With `lasting` the
 * session is there again at each load.
 */
export async function newPage(context, { session, lasting = false, theme = 'light', width = 1280, height = 860 } = {}) {
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  await page.addInitScript(
    ([origin, entries, again]) => {
      if (location.origin !== origin) return
      const begun = sessionStorage.getItem('e2e') !== null
      if (begun && !again) return
      if (!begun) localStorage.clear()
      sessionStorage.setItem('e2e', 'begun')
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
    },
    // what was chosen before a load is not what the next one begins with: the language too
    [new URL(canopy.url).origin, { ...(session ? kept(session) : {}), ...(lasting ? { language: 'en' } : {}) }, lasting],
  )
  return page
}
