// A Canopy of its own for one run of the suite: `canopy up` and, beside it, a second simulated cluster that nobody has
// registered yet. Everything is in one folder, which goes with it.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'

/** So many times faster than a real cluster: an install takes a few seconds and its steps are still seen. */
const SPEED = '4'

/** How long anything may take to be ready or to end. */
const PATIENCE_MS = 120_000

const say = (words) => process.stderr.write(`${words}\n`)

const children = []
let folder

/** What runs is told by the environment of this process; a run is not to meet the limits that keep strangers out. */
const SETTINGS = {
  CANOPY_SANDBOX_SPEED: SPEED,
  CANOPY_AUTH_ADDRESS_LIMIT: '10000',
  CANOPY_AUTH_SESSIONS_PER_USER: '1000',
}

function begin(program, args) {
  // In a group of its own: Ctrl-C in a terminal goes to the group of this process, which then stops them in order.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', openSync(join(folder, `${args[0]}.log`), 'a')], detached: true, env: { ...process.env, ...SETTINGS, TMPDIR: folder } })
  children.push(child)
  return child
}

/** The first line it prints. */
async function firstLine(child, what) {
  const lines = createInterface({ input: child.stdout })
  const timer = setTimeout(() => lines.close(), PATIENCE_MS)
  try {
    for await (const line of lines) return line
    throw new Error(`${what} ended, or was not ready in time`, { cause: tail(`${what.split(' ')[1]}.log`) })
  } finally {
    clearTimeout(timer)
    child.stdout.resume()
  }
}

/** The last lines of what one of them wrote. */
const tail = (log) => readFileSync(join(folder, log), 'utf8').split('\n').slice(-20).join('\n')

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

/** A simulated cluster that is not registered anywhere, and where it listens. */
async function spareCluster(program) {
  const home = join(folder, 'spare')
  const kubeconfig = (await firstLine(begin(program, ['sandbox', '--dir', home]), 'canopy sandbox')).trim()
  const address = /server: *["']?https:\/\/([^\s"'/]+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1]
  if (!address) throw new Error(`no server in ${kubeconfig}`)
  await accepts(address)
  return { kubeconfig, address }
}

/** Starts everything; the answer is the environment of the tests. */
export async function start(program) {
  folder = mkdtempSync(join(tmpdir(), 'canopy-e2e-'))
  // PostgreSQL's user passes through it.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o755)
  const spare = await spareCluster(program)
  const canopy = begin(program, ['up', '--print-json', '--any-ports', '--port', '0', '--data', data, '--cluster-allow', spare.address])
  const report = JSON.parse(await firstLine(canopy, 'canopy up'))
  return {
    // The browser's own files go with the rest.
    TMPDIR: folder,
    CANOPY_URL: report.address,
    CANOPY_SETUP_LINK: report.setupLink,
    CANOPY_RUN: join(data, 'run'),
    CANOPY_SPARE_KUBECONFIG: spare.kubeconfig,
    CANOPY_EMAIL: 'ada@example.com',
    CANOPY_PASSWORD: 'correct horse battery',
  }
}

const over = (child) => child.exitCode !== null || child.signalCode !== null

async function end(child) {
  if (over(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

/** Ends what was started, the last first, and removes its folder. With `show`, the ends of its logs are printed before. */
export async function stop(show = false) {
  for (const child of children.splice(0).toReversed()) await end(child)
  if (!folder) return
  if (show) showLogs(join(folder, 'data', 'logs'))
  rmSync(folder, { recursive: true, force: true })
  folder = undefined
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
    if (bad.length > 0) say(`--- ${name}\n${bad.join('\n')}`)
  }
}
