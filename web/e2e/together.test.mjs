// Two people with a browser each: what one does, the other sees without a reload.
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { arrived, button, dialog, go, heading, link, mark, marked, refused, restart, row, text, type } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { join, newcomer, newSite, newTeam, slug, unique } from './world.mjs'

/** A team of two, with a page for each. */
async function two(open, allow, body) {
  // That something is gone, or no longer theirs, is found out by asking for it.
  allow(refused(404))
  const [owner, other] = [await newcomer('Olga'), await newcomer('Otto')]
  const team = await newTeam(owner, unique('Pair'))
  await join(owner, team, other)
  const [hers, his] = [await open({ session: owner }), await open({ session: other })]
  await body({ owner, other, team, hers: hers.page, his: his.page, second: () => his.context.newPage() })
}

const live = (page) => page.locator('.live-pill[data-state=live]').waitFor()

test.describe('two people of one team', () => {
  test('see each other’s deployments come, run, restart and go, and their tasks', ({ open, allow }) =>
    two(open, allow, async ({ owner, team, hers, his, second }) => {
      const tasks = await second()
      await go(his, '/deployments')
      await text(his, 'No deployments').waitFor()
      await go(tasks, '/tasks')
      await text(tasks, 'No tasks').waitFor()
      for (const page of [his, tasks]) {
        await live(page)
        await mark(page)
      }
      const letGo = await hold()
      const { name, id } = await newSite(owner, { name: slug('ours'), team })
      const theirs = row(his, name)
      await theirs.waitFor()
      await row(tasks.getByRole('region', { name: 'Active Tasks' }), `Install ${name}`).waitFor()
      await letGo()
      await theirs.getByText('Running').waitFor({ timeout: WORK_MS })
      await row(tasks.getByRole('region', { name: 'Finished Tasks' }), `Install ${name}`).getByText('Complete').first().waitFor()

      await go(hers, `/deployments/${id}`)
      await button(hers, 'Restart').click()
      await restart(hers, name)
      await row(tasks, `Restart ${name}`).waitFor()
      await row(tasks.getByRole('region', { name: 'Finished Tasks' }), `Restart ${name}`).getByText('Complete').first().waitFor({ timeout: WORK_MS })
      await heading(hers, 'Restarting', 2).waitFor({ state: 'hidden' })

      await button(hers, 'Delete').click()
      const question = dialog(hers, 'Are you sure?')
      await question.getByLabel(`Type ${name} to go on`).fill(name)
      await button(question, 'Delete').click()
      await theirs.getByText('Deleting').waitFor()
      await theirs.waitFor({ state: 'hidden', timeout: WORK_MS })
      await text(his, 'No deployments').waitFor()
      for (const page of [his, tasks]) expect(await marked(page), 'a page was loaded again').toBeTruthy()
    }))

  test('see a changed name, and the other’s events', ({ open, allow }) =>
    two(open, allow, async ({ owner, team, hers, his, second }) => {
      const events = await second()
      const { id, name } = await newSite(owner, { name: slug('named'), team })
      await go(his, `/deployments/${id}`)
      await arrived(his, name)
      await go(events, '/events')
      for (const page of [his, events]) {
        await live(page)
        await mark(page)
      }
      const later = slug('renamed')
      await go(hers, `/deployments/${id}/edit`)
      await type(hers, 'Deployment Name', later)
      await button(hers, 'Save Changes').click()
      await arrived(his, later)
      await row(events, later).first().waitFor()
      for (const page of [his, events]) expect(await marked(page), 'a page was loaded again').toBeTruthy()
    }))

  test('see who comes and goes, and lose what they may no longer see', ({ open, allow }) =>
    two(open, allow, async ({ team, owner, hers, his }) => {
      const third = await newcomer('Tina')
      await go(hers, `/teams?open=${team.id}`)
      await go(his, `/teams?open=${team.id}`)
      await live(his)
      await mark(his)
      await join(owner, team, third)
      for (const page of [hers, his]) await row(page, team.name).getByText(third.email).waitFor()
      await button(hers, 'Remove Otto Newcomer').click()
      await button(dialog(hers, `Remove Otto Newcomer from ${team.name}?`), 'Remove').click()
      await row(his, team.name).waitFor({ state: 'hidden' })
      await text(his, 'No teams found. Create a new team to get started.').waitFor()
      await link(his, 'Deployments').click()
      await text(his, 'No deployments').waitFor()
      expect(await marked(his), 'a page was loaded again').toBeTruthy()
    }))
})
