import { addressOf, send } from '@/api/request'
import type { components } from '@/gen/api'
import { session } from '@/session/store'

/**
 * One shell over a WebSocket. A browser can set no header of it and hides the answer that refuses it; so the token is one of
 * the protocols that are offered, and when nothing was opened the same call is made once more as an ordinary one, for its reason.
 */

type Frame = components['schemas']['ShellFrame']
type Spoken = components['schemas']['ShellMessage']
export type Opened = Extract<Frame, { kind: 'opened' }>
export type Ended = Extract<Frame, { kind: 'ended' }>

export interface Target {
  id: string
  service: string
  pod: string
  container: string
}

export interface Size {
  columns: number
  rows: number
}

export interface Listener {
  opened: (opened: Opened) => void
  /** Nothing was typed for long: it is closed in so many seconds. */
  idle: (seconds: number) => void
  /** `shown` is called when the bytes are on the screen: the server sends no more than a little before. */
  output: (bytes: Uint8Array, shown: () => void) => void
  /** The shell ended; nothing when the connection broke off. */
  ended: (ended: Ended | null) => void
  /** It was not opened. */
  refused: (error: unknown) => void
}

export interface Connection {
  type: (text: string) => void
  resize: (size: Size) => void
  close: () => void
}

const PROTOCOL = 'canopy.shell.v1'
/** Bytes of one message: the server takes some more. */
const PIECE = 16 * 1024

export function connect(target: Target, size: Size, listener: Listener): Connection {
  const { id, ...query } = target
  const address = addressOf('/deployments/{id}/shell', { path: { id }, query: { ...query, ...size } })
  const { protocol, host } = window.location
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${address}`, [PROTOCOL, `canopy.token.${session.token() ?? ''}`])
  socket.binaryType = 'arraybuffer'
  let wasOpen = false
  let last: Ended | null = null
  let left = false
  const say = (message: Spoken) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (left) return
    if (typeof data !== 'string') return listener.output(new Uint8Array(data), () => say({ taken: data.byteLength }))
    const frame = JSON.parse(data) as Frame
    if (frame.kind === 'opened') {
      wasOpen = true
      listener.opened(frame)
    } else if (frame.kind === 'idle') listener.idle(frame.seconds)
    else last = frame
  })
  socket.addEventListener('close', () => {
    if (left) return
    if (wasOpen || last) return listener.ended(last)
    void reasonOf(target).then((error) => {
      if (!left) listener.refused(error)
    })
  })
  return {
    type(text) {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length && socket.readyState === WebSocket.OPEN; at += PIECE) socket.send(bytes.subarray(at, at + PIECE))
    },
    resize: say,
    close() {
      left = true
      socket.close(1000)
    },
  }
}

/** Why it was not opened; nothing when it may be, and only the way to it is broken. */
async function reasonOf({ id, ...query }: Target): Promise<unknown> {
  try {
    await send('GET', '/deployments/{id}/shell', { path: { id }, query })
  } catch (cause) {
    return (cause as { reason?: unknown }).reason === 'SHELL_NO_WEBSOCKET' ? null : cause
  }
  return null
}
