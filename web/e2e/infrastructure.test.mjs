// Infrastructure: datacenters, the clusters in them, and registering more of both.
import { call } from './api.mjs'
import { expect, test } from './fixtures.mjs'
import { answering, arrived, button, choose, CUT, dialog, expand, fact, go, link, path, refused, refusing, row, text, toasted, type, withoutStream } from './page.mjs'
import { admin, cluster, member, NEEDS_OWN, OWN, site, spareKubeconfig, unique, until } from './world.mjs'

const datacenterOf = async (place) => (await call('GET', '/datacenters', { token: (await admin()).token })).find((each) => each.id === place)

const newDatacenter = async (name = unique('Place')) =>
  call('POST', '/datacenters', {
    token: (await admin()).token,
    body: { name, provider: 'hetzner', region: 'eu-central', city: '', country: '', address: '', status: 'operational', domains: [] },
  })

const value = (page, label) => page.getByLabel(label, { exact: true }).inputValue()
const readOnly = (page, label) => page.getByLabel(label, { exact: true }).getAttribute('readonly').then((attribute) => attribute !== null)
/** What a select box shows as chosen. */
const chosen = (page, label) => page.locator('.ant-select').filter({ has: page.getByLabel(label, { exact: true }) })

test.describe('the list of datacenters', () => {
  test('is searched by name, city and country, in any case of letters', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/infrastructure' })
    const name = unique('Bavaria')
    await newDatacenter(name)
    await row(page, name).waitFor()
    const search = page.getByPlaceholder('Search datacenters...')
    for (const words of [name.toUpperCase(), 'falkenSTEIN', 'germany', 'de']) {
      await search.fill(words)
      await row(page, name).waitFor()
    }
    await search.fill('nowhere at all')
    await text(page, 'No datacenter matches “nowhere at all”.').waitFor()
    await button(page, 'Clear search').click()
    await row(page, name).waitFor()
  })

  test('opens to where it is, its domains, its clusters and Add Cluster', async ({ open }) => {
    const { page } = await open({ as: admin })
    const { id, name } = await newDatacenter()
    await go(page, '/infrastructure')
    const card = row(page, name)
    await card.getByText('Operational').first().waitFor()
    await card.getByText('0 clusters').waitFor()
    await expand(card)
    await fact(card, 'City').filter({ hasText: 'Falkenstein' }).waitFor()
    await fact(card, 'Country').filter({ hasText: 'Germany (DE)' }).waitFor()
    await fact(card, 'Provider').filter({ hasText: 'hetzner' }).waitFor()
    await fact(card, 'Domains').filter({ hasText: 'No domains configured' }).waitFor()
    await text(card, 'No clusters in this datacenter yet.').waitFor()
    await button(card, 'Add Cluster').click()
    await arrived(page, 'Register Cluster')
    expect(path(page)).toBe(`/clusters/new?datacenter=${id}`)
    await expect(page.getByRole('radio', { name })).toBeChecked()
  })

  test('opens a cluster to its configuration, its access and its deployments', async ({ open }) => {
    const { page } = await open({ as: admin })
    const [{ name, datacenter, id }, shop] = [await cluster(), await site()]
    await go(page, '/infrastructure')
    const place = row(page, (await datacenterOf(datacenter)).name)
    await expand(place)
    const card = row(place, name)
    await expand(card)
    for (const title of ['Configuration', 'Network and access', 'Deployments']) await card.getByRole('heading', { name: new RegExp(`^${title}`) }).waitFor()
    for (const label of ['Kubernetes version', 'Nodes', 'CPU total', 'Memory total', 'API endpoint', 'Access type', 'Connection']) await text(card, label).waitFor()
    await text(card, 'Secured').waitFor()
    await card.getByRole('link', { name: `View All deployments of ${name}`, exact: true }).click()
    await arrived(page, 'Deployments')
    expect(path(page)).toBe(`/deployments?cluster=${id}`)
    await row(page, shop.name).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /^Manage / }).first().click()
    await page.waitForURL(/\/deployments\/[0-9a-f-]{36}$/)
  })

  test('is read by users, who are not offered what only administrators do', async ({ open }) => {
    const { page } = await open({ as: member })
    const { name, datacenter } = await cluster()
    await go(page, '/infrastructure')
    const place = row(page, (await datacenterOf(datacenter)).name)
    await expand(place)
    await expand(row(place, name))
    await text(place, 'Network and access').waitFor()
    for (const action of ['Add Datacenter', 'Register Cluster', 'Add Cluster', 'Set Kubeconfig', 'Replace Kubeconfig', 'Download Kubeconfig', 'Edit Datacenter', 'Delete Datacenter', 'Edit Cluster', 'Delete Cluster', 'Refresh Status', 'Enable Maintenance Mode']) expect(await button(page, action).count(), action).toBe(0)
  })

  test('changes by itself', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/infrastructure' })
    await page.locator('.live-pill[data-state=live]').waitFor()
    const { name } = await newDatacenter()
    await row(page, name).waitFor()
  })
})

test.describe('creating a datacenter', () => {
  test('fills in the place of a known provider’s region, which cannot be typed over', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/admin/datacenters' })
    await button(page, 'Add Datacenter').click()
    await arrived(page, 'Add Datacenter')
    expect(path(page)).toBe('/admin/datacenters/new')
    await choose(page, 'Provider', 'AWS')
    await chosen(page, 'Region').getByText('us-east-1').waitFor()
    expect([await value(page, 'City'), await value(page, 'Country')]).toEqual(['Virginia', 'United States (US)'])
    for (const field of ['Country', 'City', 'Address']) expect(await readOnly(page, field), field).toBeTruthy()
    await choose(page, 'Region', 'eu-west-1')
    await page.waitForFunction(() => document.querySelector('#city')?.value !== 'Virginia')
    expect(await value(page, 'Country')).toBe('Ireland (IE)')
  })

  test('lets the place of one’s own be typed, its region following the country', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/admin/datacenters/new' })
    const name = unique('Cellar')
    await choose(page, 'Provider', 'Custom')
    await chosen(page, 'Country').getByText('Germany (DE)').waitFor()
    expect([await value(page, 'Region'), await value(page, 'City'), await value(page, 'Address')]).toEqual(['eu-central-1', '', ''])
    expect(await readOnly(page, 'Region')).toBeTruthy()
    for (const field of ['City', 'Address']) expect(await readOnly(page, field), field).toBeFalsy()
    await choose(page, 'Country', 'Ireland (IE)')
    await page.waitForFunction(() => document.querySelector('#region')?.value === 'eu-west-1')
    await button(page, 'Create Datacenter').click()
    for (const sentence of ['Name is required', 'City is required', 'Address is required']) await text(page, sentence).waitFor()
    await type(page, 'Name', name)
    await type(page, 'City', 'Cork')
    await type(page, 'Address', '1 Main Street')
    await button(page, 'Create Datacenter').click()
    await toasted(page, 'Success', 'Datacenter created successfully')
    await arrived(page, 'Infrastructure')
    expect(path(page)).toBe('/admin/datacenters')
    await row(page, name).getByText('Cork, Ireland').waitFor()
  })

  test('makes one datacenter of a double click', async ({ open }) => {
    const { page, session } = await open({ as: admin, at: '/admin/datacenters/new' })
    const name = unique('Twice')
    await type(page, 'Name', name)
    await button(page, 'Create Datacenter').dblclick()
    await arrived(page, 'Infrastructure')
    expect((await call('GET', '/datacenters', { token: session.token })).filter((each) => each.name === name).length).toBe(1)
  })

  test('keeps what was typed when the server refuses, and can be cancelled', async ({ open, allow }) => {
    const { page } = await open({ as: admin, at: '/admin/datacenters/new' })
    allow(refused(400))
    await answering(page, /^\/datacenters$/, refusing(400, 'no', 'VALIDATION_ERROR', { fields: { name: 'Another datacenter has this name.' } }), 'POST')
    await type(page, 'Name', 'Taken')
    await button(page, 'Create Datacenter').click()
    await page.getByRole('alert').filter({ hasText: 'Could not create datacenter: Please check the data you provided.' }).waitFor()
    await text(page, 'Another datacenter has this name.').waitFor()
    expect(await value(page, 'Name')).toBe('Taken')
    await button(page, 'Cancel').click()
    await arrived(page, 'Infrastructure')
    expect(path(page)).toBe('/admin/datacenters')
  })
})

test.describe('registering a cluster', () => {
  const submit = (page) => button(page, 'Create Cluster').click()
  const paste = (page, words) => page.getByLabel('Kubeconfig', { exact: true }).fill(words)
  const validate = (page) => button(page, 'Validate Kubeconfig').click()

  test('cannot be done without a datacenter, and says what is missing', async ({ open }) => {
    const { page } = await open({ as: admin, at: '/clusters/new' })
    const { name } = await newDatacenter()
    await expect(button(page, 'Create Cluster')).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('radio', { name }).check()
    await submit(page)
    for (const sentence of ['Cluster name is required', 'Description is required', 'Kubernetes endpoint is required']) await text(page, sentence).waitFor()
  })

  test('checks the kubeconfig in the order of its sentences', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const { id } = await newDatacenter()
    await go(page, `/clusters/new?datacenter=${id}`)
    await validate(page)
    await text(page, 'Kubeconfig is required').waitFor()
    await paste(page, 'apiVersion: v1\nclusters: []')
    await text(page, 'Kubeconfig is required').waitFor({ state: 'hidden' })
    await validate(page)
    await text(page, 'Kubeconfig appears to be missing required sections').waitFor()
    const name = unique('Unvalidated')
    await type(page, 'Cluster Name', name)
    await type(page, 'Description', 'Not validated')
    await type(page, 'Kubernetes Endpoint', 'https://cluster.example.com')
    await paste(page, 'apiVersion: v1\nclusters: []\ncontexts: []\nusers: []\n')
    await submit(page)
    await text(page, 'Please validate your kubeconfig before creating the cluster.').waitFor()
    expect((await call('GET', '/clusters', { token: session.token })).some((each) => each.name === name)).toBeFalsy()
  })

  test('says when the server finds fault with it', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    allow(refused(400))
    const { id } = await newDatacenter()
    await go(page, `/clusters/new?datacenter=${id}`)
    await answering(page, /^\/clusters\/validate$/, refusing(400), 'POST')
    await paste(page, 'apiVersion: v1\nclusters: []\ncontexts: []\nusers: []\n')
    await validate(page)
    await text(page, 'Invalid kubeconfig: Please check the format and contents of your kubeconfig file.').waitFor()
  })

  test('takes one without a kubeconfig and says so', async ({ open }) => {
    const { page } = await open({ as: admin })
    const place = await newDatacenter()
    const name = unique('Bare')
    await go(page, `/clusters/new?datacenter=${place.id}`)
    await type(page, 'Cluster Name', name)
    await type(page, 'Description', 'Comes later')
    await type(page, 'Kubernetes Endpoint', 'https://cluster.example.com')
    await submit(page)
    await toasted(page, 'Cluster created', `${name} is registered. No kubeconfig was provided`)
    await arrived(page, 'Infrastructure')
    await expand(row(page, place.name))
    const card = row(row(page, place.name), name)
    await card.getByText('No kubeconfig yet').waitFor()
    await expand(card)
    await text(card, 'This cluster has no kubeconfig. Deployments are possible once it has one.').waitFor()
    await text(card, 'Unsecured').waitFor()
    await button(card, 'Set Kubeconfig').click()
    const asking = dialog(page, `Set Kubeconfig: ${name}`)
    await button(asking, 'Save Kubeconfig').click()
    await text(asking, 'Kubeconfig is required').waitFor()
    await asking.getByLabel('Kubeconfig', { exact: true }).fill('apiVersion: v1')
    await button(asking, 'Save Kubeconfig').click()
    await text(asking, 'Please validate your kubeconfig before updating the cluster.').waitFor()
    await button(asking, 'Cancel').click()
    await asking.waitFor({ state: 'hidden' })
  })

  test('shows what the cluster says, fills in its endpoint, uploads the kubeconfig and sees the cluster answer', async ({ open }) => {
    test.skip(!OWN, NEEDS_OWN)
    const { page, session } = await open({ as: admin })
    const place = await newDatacenter()
    const name = unique('Spare')
    await go(page, `/clusters/new?datacenter=${place.id}`)
    await type(page, 'Cluster Name', name)
    await type(page, 'Description', 'Simulated, for the checks')
    await paste(page, spareKubeconfig())
    await validate(page)
    await text(page, 'Kubeconfig is valid. Endpoint updated.').waitFor()
    const says = page.getByRole('region', { name: 'What the cluster says' })
    await says.getByText(/^Reachable, Kubernetes/).waitFor()
    await text(says, 'Everything that Canopy needs').waitFor()
    expect(await value(page, 'Kubernetes Endpoint')).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    await submit(page)
    await toasted(page, 'Cluster created', `${name} is registered with its kubeconfig and is being looked at now.`)
    await arrived(page, 'Infrastructure')
    expect(path(page)).toBe('/infrastructure')
    await expand(row(page, place.name))
    const card = row(row(page, place.name), name)
    await card.getByText('Operational').waitFor()
    await card.getByText(/\d+ nodes?/).waitFor()
    await expand(card)
    await card.getByText(/^No deployments on this cluster/).waitFor()
    const { id } = await until('the cluster', async () => (await call('GET', '/clusters', { token: session.token })).find((each) => each.name === name))
    await button(card, 'Create Deployment').click()
    await arrived(page, 'New Deployment')
    expect(path(page)).toBe(`/new-deployment?cluster=${id}`)
  })
})

const newCluster = async (place, name = unique('Bare')) =>
  call('POST', '/clusters', { token: (await admin()).token, body: { name, description: 'For the checks', datacenter: place.id, k8sendpoint: 'https://cluster.example.com' } })

/** Opens a datacenter and a cluster in it. */
async function opened(page, place, bare) {
  await page.goto(`/infrastructure?open=${place.id},${bare.id}`)
  await arrived(page, 'Infrastructure')
  return { card: row(page, place.name), inner: row(row(page, place.name), bare.name) }
}

test.describe('changing datacenters and clusters', () => {
  test('edits a datacenter, says when somebody was faster, and deletes it', async ({ open, allow }) => {
    const { page, session } = await open({ as: admin })
    allow(refused(409))
    const place = await newDatacenter()
    await page.goto(`/infrastructure?open=${place.id}`)
    await button(row(page, place.name), 'Edit Datacenter').click()
    await arrived(page, 'Edit Datacenter')
    expect(path(page)).toBe(`/admin/datacenters/${place.id}/edit`)
    expect(await value(page, 'City')).toBe('Falkenstein')
    await call('PUT', `/datacenters/${place.id}`, { token: session.token, body: { status: 'issues' } })
    const name = unique('Moved')
    await type(page, 'Name', name)
    await button(page, 'Save Changes').click()
    await page.getByRole('alert').filter({ hasText: 'has changed this datacenter since you opened it' }).waitFor()
    await page.reload()
    await type(page, 'Name', name)
    await button(page, 'Save Changes').click()
    await toasted(page, 'Datacenter updated', 'The changes are saved.')
    await arrived(page, 'Infrastructure')
    await page.goto(`/infrastructure?open=${place.id}`)
    await button(row(page, name), 'Delete Datacenter').click()
    await button(dialog(page, 'Delete this datacenter?'), 'Delete').click()
    await toasted(page, 'Datacenter deleted', `${name} was deleted.`)
    await row(page, name).waitFor({ state: 'detached' })
  })

  test('moves and renames a cluster and deletes it; what is deployed on one keeps it', async ({ open, allow }) => {
    const { page } = await open({ as: admin })
    // the hint of its deletion is followed
    allow(refused(404))
    const [from, to] = [await newDatacenter(), await newDatacenter()]
    const bare = await newCluster(from)
    const { inner } = await opened(page, from, bare)
    await button(inner, 'Edit Cluster').click()
    await arrived(page, 'Edit Cluster')
    expect(path(page)).toBe(`/clusters/${bare.id}/edit`)
    const name = unique('Other')
    await type(page, 'Cluster Name', name)
    await page.getByRole('radio', { name: to.name }).check()
    await button(page, 'Update Cluster').click()
    await toasted(page, 'Cluster updated', `The changes of ${name} are saved.`)
    await arrived(page, 'Infrastructure')
    const moved = row(row(page, to.name), name)
    await button(moved, 'Delete Cluster').click()
    await button(dialog(page, 'Delete this cluster?'), 'Delete').click()
    await toasted(page, 'Cluster deleted', `${name} was deleted.`)
    await moved.waitFor({ state: 'detached' })
    await site()
    const used = await cluster()
    await page.goto(`/infrastructure?open=${used.datacenter},${used.id}`)
    await expect(button(row(page, used.name), 'Delete Cluster')).toHaveAttribute('aria-disabled', 'true')
    await expect(button(page, 'Delete Datacenter')).toHaveAttribute('aria-disabled', 'true')
  })

  test('says of a cluster in maintenance that it is, wherever one chooses or looks', async ({ open }) => {
    const { page, session } = await open({ as: admin })
    const place = await newDatacenter()
    const bare = await newCluster(place)
    const { inner } = await opened(page, place, bare)
    await expect(button(inner, 'Refresh Status')).toHaveAttribute('aria-disabled', 'true')
    await button(inner, 'Enable Maintenance Mode').click()
    await button(dialog(page, 'Enable maintenance mode?'), 'Enable Maintenance Mode').click()
    await toasted(page, 'Maintenance has begun', bare.name)
    await text(inner, 'This cluster is in maintenance.').waitFor()
    await button(inner, 'End Maintenance').click()
    await button(dialog(page, 'End maintenance?'), 'End Maintenance').click()
    await toasted(page, 'Maintenance has ended', bare.name)
    await button(inner, 'Enable Maintenance Mode').waitFor()
    await call('DELETE', `/clusters/${bare.id}`, { token: session.token })
  })

  test('looks at a cluster now and gives its kubeconfig to administrators, after a question', async ({ open }) => {
    const { page } = await open({ as: admin })
    const used = await cluster()
    await page.goto(`/infrastructure?open=${used.id}`)
    const inner = row(page, used.name)
    await button(inner, 'Refresh Status').click()
    await toasted(page, 'Status refreshed', `${used.name} answers.`)
    await button(inner, 'Download Kubeconfig').click()
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog(page, 'Download the kubeconfig?'), 'Download Kubeconfig').click()])
    expect(download.suggestedFilename()).toMatch(/\.kubeconfig\.yaml$/)
    await go(page, '/events')
    await page.getByText(`The kubeconfig of cluster "${used.name}" was read.`).first().waitFor()
  })

  test('takes a kubeconfig from a file and has one of its contexts chosen', async ({ open }) => {
    const { page } = await open({ as: admin })
    const place = await newDatacenter()
    await go(page, `/clusters/new?datacenter=${place.id}`)
    const several = 'apiVersion: v1\nclusters: []\ncontexts:\n- name: first\n- name: second\nusers: []\n'
    await page.locator('input[type=file]').setInputFiles({ name: 'config', mimeType: 'text/plain', buffer: Buffer.from(several) })
    await expect.poll(() => value(page, 'Kubeconfig')).toBe(several)
    await button(page, 'Validate Kubeconfig').click()
    await text(page, 'Please choose which context is to be used.').waitFor()
    await page.getByLabel('Context', { exact: true }).selectOption('second')
    expect(await value(page, 'Kubeconfig')).toBe(`${several}current-context: "second"\n`)
    // dropped onto it
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['apiVersion: v1 # dropped'], 'config'))
      return data
    })
    await page.getByLabel('Kubeconfig', { exact: true }).dispatchEvent('drop', { dataTransfer: dropped })
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some((area) => area.value === 'apiVersion: v1 # dropped'))
  })
})

test.describe('infrastructure that cannot be loaded', () => {
  for (const [status, code, sentence] of [
    [404, 'NOT_FOUND', 'Could not load datacenters: The server endpoint is not available.'],
    [409, 'CONFLICT', 'Failed to load datacenters'],
  ]) {
    test(`says so (datacenters, ${status}) and tries again`, async ({ open, allow }) => {
      const { page } = await open({ as: admin })
      allow(refused(status), CUT)
      await withoutStream(page)
      const well = await answering(page, /^\/datacenters$/, refusing(status, 'no', code))
      await page.goto('/infrastructure')
      await text(page, sentence).waitFor()
      await well()
      await button(page, 'Retry').click()
      await page.locator('.row-item').first().waitFor()
    })
  }

  for (const [status, code, sentence] of [
    [404, 'NOT_FOUND', 'Could not load clusters: The server endpoint is not available.'],
    [403, 'FORBIDDEN', 'Permission denied: You do not have the required role to view clusters.'],
  ]) {
    test(`says so (clusters, ${status}) beside the datacenters, and tries again`, async ({ open, allow }) => {
      const { page } = await open({ as: admin })
      allow(refused(status), CUT)
      await withoutStream(page)
      const well = await answering(page, /^\/clusters$/, refusing(status, 'no', code))
      await page.goto('/infrastructure')
      await text(page, sentence).waitFor()
      await page.locator('.row-item').first().waitFor()
      await well()
      await button(page, 'Retry').click()
      await text(page, sentence).waitFor({ state: 'hidden' })
    })
  }

  test('has nothing at first: an administrator is told to add a datacenter', async ({ open }) => {
    const { page } = await open({ as: admin })
    await answering(page, /^\/(datacenters|clusters)$/, (route) =>
      route.fulfill({ json: { request_id: 'e2e', status: 'success', data: [], pagination: { page: 1, limit: 1000, total: 0, more: false } } }),
    )
    await page.goto('/infrastructure')
    await text(page, 'No datacenters').waitFor()
    await text(page, 'Add a datacenter first, then register a cluster in it.').waitFor()
    await link(page, 'Add Datacenter').click()
    await arrived(page, 'Add Datacenter')
    await go(page, '/clusters/new')
    await text(page, 'There is no datacenter yet').waitFor()
  })
})
