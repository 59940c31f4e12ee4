// The cluster itself, as somebody with its kubeconfig reaches it.
import { request } from 'node:https'
import { kubeconfig, OWN } from './world.mjs'

/** A call of the cluster itself; answers the object. */
export async function kube(method, path, body, manager = 'kubectl-edit') {
  const text = await kubeconfig()
  const of = (key) => new RegExp(`${key}: *["']?([^\\s"']+)`).exec(text)?.[1]
  const url = new URL(`${path}?fieldManager=${manager}`, of('server'))
  const ca = Buffer.from(of('certificate-authority-data') ?? '', 'base64')
  const headers = { authorization: `Bearer ${of('token')}`, 'content-type': 'application/strategic-merge-patch+json' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, ca, headers }, async (answer) => {
      try {
        const said = Buffer.concat(await answer.toArray()).toString()
        if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`)
        resolve(JSON.parse(said))
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}

async function cordon(unschedulable) {
  if (!OWN) return
  const { items } = await kube('GET', '/api/v1/nodes')
  for (const { metadata } of items) await kube('PATCH', `/api/v1/nodes/${metadata.name}`, { spec: { unschedulable } }, 'kubectl-cordon')
}

/**
 * From now on no new pod finds a node: what is begun is at work until what this answers is called, however slowly a page shows it.
 * The nodes of a cluster that is not ours are left alone.
 */
export async function hold() {
  await cordon(true)
  return () => cordon(false)
}
