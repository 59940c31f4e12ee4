// Who and what there is to try: people, teams, sites. Each is made by the REST API when it is first asked for.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ask, call, canopy, signIn } from './api.mjs'
import { WORK_MS } from './patience.mjs'

export const PASSWORD = 'correct horse battery'

/** The Canopy was started for this run: it may be set up, and its processes be stopped. */
export const OWN = !process.env.CANOPY_URL
export const NEEDS_OWN = 'needs a Canopy that was started for it (CANOPY_PROGRAM)'

/** The pid of a process of the Canopy at this moment. */
export const pidOf = (role) => Number(readFileSync(resolve(canopy.run, `${role}.pid`), 'utf8'))

/** The text of the kubeconfig of a cluster that is registered nowhere. */
export const spareKubeconfig = () => readFileSync(canopy.spareKubeconfig, 'utf8')

const remembered = (make) => {
  let made
  return () => (made ??= make())
}

let count = 0
const run = `${process.pid.toString(36)}${Date.now().toString(36).slice(-4)}`

/** A name that nothing else has, with these words in it. */
export const unique = (words) => `${words} ${run}${(++count).toString(36)}`
export const slug = (word) => unique(word).toLowerCase().replaceAll(' ', '-')

/** Asks until the answer is something, the more seldom the longer it takes. */
export async function until(what, look, patience = WORK_MS) {
  for (const begun = Date.now(); Date.now() < begun + patience; ) {
    const found = await look()
    if (found) return found
    await new Promise((done) => setTimeout(done, Math.min(500, Math.max(20, (Date.now() - begun) / 10))))
  }
  throw new Error(`not within ${patience / 1000} s: ${what}`)
}

/** The session of an administrator; the first of all if there is none yet. */
export const admin = remembered(async () => {
  const { open } = await call('GET', '/auth/setup')
  if (!open) return signIn()
  const token = new URL(canopy.setupLink).searchParams.get('token')
  return call('POST', '/auth/setup', { body: { token, email: canopy.email, password: canopy.password, firstName: 'Ada', lastName: 'Lovelace', registration: true } })
})

/** Somebody new, signed in, with role user. */
export async function newcomer(firstName = 'Nora') {
  const email = `${slug(firstName)}@example.com`
  await call('POST', '/auth/register', { body: { email, password: PASSWORD, firstName, lastName: 'Newcomer' } })
  return { ...(await signIn(email, PASSWORD)), email }
}

/** A user who is nobody's team mate. */
export const stranger = remembered(() => newcomer('Sam'))

/** A user who is a member of the team of `site()`. */
export const member = remembered(async () => {
  const grace = await newcomer('Grace')
  await join(await admin(), await shopTeam(), grace)
  return grace
})

/** Rights are known everywhere a second later: what is made here is there for its people when this returns. */
const isThere = ({ token }, id) => until('a team is there for its people', () => call('GET', `/teams/${id}`, { token }).catch((cause) => (cause.status === 404 ? null : Promise.reject(cause))))

export async function newTeam(session, name = unique('Team'), description = 'Made by the checks') {
  const { id } = await call('POST', '/teams', { token: session.token, body: { name, description } })
  return isThere(session, id)
}

/** Adds somebody to a team. */
export async function join(owner, { id }, other) {
  await call('POST', `/teams/${id}/members`, { token: owner.token, body: { userId: other.user.id } })
  return isThere(other, id)
}

export const shopTeam = remembered(async () => newTeam(await admin(), unique('Shop team')))

/** A cluster that takes deployments: the simulated one where Canopy brought it. */
export const cluster = remembered(async () => {
  const { token } = await admin()
  return until('a cluster that answers', async () => {
    const all = await call('GET', '/clusters', { token })
    const ready = all.filter((each) => each.status === 'operational' && each.hasKubeconfig)
    return ready.find((each) => /sandbox/i.test(each.name)) ?? ready[0]
  })
})

/** The text of the kubeconfig of that cluster. Each person may see secrets ten times a minute. */
export const kubeconfig = remembered(async () => {
  const { token } = await admin()
  return call('GET', `/clusters/${(await cluster()).id}/kubeconfig`, { token })
})

/** A deployment as the wizard would make it; it is being installed when this returns. */
export async function newSite(session, { name = slug('site'), description = 'Made by the checks', domain = `${slug('www')}.example.com`, team } = {}) {
  const { id: clusterId, datacenter } = await cluster()
  const { id: teamId } = team ?? (await shopTeam())
  return call('POST', '/deployments', {
    token: session.token,
    body: {
      name,
      description,
      type: 'wordpress',
      clusterId,
      location: datacenter,
      team_id: teamId,
      services: { nginx: true, mysql: true, redis: true, phpmyadmin: true, ftp: false, cloudflare: false },
      baseParameters: { domain, appUser: 'admin', appPass: 'a long enough password' },
      phpParameters: { phpExtensions: ['gd', 'mysqli', 'curl', 'intl'] },
      databaseParameters: { databaseName: 'wordpress', databaseUser: 'wordpress', databasePass: 'another password', databaseRootPass: 'yet another password' },
    },
  })
}

/** A Node.js program from a repository, without a database. */
export async function newProgram(session) {
  const { id: clusterId } = await cluster()
  const { id: teamId } = await shopTeam()
  return call('POST', '/deployments', {
    token: session.token,
    body: {
      name: slug('program'),
      type: 'nodejs',
      clusterId,
      team_id: teamId,
      services: { mysql: false, phpmyadmin: false },
      baseParameters: { domain: `${slug('app')}.example.com`, appUser: 'admin', appPass: 'a long enough password' },
      source: { git: { url: 'https://github.com/shop/web.git', ref: 'main' } },
      env: { MODE: 'blue', TOKEN: 'a token' },
    },
  })
}

export const deployment = async (id) => call('GET', `/deployments/${id}`, { token: (await admin()).token })
export const task = async (id) => call('GET', `/tasks/${id}`, { token: (await admin()).token })
export const tasksOf = async (id) => call('GET', `/tasks?deploymentId=${id}`, { token: (await admin()).token })

/** The line of history about a site's installation. */
export const eventOf = (id) => until(`the installation of ${id} is history`, async () => (await call('GET', `/events?deployment=${id}&search=installed`, { token: (await admin()).token })).at(-1))

/** Waits until nothing is at work on a deployment. */
export const rested = (id) =>
  until(`nothing is at work on ${id}`, async () => {
    const now = await deployment(id)
    return now.currentTaskId === null ? now : null
  })

/** A site that runs, of the shop team. */
export const site = remembered(async () => {
  const { id } = await newSite(await admin(), { name: slug('shop'), description: 'Sells apples' })
  const now = await rested(id)
  if (now.status !== 'running') throw new Error(`the site did not come up: ${now.errorLog}`)
  return now
})

/** A site whose install was cancelled: failed, with a failed task. */
export const failed = remembered(async () => {
  const session = await admin()
  const { id, taskId } = await newSite(session, { name: slug('stopped') })
  await until('its task is there', async () => (await tasksOf(id)).length)
  await call('POST', `/tasks/${taskId}/cancel`, { token: session.token })
  const now = await rested(id)
  if (now.status !== 'failed') throw new Error(`a cancelled install left ${now.status}`)
  return { site: now, task: await task(taskId) }
})

/** Teams with names that begin alike, each with its event. */
export const crowd = remembered(async () => {
  const session = await admin()
  const name = unique('Crowd')
  const teams = []
  for (let n = 10; n < 22; n += 1) teams.push(await newTeam(session, `${name} ${n}`))
  await until('their events', async () => (await ask('GET', `/events?search=${encodeURIComponent(name)}`, { token: session.token })).pagination.total >= 12)
  return { name, teams }
})
