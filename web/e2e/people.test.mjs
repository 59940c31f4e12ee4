// People: their own settings, and what administrators do with accounts.
import { createHmac } from 'node:crypto'
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { arrived, button, dialog, fillLogin, go, heading, refused, row, settled, text, toasted, type } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, newcomer, PASSWORD, slug } from './world.mjs'

const choose = async (page, label, option) => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

test.describe('settings', () => {
  test('change the name, which is in the frame at once', async ({ open }) => {
    const { page } = await open({ as: newcomer, at: '/settings' })
    await type(page, 'First name', 'Augusta')
    await button(page, 'Save Changes').click()
    await toasted(page, 'Profile saved')
    await button(page, 'Logout Augusta').waitFor()
  })

  test('change the password and sign out everywhere else', async ({ open, allow }) => {
    allow(refused(400))
    allow(refused(401))
    const { page, session } = await open({ as: newcomer, at: '/settings/password' })
    const elsewhere = await call('POST', '/auth/login', { body: { email: session.user.email, password: PASSWORD } })
    const next = 'another horse, another battery'
    const fill = async (current) => {
      await type(page, 'Current Password', current)
      await type(page, 'New Password', next)
      await type(page, 'Confirm Password', next)
      await button(page, 'Change Password').click()
    }
    await fill('not this one')
    await text(page, 'The current password is not right.').waitFor()
    await fill(PASSWORD)
    await toasted(page, 'Password changed')
    await expect.poll(() => call('GET', '/users/profile', { token: elsewhere.token }).then(() => 'alive', (error) => String(error.status ?? error)), { timeout: WORK_MS }).not.toBe('alive')
    await go(page, '/teams')
    await heading(page, 'Teams').waitFor()
  })

  test('follow one to another browser: language, time zone and theme', async ({ open }) => {
    const { page, session } = await open({ as: newcomer, at: '/settings/preferences' })
    await settled(page)
    await page.getByLabel('Timezone', { exact: true }).fill('Tokyo')
    await page.getByTitle('Tokyo', { exact: true }).last().click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('timezone'))).toBe('Asia/Tokyo')
    await choose(page, 'Theme', 'Dark')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.getByLabel('Language', { exact: true }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Français' }).click()
    await heading(page, 'Paramètres').waitFor()
    const { page: other } = await open({ session, at: '/teams' })
    await heading(other, 'Équipes').waitFor()
    await other.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    expect(await other.evaluate(() => localStorage.getItem('timezone'))).toBe('Asia/Tokyo')
  })

  test('show where one is signed in, and end it there', async ({ open }) => {
    const { page, session } = await open({ as: newcomer, at: '/settings/sessions' })
    await text(page, 'This session').waitFor()
    const elsewhere = await call('POST', '/auth/login', { body: { email: session.user.email, password: PASSWORD } })
    await go(page, '/settings/sessions')
    await button(page, 'End all others').click()
    await button(dialog(page, 'End all other sessions?'), 'End all others').click()
    await toasted(page, 'All other sessions ended')
    await button(page, 'End all others').waitFor({ state: 'hidden' })
    await expect.poll(() => call('GET', '/users/profile', { token: elsewhere.token }).then(() => 'alive', () => 'ended'), { timeout: WORK_MS }).toBe('ended')
  })
})

test.describe('API tokens', () => {
  test('are made, shown once, used and revoked', async ({ open }) => {
    const { page } = await open({ as: newcomer, at: '/settings/tokens' })
    await text(page, 'No API tokens').waitFor()
    await button(page, 'Create Token').click()
    const making = dialog(page, 'Create Token')
    await type(making, 'Name', 'Nightly backup')
    await button(making, 'Create Token').click()
    const made = dialog(page, 'Token created')
    const token = await made.getByText(/^canopy_/).textContent()
    expect(token).toMatch(/^canopy_[a-z2-7]{40}$/)
    await button(made, 'Done').click()
    await text(page, 'Nightly backup').waitFor()
    await text(page, 'Never used').waitFor()
    await expect(page.getByText(token)).toHaveCount(0)
    const asked = (method, path, body) => call(method, path, { token, ...(body ? { body } : {}) }).then(() => 200, (error) => error.status)
    expect(await asked('GET', '/teams')).toBe(200)
    expect(await asked('POST', '/teams', { name: 'By a program', description: 'not by this one' })).toBe(403)
    expect(await asked('GET', '/auth/tokens')).toBe(403)
    await button(page, 'Revoke token: Nightly backup').click()
    await button(dialog(page, 'Revoke the token "Nightly backup"?'), 'Revoke').click()
    await toasted(page, 'Token revoked')
    await text(page, 'No API tokens').waitFor()
    await expect.poll(() => asked('GET', '/teams'), { timeout: WORK_MS }).toBe(401)
  })
})

/** What an authenticator app shows now, or so many steps later. */
function totp(secret, later = 0) {
  const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test.describe('two-factor authentication', () => {
  test('is enabled, asked for at the sign-in, and turned off', async ({ open, allow }) => {
    allow(refused(400))
    allow(refused(401))
    const { page, session } = await open({ as: newcomer, at: '/settings/two-factor' })
    await button(page, 'Enable').click()
    const enable = dialog(page, 'Enable two-factor authentication')
    await type(enable, 'Current Password', PASSWORD)
    await button(enable, 'Continue').click()
    await enable.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await enable.locator('.settings-secret').textContent()).trim()
    await type(enable, 'Code', 'abcdef')
    await button(enable, 'Enable').click()
    await text(enable, 'This code is not right.').waitFor()
    await type(enable, 'Code', totp(secret))
    await button(enable, 'Enable').click()
    const codes = dialog(page, 'Recovery codes')
    await expect(codes.locator('li')).toHaveCount(10)
    const [first, second] = await codes.locator('li').allTextContents()
    await button(codes, 'Done').click()
    await text(page, '10 recovery codes are left.').waitFor()

    const { page: fresh } = await open({ at: '/login' })
    await fillLogin(fresh, { email: session.user.email, password: PASSWORD })
    await type(fresh, 'Code', 'nothing')
    await button(fresh, 'Sign in').click()
    await text(fresh, 'This code is not right.').waitFor()
    await type(fresh, 'Code', first)
    await button(fresh, 'Sign in').click()
    await heading(fresh, 'Dashboard').waitFor()

    await button(page, 'Turn off').click()
    const off = dialog(page, 'Turn off two-factor authentication?')
    await type(off, 'Current Password', PASSWORD)
    await type(off, 'Code', second)
    await button(off, 'Turn off').click()
    await toasted(page, 'Two-factor authentication is off')
    await button(page, 'Enable').waitFor()
  })

  test('is reset by an administrator', async ({ open }) => {
    const other = await newcomer('Forgetful')
    const { secret } = await call('POST', '/auth/two-factor', { token: other.token, body: { currentPassword: PASSWORD } })
    await call('POST', '/auth/two-factor/confirm', { token: other.token, body: { code: totp(secret) } })
    const { page } = await open({ as: admin, at: `/users?q=${encodeURIComponent(other.user.email)}` })
    await button(page, 'Edit Forgetful Newcomer').click()
    await button(dialog(page, `Edit User: ${other.user.email}`), 'Reset two-factor authentication').click()
    await button(dialog(page, 'Reset the two-factor authentication of Forgetful Newcomer?'), 'Reset').click()
    await toasted(page, 'Two-factor authentication reset')
    await call('POST', '/auth/login', { body: { email: other.user.email, password: PASSWORD } })
  })
})

test.describe('users', () => {
  test('are deactivated, which signs them out, and deleted', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    const other = await newcomer('Leaver')
    const { page: theirs } = await open({ session: other, at: '/teams' })
    allow(refused(401))
    await heading(theirs, 'Teams').waitFor()
    await go(page, `/users?q=${encodeURIComponent(other.user.email)}`)
    await button(page, 'Edit Leaver Newcomer').click()
    const edit = dialog(page, `Edit User: ${other.user.email}`)
    await edit.getByLabel('Status', { exact: true }).click()
    await page.getByTitle('Inactive', { exact: true }).last().click()
    await button(edit, 'Save Changes').click()
    await toasted(page, 'User saved')
    await text(row(page, 'Leaver Newcomer'), 'Inactive').waitFor()
    // The page of theirs is shut within a second, without anything being pressed.
    await arrived(theirs, 'Welcome back')
    await button(page, 'Delete Leaver Newcomer').click()
    await button(dialog(page, 'Delete the account of Leaver Newcomer?'), 'Delete').click()
    await text(page, 'User deleted successfully').waitFor()
    await text(page, 'Nobody matches').waitFor()
    await text(page, 'User deleted successfully').waitFor({ state: 'hidden' })
  })
})

test.describe('somebody new', () => {
  test('is invited by an administrator, makes the account, and gets another password by a link', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/users' })
    const email = `${slug('newcomer')}@example.com`
    await button(page, 'Invite User').click()
    const invite = dialog(page, 'Invite User')
    await button(invite, 'Send Invitation').click()
    await text(invite, 'Email is required').waitFor()
    await type(invite, 'Email address', email)
    await invite.getByLabel('Role', { exact: true }).click()
    await page.getByTitle('Manager', { exact: true }).last().click()
    await button(invite, 'Send Invitation').click()
    await text(page, 'Invitation sent successfully').waitFor()
    await text(page, `Pass this link on to ${email}. It is shown only now.`).waitFor()
    const linked = page.locator('button.copy', { hasText: '/register#' })
    const first = await linked.getAttribute('title')
    await button(page, `Resend the invitation to ${email}`).click()
    await expect(linked).not.toHaveAttribute('title', first)
    const second = new URL(await linked.getAttribute('title'))
    allow(refused(400))
    await button(page, 'Invite User').click()
    await type(invite, 'Email address', email)
    await button(invite, 'Send Invitation').click()
    await text(invite, 'This user has already been invited.').waitFor()
    await button(invite, 'Cancel').click()

    const { page: theirs } = await open({ at: second.pathname + second.hash })
    await arrived(theirs, 'Create account')
    await expect(theirs.getByLabel('Email', { exact: true })).toHaveValue(email)
    await type(theirs, 'First name', 'Ines')
    await type(theirs, 'Password', PASSWORD)
    await button(theirs, 'Create account').click()
    await toasted(theirs, 'Account created')
    await go(page, `/users?q=${encodeURIComponent(email)}`)
    await text(row(page, 'Ines'), 'Manager').waitFor()
    await button(page, `Resend the invitation to ${email}`).waitFor({ state: 'hidden' })

    await button(page, 'Reset the password of Ines').click()
    const reset = dialog(page, 'Reset the password of Ines')
    await button(reset, 'Reset Password').click()
    const link = new URL(await reset.locator('button.copy').getAttribute('title'))
    await button(reset, 'Close').last().click()
    const { page: again } = await open({ at: link.pathname + link.hash })
    const next = 'another horse, another battery'
    await type(again, 'New Password', next)
    await type(again, 'Confirm Password', 'something else entirely')
    await button(again, 'Reset Password').click()
    await text(again, 'Passwords do not match').waitFor()
    await type(again, 'Confirm Password', next)
    await button(again, 'Reset Password').click()
    await toasted(again, 'Password changed')
    await fillLogin(again, { email, password: next })
    await heading(again, 'Dashboard').waitFor()
  })

  test('who has forgotten the password is told whom to ask where no mail is sent', async ({ open }) => {
    const { page } = await open({ at: '/login' })
    await page.getByRole('link', { name: 'Forgot password?', exact: true }).click()
    await arrived(page, 'Forgot your password?')
    await text(page, 'This installation sends no mail. Ask an administrator for a link to choose another password.').waitFor()
    await page.getByRole('link', { name: 'Back to sign in', exact: true }).click()
    await arrived(page, 'Welcome back')
  })
})

test('whoever signs in again finds their language', async ({ open }) => {
  const { page, session } = await open({ as: newcomer, at: '/settings/preferences' })
  await page.getByLabel('Language', { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Español' }).click()
  await heading(page, 'Ajustes').waitFor()
  const { page: fresh } = await open({ at: '/login' })
  await fillLogin(fresh, { email: session.user.email, password: PASSWORD })
  await fresh.locator('html[lang=es] h1').waitFor()
})
