import { afterEach, expect, it } from 'vitest'
import { zone } from '@/lib/time'
import { profiles } from '@/live/live'
import { session } from '@/session/store'
import { ADA, answer, signIn } from '../../tests/render'
import { followPreferences, keep, type Preferences } from './preferences'

const profile = (preferences: Preferences) => ({ user: ADA, security: { twoFactorEnabled: false, recoveryCodes: 0, hasPassword: true, provider: null, sessionTimeout: null }, preferences })
const chosen = { language: 'en', timezone: 'Asia/Tokyo', theme: 'dark', firstSteps: null }
const none = { language: null, timezone: null, theme: null, firstSteps: null }

let stop = () => {}

afterEach(() => {
  stop()
  session.logout()
  localStorage.clear()
})

it('follows the profile; what was not chosen is left to the browser', () => {
  stop = followPreferences()
  profiles.emit({ profile: profile(chosen), at: Date.now() + 1 })
  expect([zone(), localStorage.getItem('theme')]).toEqual(['Asia/Tokyo', 'dark'])
  profiles.emit({ profile: profile(none), at: Date.now() + 1 })
  expect([zone(), localStorage.getItem('theme')]).not.toEqual(['Asia/Tokyo', null])
  expect([localStorage.getItem('timezone'), localStorage.getItem('theme')]).toEqual([null, 'dark'])
})

it('is not taken back to what the profile was before a choice', async () => {
  signIn()
  stop = followPreferences()
  const calls = answer({ 'PUT /users/profile': { data: profile({ ...none, theme: 'light' }) } })
  const before = Date.now() - 1
  const kept = keep({ theme: 'light' })
  profiles.emit({ profile: profile(chosen), at: before })
  await kept
  profiles.emit({ profile: profile(chosen), at: before })
  expect(localStorage.getItem('theme')).toBeNull()
  expect(calls.map((call) => call.body)).toEqual([{ preferences: { theme: 'light' } }])
})

it('stays with the browser of somebody who is not signed in', async () => {
  const calls = answer({})
  expect(await keep({ theme: 'dark' })).toBeNull()
  expect(calls).toHaveLength(0)
})
