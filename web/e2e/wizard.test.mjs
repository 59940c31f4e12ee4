// The wizard: five steps to a running site.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { hold } from './kube.mjs'
import { answering, arrived, button, choose, fact, go, heading, inaccessible, link, mark, marked, path, refused, refusing, row, settled, text, toasted, tooWide, type } from './page.mjs'
import { WORK_MS } from './patience.mjs'
import { admin, cluster, newcomer, rested, shopTeam, site, slug, until } from './world.mjs'

const next = (page) => button(page, 'Next').click()
const step = (page, n, title) => heading(page, `Step ${n} of 5: ${title}`, 2).waitFor()
const WEAK = 'seven77'
const STRONG = 'quite long enough'

/** The sentence at a field, and the focus on it. */
async function refusedAt(page, field, sentence) {
  await page.waitForFunction((id) => document.activeElement?.id === id, `new-${field}`)
  expect(await page.locator(`#new-${field}-help`).innerText()).toBe(sentence)
}

async function basics(page, { name = slug('made'), password = STRONG } = {}) {
  const team = await shopTeam()
  await type(page, 'Deployment Name', name)
  await choose(page, 'Team', team.name)
  await type(page, 'Domain', `${name}.example.com`)
  await type(page, 'Admin Password', password)
  return name
}

async function pickCluster(page) {
  const { name } = await cluster()
  await page.getByRole('radio', { name }).check()
}

async function databases(page) {
  await type(page, 'Database Password', STRONG)
  await type(page, 'Database Root Password', `${STRONG} too`)
}

/** From the first step, filled in, to the last. */
async function toTheEnd(page, filled) {
  const name = await basics(page, filled)
  await next(page)
  await step(page, 2, 'Cluster')
  await pickCluster(page)
  await next(page)
  await step(page, 3, 'Services')
  await next(page)
  await step(page, 4, 'PHP Config')
  await next(page)
  await step(page, 5, 'Database')
  return name
}

test.describe('the wizard', () => {
  test('asks for what step 1 lacks in its order, one after the other', async ({ open }) => {
    const { page } = await open({ as: admin, at: () => shopTeam().then(() => '/new-deployment') })
    const team = await shopTeam()
    await step(page, 1, 'Basic Info')
    expect(await button(page, 'Previous').isDisabled()).toBeTruthy()
    await expect(page.getByLabel('Admin Username', { exact: true })).toHaveValue('admin')
    await type(page, 'Admin Username', '')
    await next(page)
    await refusedAt(page, 'name', 'Deployment name is required')
    await type(page, 'Deployment Name', slug('named'))
    await next(page)
    await refusedAt(page, 'team_id', 'Please select a team for this deployment')
    await choose(page, 'Team', team.name)
    await next(page)
    await refusedAt(page, 'baseParameters-domain', 'Domain name is required for deployment setup')
    await type(page, 'Domain', 'site.example.com')
    await next(page)
    await refusedAt(page, 'baseParameters-appUser', 'Admin Username is required for application access')
    await type(page, 'Admin Username', 'root')
    await next(page)
    await refusedAt(page, 'baseParameters-appPass', 'Admin Password is required for secure application access')
    await type(page, 'Admin Password', STRONG)
    await next(page)
    await step(page, 2, 'Cluster')
  })

  test('asks for a cluster in step 2, and goes back and on without losing anything', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { name: place } = await cluster()
    // With one usable cluster there is nothing to select.
    await answering(page, /^\/clusters$/, async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, data: [...data, { ...data.find(({ name }) => name === place), id: '00000000-0000-4000-8000-000000000000', name: 'Another one' }] } })
    })
    await go(page, '/new-deployment')
    const name = await basics(page)
    await next(page)
    await step(page, 2, 'Cluster')
    const card = page.locator('.choice').filter({ hasText: place })
    for (const words of ['Version', 'Nodes', 'CPU', 'Memory', 'Operational']) await text(card, words).waitFor()
    await next(page)
    await text(page, 'Please select a cluster where your deployment will run').waitFor()
    await pickCluster(page)
    await text(page, 'Please select a cluster where your deployment will run').waitFor({ state: 'hidden' })
    await button(page, 'Previous').click()
    await step(page, 1, 'Basic Info')
    await expect(page.getByLabel('Deployment Name', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('Admin Password', { exact: true })).toHaveValue(STRONG)
    await next(page)
    await step(page, 2, 'Cluster')
    await expect(page.getByRole('radio', { name: place })).toBeChecked()
    await next(page)
    await step(page, 3, 'Services')
    for (const [service, wanted] of [['Nginx', true], ['MySQL', true], ['Redis', true], ['phpMyAdmin', true], ['FTP', false], ['Cloudflare', false]]) {
      expect(await page.getByRole('switch', { name: service, exact: true }).isChecked(), service).toBe(wanted)
    }
    await page.getByRole('switch', { name: 'Redis', exact: true }).click()
    await next(page)
    await step(page, 4, 'PHP Config')
    await page.getByLabel('PHP Version', { exact: true }).click()
    const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    await options.first().waitFor()
    const offered = await options.allInnerTexts()
    const { types } = await call('GET', '/catalogue', { token: (await admin()).token })
    const { versions } = types.find(({ id }) => id === 'wordpress').runtime
    expect(offered).toEqual(versions.map(({ id, ended }) => (ended ? `${id} (no more security fixes)` : id)))
    await options.filter({ hasText: offered.at(-1) }).click()
    await next(page)
    await step(page, 5, 'Database')
    const summary = page.getByRole('region', { name: 'What will be created' })
    for (const words of [name, place, offered.at(-1)]) await summary.getByText(words, { exact: true }).waitFor()
    await fact(summary, 'Off').getByText('Redis', { exact: true }).waitFor()
    expect(await fact(summary, 'On').getByText('Redis', { exact: true }).count()).toBe(0)
  })

  test('lists what is missing at the end, and refuses weak passwords by name', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/new-deployment' })
    await toTheEnd(page, { password: WEAK })
    const create = () => button(page, 'Create Deployment').click()
    // Create takes a click when it has been there for a moment: the page says when by taking it.
    await until('the notice', async () => {
      await create()
      return page.getByRole('alert').filter({ hasText: 'Validation Error' }).count()
    })
    await text(page, 'Please fill in: Database Password, Database Root Password').waitFor()
    await type(page, 'Database Password', WEAK)
    await type(page, 'Database Root Password', `${STRONG} too`)
    await create()
    await page.getByRole('alert').filter({ hasText: 'Weak Password' }).filter({ hasText: 'Admin Password should be at least 8 characters long for security' }).waitFor()
    await step(page, 1, 'Basic Info')
    await type(page, 'Admin Password', STRONG)
    for (const [n, title] of [[2, 'Cluster'], [3, 'Services'], [4, 'PHP Config'], [5, 'Database']]) {
      await next(page)
      await step(page, n, title)
    }
    await until('the notice', async () => {
      await create()
      return page.getByRole('alert').filter({ hasText: 'Database Password should be at least 8 characters long for security' }).count()
    })
  })

  test('keeps the draft over a reload, but no password, and starts over when asked', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/new-deployment' })
    const name = await basics(page)
    await next(page)
    await step(page, 2, 'Cluster')
    await page.reload()
    await text(page, 'Your draft is back').waitFor()
    await text(page, 'Everything but passwords and values of variables was kept; please enter those again.').waitFor()
    await step(page, 1, 'Basic Info')
    await expect(page.getByLabel('Deployment Name', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('Admin Password', { exact: true })).toHaveValue('')
    const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(storage.includes(STRONG), 'a password is stored in the browser').toBeFalsy()
    await button(page, 'Start over').click()
    await text(page, 'Your draft is back').waitFor({ state: 'hidden' })
    await expect(page.getByLabel('Deployment Name', { exact: true })).toHaveValue('')
    await page.reload()
    await settled(page)
    expect(await text(page, 'Your draft is back').count()).toBe(0)
  })

  test('takes the cluster of the address, also of the older one', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { id, name } = await cluster()
    await page.goto(`/deployments/new?cluster=${id}`)
    await arrived(page, 'New Deployment')
    expect(path(page)).toBe(`/new-deployment?cluster=${id}`)
    await basics(page)
    await next(page)
    await step(page, 2, 'Cluster')
    await expect(page.getByRole('radio', { name })).toBeChecked()
  })

  test('makes passwords that may be sent', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/new-deployment' })
    await button(page, 'Generate Admin Password').click()
    const input = page.getByLabel('Admin Password', { exact: true })
    expect(await input.inputValue()).toMatch(/^[A-Za-z0-9]{20}$/)
    await expect(input, 'a made password is shown once it is in use').toHaveAttribute('type', 'password')
  })

  test('makes one deployment of a double click on Create and follows it, live, until it runs', async ({ open }) => {
    const { page, session } = await open({ as: admin, at: '/new-deployment' })
    await mark(page)
    const name = await toTheEnd(page)
    await databases(page)
    let release
    const held = new Promise((resolve) => (release = resolve))
    let sent = 0
    await answering(
      page,
      /^\/deployments$/,
      async (route) => {
        sent += 1
        await held
        await route.continue()
      },
      'POST',
    )
    await until('Create takes a click', async () => {
      if (!sent) await button(page, 'Create Deployment').dblclick().catch(() => undefined)
      return sent
    })
    await text(page, 'Creating...').waitFor()
    const letGo = await hold()
    release()
    await toasted(page, 'Deployment created successfully', name)
    await arrived(page, 'Deployments')
    const card = row(page, name)
    await card.getByRole('heading', { name: /^(Waiting for a worker|Installing)$/ }).waitFor()
    // All at once: they go when it runs.
    await expect(card.locator('.steps > li')).toContainText(['Check the cluster', 'Prepare the namespace', 'Write the secrets', 'Apply the release', 'Wait for the pods', 'Set up the site', 'Finish the release'])
    await letGo()
    await card.locator('.row-line').first().getByText('Running').waitFor({ timeout: WORK_MS })
    await card.getByRole('heading', { name: 'Installing' }).waitFor({ state: 'hidden' })
    expect(await marked(page), 'the page was loaded again').toBeTruthy()
    const made = await call('GET', `/deployments?search=${name}`, { token: session.token })
    expect(made.length).toBe(1)
    const tasks = await call('GET', `/tasks?deploymentId=${made[0].id}`, { token: session.token })
    expect(tasks.map((task) => [task.type, task.status])).toEqual([['install', 'complete']])
    // What was sent is forgotten: the next one begins empty.
    await startsEmpty(page)
  })

  test('makes a Node.js site from a Git repository, of what was asked and nothing else', async ({ open }) => {
    const { page, session } = await open({ as: admin, at: '/new-deployment' })
    // The card is what is clicked; the radio in it is for the keyboard.
    await page.locator('label').filter({ has: page.getByRole('radio', { name: 'Node.js', exact: true }) }).click()
    const name = await basics(page)
    await next(page)
    await refusedAt(page, 'source-git-url', 'The address of the Git repository is required.')
    await type(page, 'Git Repository', 'https://github.com/shop/web.git')
    await type(page, 'Branch, Tag or Commit', 'main')
    await next(page)
    await step(page, 2, 'Cluster')
    await pickCluster(page)
    await next(page)
    await step(page, 3, 'Services')
    for (const service of ['MySQL', 'phpMyAdmin']) await page.getByRole('switch', { name: service, exact: true }).click()
    await next(page)
    await step(page, 4, 'Node.js Config')
    await choose(page, 'Node.js Version', '20 (no more security fixes)')
    await text(page, 'Node.js 20 has reached its end of life').waitFor()
    await choose(page, 'Node.js Version', '22')
    await text(page, 'Node.js 20 has reached its end of life').waitFor({ state: 'hidden' })
    await button(page, 'Add Variable').click()
    await type(page, 'Name of the variable', 'MODE')
    await type(page, 'Value of MODE', 'blue')
    await next(page)
    await step(page, 5, 'Database')
    const summary = page.getByRole('region', { name: 'What will be created' })
    for (const [what, words] of [['Application Type', 'Node.js'], ['Git Repository', 'https://github.com/shop/web.git'], ['Node.js Version', '22'], ['Environment Variables', 'MODE'], ['Admin Password', 'Set']]) {
      await fact(summary, what).getByText(words, { exact: true }).waitFor()
    }
    // The message of its success may have gone when one looks for it; the deployment has not.
    const [{ id }] = await until('Create takes a click', async () => {
      const found = await call('GET', `/deployments?search=${name}`, { token: session.token })
      if (found.length > 0) return found
      await button(page, 'Create Deployment').click({ timeout: 5_000 }).catch(() => undefined)
      return null
    })
    await arrived(page, 'Deployments')
    const made = await rested(id)
    expect([made.status, made.type, made.source.git, made.source.version, made.env, made.phpParameters, made.databaseParameters]).toEqual(['running', 'nodejs', { url: 'https://github.com/shop/web.git', ref: 'main', subdir: null }, '22', ['MODE'], null, null])
  })

  test('shows what the cluster would make, says what it refuses, and goes on without when it does not answer', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin, at: '/new-deployment' })
    allow(refused(503))
    const name = await toTheEnd(page)
    const look = page.getByRole('region', { name: 'What happens in the cluster' })
    const ask = (answer) => answering(page, /^\/deployments\/plan$/, answer, 'POST')
    const silent = await ask(refusing(503, 'The cluster does not answer.'))
    await databases(page)
    await text(look, 'The cluster could not be asked. You can create the deployment without this review.').waitFor()
    await expect(button(page, 'Create Deployment')).toBeEnabled()
    await silent()
    const refusal = await ask(async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      const host = data.objects.find((object) => object.kind === 'Ingress')
      const objects = data.objects.map((object) => (object === host ? { ...object, problem: 'The host is taken.' } : object))
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, objects } } })
    })
    await button(look, 'Ask again').click()
    await look.getByRole('alert').filter({ hasText: 'The cluster would refuse this' }).filter({ hasText: 'The host is taken.' }).waitFor()
    await refusal()
    // Another site, another plan; what is shown is what is made.
    const real = page.waitForResponse((answer) => answer.url().endsWith('/deployments/plan') && answer.status() === 200)
    await type(page, 'Database Name', 'another')
    const { data: plan } = await (await real).json()
    const namespace = plan.objects.find(({ kind }) => kind === 'Namespace').name
    await look.getByText(new RegExp(`^Created in namespace ${namespace}: \\d+ objects$`)).click()
    await look.locator('.plan-kinds').getByText(namespace, { exact: true }).first().waitFor()
    await look.getByText(/^The namespace does not exist yet, so its objects were tried in namespace default\./).waitFor()
    expect(await look.getByRole('alert').count()).toBe(0)
    expect(await tooWide(page)).toBeFalsy()
    expect(await inaccessible(page)).toEqual([])
    await button(page, 'Create Deployment').click()
    await arrived(page, 'Deployments')
    const [made] = await call('GET', `/deployments?search=${name}`, { token: session.token })
    expect(made.namespace).toBe(namespace)
    expect((await rested(made.id)).status).toBe('running')
  })

  test('leads whoever has no team to make one, and back to the kept draft', async ({ open }) => {
    const { page } = await open({ as: newcomer, at: '/new-deployment' })
    await text(page, 'No teams available. Please create a team first.').waitFor()
    await link(page, 'Create Team').click()
    await arrived(page, 'Create Team')
  })

  test('says when there is no cluster, and who registers one', async ({ open }) => {
    const { page, session } = await open({ as: newcomer, at: '/new-deployment' })
    const { name } = await call('POST', '/teams', { token: session.token, body: { name: slug('team'), description: 'For the wizard' } })
    await answering(page, /^\/clusters$/, (route) => route.fulfill({ json: { request_id: 'e2e', status: 'success', data: [], pagination: { page: 1, limit: 1000, total: 0, more: false } } }))
    await page.reload()
    await type(page, 'Deployment Name', slug('never'))
    await choose(page, 'Team', name)
    await type(page, 'Domain', 'never.example.com')
    await type(page, 'Admin Password', STRONG)
    await next(page)
    await text(page, 'No clusters available. Please create a cluster first.').waitFor()
    await text(page, 'An administrator registers clusters.').waitFor()
  })

  test('says where they are made that an address is no domain and that a name is not free', async ({ open }) => {
    const { page } = await open({ as: admin })
    const [shop, team] = await Promise.all([site(), shopTeam()])
    await go(page, '/new-deployment')
    await type(page, 'Domain', 'https://shop.example.com/cart')
    await choose(page, 'Team', team.name)
    await expect(page.getByLabel('Domain', { exact: true })).toHaveValue('shop.example.com')
    await text(page, 'Taken from https://shop.example.com/cart: only the host is needed.').waitFor()
    await type(page, 'Deployment Name', shop.name.toUpperCase())
    await page.getByLabel('Admin Username', { exact: true }).focus()
    await text(page, 'A deployment with this name already exists in this team.').waitFor()
    await type(page, 'Admin Password', STRONG)
    await next(page)
    await refusedAt(page, 'name', 'A deployment with this name already exists in this team.')
    await type(page, 'Deployment Name', slug('free'))
    await next(page)
    await step(page, 2, 'Cluster')
    // What is known so far stands beside it.
    await page.getByRole('complementary', { name: 'What will be created, so far' }).getByText('shop.example.com', { exact: true }).waitFor()
  })

  test('shows the server’s sentences at their fields, and its own when there is none', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/new-deployment' })
    allow(refused(400), refused(500))
    await toTheEnd(page)
    await databases(page)
    const create = async (done) => {
      await until('an answer', async () => {
        if (await done()) return true
        await button(page, 'Create Deployment').click({ timeout: 5_000 }).catch(() => undefined)
        // what is said stays for a few seconds only
        for (let looks = 0; looks < 30 && !(await done()); looks += 1) await page.waitForTimeout(100)
        return done()
      })
    }
    const well = await answering(page, /^\/deployments$/, refusing(500), 'POST')
    await create(() => page.getByText('Failed to create deployment. Please check all required fields and try again.').count())
    await step(page, 5, 'Database')
    await well()
    await answering(page, /^\/deployments$/, refusing(400, 'no', 'VALIDATION_ERROR', { fields: { 'baseParameters.domain': 'Another site has this domain.' } }), 'POST')
    await create(() => heading(page, 'Step 1 of 5: Basic Info', 2).count())
    await page.getByRole('alert').filter({ hasText: 'Another site has this domain.' }).waitFor()
    expect(await page.locator('#new-baseParameters-domain-help').innerText()).toBe('Another site has this domain.')
  })
})

async function startsEmpty(page) {
  await go(page, '/new-deployment')
  await expect(page.getByLabel('Deployment Name', { exact: true })).toHaveValue('')
}
