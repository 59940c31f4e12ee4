// What becomes of the data of a service that is switched off.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { arrived, button, go, text, toasted, type } from './page.mjs'
import { admin, cluster, rested, shopTeam, slug } from './world.mjs'

/** A Node.js program with a database of its own; it runs when this returns. */
async function withDatabase(session) {
  const [{ id: clusterId }, { id: teamId }] = [await cluster(), await shopTeam()]
  const made = await call('POST', '/deployments', {
    token: session.token,
    body: {
      name: slug('data'),
      type: 'nodejs',
      clusterId,
      team_id: teamId,
      services: { mysql: true, phpmyadmin: false },
      baseParameters: { domain: `${slug('app')}.example.com`, appUser: 'admin', appPass: 'a long enough password' },
      databaseParameters: { databaseName: 'site', databaseUser: 'site', databasePass: 'another password', databaseRootPass: 'yet another password' },
      source: { image: 'registry.example.com/site:1', port: 3000 },
    },
  })
  await rested(made.id)
  return made
}

const volumesOf = async (session, id) => (await call('GET', `/deployments/${id}/volumes`, { token: session.token })).volumes

/** Opens the form, switches MySQL off, and answers what is asked about its data. */
async function off(page, id) {
  await go(page, `/deployments/${id}/edit`)
  await arrived(page, 'Edit Deployment')
  await page.getByRole('switch', { name: 'MySQL' }).click()
  const asked = page.getByRole('group', { name: 'What becomes of its data?' })
  await asked.waitFor()
  return asked
}

async function review(page) {
  await button(page, 'Review Changes').click()
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
  return page.getByRole('region', { name: 'What changes' })
}

test.describe('the data of a service that is switched off', () => {
  test('is kept unless something else is chosen, shown, and deleted later', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id, name } = await withDatabase(session)
    const asked = await off(page, id)
    expect(await asked.getByRole('radio', { name: /^Keep its data/ }).isChecked()).toBe(true)
    await review(page)
    expect(await page.getByLabel(`Type ${name} to go on`).count()).toBe(0)
    await button(page, 'Save Changes').click()
    await toasted(page, 'Deployment updated')
    await rested(id)
    await go(page, `/deployments/${id}`)
    const kept = page.getByRole('region', { name: 'Kept volumes' })
    await kept.getByText(/^kept since/).waitFor()
    await kept.getByRole('button', { name: /^Delete volume data-/ }).click()
    const panel = page.getByRole('region', { name: 'Delete a kept volume' })
    await panel.getByText(/^MySQL: the volume data-.* is deleted with all data in it\.$/).waitFor()
    expect(await button(panel, 'Delete Volume').isDisabled()).toBe(true)
    await type(panel, 'Reason for the change', 'The database is elsewhere')
    await type(panel, `Type ${name} to go on`, name)
    await button(panel, 'Delete Volume').click()
    await toasted(page, 'The volume is being deleted')
    await rested(id)
    await kept.waitFor({ state: 'hidden' })
    expect(await volumesOf(session, id)).toEqual([])
    await go(page, `/deployments/${id}?tab=revisions`)
    await text(page, /^The volume data-.* was deleted\.$/).waitFor()
    await text(page, 'The database is elsewhere').waitFor()
  })

  test('goes with it when that is chosen and the name is typed', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id, name } = await withDatabase(session)
    expect((await volumesOf(session, id)).map(({ service, kept }) => [service, kept])).toEqual([['mysql', false]])
    const asked = await off(page, id)
    await asked.getByRole('radio', { name: /^Delete its data/ }).check()
    const plan = await review(page)
    await plan.getByText(/^MySQL: the volume data-.* is deleted with all data in it\.$/).waitFor()
    const save = button(page, 'Save Changes')
    expect(await save.isDisabled()).toBe(true)
    await type(page, `Type ${name} to go on`, name)
    await save.click()
    await toasted(page, 'Deployment updated')
    const after = await rested(id)
    expect([after.status, after.effectiveRevision, after.services.mysql]).toEqual(['running', 2, false])
    expect(await volumesOf(session, id)).toEqual([])
  })
})
