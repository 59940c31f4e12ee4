import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '@/session/store'
import { connect, type Listener } from './connection'

/** What a page sees of a WebSocket. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static last: FakeSocket
  readyState = 1
  binaryType = ''
  sent: (string | Uint8Array)[] = []
  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    super()
    FakeSocket.last = this
  }
  send(data: string | Uint8Array) {
    this.sent.push(data)
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  says(data: string | ArrayBuffer) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

const TARGET = { id: 'd-1', service: 'nginx', pod: '', container: '' }
const SIZE = { columns: 80, rows: 24 }
const listener = () => ({ opened: vi.fn(), idle: vi.fn(), output: vi.fn(), ended: vi.fn(), refused: vi.fn() }) satisfies Listener

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(session, 'token').mockReturnValue('a.b.c')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows the token among the protocols and never in the address', () => {
  connect(TARGET, SIZE, listener())
  const { url, protocols } = FakeSocket.last
  expect(protocols).toEqual(['canopy.shell.v1', 'canopy.token.a.b.c'])
  expect(url).toMatch(/^ws:\/\/.*\/api\/deployments\/d-1\/shell\?service=nginx&columns=80&rows=24$/)
})

it('passes on what comes, says what was shown, and types in pieces', () => {
  const heard = listener()
  const shell = connect(TARGET, SIZE, heard)
  const socket = FakeSocket.last
  socket.says(JSON.stringify({ kind: 'opened', pod: 'p', container: 'c', idleSeconds: 900, mostSeconds: 28800 }))
  expect(heard.opened).toHaveBeenCalledWith(expect.objectContaining({ pod: 'p', container: 'c' }))
  socket.says(new Uint8Array([104, 105]).buffer)
  const [bytes, shown] = heard.output.mock.calls[0] as [Uint8Array, () => void]
  expect([...bytes]).toEqual([104, 105])
  expect(socket.sent).toEqual([])
  shown()
  expect(socket.sent).toEqual(['{"taken":2}'])
  shell.type('é'.repeat(10_000))
  expect(socket.sent.slice(1).map((piece) => piece.length)).toEqual([16_384, 3_616])
  shell.resize({ columns: 100, rows: 30 })
  expect(socket.sent.at(-1)).toBe('{"columns":100,"rows":30}')
  socket.says('{"kind":"idle","seconds":60}')
  expect(heard.idle).toHaveBeenCalledWith(60)
  socket.says('{"kind":"ended","exitCode":3,"error":null,"reason":"","params":{}}')
  socket.close()
  expect(heard.ended).toHaveBeenCalledWith(expect.objectContaining({ exitCode: 3 }))
})

it('asks once more why nothing was opened', async () => {
  const body = JSON.stringify({ error: 'Off.', message: 'Off.', code: 'CONFLICT', status: 409, request_id: 'r', details: { reason: 'SHELL_OFF' } })
  vi.stubGlobal('fetch', vi.fn(async () => new Response(body, { status: 409, headers: { 'content-type': 'application/json' } })))
  const heard = listener()
  connect(TARGET, SIZE, heard)
  FakeSocket.last.close()
  await vi.waitFor(() => expect(heard.refused).toHaveBeenCalledWith(expect.objectContaining({ reason: 'SHELL_OFF' })))
  expect(heard.ended).not.toHaveBeenCalled()
})

it('is silent once it was left', () => {
  const heard = listener()
  const shell = connect(TARGET, SIZE, heard)
  shell.close()
  FakeSocket.last.says('{"kind":"idle","seconds":60}')
  expect(heard.idle).not.toHaveBeenCalled()
  expect(heard.ended).not.toHaveBeenCalled()
})
