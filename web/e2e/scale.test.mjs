// A site gets another size: what there is, what changes, and only then the change.
import { expect, test } from './fixtures.mjs'
import { arrived, button, choose, dialog, go, inaccessible, text, toasted } from './page.mjs'
import { admin, deployment, newProgram, rested } from './world.mjs'

test.describe('scaling a site', () => {
  test('begins where tasks are, shows what it changes, and is in effect', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id, name } = await newProgram(session)
    await rested(id)
    await go(page, '/tasks')
    await button(page, 'New Task').click()
    const form = dialog(page, 'New Task')
    await form.getByLabel('Deployment').fill(name)
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
    await choose(page, 'Type', 'Scale')
    await button(form, 'Start Task').click()
    await arrived(page, name)
    const scale = dialog(page, `Scale ${name}`)
    await scale.getByText(/^Free on .*: [\d.]+ cores/).waitFor()
    await expect(button(scale, 'Show What Changes')).toBeDisabled()
    await scale.getByLabel('Replicas').fill('2')
    await scale.getByLabel('CPU').fill('150m')
    await button(scale, 'Show What Changes').click()
    await scale.getByText('spec.replicas').waitFor()
    expect(await inaccessible(page)).toEqual([])
    await button(scale, 'Scale').click()
    await toasted(page, `${name} is being scaled`)
    await scale.waitFor({ state: 'hidden' })
    expect((await rested(id)).status).toBe('running')
    const shown = await deployment(id)
    expect([shown.replicas, shown.askedResources.cpu]).toEqual([2, '150m'])
    await page.getByRole('tab', { name: 'Revisions' }).click()
    await page.getByText(/^Scaled by /).waitFor()
    // What it has already is no change.
    await button(page, 'Scale').click()
    await expect(button(scale, 'Show What Changes')).toBeDisabled()
    await text(scale, 'What serves, and with how much. What is left empty is worked out from the rest of the settings.').waitFor()
  })
})
