// What somebody changes in the cluster by hand: told by itself, looked at, put right or taken over.
import { expect, test } from './fixtures.mjs'
import { kube } from './kube.mjs'
import { button, go, heading, inaccessible, row, text, toasted, tooWide } from './page.mjs'
import { admin, deployment, newProgram, rested, until } from './world.mjs'

const web = ({ namespace, releaseName }) => `/apis/apps/v1/namespaces/${namespace}/deployments/${releaseName}-web`
const service = ({ namespace, releaseName }) => `/api/v1/namespaces/${namespace}/services/${releaseName}-web`

test.describe('what differs from the revision in effect', () => {
  test('is told by itself, shown with who changed it, and put right', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id, name } = await newProgram(session)
    const site = await rested(id)
    await go(page, `/deployments/${id}`)
    await page.locator('.page-header').getByText('Running').waitFor()
    await kube('PATCH', web(site), { spec: { template: { spec: { containers: [{ name: 'miner', image: 'registry.example.com/miner:1' }] } } } })
    await kube('DELETE', service(site))
    // nobody loads the page again
    await heading(page, '2 differences from revision 1', 2).waitFor()
    await page.getByText(/Changed by kubectl-edit/).waitFor()
    await button(page, 'View differences').click()
    const panel = page.getByRole('region', { name: 'What differs from revision 1' })
    await panel.getByText('spec.template.spec.containers[miner]').waitFor()
    await panel.getByText(/by kubectl-edit/).first().waitFor()
    await panel.getByText(/The site has no setting for this/).first().waitFor()
    expect(await inaccessible(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await tooWide(page)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 900 })

    await go(page, '/deployments')
    await row(page, name).getByText(/2 differences from revision 1/).waitFor()
    await go(page, '/')
    await page.getByText(/2 differences from revision 1 in the cluster, changed by kubectl-edit/).waitFor()

    await go(page, `/deployments/${id}`)
    await button(page, 'View differences').click()
    await button(panel, 'Put right').click()
    await toasted(page, 'Putting right what differs from revision 1')
    await rested(id)
    await until('nothing differs', async () => (await deployment(id)).drift === null)
    await heading(page, '2 differences from revision 1', 2).waitFor({ state: 'hidden' })
    const after = await deployment(id)
    expect([after.status, after.revision, after.effectiveRevision]).toEqual(['running', 1, 1])
  })

  test('is taken over where the site has a setting for it', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id } = await newProgram(session)
    const site = await rested(id)
    await kube('PATCH', web(site), { spec: { replicas: 3 } }, 'kubectl')
    await go(page, `/deployments/${id}`)
    await button(page, 'View differences').click()
    const panel = page.getByRole('region', { name: 'What differs from revision 1' })
    await panel.getByText(/Can be taken over: .* 3/).waitFor()
    await button(panel, 'Take over').click()
    await button(panel, 'Save as revision 2').click()
    await toasted(page, 'Taken over as revision 2')
    const after = await rested(id)
    expect([after.status, after.replicas, after.effectiveRevision]).toEqual(['running', 3, 2])
    await until('nothing differs', async () => (await deployment(id)).drift === null)
    await go(page, `/deployments/${id}?tab=revisions`)
    await text(page, 'Taken over from the cluster').waitFor()
  })
})
