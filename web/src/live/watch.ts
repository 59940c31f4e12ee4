import { LIVE } from '@/spec/policy'
import type { Hint } from './cache'

/** What the stream says. `refused` is about the token; `alive` is only a sign of life. */
export type Frame = { type: 'ready' } | { type: 'hint'; hint: Hint } | { type: 'alive' } | { type: 'refused' }

export type OpenStream = (token: string, signal: AbortSignal) => AsyncIterable<Frame>

/** connecting: not opened yet. live: hints arrive. reconnecting: lost, being opened again. offline: no network, or lost for half a minute. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

export interface Watching {
  frame: (frame: Frame) => void
  state: (state: LiveState) => void
}

/** The pause before attempt n (0 is the first after a loss): doubling, with chance, so that not all come back at once. */
export function pauseBefore(attempt: number, chance: number = Math.random()): number {
  const most = Math.min(LIVE.longestPauseMs, LIVE.firstPauseMs * 2 ** attempt)
  return most / 2 + (most / 2) * chance
}

/** Waits, but no longer than until `signal` aborts or the network or the screen comes back. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      document.removeEventListener('visibilitychange', seen)
      resolve()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') done()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
    document.addEventListener('visibilitychange', seen)
  })
}

/** Keeps one stream open until `signal` aborts: opens it, hands on its frames, and opens it again when it is lost. */
export async function watch(open: OpenStream, token: string, watching: Watching, signal: AbortSignal): Promise<void> {
  let failures = 0
  let lostAt = Date.now()
  while (!signal.aborted) {
    const heard = await readOnce(open, token, watching, signal)
    if (signal.aborted) return
    if (heard === 'refused') {
      // Whether the session is over is for the REST API to say; asking it again is what the frame's reader does.
      watching.frame({ type: 'refused' })
    }
    if (heard === 'something') {
      failures = 0
      lostAt = Date.now()
    }
    watching.state(!navigator.onLine || Date.now() - lostAt >= LIVE.offlineAfterMs ? 'offline' : 'reconnecting')
    await rest(pauseBefore(failures), signal)
    failures += 1
  }
}

/** Reads one stream to its end; says whether anything was heard. */
async function readOnce(open: OpenStream, token: string, watching: Watching, signal: AbortSignal): Promise<'nothing' | 'something' | 'refused'> {
  const stream = new AbortController()
  const stop = () => stream.abort()
  signal.addEventListener('abort', stop)
  window.addEventListener('offline', stop)
  let silence = setTimeout(stop, LIVE.silenceMs)
  let heard: 'nothing' | 'something' = 'nothing'
  try {
    for await (const frame of open(token, stream.signal)) {
      clearTimeout(silence)
      silence = setTimeout(stop, LIVE.silenceMs)
      if (frame.type === 'refused') return 'refused'
      heard = 'something'
      watching.state('live')
      watching.frame(frame)
    }
  } catch {
    // However it was lost, the answer is the same: open it again.
  } finally {
    clearTimeout(silence)
    stop()
    signal.removeEventListener('abort', stop)
    window.removeEventListener('offline', stop)
  }
  return heard
}
