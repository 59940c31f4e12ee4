// Sign-in, its end, and who may go where.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, CUT, fillLogin, go, heading, inaccessible, link, path, refused, refusing, settled, text, toasted, type, withoutStream } from './page.mjs'
import { admin, failed, member, newcomer, PASSWORD, site, slug, stranger } from './world.mjs'

const kept = (page) => page.evaluate(() => ['token', 'user', 'expiresAt'].map((key) => localStorage.getItem(key)))
const EXPIRED = 'Your session has expired. Please log in again to continue.'

test.describe('sign-in', () => {
  test('sends a visitor to sign in and back to the very place', async ({ open }) => {
    const { page } = await open()
    await admin()
    await page.goto('/teams?q=x#top')
    await arrived(page, 'Welcome back')
    expect(path(page)).toBe('/login')
    await fillLogin(page)
    await arrived(page, 'Teams')
    expect(path(page)).toBe('/teams?q=x#top')
  })

  test('asks for e-mail and password', async ({ open }) => {
    const { page } = await open({ at: '/login' })
    await button(page, 'Sign in').click()
    await text(page, 'Email is required').waitFor()
    await text(page, 'Password is required').waitFor()
  })

  test('shows the server’s words for a wrong password and keeps the form', async ({ open, allow }) => {
    const { page } = await open({ at: '/login' })
    allow(refused(401))
    await fillLogin(page, { email: 'nobody@example.com', password: 'wrong password' })
    await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@example.com')
    expect(path(page)).toBe('/login')
  })

  test('says “Login failed” when the server is at fault', async ({ open, allow }) => {
    const { page } = await open({ at: '/login' })
    allow(refused(500))
    await answering(page, /^\/auth\/login$/, refusing(500), 'POST')
    await fillLogin(page, { email: 'nobody@example.com', password: 'some password' })
    await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor()
  })

  test('sends whoever is signed in from /login and /register to the dashboard', async ({ open }) => {
    const { page } = await open({ as: admin })
    for (const at of ['/login', '/register']) {
      await page.goto(at)
      await arrived(page, 'Dashboard')
      expect(path(page)).toBe('/')
    }
  })
})

test.describe('registration', () => {
  test('makes an account that can sign in, and is reached from sign-in and back', async ({ open }) => {
    const { page } = await open({ at: '/login' })
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
    expect(path(page)).toBe('/login')
    await fillLogin(page, { email, password: PASSWORD })
    await arrived(page, 'Dashboard')
    await button(page, 'Logout Rita').waitFor()
  })

  test('says what is wrong with what was typed', async ({ open }) => {
    const { page } = await open({ at: '/register' })
    await button(page, 'Create account').click()
    await text(page, 'Email is required').waitFor()
    await text(page, 'Password is required').waitFor()
    await type(page, 'Email', 'rita')
    await type(page, 'Password', '1234567')
    await button(page, 'Create account').click()
    await text(page, 'Invalid email address').waitFor()
    await text(page, 'Password should be at least 8 characters long for security').waitFor()
  })

  test('says that an address is taken and keeps what was typed', async ({ open, allow }) => {
    const { page } = await open({ at: '/register' })
    allow(refused(409))
    const { user } = await admin()
    await type(page, 'Email', user.email)
    await type(page, 'Password', PASSWORD)
    await button(page, 'Create account').click()
    await page.getByRole('alert').filter({ hasText: 'This email address is already registered.' }).waitFor()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(user.email)
  })
})

test.describe('the end of a session', () => {
  test('comes by Logout with its toast, at the server too, in every tab, and leaves no way back', async ({ open }) => {
    const { page, context, session } = await open({ as: newcomer, at: '/teams' })
    const other = await context.newPage()
    await go(other, '/events')
    await button(page, 'Logout Nora').click()
    await toasted(page, 'Logout successful', 'You are now logged out.')
    await arrived(page, 'Welcome back')
    await arrived(other, 'Welcome back')
    expect(await kept(page)).toEqual([null, null, null])
    await expect(call('GET', '/teams', { token: session.token })).rejects.toThrow(/401/)
    await fillLogin(page, { email: session.email, password: PASSWORD })
    await arrived(page, 'Dashboard')
    expect(path(page), 'after Logout there is no place to come back to').toBe('/')
    await arrived(other, 'Events')
  })

  test('comes by the server: one toast, and sign-in leads back to the same place', async ({ open, allow }) => {
    const { page, session } = await open({ as: newcomer, at: '/tasks?status=failed' })
    allow(refused(401))
    await call('POST', '/auth/logout', { token: session.token })
    // The stream may have noticed before the click does: then there is no button any more, and nobody waits for it.
    void button(page, 'Refresh').click().catch(() => undefined)
    await arrived(page, 'Welcome back')
    await toasted(page, 'Unauthorized access', EXPIRED)
    await expect(page.getByText(EXPIRED)).toHaveCount(1)
    expect(await kept(page)).toEqual([null, null, null])
    await fillLogin(page, { email: session.email, password: PASSWORD })
    await arrived(page, 'Tasks')
    expect(path(page)).toBe('/tasks?status=failed')
  })

  test('comes once, however many calls are refused at the same time', async ({ open, allow }) => {
    const { page } = await open({ as: stranger, at: '/events' })
    allow(refused(401))
    // Answers wait for the click, and for each other: calls in the background would end the session before it.
    let refuse
    const several = new Promise((resolve) => (refuse = resolve))
    let [asked, clicked] = [0, false]
    await answering(page, /./, async (route) => {
      asked += 1
      clicked ||= route.request().url().endsWith('/api/dashboard')
      if (clicked && asked > 1) refuse()
      await several
      await refusing(401, 'Please sign in.', 'UNAUTHORIZED')(route)
    })
    // The dashboard asks for its counts and its events at once.
    await link(page, 'Dashboard').click()
    await arrived(page, 'Welcome back')
    await toasted(page, 'Unauthorized access', EXPIRED)
    await expect(page.getByText(EXPIRED)).toHaveCount(1)
  })

  test('does not come by a 503: the screen says so, and goes on when the server does', async ({ open, allow }) => {
    const { page } = await open({ as: newcomer, at: '/events' })
    allow(refused(503), CUT)
    await withoutStream(page)
    const well = await answering(page, /./, refusing(503, 'A part of Canopy does not answer at the moment.', 'SERVICE_UNAVAILABLE'))
    await link(page, 'Teams').click()
    await text(page, 'Error loading teams. Please try again later.').waitFor()
    expect(path(page)).toBe('/teams')
    expect((await kept(page)).every((value) => value !== null), 'a 503 ended the session').toBeTruthy()
    await well()
    await button(page, 'Try Again').click()
    await page.getByText('No teams found. Create a new team to get started.').waitFor()
  })

  test('comes by itself after seven days', async ({ open }) => {
    const { page, session } = await open({ as: stranger, own: true })
    expect(Math.abs(session.expiresAt - Date.now() - 7 * 24 * 3600 * 1000) < 3600 * 1000, 'a session is not of seven days').toBeTruthy()
    await page.clock.install()
    await go(page, '/teams')
    await page.clock.fastForward(7 * 24 * 3600 * 1000 + 1000)
    await arrived(page, 'Welcome back')
    await toasted(page, 'Unauthorized access', EXPIRED)
    expect(await kept(page)).toEqual([null, null, null])
  })

  for (const [what, key, value] of [
    ['whose time is over', 'expiresAt', '1'],
    ['whose user cannot be read', 'user', '{'],
    ['without a token', 'token', ''],
  ]) {
    test(`is found at the start: a session ${what} is none`, async ({ open }) => {
      const { page } = await open({ as: stranger, at: '/teams' })
      await page.evaluate(([name, word]) => localStorage.setItem(name, word), [key, value])
      await page.reload()
      await arrived(page, 'Welcome back')
      expect(await kept(page)).toEqual([null, null, null])
    })
  }
})

test.describe('who may go where', () => {
  test('shows the section Admin to administrators', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/' })
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await menu.getByText('Admin', { exact: true }).waitFor()
    for (const name of ['Dashboard', 'Deployments', 'Tasks', 'Events', 'Teams', 'Settings', 'Infrastructure', 'Users']) {
      await link(menu, name).click()
      await arrived(page, name)
    }
  })

  test('hides it from users, with all that only administrators do', async ({ open }) => {
    const { page } = await open({ as: stranger, at: '/' })
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'Deployments', 'Tasks', 'Events', 'Teams', 'Settings'])
    expect(await menu.getByText('Admin', { exact: true }).count()).toBe(0)
    await go(page, '/infrastructure')
    for (const name of ['Add Datacenter', 'Register Cluster']) expect(await button(page, name).count()).toBe(0)
  })

  for (const [from, to, title] of [
    ['/admin/datacenters/new', '/infrastructure', 'Infrastructure'],
    ['/clusters/new', '/infrastructure', 'Infrastructure'],
    ['/admin/teams', '/teams', 'Teams'],
    ['/users', '/', 'Dashboard'],
  ]) {
    test(`sends a user from ${from} to ${to}`, async ({ open }) => {
      const { page } = await open({ as: stranger })
      await page.goto(from)
      await arrived(page, title)
      await page.waitForURL(to)
    })
  }

  test('says that there is nothing at an unknown address, and leads home', async ({ open }) => {
    const { page } = await open({ as: stranger, at: '/no/such/page' })
    await arrived(page, 'Page not found')
    await text(page, 'There is nothing at /no/such/page').waitFor()
    await link(page, 'Go to Dashboard').click()
    await arrived(page, 'Dashboard')
  })
})

test.describe('the frame', () => {
  test('is used by keyboard: skip link, heading after a change of page, title, announcement', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams' })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await link(page, 'Events').focus()
    await page.keyboard.press('Enter')
    await arrived(page, 'Events')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Events')
    await expect(page).toHaveTitle(/^(\(\d+\) )?Events · Canopy$/)
    expect(await page.locator('[aria-live=polite].unseen').first().textContent()).toBe('Events · Canopy')
  })

  test('has a drawer on a phone that closes on a choice and by its button', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams', width: 390, height: 844 })
    await button(page, 'Open menu').click()
    await button(page, 'Close menu').click()
    await button(page, 'Close menu').waitFor({ state: 'hidden' })
    await button(page, 'Open menu').click()
    await link(page, 'Tasks').click()
    await arrived(page, 'Tasks')
    await button(page, 'Close menu').waitFor({ state: 'hidden' })
  })

  test('keeps a chosen theme over a reload and follows the system otherwise', async ({ open }) => {
    // The choice is kept in the profile: somebody whom no other test looks at.
    const { page } = await open({ as: newcomer, at: '/teams' })
    const shown = (theme) => page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme)
    await button(page, 'Theme: As the system').click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await shown('dark')
    await page.reload()
    await shown('dark')
    await settled(page)
    await button(page, 'Theme: Dark').click()
    await page.getByRole('menuitemradio', { name: 'As the system' }).click()
    await shown('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shown('dark')
  })

  test('changes the theme at one click before sign-in', async ({ open }) => {
    const { page } = await open({ at: '/login' })
    await button(page, 'Dark theme').click()
    await button(page, 'Light theme').waitFor()
    await heading(page, 'Welcome back').waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })
})

test.describe('palette and keys', () => {
  test('leads everywhere by Ctrl K and by keys, which it lists', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams' })
    const made = await site()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    await field.fill(made.name)
    await page.getByRole('option', { name: made.name }).first().waitFor()
    expect(await inaccessible(page)).toEqual([])
    await page.keyboard.press('Enter')
    await arrived(page, made.name)
    expect(path(page)).toBe(`/deployments/${made.id}`)
    await link(page.getByRole('navigation', { name: 'Where you are' }), 'Deployments').click()
    await arrived(page, 'Deployments')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await inaccessible(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await arrived(page, 'Events')
  })

  for (const at of ['/deployments', '/tasks', '/users']) {
    test(`go past what narrows ${at} to its first row, and walk the rows`, async ({ open }) => {
      const { page } = await open({ as: admin })
      await Promise.all([site(), failed(), member()])
      await go(page, at)
      await page.locator('.row-item').nth(1).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(link(page, 'Skip to the list')).toBeFocused()
      await page.keyboard.press('Enter')
      const here = () => page.evaluate(() => [...document.querySelectorAll('.row-item')].findIndex((row) => row.querySelector('.row-line')?.contains(document.activeElement)))
      expect(await here()).toBe(0)
      await page.keyboard.press('j')
      expect(await here()).toBe(1)
      await page.keyboard.press('k')
      expect(await here()).toBe(0)
    })
  }

  for (const at of ['/events', '/teams', '/infrastructure']) {
    test(`reach the first row of ${at} in at most six presses of Tab, and walk the rows`, async ({ open }) => {
      const { page } = await open({ as: admin })
      await site()
      await go(page, at)
      await page.locator('.row-item').nth(1).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const inRow = () => page.evaluate(() => document.activeElement?.closest('.row-item') !== null)
      let presses = 0
      while (!(await inRow()) && presses < 20) {
        await page.keyboard.press('Tab')
        presses += 1
      }
      expect(presses).toBeLessThanOrEqual(6)
      const here = () => page.evaluate(() => [...document.querySelectorAll('.row-item')].findIndex((row) => row.querySelector('.row-line')?.contains(document.activeElement)))
      const first = await here()
      await page.keyboard.press('j')
      expect(await here()).toBe(first + 1)
      await page.keyboard.press('o')
      await expect(page.locator('.row-item').nth(first + 1).locator('.row-body').first()).toBeVisible()
      await page.keyboard.press('k')
      expect(await here()).toBe(first)
    })
  }
})
