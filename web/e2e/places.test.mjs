// The page of a cluster, and how Canopy itself is doing.
import { call, canopy } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { arrived, button, choose, expand, go, refused, row, text, toasted } from './page.mjs'
import { admin, cluster, newcomer, site } from './world.mjs'

test.describe('a cluster', () => {
  test('has a page that says what the cluster says of itself', async ({ open }) => {
    const { name, id } = await cluster()
    await site()
    const { page } = await open({ as: admin, at: '/infrastructure' })
    await page.getByRole('link', { name, exact: true }).first().click()
    await arrived(page, name)
    expect(new URL(page.url()).pathname).toBe(`/clusters/${id}`)
    const nodes = page.getByRole('table', { name: 'Nodes' })
    await nodes.getByText('Ready', { exact: true }).first().waitFor()
    await expect(nodes.getByRole('meter', { name: 'CPU cores that pods ask for' }).first()).toHaveAttribute('aria-valuetext', / of 8/)
    await text(page, 'Everything that Canopy needs').waitFor()
    await page.getByText('Everything that Canopy needs, one by one').click()
    await text(page, 'deployments.apps').waitFor()
    await page.getByText('cert-manager is not installed').waitFor()
    await page.getByText('None is the default.').waitFor()
  })

  test('tells users nothing of its credentials', async ({ open }) => {
    const { name, id } = await cluster()
    const { page } = await open({ as: newcomer, at: `/clusters/${id}` })
    await arrived(page, name)
    await page.getByRole('table', { name: 'Nodes' }).waitFor()
    await expect(text(page, 'What the credentials may do')).toHaveCount(0)
    await expect(text(page, 'Warnings of the cluster')).toHaveCount(0)
  })

  test('that does not exist says so', async ({ open, allow }) => {
    allow(refused(404))
    const { page } = await open({ as: admin })
    await go(page, '/clusters/00000000-0000-4000-8000-000000000000')
    await text(page, 'Could not find the requested cluster. It may have been deleted.').waitFor()
  })
})

test('the system tells of each component, and asks again', async ({ open }) => {
  const { page } = await open({ as: admin, at: '/system' })
  const table = page.getByRole('table', { name: 'System Health' })
  for (const name of ['auth', 'deployments', 'infrastructure', 'postgres', 'nats']) await table.getByText(name, { exact: true }).waitFor()
  await text(page, 'There are none.').waitFor()
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/health'))
  await button(page, 'Refresh').click()
  expect((await asked).status()).toBe(200)
})

test('the system settings count at once, and the history says what was changed', async ({ open }) => {
  const { page, session } = await open({ as: admin })
  const first = { sessionLength: 604_800, healthCheckInterval: 30 }
  const put = (body) => call('PUT', '/system/settings', { token: session.token, body })
  await put(first)
  await go(page, '/system')
  await choose(page, 'Session Length', '3 days')
  await choose(page, 'Health Check Interval', 'Every 300 seconds')
  await button(page, 'Save Changes').click()
  await toasted(page, 'System settings saved')
  const { expiresAt } = await call('POST', '/auth/login', { body: { email: canopy.email, password: canopy.password } })
  const days = (expiresAt - Date.now()) / (24 * 3600 * 1000)
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
  await go(page, '/events?component=System')
  const said = 'The system settings were changed.'
  await row(page, said).locator('a.event-age').click()
  await arrived(page, said)
  const change = page.getByRole('region', { name: 'Audit' }).locator('.event-changes > div', { hasText: 'sessionLength' })
  await expect(change).toHaveText('sessionLengthBefore: 604800 → After: 259200')
  await put(first)
})

test('security says who may do what', async ({ open }) => {
  const { page } = await open({ as: admin, at: '/security' })
  const people = page.getByRole('table', { name: 'Who may do what' })
  await people.locator('.row-item').first().waitFor()
  await page.getByPlaceholder('Search people...').fill(canopy.email)
  // A new search closes what was open.
  await expect(page).toHaveURL(/[?&]who=/)
  const own = row(people, canopy.email)
  await text(own, 'Everything, in every team').waitFor()
  await expand(own)
  await own.locator('.admin-security-places li').first().waitFor()
  await page.getByText('By team', { exact: true }).click()
  await expand(page.getByRole('table', { name: 'Who may do what' }).locator('.row-item').first())
  await page.locator('.admin-security-places').getByText('Owner', { exact: true }).first().waitFor()
})
