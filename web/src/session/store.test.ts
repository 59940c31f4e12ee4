import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADA } from '../../tests/render'
import { session, type Ending } from './store'

const HOUR = 3_600_000

function store(token: string | null, user: string | null, expiresAt: string | null): void {
  for (const [key, value] of Object.entries({ token, user, expiresAt })) {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  }
}

const stored = () => ['token', 'user', 'expiresAt'].map((key) => localStorage.getItem(key))

describe('session', () => {
  let stop = () => {}
  let endings: Ending[] = []
  let off = () => {}

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') })
    endings = []
    off = session.onEnd((ending) => endings.push(ending))
  })
  afterEach(() => {
    session.logout()
    stop()
    off()
  })

  it('is taken up again after a reload', () => {
    store('abc', JSON.stringify(ADA), String(Date.now() + HOUR))
    stop = session.start()
    expect(session.get()).toEqual({ token: 'abc', user: ADA, expiresAt: Date.now() + HOUR })
  })

  it.each([
    ['no token', null, JSON.stringify(ADA), '9999999999999'],
    ['no user', 'abc', null, '9999999999999'],
    ['no expiry', 'abc', JSON.stringify(ADA), null],
    ['a user that is not JSON', 'abc', '{', '9999999999999'],
    ['a user without a role', 'abc', '{"firstName":"Ada"}', '9999999999999'],
    ['an expiry that is no number', 'abc', JSON.stringify(ADA), 'soon'],
    ['an expiry in the past', 'abc', JSON.stringify(ADA), '1000'],
  ])('is forgotten with %s', (_, token, user, expiresAt) => {
    store(token, user, expiresAt)
    stop = session.start()
    expect(session.get()).toBeNull()
    expect(stored()).toEqual([null, null, null])
  })

  it('ends by itself when its time is over', () => {
    stop = session.start()
    session.begin({ token: 'abc', user: ADA, expiresAt: Date.now() + 7 * 24 * HOUR })
    vi.advanceTimersByTime(7 * 24 * HOUR - 1)
    expect(session.get()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(session.get()).toBeNull()
    expect(endings).toEqual(['expired'])
  })

  it('lives on past the longest time a timer can wait', () => {
    stop = session.start()
    session.begin({ token: 'abc', user: ADA, expiresAt: Date.now() + 60 * 24 * HOUR })
    vi.advanceTimersByTime(59 * 24 * HOUR)
    expect(session.get()).not.toBeNull()
    vi.advanceTimersByTime(24 * HOUR)
    expect(endings).toEqual(['expired'])
  })

  it('ends once however many answers are refused', () => {
    session.begin({ token: 'abc', user: ADA, expiresAt: Date.now() + HOUR })
    for (let i = 0; i < 3; i++) session.refused('abc')
    expect(endings).toEqual(['refused'])
    expect(stored()).toEqual([null, null, null])
  })

  it('is not ended by the refusal of an older token', () => {
    session.begin({ token: 'new', user: ADA, expiresAt: Date.now() + HOUR })
    session.refused('old')
    expect(session.get()?.token).toBe('new')
    expect(endings).toEqual([])
  })

  it('follows a log-out in another tab', () => {
    stop = session.start()
    session.begin({ token: 'abc', user: ADA, expiresAt: Date.now() + HOUR })
    store(null, null, null)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(session.get()).toBeNull()
    expect(endings).toEqual(['elsewhere'])
  })

  it('follows a sign-in in another tab', () => {
    stop = session.start()
    store('other', JSON.stringify(ADA), String(Date.now() + HOUR))
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(session.token()).toBe('other')
  })

  it('is not ended while another tab is still writing its three keys', () => {
    stop = session.start()
    session.begin({ token: 'abc', user: ADA, expiresAt: Date.now() + HOUR })
    localStorage.removeItem('user')
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    expect(session.token()).toBe('abc')
    expect(endings).toEqual([])
  })
})
