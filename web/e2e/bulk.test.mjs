// Several sites are deleted at once: what goes with each is read before.
import { expect, test } from './fixtures.mjs'
import { button, dialog, go, inaccessible, text } from './page.mjs'
import { admin, newSite, rested, slug, until } from './world.mjs'
import { call } from './api.mjs'

test.describe('deleting several sites', () => {
  test('shows what goes with each before any of it goes', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin })
    // That they are gone is found out by asking for them.
    allow(/status of 404/)
    const word = slug('several')
    const made = [await newSite(session, { name: `${word}-one` }), await newSite(session, { name: `${word}-two` })]
    for (const { id } of made) await rested(id)
    await go(page, `/deployments?q=${word}`)
    for (const { name } of made) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await button(page.getByRole('region', { name: 'The chosen deployments' }), 'Delete').click()
    const question = dialog(page, 'Delete 2 deployments?')
    for (const { releaseName } of made) await question.getByText(`The volume of ${releaseName}-data `).waitFor()
    await expect(button(question, 'Delete')).toBeEnabled()
    expect(await inaccessible(page)).toEqual([])
    await button(question, 'Delete').click()
    await text(page, '2 deployments are being deleted').first().waitFor()
    await until('they are gone', async () => (await call('GET', `/deployments?search=${word}`, { token: session.token })).length === 0)
  })
})
