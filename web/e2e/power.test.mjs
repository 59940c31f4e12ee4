// A site is stopped, changed while it is stopped, and started.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { button, dialog, go, heading, link, row, text, toasted } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, newSite, rested, slug } from './world.mjs'

test.describe('stopping a site', () => {
  test('shows what it does first, is seen everywhere, and is undone by a start', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id, name } = await newSite(session, { name: slug('rests') })
    await rested(id)
    await go(page, `/deployments/${id}`)
    const header = page.locator('.page-header')
    await header.getByText('Running').waitFor()
    await button(page, 'Stop').click()
    const stop = dialog(page, `Stop ${name}`)
    await text(stop, 'The site will be unreachable until it is started. Its data stays.').waitFor()
    await stop.getByText('spec.replicas').first().waitFor()
    await stop.getByLabel('Reason for the change').fill('Nobody visits it in winter.')
    await button(stop, 'Stop').click()
    await toasted(page, `${name} is being stopped`)
    await stop.waitFor({ state: 'hidden' })
    await header.getByText('Stopped').waitFor({ timeout: WORK_MS })
    await text(page, 'This site is stopped').waitFor()
    await text(page, 'The site is stopped: no pod writes a log.').waitFor()
    expect(await button(page, 'Restart').count(), 'what is stopped is started').toBe(0)

    // It is in the list, and found by its state.
    await go(page, '/deployments?status=stopped')
    await row(page, name).waitFor()
    await go(page, '/')
    await page.getByText(/\d+ stopped/).first().waitFor()

    // What is changed meanwhile counts when it is started.
    await call('PUT', `/deployments/${id}`, { token: session.token, body: { phpParameters: { phpMemoryLimit: 512 } } })
    await rested(id)
    await go(page, `/deployments/${id}`)
    await header.getByText('Stopped').waitFor()
    const letGo = await hold()
    await button(page, 'Start').click()
    const start = dialog(page, `Start ${name}`)
    await text(start, 'The site comes up again and is reached when its pods are ready.').waitFor()
    await button(start, 'Start').click()
    await toasted(page, `${name} is being started`)
    await heading(page, 'Starting', 2).waitFor()
    await letGo()
    await header.getByText('Running').waitFor({ timeout: WORK_MS })
    await page.getByText(/^Started in \d/).waitFor()

    await page.getByRole('tab', { name: 'Revisions' }).click()
    await page.getByText(/^Stopped by /).waitFor()
    await text(page, 'Nobody visits it in winter.').waitFor()
    await button(page, 'Roll back to revision 2').click()
    await text(page, 'The site will be unreachable until it is started. Its data stays.').waitFor()
    await link(page.getByRole('list', { name: 'How it is' }), 'Events').click()
    await page.getByText(`Deployment "${name}" is to be stopped, as revision 2.`).waitFor()
  })
})
