// The first minute: the printed link makes the first administrator, once.
import { call, canopy } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { arrived, button, go, link, path, refused, text, type } from './page.mjs'
import { admin, NEEDS_OWN, OWN } from './world.mjs'

async function fill(page, { firstName = 'Ada', lastName = 'Lovelace', email = canopy.email, password = canopy.password } = {}) {
  await type(page, 'First name', firstName)
  await type(page, 'Last name', lastName)
  await type(page, 'Email', email)
  await type(page, 'Password', password)
}

const create = (page) => button(page, 'Create administrator').click()

// The last but one sets it up.
test.use({ untouched: true })
test.describe.configure({ mode: 'serial' })

test.describe('set-up', () => {
  test.skip(!OWN, NEEDS_OWN)

  test('says what is missing, and that a password is weak, before anything is sent', async ({ open }) => {
    const { page } = await open({ at: canopy.setupLink })
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
    await create(page)
    for (const sentence of ['First name is required', 'Email is required', 'Password is required']) await text(page, sentence).waitFor()
    await fill(page, { email: 'ada', password: '1234567' })
    await create(page)
    await text(page, 'Invalid email address').waitFor()
    await text(page, 'Password should be at least 8 characters long for security').waitFor()
    expect(sent).toBe(0)
  })

  test('is where the bare address leads, and accounts are offered to nobody before it', async ({ open }) => {
    const { page } = await open({ at: '/' })
    await arrived(page, 'Set up Canopy')
    expect(path(page)).toBe('/setup')
    await expect(page.getByLabel('Let people create accounts for themselves')).not.toBeChecked()
    await page.goto(`${canopy.url}/register`)
    await text(page, 'Registration is closed. Please ask an administrator for an invitation.').waitFor()
    await expect(button(page, 'Create account')).toHaveCount(0)
  })

  test('asks for the token where the address has none', async ({ open }) => {
    const { page } = await open({ at: '/setup' })
    await fill(page)
    await create(page)
    await text(page, 'The set-up token is required').waitFor()
  })

  test('refuses a token that is not the printed one and keeps what was typed', async ({ open, allow }) => {
    const { page } = await open({ at: '/setup?token=not-the-token' })
    allow(refused(403))
    await fill(page)
    await create(page)
    await page.getByRole('alert').filter({ hasText: 'The set-up link is not valid.' }).waitFor()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(canopy.email)
    expect((await call('GET', '/auth/setup')).open).toBe(true)
  })

  test('leads from the printed link to the dashboard, signed in as the first administrator', async ({ open }) => {
    const { page } = await open({ at: canopy.setupLink })
    await page.getByText(/^Create the first account\./).waitFor()
    await fill(page)
    await page.getByLabel('Let people create accounts for themselves').check()
    await create(page)
    await arrived(page, 'Dashboard')
    expect(path(page)).toBe('/')
    await button(page, 'Logout Ada').waitFor()
    await page.getByRole('navigation', { name: 'Main navigation' }).getByText('Admin', { exact: true }).waitFor()
    await go(page, '/teams')
    await page.getByText("Ada's team").first().waitFor()
  })

  test('is closed afterwards: the used link leads to sign-in', async ({ open }) => {
    const { page } = await open()
    await admin()
    await go(page, canopy.setupLink)
    await text(page, 'Canopy is set up already.').waitFor()
    await link(page, 'Sign in').click()
    await arrived(page, 'Welcome back')
    expect(path(page)).toBe('/login')
  })
})
