// Pictures of the console to look at: npm run shots -> shots/<page>-<theme>-<width>.png. All routes with what there is on
// the Canopy at CANOPY_URL; or those named: npm run shots -- /teams "/events?q=shop". CANOPY_LOCALE=fr: in French.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { call, canopy, signIn } from '../e2e/api.mjs'
import { LAUNCH, newContext, newPage } from '../e2e/browser.mjs'
import { settled } from '../e2e/page.mjs'

const folder = process.env.CANOPY_PICTURES ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'shots')
mkdirSync(folder, { recursive: true })
if (!canopy.url) throw new Error('CANOPY_URL, CANOPY_EMAIL and CANOPY_PASSWORD must be set.')
const locale = process.env.CANOPY_LOCALE
const widths = (process.env.CANOPY_WIDTHS ?? '1280,390').split(',').map(Number)
const session = await signIn()
const browser = await chromium.launch(LAUNCH)
const { context, problems } = await newContext(browser, locale ? { locale } : {})

/** The newest of a list; undefined when there is none. */
const newest = async (path) => (await call('GET', `${path}?limit=1`, { token: session.token }))[0]?.id

async function everything() {
  const [deployment, task, event, team, datacenter, cluster] = await Promise.all(['/deployments', '/tasks', '/events', '/teams', '/datacenters', '/clusters'].map(newest))
  const of = (name, id, paths) => (id === undefined ? [] : paths.map(([suffix, path]) => [`${name}-${suffix}`, path]))
  return [
    ['dashboard', '/'],
    ['deployments', '/deployments'],
    ['wizard', '/new-deployment'],
    ['tasks', '/tasks'],
    ['events', '/events'],
    ['teams', '/teams'],
    ['teams-all', '/admin/teams'],
    ['team-new', '/teams/new'],
    ['infrastructure', '/infrastructure'],
    ['system', '/system'],
    ['admin-logs', '/admin/logs'],
    ['admin-database', '/admin/database'],
    ['admin-security', '/admin/security'],
    ['datacenter-new', '/admin/datacenters/new'],
    ['cluster-new', '/clusters/new'],
    ['not-found', '/nowhere'],
    ...of('deployment', deployment, [
      ['page', `/deployments/${deployment}`],
      ['edit', `/deployments/${deployment}/edit`],
      ['open', `/deployments?open=${deployment}`],
    ]),
    ...of('task', task, [
      ['page', `/tasks/${task}`],
      ['open', `/tasks?open=${task}`],
    ]),
    ...of('event', event, [
      ['open', `/events?open=${event}`],
      ['page', `/events/${event}`],
    ]),
    ...of('team', team, [['open', `/teams?open=${team}`]]),
    ...of('cluster', cluster, [['page', `/clusters/${cluster}`]]),
    ...of('place', datacenter, [['open', `/infrastructure?open=${datacenter},${cluster}`]]),
  ]
}

const named = process.argv.slice(2).map((path) => [path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'dashboard', path])
const signedIn = named.length > 0 ? named : await everything()
const outside = named.length > 0 ? [] : ['/login', '/register', '/setup'].map((path) => [path.slice(1), path])

async function picture([name, path], as, theme, width) {
  const page = await newPage(context, { session: as, theme, width })
  await page.goto(path)
  await settled(page)
  await page.evaluate(() => document.fonts.ready)
  const file = `${[name, theme, width, locale].filter(Boolean).join('-')}.png`
  await page.screenshot({ path: join(folder, file), fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  console.log(file, ...(wide > 0 ? [`is ${wide} px too wide`] : []), ...problems.splice(0))
  await page.close()
}

for (const theme of ['light', 'dark']) {
  for (const width of widths) {
    for (const each of signedIn) await picture(each, session, theme, width)
    for (const each of outside) await picture(each, undefined, theme, width)
  }
}
await browser.close()
