import { request } from '@/api/request'
import { storage } from '@/lib/storage'
import { session } from '@/session/store'

/**
 * Signs out a browser that nobody uses, as administrators have decided. Pages that only fetch are no use: pointer and keys
 * are, in any tab. The server ends sessions of browsers that are closed or asleep by itself.
 */

/** When somebody last used any tab, in milliseconds since 1970. */
const KEY = 'usedAt'
/** What happens closer together is one use. */
const TOGETHER_MS = 5_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

let limit: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let noted = 0

const usedAt = (): number => Math.max(noted, Number(storage.get(KEY)) || 0)

function note(): void {
  noted = Date.now()
  storage.set(KEY, String(noted))
}

/** A sign of life. One that comes too late, such as after a sleep, does not count. */
function use(): void {
  if (Date.now() - noted < TOGETHER_MS) return
  if (check()) note()
}

/** Whether there is time left; without it the session is over. */
function check(): boolean {
  clearTimeout(timer)
  if (limit === null || !session.get()) return true
  const left = usedAt() + limit - Date.now()
  if (left > 0) {
    timer = setTimeout(check, left)
    return true
  }
  // The token is taken before it is forgotten here.
  void request('POST', '/auth/logout').catch(() => undefined)
  session.unused()
  return false
}

let stop: (() => void) | null = null

function start(): () => void {
  note()
  for (const sign of SIGNS) window.addEventListener(sign, use, { passive: true, capture: true })
  document.addEventListener('visibilitychange', check)
  const off = session.onChange((next) => {
    if (next) note()
    check()
  })
  return () => {
    off()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
    for (const sign of SIGNS) window.removeEventListener(sign, use, { capture: true })
  }
}

/** For how many seconds a browser may stand unused; null: for ever. */
export function allow(seconds: number | null): void {
  limit = seconds === null ? null : seconds * 1000
  if (limit === null) {
    stop?.()
    stop = null
    return
  }
  stop ??= start()
  check()
}
