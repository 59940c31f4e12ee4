// Every route of the console, in light, dark and on a phone: no barrier that axe knows, a quiet browser console, nothing
// wider than the screen or cut in any language, its heading and its title.
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, COLOURS, inaccessible, path, settled, text, tooWide } from './page.mjs'
import { admin, cluster, crowd, eventOf, failed, newcomer, shopTeam, site, tasksOf } from './world.mjs'

/** The patterns that the route table is made of, as its source has them. */
const source = readFileSync(new URL('../src/spec/paths.ts', import.meta.url), 'utf8')
const table = /export const PATTERNS = \{([\s\S]*?)\} as const/.exec(source)?.[1] ?? ''
const PATTERNS = Object.fromEntries([...table.matchAll(/^\s*(\w+): '([^']*)',?$/gm)].map(([, name, pattern]) => [name, pattern]))

/** Somebody who has nothing yet. */
const nobodyYet = (() => {
  let session
  return () => (session ??= newcomer())
})()

/** What is looked at, by the name of its pattern: where it is, its heading, its title where that is another, or the route it leads to. */
const CASES = {
  login: [{ at: () => '/login', h1: 'Welcome back', title: 'Sign in', as: null }],
  signInCallback: [{ at: () => '/login/callback?error=access_denied', h1: 'Welcome back', title: 'Sign in', as: null }],
  register: [{ at: () => '/register', h1: 'Create account', as: null }],
  forgotPassword: [{ at: () => '/forgot-password', h1: 'Forgot your password?', title: 'Forgot password', as: null }],
  resetPassword: [{ at: () => '/reset-password#nonsense', h1: 'Choose another password', title: 'Reset password', as: null }],
  setup: [{ at: () => '/setup', h1: 'Set up Canopy', title: 'Set up', as: null }],
  invite: [{ at: () => '/invite#nonsense', h1: 'You are invited', title: 'Invitation', as: null }],
  dashboard: [
    { at: () => '/', h1: 'Dashboard' },
    { at: () => '/', h1: 'Dashboard', as: nobodyYet, what: 'empty' },
  ],
  newDeployment: [
    { at: () => '/new-deployment', h1: 'New Deployment', byWidth: true },
    { at: () => '/new-deployment', h1: 'New Deployment', as: nobodyYet, what: 'without a team' },
  ],
  deploymentsNew: [{ at: () => '/deployments/new', h1: 'New Deployment', leadsTo: '/new-deployment' }],
  deployments: [
    { at: async () => `/deployments?open=${(await site()).id},${(await failed()).site.id}`, h1: 'Deployments' },
    { at: () => '/deployments', h1: 'Deployments', as: nobodyYet, what: 'empty' },
  ],
  deployment: [
    { at: async () => `/deployments/${(await site()).id}`, h1: async () => (await site()).name, there: (page) => page.locator('.log-level').first() },
    { at: async () => `/deployments/${(await failed()).site.id}`, h1: async () => (await failed()).site.name, what: 'failed' },
  ],
  editDeployment: [{ at: async () => `/deployments/${(await site()).id}/edit`, h1: 'Edit Deployment' }],
  deploymentUsage: [{ at: async () => `/deployments/${(await site()).id}/usage`, h1: 'Usage', there: (page) => page.locator('.usage-tile').first() }],
  deploymentShell: [{ at: async () => `/deployments/${(await site()).id}/shell`, h1: 'Shell', there: (page) => page.getByRole('button', { name: 'Open shell' }) }],
  deploymentTimeline: [{ at: async () => `/deployments/${(await site()).id}/timeline`, h1: 'Timeline', there: (page) => page.locator('.row-item').first() }],
  teams: [
    { at: async () => `/teams?open=${(await shopTeam()).id}`, h1: 'Teams' },
    { at: () => '/teams', h1: 'Teams', as: nobodyYet, what: 'empty' },
  ],
  adminTeams: [{ at: () => '/admin/teams', h1: 'Teams' }],
  newTeam: [{ at: () => '/teams/new', h1: 'Create Team' }],
  tasks: [
    { at: async () => `/tasks?open=${(await failed()).task.id}`, h1: 'Tasks' },
    { at: () => '/tasks', h1: 'Tasks', as: nobodyYet, what: 'empty' },
  ],
  task: [
    { at: async () => `/tasks/${(await tasksOf((await site()).id)).at(-1).id}`, h1: async () => `Install ${(await site()).name}` },
    { at: async () => `/tasks/${(await failed()).task.id}`, h1: async () => `Install ${(await failed()).site.name}`, what: 'failed' },
  ],
  events: [
    { at: () => '/events', h1: 'Events', there: (page) => page.locator('.row-item').nth(9), first: true },
    { at: () => '/events', h1: 'Events', as: nobodyYet, what: 'empty' },
  ],
  event: [{ at: async () => `/events/${(await eventOf((await site()).id)).id}`, h1: async () => (await eventOf((await site()).id)).message, there: (page) => page.getByText('Request', { exact: true }).first() }],
  system: [{ at: () => '/system', h1: 'System', there: (page) => page.getByText('postgres') }],
  adminSecurity: [{ at: () => '/security', h1: 'Security', there: (page) => page.getByRole('heading', { name: 'Administrators' }) }],
  adminDatabase: [{ at: () => '/database', h1: 'Database', there: (page) => page.getByRole('heading', { name: 'Largest tables' }) }],
  oldSecurity: [{ at: () => '/admin/security', h1: 'Security', leadsTo: '/security' }],
  oldDatabase: [{ at: () => '/admin/database', h1: 'Database', leadsTo: '/database' }],
  // Two hundred lines have no other barriers than some.
  adminLogs: [{ at: () => '/admin/logs?service=health', h1: 'Logs', there: (page) => page.locator('.row-item').first() }],
  infrastructure: [{ at: async () => `/infrastructure?open=${(await cluster()).datacenter},${(await cluster()).id}`, h1: 'Infrastructure' }],
  datacenters: [{ at: () => '/admin/datacenters', h1: 'Infrastructure' }],
  newDatacenter: [{ at: () => '/admin/datacenters/new', h1: 'Add Datacenter' }],
  editDatacenter: [{ at: async () => `/admin/datacenters/${(await cluster()).datacenter}/edit`, h1: 'Edit Datacenter', there: (page) => page.getByLabel('Address') }],
  cluster: [{ at: async () => `/clusters/${(await cluster()).id}`, h1: async () => (await cluster()).name, there: (page) => page.getByRole('heading', { name: 'What the credentials may do' }) }],
  clusterMetrics: [{ at: async () => `/clusters/${(await cluster()).id}/metrics`, h1: 'Capacity', there: (page) => page.locator('.chart-canvas canvas').first() }],
  editCluster: [{ at: async () => `/clusters/${(await cluster()).id}/edit`, h1: 'Edit Cluster', there: (page) => page.getByLabel('Cluster Name') }],
  newCluster: [{ at: async () => `/clusters/new?datacenter=${(await cluster()).datacenter}`, h1: 'Register Cluster' }],
  teamSettings: [
    { at: async () => `/teams/${(await shopTeam()).id}/settings`, h1: 'Team Settings', there: (page) => page.getByRole('heading', { name: 'Ownership' }) },
  ],
  settings: [
    { at: () => '/settings', h1: 'Settings', there: (page) => page.getByLabel('First name') },
    { at: () => '/settings/password', h1: 'Settings', what: 'password', there: (page) => page.getByLabel('Current Password') },
    { at: () => '/settings/two-factor', h1: 'Settings', what: 'two-factor', there: (page) => page.getByRole('button', { name: 'Enable', exact: true }) },
    { at: () => '/settings/preferences', h1: 'Settings', what: 'preferences', there: (page) => page.getByLabel('Timezone') },
    { at: () => '/settings/sessions', h1: 'Settings', what: 'sessions', there: (page) => page.getByText('This session') },
    { at: () => '/settings/tokens', h1: 'Settings', what: 'tokens', there: (page) => page.getByRole('button', { name: 'Create Token' }) },
    { at: () => '/settings/notifications', h1: 'Settings', what: 'notifications', there: (page) => page.getByRole('button', { name: 'Create Rule' }) },
  ],
  user: [{ at: async () => `/users/${(await admin()).user.id}`, h1: async () => `${(await admin()).user.firstName} ${(await admin()).user.lastName}`.trim(), there: (page) => page.getByRole('heading', { name: 'Recent activity' }) }],
  users: [{ at: () => '/users', h1: 'Users', there: (page) => page.locator('.row-item').first() }],
  // No pattern, and yet a page.
  '*': [{ at: () => '/no/such/page', h1: 'Page not found' }],
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const got = (value) => (typeof value === 'function' ? value() : value)

async function load({ page }, { at, h1, title, there, first }) {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(await at())
  await arrived(page, await got(h1))
  await settled(page)
  await there?.(page).waitFor()
  // One of the rows is open.
  if (first) await page.locator('.row-toggle').first().click()
  // The number of deployments that have failed may stand before it.
  await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${escaped(title ?? (await got(h1)))} · Canopy$`))
  await expect(page.locator('h1'), 'a page has one heading of the first level').toHaveCount(1)
}

const SIZES = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

/** Makes the window of a page wide, or as narrow as a phone's. */
async function resized(page, size) {
  await page.setViewportSize(SIZES[size])
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await settled(page)
  // A chart is drawn anew after its page; what stays too wide is told by the look.
  await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth).catch(() => undefined)
}

/** What is wrong in light or dark, in words; where the same page was looked at already, only what its colours can have wrong. */
async function wrong({ page, problems }, theme, rules) {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme)
  const found = await inaccessible(page, rules)
  if (await tooWide(page)) found.push('wider than the screen')
  return [...found, ...problems.splice(0).map((line) => `console: ${line}`)]
}

/** The console's languages beside English, by what their button says. */
const LANGUAGES = { es: 'Español', fr: 'Français' }

/** Speaks another language, as a reader chooses it; the profile, which others share, is not told, however late the page tells it. */
async function speak(page, code) {
  await answering(page, /^\/users\/profile$/, (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify({ status: 'success', request_id: 'e2e', data: {} }) }), 'PUT')
  // Before sign-in each language has a button of its own.
  const menu = page.locator('.head-button:has(.language-code)')
  const within = (await menu.count()) > 0
  if (within) await menu.click()
  await page.getByRole(within ? 'menuitemradio' : 'button', { name: LANGUAGES[code] }).click()
  await page.waitForFunction((language) => document.documentElement.lang === language, code)
  await settled(page)
}

/** Runs in the page: words that are cut where nothing says what is missing. */
function cut() {
  const found = []
  for (const element of document.querySelectorAll('h1, h2, h3, button, a, label, legend, dt, th, [role=tab], [role=columnheader]')) {
    const style = getComputedStyle(element)
    if (element.closest('.unseen') || element.clientWidth <= 1 || style.overflowX === 'visible' || style.textOverflow === 'ellipsis') continue
    if (element.scrollWidth > element.clientWidth + 2) found.push(`cut: ${element.textContent.trim().slice(0, 60)}`)
  }
  return found
}

test.describe('every route', () => {
  test('of the table of routes is looked at here', () => {
    expect(Object.keys(PATTERNS).length > 10, 'the patterns could not be read').toBeTruthy()
    expect(Object.keys(CASES).filter((name) => name !== '*').toSorted()).toEqual(Object.keys(PATTERNS).toSorted())
  })

  test('is looked at in earnest: a barrier is found', async ({ open }) => {
    const { page } = await open({ at: '/login' })
    await page.evaluate(() => {
      document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><p style="color: #888; background: #999">Hard to read</p>')
    })
    expect((await inaccessible(page)).map((line) => line.split(':')[0])).toEqual(['button-name', 'color-contrast'])
    expect((await inaccessible(page, COLOURS)).map((line) => line.split(':')[0])).toEqual(['color-contrast'])
  })

  for (const [name, cases] of Object.entries(CASES)) {
    for (const each of cases) {
      if (each.leadsTo) {
        test(`leads to ${each.leadsTo}, which is looked at by its own name: ${PATTERNS[name]}`, async ({ open }) => {
          const opened = await open({ as: admin })
          await load(opened, each)
          expect(path(opened.page)).toBe(each.leadsTo)
        })
        continue
      }
      test(`is without barriers, quiet and within the screen, in each language: ${PATTERNS[name] ?? 'anything else'}${each.what ? ` (${each.what})` : ''}`, async ({ open }) => {
        await Promise.all([admin(), site(), failed(), crowd()])
        const as = each.as === undefined ? admin : each.as
        const session = await as?.()
        const opened = await open({ session })
        const { page, problems } = opened
        await load(opened, each)
        const found = []
        const look = async (title, theme, rules) => found.push(...(await wrong(opened, theme, rules)).map((line) => `${title}: ${line}`))
        await look('light', 'light')
        await look('dark', 'dark', COLOURS)
        await resized(page, 'phone')
        // What a page shows at first may be by its width.
        if (each.byWidth) await load(opened, each)
        await look('phone', 'light')
        for (const [language, ...sizes] of [['es', 'phone', 'wide'], ['fr', 'wide', 'phone']]) {
          await speak(page, language)
          for (const size of sizes) {
            await resized(page, size)
            found.push(...[...(await page.evaluate(cut)), ...((await tooWide(page)) ? ['wider than the screen'] : []), ...problems.splice(0)].map((line) => `${language}, ${size}: ${line}`))
          }
        }
        expect(found).toEqual([])
      })
    }
  }

  test('shows its empty state with the next step', async ({ open }) => {
    const { page } = await open({ as: newcomer })
    for (const [at, words] of [
      ['/deployments', 'There are no deployments available at the moment.'],
      ['/tasks', 'There are no active tasks at the moment.'],
      ['/events', 'There are no events at the moment.'],
      ['/teams', 'No teams found. Create a new team to get started.'],
    ]) {
      await page.goto(at)
      await text(page, words).waitFor()
      await page.locator('.empty').getByRole('link').first().waitFor()
    }
  })
})
