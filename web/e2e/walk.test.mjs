// No control does nothing: on every route, for an administrator and for a user, every button and link that can be seen
// and used is used, each on a fresh page, and something must come of it.
import { canopy } from './api.mjs'
import { pagesOf } from './browser.mjs'
import { expect, test } from './fixtures.mjs'
import { follow, heading, settled } from './page.mjs'
import { PATIENCE_MS } from './patience.mjs'
import { admin, cluster, eventOf, failed, member, shopTeam, site } from './world.mjs'

/** Where the router goes at once, with nothing to load or to ask for. */
const ELSEWHERE = '/no/such/page'

/** What is walked: rows are open, so that what is in them is seen. */
const ROUTES = [
  () => '/',
  async () => `/deployments?open=${(await site()).id},${(await failed()).site.id}`,
  () => '/new-deployment',
  async () => `/deployments/${(await site()).id}`,
  async () => `/deployments/${(await failed()).site.id}`,
  async () => `/deployments/${(await site()).id}/edit`,
  async () => `/deployments/${(await site()).id}/usage`,
  async () => `/deployments/${(await site()).id}/timeline`,
  async () => `/deployments/${(await site()).id}/shell`,
  async () => `/tasks?open=${(await failed()).task.id}&deploymentId=${(await failed()).site.id}`,
  async () => `/tasks/${(await failed()).task.id}`,
  async () => `/events?q=${(await site()).name}`,
  async () => `/events/${(await eventOf((await site()).id)).id}`,
  async () => `/teams?open=${(await shopTeam()).id}`,
  () => '/teams/new',
  async () => `/teams/${(await shopTeam()).id}/settings`,
  () => '/settings',
  () => '/settings/password',
  () => '/settings/two-factor',
  () => '/settings/preferences',
  () => '/settings/sessions',
  () => '/settings/tokens',
  () => '/settings/notifications',
  async () => `/infrastructure?open=${(await cluster()).datacenter},${(await cluster()).id}`,
  async () => `/clusters/${(await cluster()).id}`,
  () => '/no/such/page',
]
const ADMIN = [() => '/admin/teams', () => '/users', () => '/system', () => '/admin/logs', () => '/database', () => '/security', () => '/admin/datacenters/new', async () => `/clusters/new?datacenter=${(await cluster()).datacenter}`, async () => `/admin/datacenters/${(await cluster()).datacenter}/edit`, async () => `/clusters/${(await cluster()).id}/edit`, async () => `/clusters/${(await cluster()).id}/metrics`]
const NOBODY = [() => '/login', () => '/login/callback?error=access_denied', () => '/register', () => '/setup', () => '/invite#nonsense', () => '/forgot-password', () => '/reset-password#nonsense']

/**
 * Runs in the page before anything else: nothing is changed by a walk. What would be, is heard and refused; and without
 * its stream the page asks again only when it is told to. (Requests that playwright intercepts are never cached, so that
 * each page would be fetched and compiled anew.)
 */
function onlyLook() {
  const real = window.fetch
  window.sent = []
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    // A plan changes nothing either.
    if (request.method === 'GET' || request.url.endsWith('/plan/delete')) return real(input, init)
    if (request.url.includes('LiveService')) return Promise.reject(new TypeError('Failed to fetch'))
    window.sent.push(`${request.method} ${request.url}`)
    return Promise.resolve(Response.json({ error: 'Not now.', message: 'Not now.', code: 'CONFLICT', status: 409, request_id: 'e2e', details: null }, { status: 409 }))
  }
}

/** What the page has tried to change. */
const sent = (page) => page.evaluate(() => window.sent)

/** Runs in the page: what can be used, each kind once. Rows of a list and links of a pattern are of one kind. */
function controls(within) {
  const general = (text) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(/\b[a-z]+-[a-z0-9]{6,}\b/g, ':name').replaceAll(/\d+/g, ':n')
  const seen = new Set()
  const found = []
  const roots = within === 'page' ? [document.body] : [...document.querySelectorAll('main')]
  const all = roots.flatMap((root) => [...root.querySelectorAll('a[href], button, [role=button], [role=link], [role=switch], summary')])
  for (const [index, element] of all.entries()) {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    if (box.width === 0 || box.height === 0 || style.visibility === 'hidden') continue
    if (element.disabled || element.getAttribute('aria-disabled') === 'true' || element.closest('[inert], [aria-hidden=true]')) continue
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    const href = element.getAttribute('href')
    // A link to where one is leads nowhere else, and should not.
    if (href !== null && element.href === location.href) continue
    // Nor does the tab that is open.
    if (element.getAttribute('role') === 'tab' && element.getAttribute('aria-selected') === 'true') continue
    // Nor does the page of a list that is shown.
    if (element.tagName === 'BUTTON' && element.getAttribute('aria-current') === 'page') continue
    const kind = element.classList.contains('row-toggle') ? 'row' : href === null ? `button ${general(name)}` : `link ${general(href)} ${element.className}`
    if (seen.has(kind)) continue
    seen.add(kind)
    found.push({ index, name: name || element.outerHTML.slice(0, 80), kind })
  }
  return found
}

/** Runs in the page: waits until nothing has changed for a moment, so that what changes next has a cause. */
function quiet() {
  return new Promise((done) => {
    let timer = setTimeout(done, 120)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(done, 120)
    }
    new MutationObserver((records) => {
      if (records.some(({ target }) => !(target instanceof Element ? target : target.parentElement)?.closest('.log, time'))) again()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Runs in the page: finds the control again, watches, and uses it as the keyboard would, which needs no hovering. */
function use([within, index]) {
  const roots = within === 'page' ? [document.body] : [...document.querySelectorAll('main')]
  const element = roots.flatMap((root) => [...root.querySelectorAll('a[href], button, [role=button], [role=link], [role=switch], summary')])[index]
  const before = document.activeElement
  const passing = (node) => {
    const at = node instanceof Element ? node : node.parentElement
    if (!at) return false
    if (at.closest('.ant-tooltip, .ant-wave, time, .live-pill, .unseen, .log-lines')) return true
    // The place of a tooltip that is to come, and of styles.
    return node instanceof Element && (['STYLE', 'LINK', 'SCRIPT'].includes(node.tagName) || node.querySelector('.ant-tooltip') !== null || (node.childNodes.length === 0 && node.textContent === '' && node.parentElement === document.body))
  }
  window.changes = []
  window.sent = []
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
      if (passing(target)) continue
      if (type === 'attributes') window.changes.push({ what: `${attributeName} of ${target.nodeName}`, nodes: [] })
      else if (type === 'characterData') window.changes.push({ what: `text "${target.data}"`, nodes: [] })
      else window.changes.push({ what: `nodes of ${target.nodeName}.${target.className}`, nodes: [...addedNodes, ...removedNodes] })
    }
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'aria-current', 'aria-invalid', 'disabled', 'hidden', 'type', 'open', 'value'],
  })
  window.changed = () => window.changes.find(({ nodes }) => nodes.length === 0 || nodes.some((node) => !passing(node)))?.what ?? null
  element.focus()
  // What the keyboard does not reach (it has keys of its own for it) is for the pointer.
  if (element.tabIndex < 0) for (const event of ['mousedown', 'mouseup']) element.dispatchEvent(new MouseEvent(event, { bubbles: true, cancelable: true, button: 0 }))
  window.moved = () => document.activeElement !== element && document.activeElement !== before && document.activeElement !== document.body
  element.click()
}

/** Runs in the page: whether it was loaded anew since something was used, or shows something that stays whatever the page is. */
function remains() {
  return window.changes === undefined || document.querySelector('[role=dialog], .ant-drawer, .ant-notification-notice, .ant-dropdown:not(.ant-dropdown-hidden)') !== null
}

/** What comes of using it, in a word; null when nothing does. */
async function outcome(context, page, within, { index }, patience) {
  const from = page.url()
  const happened = []
  const listen = (target, event, word) => {
    const heard = (what) => happened.push(word(what))
    target.on(event, heard)
    return () => target.off(event, heard)
  }
  const stop = [
    listen(page, 'request', (request) => (request.url().includes('canopy.live') || request.url().endsWith('/plan/delete') ? '' : `asked ${request.method()} ${request.url().slice(canopy.url.length)}`)),
    listen(page, 'download', () => 'a download'),
    listen(context, 'page', () => 'another page'),
  ]
  try {
    await page.evaluate(use, [within, index])
    for (const end = Date.now() + patience; Date.now() < end; ) {
      const heard = happened.find(Boolean)
      if (heard) return heard
      if (page.url() !== from) return `went to ${page.url().slice(canopy.url.length)}`
      const changed = await page.evaluate(() => window.sent[0] ?? window.changed?.() ?? (window.moved?.() ? 'the focus' : null)).catch(() => 'another document')
      if (changed) return changed
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return null
  } finally {
    for (const each of stop) each()
  }
}

/** A question before something that cannot be taken back is answered by Cancel, and is gone. */
async function cancelled(page) {
  const question = page.locator('[role=dialog]').filter({ has: page.getByRole('button', { name: 'Cancel', exact: true }) })
  await question.waitFor()
  // What comes late may be longer than the room it was left, and moves the button then.
  await expect(question.locator('[aria-busy=true]')).toHaveCount(0)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.waitFor({ state: 'hidden' })
}

/** Asks first, by the word on it. */
const ASKS = /^(Delete|Remove|Leave|Cancel$|Forget)/

/** What Chromium writes where a site's logs are refused. */
const NO_LOGS = /status of 409 \(Conflict\) \(.*\/logs\?/

/** Walks a page; `used` has what was used already, and gets what is used now. */
async function walk(open, session, at, { within = 'main', used = new Set(), prepare = () => undefined, patience = PATIENCE_MS } = {}) {
  // A session that was ended is there again, and a click may copy, as it may for a reader.
  const { context, page } = await open({ session, lasting: true, permissions: ['clipboard-read', 'clipboard-write'] })
  const dead = []
  await page.addInitScript(onlyLook)
  const fresh = async () => {
    await page.goto(at)
    await settled(page)
    await page.evaluate(prepare)
    await page.evaluate(quiet)
  }
  /** The page anew: the router goes somewhere else and then there, which is sooner than a load. Nobody's pages have no router that could. */
  const remade = async (from) => {
    if (!session || new URL(from).pathname === ELSEWHERE) return false
    const gone = await follow(page, ELSEWHERE).then(() => heading(page, 'Page not found').waitFor({ timeout: 3000 })).then(() => true, () => false)
    if (!gone) return false
    await page.evaluate(quiet)
    if (await page.evaluate(remains)) return false
    await follow(page, from)
    await settled(page)
    await page.evaluate(quiet)
    return page.url() === from
  }
  await fresh()
  const found = await page.evaluate(controls, within)
  let clean = true
  for (const control of found) {
    if (used.has(control.kind)) continue
    used.add(control.kind)
    if (!clean) await fresh()
    clean = false
    const from = page.url()
    const [there] = (await page.evaluate(controls, within)).filter(({ kind }) => kind === control.kind)
    if (!there) continue
    const came = await outcome(context, page, within, there, patience)
    if (came === null) dead.push(`${control.kind}: “${control.name}”`)
    else if (ASKS.test(control.name) && control.kind.startsWith('button') && (await page.locator('[role=dialog]').count()) > 0) {
      expect(await sent(page), `“${control.name}” did not ask first`).toEqual([])
      await cancelled(page)
      expect(await sent(page), `“${control.name}” was cancelled and did it all the same`).toEqual([])
    }
    for (const other of pagesOf(context)) if (other !== page) await other.close()
    // What a button has asked for may be at work still.
    clean = (control.kind.startsWith('link') || !came?.startsWith('asked')) && (await remade(from))
  }
  return { dead, walked: found.length }
}

async function walked(open, as, route, within, used) {
  const [session] = await Promise.all([as(), site(), failed()])
  const { dead, walked: found } = await walk(open, session, await route(), { within, used })
  expect(found, 'nothing was found to walk').toBeGreaterThan(0)
  expect(dead).toEqual([])
}

/** A route is walked by one worker: what an administrator has used on it need not be used by a member. */
function walks(people, routes, within) {
  for (const route of routes) {
    const pattern = String(route).replaceAll(/^(async )?\(\) => |[`']/g, '').replaceAll(/\$\{\(await (\w+)\(\)\)[^}]*\}/g, '{$1}')
    test.describe(() => {
      test.describe.configure({ mode: 'default' })
      const used = new Set()
      for (const [who, as] of people) {
        test(`${who}: ${within === 'page' ? 'the frame around ' : ''}${pattern}`, async ({ open, allow }) => {
          // A site that never ran has no logs, and the answer says so.
          if (pattern.includes('{failed}')) allow(NO_LOGS)
          await walked(open, as, route, within, used)
        })
      }
    })
  }
}

test.describe('a button that does nothing', () => {
  test('is found by this walk', async ({ open }) => {
    const prepare = () => {
      document.querySelector('main').append(Object.assign(document.createElement('button'), { textContent: 'Does nothing' }))
    }
    // What does nothing does so however long it is waited for.
    const { dead, walked: found } = await walk(open, await admin(), '/teams/new', { prepare, patience: PATIENCE_MS / 8 })
    expect(found).toBeGreaterThan(1)
    expect(dead).toEqual(['button Does nothing: “Does nothing”'])
  })
})

test.describe('every button and link does something', () => {
  const ADMINISTRATOR = ['an administrator', admin]
  const MEMBER = ['a member', member]
  walks([ADMINISTRATOR, MEMBER], ROUTES)
  walks([ADMINISTRATOR], ADMIN)
  walks([ADMINISTRATOR, MEMBER], [() => '/events'], 'page')
  walks([['a visitor', async () => undefined]], NOBODY, 'page')
})
