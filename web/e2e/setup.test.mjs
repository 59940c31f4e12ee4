// The first minute: the printed link makes the first administrator, once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrived, BASE, button, call, go, link, on, path, refused, text, type } from './browser.mjs'
import { admin, FOREIGN, SETUP_LINK } from './world.mjs'

async function fill(page, { firstName = 'Ada', lastName = 'Lovelace', email = process.env.CANOPY_EMAIL, password = process.env.CANOPY_PASSWORD } = {}) {
  await type(page, 'First name', firstName)
  await type(page, 'Last name', lastName)
  await type(page, 'Email', email)
  await type(page, 'Password', password)
}

const create = (page) => button(page, 'Create administrator').click()

describe('set-up', { skip: FOREIGN }, () => {
  it(
    'says what is missing, and that a password is weak, before anything is sent',
    on({ at: SETUP_LINK }, async ({ page }) => {
      let sent = 0
      page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
      await create(page)
      for (const sentence of ['First name is required', 'Email is required', 'Password is required']) await text(page, sentence).waitFor()
      await fill(page, { email: 'ada', password: '1234567' })
      await create(page)
      await text(page, 'Invalid email address').waitFor()
      await text(page, 'Password should be at least 8 characters long').waitFor()
      assert.equal(sent, 0)
    }),
  )

  it(
    'is where the bare address leads, and accounts are offered to nobody before it',
    on({ at: '/' }, async ({ page }) => {
      await arrived(page, 'Set up Canopy')
      assert.equal(path(page), '/setup')
      assert.equal(await page.getByLabel('Let people create accounts for themselves').isChecked(), false)
      await page.goto(`${BASE}/register`)
      await text(page, 'Registration is closed. Please ask an administrator for an invitation.').waitFor()
      assert.equal(await button(page, 'Create account').count(), 0)
    }),
  )

  it(
    'asks for the token where the address has none',
    on({ at: '/setup' }, async ({ page }) => {
      await fill(page)
      await create(page)
      await text(page, 'The set-up token is required').waitFor()
    }),
  )

  it(
    'refuses a token that is not the printed one and keeps what was typed',
    on({ at: '/setup?token=not-the-token' }, async ({ page, expect }) => {
      expect(refused(403))
      await fill(page)
      await create(page)
      await page.getByRole('alert').filter({ hasText: 'The set-up link is not valid.' }).waitFor()
      assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), process.env.CANOPY_EMAIL)
      assert.equal((await call('GET', '/auth/setup')).open, true)
    }),
  )

  it(
    'leads from the printed link to the dashboard, signed in as the first administrator',
    on({ at: SETUP_LINK }, async ({ page }) => {
      await page.getByText(/^Create the first account\./).waitFor()
      await fill(page)
      await page.getByLabel('Let people create accounts for themselves').check()
      await create(page)
      await arrived(page, 'Dashboard')
      assert.equal(path(page), '/')
      await button(page, 'Logout Ada').waitFor()
      await page.getByRole('navigation', { name: 'Main navigation' }).getByText('Admin', { exact: true }).waitFor()
      await go(page, '/teams')
      await page.getByText("Ada's team").first().waitFor()
    }),
  )

  it(
    'is closed afterwards: the used link leads to sign-in',
    on({}, async ({ page }) => {
      await admin()
      await go(page, SETUP_LINK)
      await text(page, 'Canopy is set up already.').waitFor()
      await link(page, 'Sign in').click()
      await arrived(page, 'Welcome back')
      assert.equal(page.url(), `${BASE}/login`)
    }),
  )
})
