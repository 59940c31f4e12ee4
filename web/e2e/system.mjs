// A Canopy of a worker's own: `canopy up` and, beside it, a second simulated cluster that nobody has registered yet.
// Everything is in one folder, which goes with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** So many times faster than a real cluster: an install takes a few seconds and its steps are still seen. */
const SPEED = '4'

/** How long anything may take to be ready or to end. */
const PATIENCE_MS = 120_000

/** What runs is told by the environment of this process; a run is not to meet the limits that keep strangers out. */
const SETTINGS = {
  CANOPY_SANDBOX_SPEED: SPEED,
  // What a test holds is held as long as the slowest page takes.
  CANOPY_ROLLOUT_SCHEDULE: '10m',
  CANOPY_AUTH_ADDRESS_LIMIT: '10000',
  CANOPY_AUTH_SESSIONS_PER_USER: '1000',
}

const over = (child) => child.exitCode !== null || child.signalCode !== null

async function accepts(address) {
  const [host, port] = address.split(':')
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const socket = connect({ host, port: Number(port) })
    const there = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)))
    socket.destroy()
    if (there) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nothing listens on ${address}`)
}

/** A port that nothing listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function end(child) {
  if (over(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

/** Warnings and errors that the services wrote, the last of each. */
function showLogs(logs) {
  let names = []
  try {
    names = readdirSync(logs)
  } catch {
    // It never came so far.
  }
  for (const name of names) {
    const lines = readFileSync(join(logs, name), 'utf8').split('\n')
    const bad = lines.filter((line) => /\b(ERROR|WARN|panicked)\b|"level":"(ERROR|WARN)"/.test(line)).slice(-5)
    if (bad.length > 0) process.stderr.write(`--- ${name}\n${bad.join('\n')}\n`)
  }
}

export class System {
  #program
  #folder = mkdtempSync(join(tmpdir(), 'canopy-e2e-'))
  #children = []
  #settings = SETTINGS

  constructor(program) {
    this.#program = program
  }

  /** Starts everything, on this port and with these settings beside the usual ones; the answer says where it is. */
  async start({ port = 0, settings = {} } = {}) {
    // PostgreSQL's user passes through it.
    chmodSync(this.#folder, 0o755)
    const data = join(this.#folder, 'data')
    mkdirSync(data)
    chmodSync(data, 0o755)
    const spare = await this.#spareCluster()
    const webhookPort = await freePort()
    this.#settings = { ...SETTINGS, CANOPY_WEBHOOK_ALLOW: `127.0.0.1:${webhookPort}`, ...settings }
    const report = JSON.parse(await this.#firstLine(['up', '--print-json', '--any-ports', '--port', String(port), '--data', data, '--cluster-allow', spare.address]))
    return { url: report.address, setupLink: report.setupLink, run: join(data, 'run'), spareKubeconfig: spare.kubeconfig, webhookPort }
  }

  /** Ends what was started, the last first, and removes its folder. With `show`, the ends of its logs are printed before. */
  async stop(show = false) {
    for (const child of this.#children.splice(0).toReversed()) await end(child)
    if (show) showLogs(join(this.#folder, 'data', 'logs'))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** A simulated cluster that is not registered anywhere, and where it listens. */
  async #spareCluster() {
    const kubeconfig = (await this.#firstLine(['sandbox', '--dir', join(this.#folder, 'spare')])).trim()
    const address = /server: *["']?https:\/\/([^\s"'/]+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1]
    if (!address) throw new Error(`no server in ${kubeconfig}`)
    await accepts(address)
    return { kubeconfig, address }
  }

  /** Starts the program, which ends with this process even when that is killed. The answer is the first line it prints. */
  async #firstLine(args) {
    const log = join(this.#folder, `${args[0]}.log`)
    const child = spawn(this.#program, ['child', '--parent', String(process.pid), '--signal', 'INT', '--', this.#program, ...args], {
      stdio: ['ignore', 'pipe', openSync(log, 'a')],
      // In a group of its own: Ctrl-C in a terminal goes to the group of this process, which then stops them in order.
      detached: true,
      env: { ...process.env, ...this.#settings, TMPDIR: this.#folder },
    })
    this.#children.push(child)
    const lines = createInterface({ input: child.stdout })
    const timer = setTimeout(() => lines.close(), PATIENCE_MS)
    try {
      for await (const line of lines) return line
      const said = readFileSync(log, 'utf8').split('\n').slice(-20).join('\n')
      throw new Error(`canopy ${args[0]} ended, or was not ready in time\n${said}`)
    } finally {
      clearTimeout(timer)
      child.stdout.resume()
    }
  }
}
