import { expect, it } from 'vitest'
import { ago, lasted, moment } from './time'

const now = Date.parse('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:55:00Z', '5m ago'],
  ['2026-11-21T09:00:00Z', '3h ago'],
  ['2026-11-18T11:00:00Z', '3d ago'],
  ['not a time', 'just now'],
])('%s was %s', (at, words) => expect(ago(at, now)).toBe(words))

it('says how long something took, or takes', () => {
  expect(lasted('2026-11-21T11:59:55Z', '2026-11-21T12:00:00Z', now)).toBe('5s')
  expect(lasted('2026-11-21T11:58:55Z', null, now)).toBe('1m 05s')
  expect(lasted('2026-11-21T09:55:00Z', null, now)).toBe('2h 05m')
})

it('says Never without a time', () => expect(moment(null)).toBe('Never'))
