import { useSyncExternalStore } from 'react'
import type { components } from '@/gen/api'
import { Emitter } from '@/lib/emitter'
import { storage } from '@/lib/storage'

/**
 * Who is signed in: token, user and expiresAt in localStorage. A session counts while all three are there, can be read
 * and have not expired. Other tabs follow by the storage event.
 */

export type User = components['schemas']['User']

export interface Session {
  token: string
  user: User
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Why a session ended: by Logout here, its seven days, a 401 of the server, or Logout in another tab. */
export type Ending = 'logout' | 'expired' | 'refused' | 'elsewhere'

const KEYS = ['token', 'user', 'expiresAt'] as const

function parseUser(text: string): User | null {
  try {
    const user: unknown = JSON.parse(text)
    if (typeof user !== 'object' || user === null) return null
    const { role, firstName } = user as Partial<User>
    return typeof role === 'string' && typeof firstName === 'string' ? (user as User) : null
  } catch {
    return null
  }
}

function readStored(now: number): Session | 'expired' | null {
  const [token, user, expiresAt] = KEYS.map((key) => storage.get(key))
  if (!token || !user || !expiresAt) return null
  const parsed = parseUser(user)
  const until = Number(expiresAt)
  if (!parsed || !Number.isFinite(until)) return null
  return now < until ? { token, user: parsed, expiresAt: until } : 'expired'
}

function forget(): void {
  for (const key of KEYS) storage.remove(key)
}

let current: Session | null = null
let lastEnding: Ending | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const changes = new Emitter<Session | null>()
const endings = new Emitter<Ending>()

/** The longest a browser's timer can wait; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

function arm(): void {
  clearTimeout(timer)
  timer = current ? setTimeout(checkExpiry, Math.min(current.expiresAt - Date.now(), LONGEST_TIMER_MS)) : undefined
}

function become(session: Session | null): void {
  current = session
  arm()
  changes.emit(session)
}

function end(ending: Ending): void {
  forget()
  if (!current) return
  lastEnding = ending
  become(null)
  endings.emit(ending)
}

/** Ends the session when its time is over; asked by a timer, and when a sleeping machine wakes. */
function checkExpiry(): void {
  if (!current) return
  if (Date.now() >= current.expiresAt) end('expired')
  else arm()
}

function followStorage(event: StorageEvent): void {
  if (event.key !== null && !KEYS.some((key) => key === event.key)) return
  const stored = readStored(Date.now())
  if (stored === null || stored === 'expired') {
    // Sign-in in another tab writes three keys one after the other: only a missing token is an ending.
    if (current && !storage.get('token')) {
      lastEnding = 'elsewhere'
      become(null)
      endings.emit('elsewhere')
    }
    return
  }
  if (stored.token !== current?.token) become(stored)
}

export const session = {
  /** Reads what is stored and starts to watch; called once at the start. Returns how to stop. */
  start(): () => void {
    const stored = readStored(Date.now())
    if (stored === null || stored === 'expired') {
      forget()
      become(null)
      if (stored === 'expired') lastEnding = 'expired'
    } else become(stored)
    window.addEventListener('storage', followStorage)
    document.addEventListener('visibilitychange', checkExpiry)
    return () => {
      window.removeEventListener('storage', followStorage)
      document.removeEventListener('visibilitychange', checkExpiry)
      clearTimeout(timer)
    }
  },
  get: (): Session | null => current,
  token: (): string | null => current?.token ?? null,
  begin(next: Session): void {
    // The token comes last: it is what another tab looks at.
    storage.set('user', JSON.stringify(next.user))
    storage.set('expiresAt', String(next.expiresAt))
    storage.set('token', next.token)
    lastEnding = null
    become(next)
  },
  /** The signed-in user changed something about themselves. */
  updateUser(user: User): void {
    if (!current) return
    storage.set('user', JSON.stringify(user))
    become({ ...current, user })
  },
  logout: (): void => end('logout'),
  /** Nobody has used this browser for as long as is allowed. */
  unused: (): void => end('expired'),
  /** A 401 to `token`. Many answers may be refused at once; only the first ends anything. */
  refused(token: string): void {
    if (current?.token === token) end('refused')
  },
  /** Why the last session ended; null after a sign-in. */
  lastEnding: (): Ending | null => lastEnding,
  onChange: (listener: (session: Session | null) => void) => changes.on(listener),
  onEnd: (listener: (ending: Ending) => void) => endings.on(listener),
}

/** The session of this moment; the component renders again when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(session.onChange, session.get)
}

export function useUser(): User | null {
  return useSession()?.user ?? null
}

export function useIsAdmin(): boolean {
  return useUser()?.role === 'admin'
}
