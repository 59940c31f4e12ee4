// Notification rules: somebody's own, and a team's, sent to a receiver that listens here.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { call, canopy } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { button, dialog, go, refused, text, toasted, type } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { NEEDS_OWN, newcomer, OWN, unique } from './world.mjs'

/** What comes in, each answered with the next of these statuses, then 200. */
async function receiver(...statuses) {
  const got = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end('thank you')
    })
  })
  server.listen(canopy.webhookPort, '127.0.0.1')
  await once(server, 'listening')
  return { got, url: `http://127.0.0.1:${canopy.webhookPort}/hooks/of-this-test`, close: () => server.close() }
}

const choose = async (page, scope, label, option) => {
  await scope.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

test.describe('notification rules', () => {
  test('are made, tried, refused, delivered, sent again, switched off and deleted', async ({ open, allow }) => {
    test.skip(!OWN, NEEDS_OWN)
    allow(refused(400))
    const hook = await receiver(500)
    const { page, session } = await open({ as: newcomer, at: '/settings/notifications' })
    await text(page, 'No notification rules').waitFor()
    await button(page, 'Create Rule').click()
    const making = dialog(page, 'Create Rule')
    const name = unique('Night watch')
    await type(making, 'Name', name)
    await choose(page, making, 'How', 'Webhook (JSON, signed)')
    await type(making, 'Address', 'https://127.0.0.1/hook')
    await button(making, 'Create Rule').click()
    await text(making, 'The address 127.0.0.1 is not allowed for a webhook.').waitFor()
    await type(making, 'Address', hook.url)
    await making.getByLabel('A team changed').check()
    await button(making, 'Create Rule').click()
    const key = (await making.getByText(/^whsec_/).textContent()).trim()
    await button(making, 'Done').click()
    await text(page, name).waitFor()
    await expect(page.getByText(key)).toHaveCount(0)
    await expect(page.getByText('of-this-test')).toHaveCount(0)

    await button(page, `Send a test by rule ${name}`).click()
    const deliveries = dialog(page, `Deliveries of "${name}"`)
    await text(deliveries, 'It was not taken.').waitFor()
    await text(deliveries, '500 thank you').waitFor()
    await text(deliveries, 'Delivered').waitFor()
    expect(hook.got).toHaveLength(2)
    const { headers, body } = hook.got[1]
    const [, at, sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['canopy-signature'])
    expect(sent).toBe(createHmac('sha256', key).update(`${at}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ id: headers['canopy-delivery'], test: true, rule: { name } })
    await button(deliveries, 'Send again').click()
    await expect.poll(() => hook.got.length, { timeout: WORK_MS }).toBe(3)
    expect(hook.got[2].body).toBe(body)
    await button(deliveries, 'Done').click()

    const team = await call('POST', '/teams', { token: session.token, body: { name: unique('Told'), description: 'somebody is told of it' } })
    await expect.poll(() => hook.got.map((each) => JSON.parse(each.body).text).filter((said) => said.includes(team.name)).length, { timeout: WORK_MS }).toBe(1)

    await page.getByRole('switch', { name: `Rule ${name} is on` }).click()
    await expect(page.getByRole('switch', { name: `Rule ${name} is on` })).not.toBeChecked()
    await button(page, `Delete rule ${name}`).click()
    await button(dialog(page, `Delete the rule "${name}"?`), 'Delete').click()
    await toasted(page, 'Rule deleted')
    await text(page, 'No notification rules').waitFor()

    // And those of the team.
    await go(page, `/teams/${team.id}/settings`)
    await button(page, 'Create Rule').click()
    const ofTeam = dialog(page, 'Create Rule')
    await type(ofTeam, 'Name', name)
    await choose(page, ofTeam, 'How', 'Slack or compatible')
    await type(ofTeam, 'Address', hook.url)
    await expect(ofTeam.getByLabel('A sign-in from a new place')).toHaveCount(0)
    await choose(page, ofTeam, 'Language', 'Español')
    await button(ofTeam, 'Create Rule').click()
    await toasted(page, 'Rule saved')
    await button(page, `Send a test by rule ${name}`).click()
    await text(dialog(page, `Deliveries of "${name}"`), 'Delivered').waitFor()
    expect(JSON.parse(hook.got.at(-1).body).text).toContain('Esta es una prueba')
    hook.close()
  })
})
