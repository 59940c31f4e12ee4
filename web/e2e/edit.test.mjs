// Editing a deployment.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, go, link, path, refused, refusing, row, text, toasted, type } from './page.mjs'
import { admin, deployment, newProgram, newSite, rested, site, slug, stranger } from './world.mjs'

const value = (page, label) => page.getByLabel(label, { exact: true }).inputValue()

/** Looks at what changes, as the cluster says it, and saves it. */
async function review(page) {
  await button(page, 'Review Changes').click()
  await page.getByRole('heading', { name: 'What changes' }).waitFor()
  await page.getByRole('region', { name: 'What changes' }).getByRole('row').first().waitFor()
  await button(page, 'Save Changes').click()
}

test.describe('editing a deployment', () => {
  test('saves the name and description, says so, and leads to the list', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id } = await newSite(session, { name: slug('before') })
    await rested(id)
    const name = slug('after')
    await go(page, `/deployments/${id}/edit`)
    await arrived(page, 'Edit Deployment')
    await type(page, 'Deployment Name', name)
    await type(page, 'Description', 'Has another name now')
    await button(page, 'Save Changes').click()
    await toasted(page, 'Deployment updated')
    await arrived(page, 'Deployments')
    expect(path(page)).toBe('/deployments')
    await row(page, name).getByText('Has another name now').waitFor()
    expect((await deployment(id)).name).toBe(name)
  })

  test('asks for a name, and keeps what was typed when the server refuses', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: async () => `/deployments/${(await site()).id}/edit` })
    allow(refused(500), refused(409))
    const shop = await site()
    expect(await value(page, 'Deployment Name')).toBe(shop.name)
    expect(await value(page, 'Description')).toBe(shop.description)
    expect(await value(page, 'Domain')).toBe(shop.baseParameters.domain)
    expect(await value(page, 'Admin Password')).toBe('')
    await type(page, 'Deployment Name', ' ')
    await button(page, 'Save Changes').click()
    await text(page, 'Deployment name is required').waitFor()
    await type(page, 'Deployment Name', 'a'.repeat(64))
    await button(page, 'Save Changes').click()
    await text(page, 'Deployment name must not exceed 63 characters.').waitFor()
    await type(page, 'Deployment Name', 'another-name')
    const well = await answering(page, /^\/deployments\//, refusing(500), 'PUT')
    await button(page, 'Save Changes').click()
    await page.getByRole('alert').filter({ hasText: 'Failed to update deployment. Please try again.' }).waitFor()
    await well()
    await answering(page, /^\/deployments\//, refusing(409, 'no', 'CONFLICT', { fields: { name: 'Another deployment of this team has this name.' } }), 'PUT')
    await button(page, 'Save Changes').click()
    await text(page, 'Another deployment of this team has this name.').waitFor()
    expect(await value(page, 'Deployment Name')).toBe('another-name')
  })

  test('is left by Cancel and by an unchanged form, with nothing sent', async ({ open }) => {
    const { page } = await open({ as: admin })
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0))
    for (const leave of [() => link(page, 'Cancel').click(), () => button(page, 'Save Changes').click()]) {
      await go(page, `/deployments/${(await site()).id}/edit`)
      await leave()
      await arrived(page, 'Deployments')
    }
    expect(sent).toBe(0)
  })

  test('rolls a change out as a revision that says by whom and why', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id } = await newSite(session, { name: slug('grows') })
    const before = await rested(id)
    await go(page, `/deployments/${id}/edit`)
    await arrived(page, 'Edit Deployment')
    await type(page, 'Memory Limit (MB)', '512')
    await type(page, 'Reason for the change', 'More visitors')
    await review(page)
    await toasted(page, 'Deployment updated')
    const after = await rested(id)
    expect([after.status, after.revision, after.effectiveRevision, after.phpParameters.phpMemoryLimit]).toEqual(['running', 2, 2, 512])
    await go(page, `/deployments/${id}?tab=revisions`)
    await page.getByText('More visitors').first().waitFor()
    // And back again: what that changes is looked at first.
    await button(page, 'Undo the last change').click()
    const back = page.getByRole('region', { name: 'Back to revision 1' })
    await back.getByRole('row').first().waitFor()
    await back.getByLabel('Reason for the change', { exact: true }).fill('Too much memory')
    await button(back, 'Roll back to revision 1').click()
    await toasted(page, 'Rolling back to revision 1')
    await back.waitFor({ state: 'hidden' })
    const again = await rested(id)
    expect([again.status, again.revision, again.effectiveRevision, again.phpParameters]).toEqual(['running', 3, 3, before.phpParameters])
    await page.getByText(/^Rolled back to revision 1 by /).waitFor()
    await page.getByText('Too much memory').waitFor()
  })

  test('changes where a Node.js site comes from, and of its secrets only those that are typed', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id } = await newProgram(session)
    await rested(id)
    await go(page, `/deployments/${id}/edit`)
    await text(page, 'Type, team and cluster cannot be changed.').waitFor()
    expect(await value(page, 'Git Repository')).toBe('https://github.com/shop/web.git')
    expect(await page.getByLabel('Memory Limit (MB)', { exact: true }).count()).toBe(0)
    await type(page, 'Branch, Tag or Commit', 'v2')
    await type(page, 'Value of TOKEN', 'another token')
    let sent
    page.on('request', (request) => request.method() === 'PUT' && (sent = request.postDataJSON()))
    await review(page)
    await toasted(page, 'Deployment updated')
    expect([sent.source, sent.env.TOKEN, Object.keys(sent).toSorted()]).toEqual([{ git: { ref: 'v2' } }, 'another token', ['env', 'plan', 'source', 'version']])
    const after = await rested(id)
    expect([after.status, after.effectiveRevision, after.source.git.ref, after.env]).toEqual(['running', 2, 'v2', ['MODE', 'TOKEN']])
    const { env } = await call('POST', `/deployments/${id}/secrets/reveal`, { token: session.token })
    expect(env).toEqual({ MODE: 'blue', TOKEN: 'another token' })
  })

  test('is not for those outside the team', async ({ open, allow }) => {
    const { page } = await open({ as: stranger, at: async () => `/deployments/${(await site()).id}/edit` })
    allow(refused(404))
    await text(page, 'Deployment not found.').waitFor()
    await link(page, 'Back to Deployments').click()
    await arrived(page, 'Deployments')
  })
})
