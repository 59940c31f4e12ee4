// A shell into a container: on the simulated cluster its terminal says that it is simulated.
import { expect, test } from './fixtures.mjs'
import { arrived, button, go, inaccessible, link, panel } from './page.mjs'
import { admin, site } from './world.mjs'

/** What stands on the screen of the terminal. */
const screen = (page) => page.getByRole('group', { name: 'Terminal', exact: true }).locator('.xterm-rows')

test.describe('a shell into a container', () => {
  test('is opened from the services, typed into, left by the keyboard, and is history', async ({ open }) => {
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

    await page.keyboard.press('Shift+F6')
    await expect(button(page, 'Close shell')).toBeFocused()
    await page.getByRole('textbox', { name: 'Terminal input' }).focus()
    await page.keyboard.type('exit 3')
    await page.keyboard.press('Enter')
    await page.getByText('The shell ended with exit code 3.').waitFor()
    await button(page, 'Open again').click()
    await page.getByText(/^Connected to nginx in /).waitFor()
    await button(page, 'Close shell').click()
    await page.getByText('Closed', { exact: true }).waitFor()

    await go(page, `/events?deployment=${id}&q=shell`)
    await page.getByText(/^A shell was opened in container nginx of pod /).first().waitFor()
    await page.getByText(/^The shell in container nginx of pod .* was closed after /).first().waitFor()
    expect(await page.getByText('a word of the check').count(), 'what is typed is kept nowhere').toBe(0)
  })
})
