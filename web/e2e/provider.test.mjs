// Signing in with an identity provider: a real one (Dex), through its own form.
import { call } from './api.mjs'
import { DEX_PASSWORD } from './dex.mjs'
import { expect, test } from './fixtures.mjs'
import { arrived, button, dialog, inaccessible, link, path, refused, text, toasted, tooWide, type } from './page.mjs'
import { admin, OWN, PASSWORD } from './world.mjs'

const [GRACE, LINUS, MAUD] = ['grace@id.example.com', 'linus@id.example.com', 'maud@id.example.com']

test.use({ identity: { people: [{ email: GRACE, name: 'Grace Hopper' }, { email: LINUS, name: 'Linus Nobody' }, { email: MAUD, name: 'Maud Menten' }] } })
test.skip(!OWN || !process.env.CANOPY_TEST_DEX, 'needs a Canopy that was started for it, and Dex (CANOPY_TEST_DEX, scripts/dex.py build)')
test.describe.configure({ mode: 'serial' })

/** What Dex's pages ask for and do not have is none of our business. */
const DEXS_OWN = [refused(404), /favicon|fonts?\./]

/** From the sign-in page through Dex's form. */
async function through(page, email) {
  await button(page, 'Sign in with Dex').click()
  await page.locator('#login').fill(email)
  await page.locator('#password').fill(DEX_PASSWORD)
  await page.locator('#submit-login').click()
}

/** Signs out, without what a page does then. */
const forgotten = (page) => page.evaluate(() => localStorage.clear())

test('whoever is invited signs in with it and comes to the page they wanted', async ({ open, allow }) => {
  // Dex refuses its own form when one goes back to it.
  allow(...DEXS_OWN, refused(400))
  const { token } = await admin()
  await call('POST', '/users/invites', { token, body: { email: GRACE, role: 'user' } })
  const { page } = await open()
  await page.goto('/teams?q=x')
  await arrived(page, 'Welcome back')
  await through(page, GRACE)
  await arrived(page, 'Teams')
  expect(path(page)).toBe('/teams?q=x')
  expect(await page.evaluate(() => sessionStorage.getItem('provider-trip'))).toBeNull()
  await page.goBack()
  expect(page.url()).not.toContain('code=')
  await page.goto('/settings/password')
  await text(page, 'Sign-in with Dex').waitFor()
  await text(page, 'You sign in to this account with Dex only. Choose a password before you disconnect it.').waitFor()
  await expect(page.getByLabel('Current Password')).toHaveCount(0)
})

test('somebody without an account is told so, in three languages and on a phone', async ({ open, allow }) => {
  allow(...DEXS_OWN, refused(403))
  const { page } = await open({ at: '/login', width: 360, height: 740 })
  expect(await tooWide(page)).toBe(false)
  await through(page, LINUS)
  await page.getByRole('alert').filter({ hasText: `${LINUS} has no account here. Please ask an administrator for an invitation.` }).waitFor()
  expect(path(page)).toBe('/login/callback')
  expect(await tooWide(page)).toBe(false)
  expect(await inaccessible(page)).toEqual([])
  for (const [language, words] of [
    ['es', 'El proveedor no le ha dejado entrar, o usted no ha dado su consentimiento'],
    ['fr', 'Le fournisseur ne vous a pas laissé entrer, ou vous n’avez pas donné votre accord'],
  ]) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/login/callback?error=access_denied&state=x')
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    expect(path(page)).toBe('/login/callback')
  }
})

test('another window’s return is not taken', async ({ open }) => {
  const { page } = await open({ at: '/login/callback?state=made-up&code=made-up' })
  await page.getByRole('alert').filter({ hasText: 'This sign-in took too long or was begun in another window.' }).waitFor()
  await link(page, 'Back to the sign-in page').click()
  await arrived(page, 'Welcome back')
  await button(page, 'Sign in with Dex').waitFor()
})

test('an account is connected under Settings, and opened by it from then on', async ({ open, allow }) => {
  allow(...DEXS_OWN)
  const email = 'menten@example.com'
  await call('POST', '/auth/register', { body: { email, password: PASSWORD, firstName: 'Maud', lastName: 'Menten' } })
  const session = await call('POST', '/auth/login', { body: { email, password: PASSWORD } })
  const { page } = await open({ session, at: '/settings/password', own: true })
  await button(page, 'Connect with Dex').click()
  await dialog(page, 'Connect with Dex').getByLabel('Current Password').fill(PASSWORD)
  await button(dialog(page, 'Connect with Dex'), 'Continue').click()
  await page.locator('#login').fill(MAUD)
  await page.locator('#password').fill(DEX_PASSWORD)
  await page.locator('#submit-login').click()
  await toasted(page, 'Your account is connected')
  await text(page, 'Whoever signs in with your identity at Dex signs in to this account.').waitFor()
  expect(path(page)).toBe('/settings/password')
  await forgotten(page)
  await page.goto('/settings')
  await arrived(page, 'Welcome back')
  await through(page, MAUD)
  await arrived(page, 'Settings')
  await text(page, email).waitFor()
  await page.goto('/settings/password')
  await button(page, 'Disconnect from Dex').click()
  const asked = dialog(page, 'Disconnect from Dex')
  await type(asked, 'Current Password', PASSWORD)
  await button(asked, 'Disconnect from Dex').click()
  await toasted(page, 'Disconnected from Dex')
  await button(page, 'Connect with Dex').waitFor()
})

test('administrators see that it is on and by which rules', async ({ open }) => {
  const { page } = await open({ as: admin, at: '/security' })
  await text(page, 'Sign-in with a provider').waitFor()
  for (const said of ['Whoever is invited', 'After their owner has connected them', 'One’s own is asked for']) await text(page, said).waitFor()
})
