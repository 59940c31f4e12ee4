// The REST API, as a program uses it.
import { PATIENCE_MS } from './patience.mjs'

/** The Canopy that is tried, and its first administrator. One that a worker has started is filled in when it is ready. */
export const canopy = {
  url: process.env.CANOPY_URL ?? '',
  email: process.env.CANOPY_EMAIL ?? 'ada@example.com',
  password: process.env.CANOPY_PASSWORD ?? 'correct horse battery',
  /** Of one's own: the printed link, the folder of pid files, the kubeconfig of a cluster that is registered nowhere, and a port
   * of loopback that webhooks may be sent to. */
  setupLink: '',
  run: '',
  spareKubeconfig: '',
  webhookPort: 0,
  /** Whether a test failed on it. */
  failed: false,
}

/** A refusal of the REST API. */
export class Refused extends Error {
  constructor(method, path, status, body) {
    super(`${method} ${path}: ${status} ${body.message}`)
    this.status = status
    this.body = body
  }
}

/** A cluster did not answer in time. */
const silent = (error) => error instanceof Refused && error.body.details?.reason === 'CLUSTER_SILENT'

/**
 * The answer to a call is the whole envelope. A cluster that did not answer in time is asked again, as people would: nothing was
 * changed then.
 */
export async function ask(method, path, parts) {
  for (const begun = Date.now(); ; ) {
    try {
      return await send(method, path, parts)
    } catch (cause) {
      if (!silent(cause) || Date.now() >= begun + PATIENCE_MS) throw cause
    }
  }
}

async function send(method, path, { body, token } = {}) {
  const answer = await fetch(`${canopy.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const json = await answer.json()
  if (!answer.ok) throw new Refused(method, path, answer.status, json)
  return json
}

/** The data of a call's answer. */
export const call = async (method, path, parts) => (await ask(method, path, parts)).data

/** A session of its own, so that one test's log-out is nobody else's. */
export function signIn(email = canopy.email, password = canopy.password) {
  return call('POST', '/auth/login', { body: { email, password } })
}
