import { useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { request } from '@/api/request'
import type { Profile } from '@/api/types'
import { Emitter } from '@/lib/emitter'
import { session } from '@/session/store'
import { LiveCache } from './cache'
import { quiet } from './quiet'
import { SharedWatch } from './shared'
import type { Frame, LiveState, OpenStream } from './watch'

let state: LiveState = 'connecting'
const states = new Emitter<LiveState>()

function become(next: LiveState): void {
  if (next === state) return
  state = next
  states.emit(next)
}

/** Own account and preferences whenever they are asked for, with the moment when that was. */
export const profiles = new Emitter<{ profile: Profile; at: number }>()

/** Loaded once someone is signed in and sees the first page. */
type LoadStream = () => Promise<{ openStream: OpenStream }>

/** Keeps what is on the screen fresh for as long as someone is signed in. Returns how to stop. */
export function startLive(client: QueryClient, load: LoadStream = () => quiet(client).then(() => import('./stream'))): () => void {
  let stop = () => {}
  const begin = () => {
    stop()
    stop = () => {}
    become('connecting')
    const current = session.get()
    if (current) stop = follow(client, load, current.user.id, current.token)
  }
  let token: string | null = null
  const forget = session.onChange((next) => {
    if (next?.token === token) return
    token = next?.token ?? null
    begin()
  })
  token = session.token()
  begin()
  return () => {
    forget()
    stop()
  }
}

function follow(client: QueryClient, load: LoadStream, userId: string, token: string): () => void {
  const cache = new LiveCache(client)
  const take = (frame: Frame) => {
    if (frame.type === 'ready') {
      cache.ready()
      void askProfile()
    }
    if (frame.type === 'hint') cache.hint(frame.hint)
    if (frame.type === 'refused') void askProfile()
  }
  let shared: SharedWatch | undefined
  let over = false
  void load().then(({ openStream }) => {
    if (over) return
    shared = new SharedWatch(userId, openStream, token)
    shared.frames.on(take)
    shared.states.on(become)
    become(shared.current())
  })
  return () => {
    over = true
    shared?.stop()
    cache.stop()
  }
}

/**
 * Asks who is signed in. When the stream refused the token: whether the session is over, by the one rule for that. When
 * everything may have changed: the user's role and name too, which decide what is offered.
 */
export async function askProfile(): Promise<void> {
  const token = session.token()
  const at = Date.now()
  try {
    const { data } = await request('GET', '/users/profile')
    if (token !== null && session.token() === token) profiles.emit({ profile: data, at })
    const current = session.get()
    if (current?.token === token && current && JSON.stringify(current.user) !== JSON.stringify(data.user)) session.updateUser(data.user)
  } catch {
    // A 401 has ended the session; anything else says nothing about it.
  }
}

/** The state of the live stream, for the mark in the header. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => states.on(listener),
    () => state,
  )
}
