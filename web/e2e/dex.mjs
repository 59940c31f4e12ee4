// A Dex of a worker's own: a real OpenID Connect provider on loopback (CANOPY_TEST_DEX, built by scripts/dex.py).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Of everybody there, and bcrypt of it. */
export const DEX_PASSWORD = 'correct horse battery'
const HASH = '$2b$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS'

const SECRET = 'not-to-be-seen-anywhere'

/** A port that nothing listens on. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

export class Dex {
  #child
  #folder = mkdtempSync(join(tmpdir(), 'canopy-dex-'))

  /** Starts it with these people; the answer is what Canopy is told of it: its port, and settings for the environment. */
  async start(people) {
    const [port, own] = [await freePort(), await freePort()]
    const config = {
      listen: `127.0.0.1:${own}`,
      clientId: 'canopy',
      clientSecret: SECRET,
      redirectUris: [`http://127.0.0.1:${port}/login/callback`],
      people: people.map((person) => ({ id: `id-${person.email}`, verified: true, groups: [], passwordHash: HASH, ...person })),
    }
    const file = join(this.#folder, 'dex.json')
    writeFileSync(file, JSON.stringify(config))
    // It ends with this process, whose end closes its standard input.
    this.#child = spawn(process.env.CANOPY_TEST_DEX, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
    for await (const line of createInterface({ input: this.#child.stdout })) {
      if (!line.startsWith('ready')) throw new Error(`Dex said ${line}`)
      break
    }
    const settings = {
      CANOPY_OIDC_ISSUER: `http://127.0.0.1:${own}/dex`,
      CANOPY_OIDC_CLIENT_ID: 'canopy',
      CANOPY_OIDC_CLIENT_SECRET: SECRET,
      CANOPY_OIDC_NAME: 'Dex',
    }
    return { port, settings }
  }

  async stop() {
    if (this.#child && this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
