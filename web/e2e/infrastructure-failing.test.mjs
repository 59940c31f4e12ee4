// Infrastructure that cannot be loaded, and that there is none of.
import { test } from './fixtures.mjs'
import { answering, arrived, button, CUT, go, link, refused, refusing, text, withoutStream } from './page.mjs'
import { admin } from './world.mjs'

test.describe('infrastructure that cannot be loaded', () => {
  for (const [status, code, sentence] of [
    [404, 'NOT_FOUND', 'Could not load datacenters: The server endpoint is not available.'],
    [409, 'CONFLICT', 'Failed to load datacenters'],
  ]) {
    test(`says so (datacenters, ${status}) and tries again`, async ({ open, allow }) => {
      const { page } = await open({ as: admin })
      allow(refused(status), CUT)
      await withoutStream(page)
      const well = await answering(page, /^\/datacenters$/, refusing(status, 'no', code))
      await page.goto('/infrastructure')
      await text(page, sentence).waitFor()
      await well()
      await button(page, 'Retry').click()
      await page.locator('.row-item').first().waitFor()
    })
  }

  for (const [status, code, sentence] of [
    [404, 'NOT_FOUND', 'Could not load clusters: The server endpoint is not available.'],
    [403, 'FORBIDDEN', 'Permission denied: You do not have the required role to view clusters.'],
  ]) {
    test(`says so (clusters, ${status}) beside the datacenters, and tries again`, async ({ open, allow }) => {
      const { page } = await open({ as: admin })
      allow(refused(status), CUT)
      await withoutStream(page)
      const well = await answering(page, /^\/clusters$/, refusing(status, 'no', code))
      await page.goto('/infrastructure')
      await text(page, sentence).waitFor()
      await page.locator('.row-item').first().waitFor()
      await well()
      await button(page, 'Retry').click()
      await text(page, sentence).waitFor({ state: 'hidden' })
    })
  }

  test('has nothing at first: an administrator is told to add a datacenter', async ({ open }) => {
    const { page } = await open({ as: admin })
    await answering(page, /^\/(datacenters|clusters)$/, (route) =>
      route.fulfill({ json: { request_id: 'e2e', status: 'success', data: [], pagination: { page: 1, limit: 1000, total: 0, more: false } } }),
    )
    await page.goto('/infrastructure')
    await text(page, 'No datacenters').waitFor()
    await text(page, 'Add a datacenter first, then register a cluster in it.').waitFor()
    await link(page, 'Add Datacenter').click()
    await arrived(page, 'Add Datacenter')
    await go(page, '/clusters/new')
    await text(page, 'There is no datacenter yet').waitFor()
  })
})
