// npm run e2e [-- <file>… | --flows | --pages]: the console in a real browser against a real Canopy.
//
//   CANOPY_PROGRAM                 the canopy program: one is started for this run and stopped after it
//   CANOPY_POSTGRES_BIN, CANOPY_NATS_SERVER   as for `canopy up`
//   CANOPY_URL, CANOPY_EMAIL, CANOPY_PASSWORD   use this Canopy instead and this administrator of it; it gets users, teams and sites
//   CHROMIUM                       another browser than /usr/bin/chromium-headless-shell
//   CANOPY_PICTURES                a folder for a picture of each page that a test failed on
//
// The files run in one process and one order (suite.mjs); the tests in it are node:test's, and so is the summary.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start, stop } from './system.mjs'

const say = (words) => process.stderr.write(`${words}\n`)

const here = dirname(fileURLToPath(import.meta.url))
const program = process.env.CANOPY_PROGRAM
if (!program && !process.env.CANOPY_URL) {
  say('Either CANOPY_PROGRAM (a canopy program) or CANOPY_URL, CANOPY_EMAIL and CANOPY_PASSWORD must be set.')
  process.exit(2)
}

let tests
let interrupted = false

/** Ends the tests; what was started is stopped after them. A second one changes nothing: stopping is bounded. */
function interrupt() {
  interrupted = true
  tests?.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
// Whoever asked for this run may be killed without a word.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) interrupt()
}, 1000).unref()

function run(environment) {
  // Its own group, like the system: Ctrl-C reaches only this process, which passes it on.
  tests = spawn(process.execPath, [join(here, 'suite.mjs'), ...process.argv.slice(2)], { stdio: 'inherit', detached: true, env: { ...process.env, ...environment } })
  return new Promise((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
}

let code = 1
try {
  const environment = process.env.CANOPY_URL ? {} : await start(program)
  if (!interrupted) code = await run(environment)
} catch (cause) {
  say(cause instanceof Error ? [cause.message, cause.cause].filter(Boolean).join('\n') : cause)
} finally {
  await stop(code !== 0 && !interrupted)
}
process.exit(interrupted ? 130 : code)
