// Sign-in, its end, and who may go where.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, arrived, BASE, button, call, CUT, fillLogin, go, heading, link, on, path, refused, refusing, settled, text, toasted, type, withoutStream } from './browser.mjs'
import { admin, newcomer, PASSWORD, slug, stranger } from './world.mjs'

const kept = (page) => page.evaluate(() => ['token', 'user', 'expiresAt'].map((key) => localStorage.getItem(key)))
const EXPIRED = 'Your session has expired. Please log in again to continue.'

describe('sign-in', () => {
  it(
    'sends a visitor to sign in and back to the very place',
    on({}, async ({ page }) => {
      await admin()
      await page.goto(`${BASE}/teams?q=x#top`)
      await arrived(page, 'Welcome back')
      assert.equal(path(page), '/login')
      await fillLogin(page)
      await arrived(page, 'Teams')
      assert.equal(path(page), '/teams?q=x#top')
    }),
  )

  it(
    'asks for e-mail and password',
    on({ at: '/login' }, async ({ page }) => {
      await button(page, 'Sign in').click()
      await text(page, 'Email is required').waitFor()
      await text(page, 'Password is required').waitFor()
    }),
  )

  it(
    'shows the server’s words for a wrong password and keeps the form',
    on({ at: '/login' }, async ({ page, expect }) => {
      expect(refused(401))
      await fillLogin(page, { email: 'nobody@example.com', password: 'wrong password' })
      await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor()
      assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'nobody@example.com')
      assert.equal(path(page), '/login')
    }),
  )

  it(
    'says “Login failed” when the server says nothing',
    on({ at: '/login' }, async ({ page, expect }) => {
      expect(refused(500))
      await answering(page, /^\/auth\/login$/, refusing(500), 'POST')
      await fillLogin(page, { email: 'nobody@example.com', password: 'some password' })
      await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor()
    }),
  )

  it(
    'sends whoever is signed in from /login and /register to the dashboard',
    on({ as: admin }, async ({ page }) => {
      for (const at of ['/login', '/register']) {
        await page.goto(BASE + at)
        await arrived(page, 'Dashboard')
        assert.equal(path(page), '/')
      }
    }),
  )
})

describe('registration', () => {
  it(
    'makes an account that can sign in, and is reached from sign-in and back',
    on({ at: '/login' }, async ({ page }) => {
      const email = `${slug('rita')}@example.com`
      await link(page, 'Create account').click()
      await arrived(page, 'Create account')
      await link(page, 'Sign in instead').click()
      await arrived(page, 'Welcome back')
      await link(page, 'Create account').click()
      await arrived(page, 'Create account')
      await type(page, 'Email', email)
      await type(page, 'First name', 'Rita')
      await type(page, 'Password', PASSWORD)
      await button(page, 'Create account').click()
      await toasted(page, 'Account created', 'You can sign in now.')
      await arrived(page, 'Welcome back')
      assert.equal(path(page), '/login')
      await fillLogin(page, { email, password: PASSWORD })
      await arrived(page, 'Dashboard')
      await button(page, 'Logout Rita').waitFor()
    }),
  )

  it(
    'says what is wrong with what was typed',
    on({ at: '/register' }, async ({ page }) => {
      await button(page, 'Create account').click()
      await text(page, 'Email is required').waitFor()
      await text(page, 'Password is required').waitFor()
      await type(page, 'Email', 'rita')
      await type(page, 'Password', '1234567')
      await button(page, 'Create account').click()
      await text(page, 'Invalid email address').waitFor()
      await text(page, 'Password should be at least 8 characters long').waitFor()
    }),
  )

  it(
    'says that an address is taken and keeps what was typed',
    on({ at: '/register' }, async ({ page, expect }) => {
      expect(refused(409))
      const { user } = await admin()
      await type(page, 'Email', user.email)
      await type(page, 'Password', PASSWORD)
      await button(page, 'Create account').click()
      await page.getByRole('alert').filter({ hasText: 'This email address is already registered.' }).waitFor()
      assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), user.email)
    }),
  )
})

describe('the end of a session', () => {
  it(
    'comes by Logout with its toast, at the server too, in every tab, and leaves no way back',
    on({ as: newcomer, at: '/teams' }, async ({ page, context, session }) => {
      const other = await context.newPage()
      await go(other, '/events')
      await button(page, 'Logout Nora').click()
      await toasted(page, 'Logout successful', 'You are now logged out.')
      await arrived(page, 'Welcome back')
      await arrived(other, 'Welcome back')
      assert.deepEqual(await kept(page), [null, null, null])
      await assert.rejects(call('GET', '/teams', { token: session.token }), /401/)
      await fillLogin(page, { email: session.email, password: PASSWORD })
      await arrived(page, 'Dashboard')
      assert.equal(path(page), '/', 'after Logout there is no place to come back to')
      await arrived(other, 'Events')
    }),
  )

  it(
    'comes by the server: one toast, and sign-in leads back to the same place',
    on({ as: newcomer, at: '/tasks?status=failed' }, async ({ page, session, expect }) => {
      expect(refused(401))
      await call('POST', '/auth/logout', { token: session.token })
      // The stream may have noticed before the click does.
      await Promise.all([arrived(page, 'Welcome back'), button(page, 'Refresh').click().catch(() => undefined)])
      await toasted(page, 'Unauthorized access', EXPIRED)
      assert.equal(await page.getByText(EXPIRED).count(), 1)
      assert.deepEqual(await kept(page), [null, null, null])
      await fillLogin(page, { email: session.email, password: PASSWORD })
      await arrived(page, 'Tasks')
      assert.equal(path(page), '/tasks?status=failed')
    }),
  )

  it(
    'comes once, however many calls are refused at the same time',
    on({ as: stranger, at: '/events' }, async ({ page, expect }) => {
      expect(refused(401))
      await answering(page, /./, refusing(401, 'Please sign in.', 'UNAUTHORIZED'))
      // The dashboard asks for its counts and its events at once.
      await link(page, 'Dashboard').click()
      await arrived(page, 'Welcome back')
      await toasted(page, 'Unauthorized access', EXPIRED)
      assert.equal(await page.getByText(EXPIRED).count(), 1)
    }),
  )

  it(
    'does not come by a 503: the screen says so, and goes on when the server does',
    on({ as: stranger, at: '/events' }, async ({ page, expect }) => {
      expect(refused(503), CUT)
      await withoutStream(page)
      const well = await answering(page, /./, refusing(503, 'A part of Canopy does not answer at the moment.', 'SERVICE_UNAVAILABLE'))
      await link(page, 'Teams').click()
      await text(page, 'Error loading teams. Please try again later.').waitFor()
      assert.equal(path(page), '/teams')
      assert.ok((await kept(page)).every((value) => value !== null), 'a 503 ended the session')
      await well()
      await button(page, 'Try Again').click()
      await page.getByText('No teams found. Create a new team to get started.').waitFor()
    }),
  )

  it(
    'comes by itself after seven days',
    on({ as: stranger }, async ({ page, session }) => {
      assert.ok(Math.abs(session.expiresAt - Date.now() - 7 * 24 * 3600 * 1000) < 3600 * 1000, 'a session is not of seven days')
      await page.clock.install()
      await go(page, '/teams')
      await page.clock.fastForward(7 * 24 * 3600 * 1000 + 1000)
      await arrived(page, 'Welcome back')
      await toasted(page, 'Unauthorized access', EXPIRED)
      assert.deepEqual(await kept(page), [null, null, null])
    }),
  )

  for (const [what, key, value] of [
    ['whose time is over', 'expiresAt', '1'],
    ['whose user cannot be read', 'user', '{'],
    ['without a token', 'token', ''],
  ]) {
    it(
      `is found at the start: a session ${what} is none`,
      on({ as: stranger, at: '/teams' }, async ({ page }) => {
        await page.evaluate(([name, word]) => localStorage.setItem(name, word), [key, value])
        await page.reload()
        await arrived(page, 'Welcome back')
        assert.deepEqual(await kept(page), [null, null, null])
      }),
    )
  }
})

describe('who may go where', () => {
  it(
    'shows the section Admin to administrators',
    on({ as: admin, at: '/' }, async ({ page }) => {
      const menu = page.getByRole('navigation', { name: 'Main navigation' })
      await menu.getByText('Admin', { exact: true }).waitFor()
      for (const name of ['Dashboard', 'Deployments', 'Tasks', 'Events', 'Teams', 'Infrastructure']) {
        await link(menu, name).click()
        await arrived(page, name)
      }
    }),
  )

  it(
    'hides it from users, with all that only administrators do',
    on({ as: stranger, at: '/' }, async ({ page }) => {
      const menu = page.getByRole('navigation', { name: 'Main navigation' })
      assert.deepEqual(await menu.getByRole('link').allInnerTexts(), ['Dashboard', 'Deployments', 'Tasks', 'Events', 'Teams'])
      assert.equal(await menu.getByText('Admin', { exact: true }).count(), 0)
      await go(page, '/infrastructure')
      for (const name of ['Add Datacenter', 'Register Cluster']) assert.equal(await button(page, name).count(), 0)
    }),
  )

  for (const [from, to, title] of [
    ['/admin/datacenters/new', '/infrastructure', 'Infrastructure'],
    ['/clusters/new', '/infrastructure', 'Infrastructure'],
    ['/admin/teams', '/teams', 'Teams'],
  ]) {
    it(
      `sends a user from ${from} to ${to}`,
      on({ as: stranger }, async ({ page }) => {
        await page.goto(BASE + from)
        await arrived(page, title)
        await page.waitForURL(BASE + to)
      }),
    )
  }

  it(
    'says that there is nothing at an unknown address, and leads home',
    on({ as: stranger, at: '/no/such/page' }, async ({ page }) => {
      await arrived(page, 'Page not found')
      await text(page, 'There is nothing at /no/such/page').waitFor()
      await link(page, 'Go to Dashboard').click()
      await arrived(page, 'Dashboard')
    }),
  )
})

describe('the frame', () => {
  it(
    'is used by keyboard: skip link, heading after a change of page, title, announcement',
    on({ as: admin, at: '/teams' }, async ({ page }) => {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
      await link(page, 'Events').focus()
      await page.keyboard.press('Enter')
      await arrived(page, 'Events')
      await page.waitForFunction(() => document.activeElement?.textContent === 'Events')
      assert.equal(await page.title(), 'Events · Canopy')
      assert.equal(await page.locator('[aria-live=polite].unseen').first().textContent(), 'Events · Canopy')
    }),
  )

  it(
    'has a drawer on a phone that closes on a choice and by its button',
    on({ as: admin, at: '/teams', width: 390, height: 844 }, async ({ page }) => {
      await button(page, 'Open menu').click()
      await button(page, 'Close menu').click()
      await button(page, 'Close menu').waitFor({ state: 'hidden' })
      await button(page, 'Open menu').click()
      await link(page, 'Tasks').click()
      await arrived(page, 'Tasks')
      await button(page, 'Close menu').waitFor({ state: 'hidden' })
    }),
  )

  it(
    'keeps a chosen theme over a reload and follows the system otherwise',
    on({ as: admin, at: '/teams' }, async ({ page }) => {
      const shown = (theme) => page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme)
      await button(page, 'Theme: As the system').click()
      await page.getByRole('menuitem', { name: 'Dark' }).click()
      await shown('dark')
      await page.reload()
      await shown('dark')
      await settled(page)
      await button(page, 'Theme: Dark').click()
      await page.getByRole('menuitem', { name: 'As the system' }).click()
      await shown('light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shown('dark')
    }),
  )

  it(
    'changes the theme at one click before sign-in',
    on({ at: '/login' }, async ({ page }) => {
      await button(page, 'Dark theme').click()
      await button(page, 'Light theme').waitFor()
      await heading(page, 'Welcome back').waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
    }),
  )
})
