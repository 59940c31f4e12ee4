// The frame of the console in a real browser against a real backend: npm run e2e
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { BASE, call, fillLogin, inaccessible, launch, open, settled, signIn } from './browser.mjs'

describe('the console', () => {
  let browser
  before(async () => {
    browser = await launch()
  })
  after(() => browser.close())

  it('sends a visitor to sign in and back to the very place', async () => {
    const { page, context } = await open(browser)
    await page.goto(`${BASE}/teams?q=x#top`)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/login')
    await fillLogin(page)
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
    assert.equal(page.url(), `${BASE}/teams?q=x#top`)
    await context.close()
  })

  it('shows the server’s words for a wrong password and keeps the form', async () => {
    const { page, context } = await open(browser)
    await page.goto(`${BASE}/login`)
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor()
    assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'nobody@example.com')
    await context.close()
  })

  it('logs out with its toast, at the server too, in every tab, and keeps no way back', async () => {
    const session = await signIn()
    const { page, context } = await open(browser, { session })
    const other = await context.newPage()
    await other.goto(`${BASE}/events`)
    await settled(other)
    await page.goto(`${BASE}/teams`)
    await page.getByRole('button', { name: `Logout ${session.user.firstName}` }).click()
    await page.getByText('Logout successful').waitFor()
    await page.getByText('You are now logged out.').waitFor()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await other.getByRole('heading', { name: 'Welcome back' }).waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
    await assert.rejects(call('GET', '/teams', { token: session.token }), /401/)
    await fillLogin(page)
    await page.waitForURL(`${BASE}/`)
    await context.close()
  })

  it('ends a session the server has ended with one toast, and comes back after sign-in', async () => {
    const session = await signIn()
    const { page, context } = await open(browser, { session })
    await page.goto(`${BASE}/teams`)
    await settled(page)
    await call('POST', '/auth/logout', { token: session.token })
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor({ timeout: 60_000 })
    await page.getByText('Your session has expired. Please log in again to continue.').waitFor()
    assert.equal(await page.getByText('Your session has expired').count(), 1)
    await fillLogin(page)
    await page.waitForURL(`${BASE}/teams`)
    await context.close()
  })

  it('is live: what a program changes appears by itself', async () => {
    const session = await signIn()
    const { page, context } = await open(browser, { session })
    await page.goto(`${BASE}/teams`)
    await page.locator('.live-pill[data-state=live]').waitFor()
    const second = await context.newPage()
    await second.goto(`${BASE}/teams`)
    await second.locator('.live-pill[data-state=live]').waitFor()
    const name = `Seen ${Date.now().toString(36)}`
    await call('POST', '/teams', { token: session.token, body: { name, description: 'made by a program' } })
    for (const tab of [page, second]) await tab.getByText(name).first().waitFor({ timeout: 10_000 })
    await context.close()
  })

  it('says that it is offline and is live again by itself', async () => {
    const { page, context } = await open(browser, { session: await signIn() })
    await page.goto(`${BASE}/teams`)
    await page.locator('.live-pill[data-state=live]').waitFor()
    await context.setOffline(true)
    await page.locator('.live-pill[data-state=offline]').waitFor()
    await page.getByText('You are offline.').waitFor()
    await context.setOffline(false)
    await page.locator('.live-pill[data-state=live]').waitFor({ timeout: 10_000 })
    await context.close()
  })

  it('is used by keyboard: skip link, heading after a change of page, title, announcement', async () => {
    const { page, context } = await open(browser, { session: await signIn() })
    await page.goto(`${BASE}/teams`)
    await settled(page)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content')
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Events')
    assert.equal(await page.title(), 'Events · Canopy')
    assert.equal(await page.locator('[aria-live=polite].unseen').textContent(), 'Events · Canopy')
    await context.close()
  })

  it('has a drawer on a phone that closes on a choice', async () => {
    const { page, context } = await open(browser, { session: await signIn(), width: 390, height: 844 })
    await page.goto(`${BASE}/teams`)
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Close menu' }).waitFor()
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Close menu' }).waitFor({ state: 'hidden' })
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'the page is wider than the phone')
    await context.close()
  })

  it('keeps a chosen theme over a reload', async () => {
    const { page, context } = await open(browser, { session: await signIn() })
    await page.goto(`${BASE}/teams`)
    await settled(page)
    await page.getByRole('button', { name: /^Theme/ }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.reload()
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
    await context.close()
  })

  for (const theme of ['light', 'dark']) {
    it(`has no barrier that axe knows, in ${theme}, and a quiet browser console`, async () => {
      const session = await signIn()
      const found = []
      for (const path of ['/login', '/register', '/setup', '/', '/deployments', '/new-deployment', '/tasks', '/events', '/teams', '/teams/new', '/infrastructure', '/admin/datacenters/new', '/clusters/new', '/no-such-page']) {
        const outside = ['/login', '/register', '/setup'].includes(path)
        const { page, context, problems } = await open(browser, outside ? { theme } : { theme, session })
        await page.goto(BASE + path)
        await settled(page)
        found.push(...(await inaccessible(page)).map((line) => `${path}: ${line}`), ...problems.map((line) => `${path} console: ${line}`))
        await context.close()
      }
      assert.deepEqual(found, [])
    })
  }
})
