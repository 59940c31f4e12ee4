// Teams: who works together.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, dialog, expand, go, link, path, refused, refusing, row, text, toasted, type } from './page.mjs'
import { admin, join, newcomer, newTeam, shopTeam, site, unique } from './world.mjs'

const create = (page) => button(page, 'Create Team').click()
/** With what stands at the top of the page out of the way: a form's button has the page's name. */
const members = (card) => card.getByRole('region', { name: 'Members' })

test.describe('creating a team', () => {
  test('asks for a name of 2 to 50 characters and a description of 2 to 200', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams/new' })
    await create(page)
    await text(page, 'Team name must be at least 2 characters.').waitFor()
    await text(page, 'Description must be at least 2 characters.').waitFor()
    await type(page, 'Team Name', 'A')
    await type(page, 'Description', 'B')
    await create(page)
    await text(page, 'Team name must be at least 2 characters.').waitFor()
    await text(page, 'Description must be at least 2 characters.').waitFor()
    await type(page, 'Team Name', 'A'.repeat(51))
    await type(page, 'Description', 'B'.repeat(201))
    await create(page)
    await text(page, 'Team name must not exceed 50 characters.').waitFor()
    await text(page, 'Description must not exceed 200 characters.').waitFor()
    expect(path(page)).toBe('/teams/new')
  })

  test('says so and leads to the list with the new team in it', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams' })
    const name = unique('Bakers')
    await create(page)
    await arrived(page, 'Create Team')
    await type(page, 'Team Name', name)
    await type(page, 'Description', 'They bake bread')
    await create(page)
    await toasted(page, 'Team created', `${name} is ready.`)
    await arrived(page, 'Teams')
    expect(path(page)).toBe('/teams')
    await row(page, name).getByText('They bake bread').waitFor()
  })

  test('makes one team of a double click', async ({ open }) => {
    const { page, session } = await open({ as: admin, at: '/teams/new' })
    const name = unique('Twice')
    await type(page, 'Team Name', name)
    await type(page, 'Description', 'Clicked twice')
    await button(page, 'Create Team').dblclick()
    await row(page, name).waitFor()
    await expect(page.getByText('Team created', { exact: true }), 'one team is announced twice').toHaveCount(1)
    expect((await call('GET', '/teams', { token: session.token })).filter((team) => team.name === name).length).toBe(1)
  })

  test('keeps what was typed when it fails, and can be cancelled', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/teams/new' })
    allow(refused(500))
    await answering(page, /^\/teams$/, refusing(500), 'POST')
    await type(page, 'Team Name', 'Never made')
    await type(page, 'Description', 'It fails')
    await create(page)
    await toasted(page, 'Error', 'Failed to create team. Please try again.')
    await expect(page.getByLabel('Team Name', { exact: true })).toHaveValue('Never made')
    await button(page, 'Cancel').click()
    await arrived(page, 'Teams')
  })
})

test.describe('the list of teams', () => {
  test('says what to do where there is none', async ({ open }) => {
    const { page } = await open({ as: newcomer, at: '/teams' })
    await text(page, 'No teams found. Create a new team to get started.').waitFor()
    await link(page, 'Create Team').click()
    await arrived(page, 'Create Team')
  })

  test('is searched by name in any case of letters, and keeps what is open in the address', async ({ open }) => {
    const { page, session } = await open({ as: newcomer, at: '/teams' })
    const [one, other] = [await newTeam(session, unique('Gardeners')), await newTeam(session, unique('Cooks'))]
    await row(page, other.name).waitFor()
    await page.getByPlaceholder('Search teams...').fill(one.name.toUpperCase())
    await row(page, other.name).waitFor({ state: 'hidden' })
    await expand(row(page, one.name))
    await text(row(page, one.name), 'Members').waitFor()
    await page.waitForURL(/[?&]open=/)
    await page.reload()
    await text(row(page, one.name), 'Members').waitFor()
    await page.getByPlaceholder('Search teams...').fill('nothing like it')
    await text(page, 'No team matches “nothing like it”.').waitFor()
    await button(page, 'Clear search').click()
    await row(page, other.name).waitFor()
  })

  test('counts the deployments of a team', async ({ open }) => {
    const { page } = await open({ as: admin })
    await site()
    const team = await shopTeam()
    await go(page, `/teams?open=${team.id}`)
    const counts = row(page, team.name).getByRole('region', { name: 'Deployments' })
    await text(counts, 'In all').waitFor()
    for (const word of ['Running', 'Pending', 'Failed']) await text(counts, word).waitFor()
  })

  test('shows an administrator the teams of all', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/teams' })
    const theirs = await newTeam(await newcomer('Olga'), unique('Foreign'))
    expect(await row(page, theirs.name).count()).toBe(0)
    await text(page, 'All teams').click()
    await row(page, theirs.name).waitFor()
    expect(path(page)).toBe('/admin/teams')
    await text(page, 'My teams').click()
    await row(page, theirs.name).waitFor({ state: 'hidden' })
  })
})

test.describe('the members of a team', () => {
  test('are added by their e-mail address, and then see the team', async ({ open, allow }) => {
    // That a team is no longer hers is found out by asking for it.
    allow(refused(404))
    const { page, session } = await open({ as: newcomer, at: '/teams' })
    const team = await newTeam(session, unique('Open'))
    const other = await newcomer('Maria')
    // Maria's page waits in a browser of her own.
    const { page: hers } = await open({ session: other, at: '/teams' })
    await text(hers, 'No teams found. Create a new team to get started.').waitFor()
    await hers.locator('.live-pill[data-state=live]').waitFor()

    const card = row(page, team.name)
    await expand(card)
    await button(card, 'Add member').click()
    await text(card, 'Choose somebody or type an email address').waitFor()
    await card.getByLabel('User to add', { exact: true }).fill(other.user.email.toUpperCase())
    await page.keyboard.press('Enter')
    await button(card, 'Add member').click()
    await toasted(page, 'Member added', `Maria Newcomer is now in ${team.name}.`)
    await members(card).getByText(other.user.email).waitFor()
    await row(hers, team.name).waitFor()

    await button(card, 'Remove Maria Newcomer').click()
    const question = dialog(page, `Remove Maria Newcomer from ${team.name}?`)
    await button(question, 'Cancel').click()
    await question.waitFor({ state: 'hidden' })
    await members(card).getByText(other.user.email).waitFor()
    await button(card, 'Remove Maria Newcomer').click()
    await button(dialog(page, `Remove Maria Newcomer from ${team.name}?`), 'Remove').click()
    await toasted(page, 'Member removed', `Maria Newcomer is no longer in ${team.name}.`)
    await members(card).getByText(other.user.email).waitFor({ state: 'hidden' })
    await row(hers, team.name).waitFor({ state: 'hidden' })
  })

  test('are told that nobody has an address', async ({ open, allow }) => {
    const { page, session } = await open({ as: newcomer, at: '/teams' })
    allow(refused(404))
    const team = await newTeam(session, unique('Lonely'))
    const card = row(page, team.name)
    await expand(card)
    await card.getByLabel('User to add', { exact: true }).fill('nobody@nowhere.example')
    await page.keyboard.press('Enter')
    await button(card, 'Add member').click()
    await text(card, 'There is no active user with this address.').waitFor()
  })

  test('keep the dialog with the reason when a removal fails', async ({ open, allow }) => {
    const { page, session } = await open({ as: newcomer })
    allow(refused(500))
    const team = await newTeam(session, unique('Sticky'))
    const other = await newcomer('Paul')
    await join(session, team, other)
    await go(page, `/teams?open=${team.id}`)
    await answering(page, /\/members\//, refusing(500), 'DELETE')
    await button(page, 'Remove Paul Newcomer').click()
    const question = dialog(page, `Remove Paul Newcomer from ${team.name}?`)
    await button(question, 'Remove').click()
    await text(question, 'Failed to remove team member. Please try again.').waitFor()
    await button(question, 'Cancel').click()
  })

  test('may leave, but only the owner and team admins add and remove', async ({ open, allow }) => {
    const { page, session } = await open({ as: newcomer })
    // The hint about the team may be there before the answer: that it is no longer theirs is found out by asking for it.
    allow(refused(404))
    const owner = await newcomer('Oscar')
    const team = await newTeam(owner, unique('Left'))
    await join(owner, team, session)
    await go(page, `/teams?open=${team.id}`)
    const card = row(page, team.name)
    await members(card).getByText('Oscar Newcomer').waitFor()
    expect(await button(card, 'Add member').count()).toBe(0)
    expect(await button(card, 'Remove Oscar Newcomer').count()).toBe(0)
    await button(card, 'Leave team').click()
    await button(dialog(page, `Leave ${team.name}?`), 'Leave team').click()
    await toasted(page, 'Member removed', `You are no longer in ${team.name}.`)
    await card.waitFor({ state: 'hidden' })
  })
})

test.describe('the settings of a team', () => {
  test('rename it, make admins, hand it over and leave it', async ({ open, allow }) => {
    allow(refused(404))
    const { page, session } = await open({ as: newcomer, at: '/teams' })
    const team = await newTeam(session, unique('Old name'))
    const other = await newcomer('Heir')
    await join(session, team, other)
    await expand(row(page, team.name))
    await link(row(page, team.name), 'Team settings').click()
    await arrived(page, 'Team Settings')
    const name = unique('New name')
    await type(page, 'Team Name', name)
    await button(page, 'Save Changes').click()
    await toasted(page, 'Team saved')
    await page.getByLabel('Role of Heir Newcomer').click()
    await page.getByTitle('Admin', { exact: true }).last().click()
    await expect.poll(async () => (await call('GET', `/teams/${team.id}`, { token: session.token })).members.map((member) => member.role)).toEqual(['admin', 'admin'])
    await page.getByLabel('New owner').click()
    await page.getByTitle('Heir Newcomer', { exact: true }).last().click()
    await button(page, 'Hand over').click()
    await button(dialog(page, `Hand ${name} over to Heir Newcomer?`), 'Hand over').click()
    await toasted(page, 'Team handed over', `Heir Newcomer owns ${name} now.`)
    // Whoever does not own it any more cannot delete it, but may go.
    await button(page, 'Delete Team').waitFor({ state: 'hidden' })
    await button(page, 'Leave team').click()
    await button(dialog(page, `Leave ${name}?`), 'Leave team').click()
    await toasted(page, 'Member removed', `You are no longer in ${name}.`)
  })

  test('delete it once nothing belongs to it', async ({ open, allow }) => {
    allow(refused(404))
    const { page, session } = await open({ as: newcomer, at: '/teams' })
    const team = await newTeam(session, unique('Short lived'))
    await go(page, `/teams/${team.id}/settings`)
    await button(page, 'Delete Team').click()
    await button(dialog(page, `Delete ${team.name}?`), 'Delete').click()
    await toasted(page, 'Team deleted', `${team.name} is gone.`)
    await arrived(page, 'Teams')
    await row(page, team.name).waitFor({ state: 'hidden' })
  })

  test('say why a team with deployments stays', async ({ open }) => {
    const { page } = await open({ as: admin })
    await site()
    await go(page, `/teams/${(await shopTeam()).id}/settings`)
    await page.locator('p', { hasText: /^Cannot delete team: \d+ deployment/ }).waitFor()
  })
})
