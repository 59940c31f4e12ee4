// A shell into a container: on the simulated cluster its terminal says that it is simulated.
import { expect, test } from './fixtures.mjs'
import { arrived, button, go, inaccessible, link, panel } from './page.mjs'
import { admin, site } from './world.mjs'

/** What stands on the screen of the terminal. */
const screen = (page) => page.getByRole('group', { name: 'Terminal', exact: true }).locator('.xterm-rows')

test.describe('a shell into a container', () => {
  test('is opened from the services, and answers what is typed', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { id } = await site()
    await go(page, `/deployments/${id}`)
    await link(panel(page, 'Services'), 'Open a shell in Nginx').click()
    await arrived(page, 'Shell')
    await button(page, 'Open shell').click()
    await page.getByText(/^Connected to nginx in /).waitFor()
    await screen(page).getByText('Simulated container nginx').waitFor()
    await page.keyboard.type('echo a word of the check')
    await page.keyboard.press('Enter')
    await screen(page).getByText('a word of the check', { exact: true }).waitFor()
    expect(await inaccessible(page)).toEqual([])
  })
})
