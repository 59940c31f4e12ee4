import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, signIn } from '../../tests/render'
import { allow } from './idle'
import { session, type Ending } from '@/session/store'

const MINUTE = 60_000

describe('a browser that nobody uses', () => {
  let endings: Ending[] = []
  let off = () => {}

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') })
    localStorage.clear()
    endings = []
    off = session.onEnd((ending) => endings.push(ending))
    signIn()
  })
  afterEach(() => {
    allow(null)
    off()
    session.logout()
    vi.useRealTimers()
  })

  it('is signed out, also at the server', () => {
    const calls = answer({ 'POST /auth/logout': { data: {} } })
    allow(1800)
    vi.advanceTimersByTime(29 * MINUTE)
    expect(session.get()).not.toBeNull()
    vi.advanceTimersByTime(2 * MINUTE)
    expect(session.get()).toBeNull()
    expect(endings).toEqual(['expired'])
    expect(calls.map(({ method, path, headers }) => [method, path, headers.get('authorization')])).toEqual([['POST', '/auth/logout', 'Bearer token-1']])
  })

  it('stays signed in while somebody uses this tab or another one', () => {
    answer({})
    allow(900)
    vi.advanceTimersByTime(10 * MINUTE)
    window.dispatchEvent(new Event('keydown'))
    vi.advanceTimersByTime(10 * MINUTE)
    localStorage.setItem('usedAt', String(Date.now()))
    vi.advanceTimersByTime(10 * MINUTE)
    expect(session.get()).not.toBeNull()
    vi.advanceTimersByTime(6 * MINUTE)
    expect(session.get()).toBeNull()
  })

  it('is not taken for used by a key that comes too late', () => {
    answer({ 'POST /auth/logout': { data: {} } })
    allow(1800)
    // As after a sleep: the clock goes on, the timers do not.
    vi.setSystemTime(Date.now() + 60 * MINUTE)
    window.dispatchEvent(new Event('pointerdown'))
    expect(session.get()).toBeNull()
  })

  it('stays signed in for ever where nobody has decided otherwise', () => {
    allow(1800)
    allow(null)
    vi.advanceTimersByTime(40 * MINUTE)
    expect(session.get()).not.toBeNull()
  })
})
