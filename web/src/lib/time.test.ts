import { expect, it } from 'vitest'
import { loadLanguage } from './language'
import { ago, chooseZone, clock, dateOf, dayAt, dayName, dayOf, dayWords, inputOf, lasted, moment, momentIn, zone } from './time'

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

it('shows all times in one zone, the reader’s', () => {
  const before = process.env.TZ
  process.env.TZ = 'Asia/Tokyo'
  try {
    expect([clock('2026-11-21T23:04:05.123456Z'), clock('not a time')]).toEqual(['08:04:05', ''])
    expect(moment('2026-11-21T23:04:05Z')).toMatch(/^Nov 22, 2026, 8:04:05/)
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

it('counts days as the calendar does', () => {
  const noon = new Date(2026, 10, 21, 12).getTime()
  expect([dayAt(noon), dayAt(noon, -21), dayAt(noon, 10), dayAt('not a time')]).toEqual(['2026-11-21', '2026-10-31', '2026-12-01', ''])
  expect([dateOf('2026-11-21'), dateOf('2026-11-30', 1)]).toEqual([new Date(2026, 10, 21), new Date(2026, 11, 1)])
  for (const none of ['2026-02-30', '2026-13-01', '2026-1-1', '']) expect(dateOf(none)).toBeNull()
})

it('names a day as the language does', async () => {
  expect(dayName('2026-11-21')).toBe('Nov 21, 2026')
  expect(dayName('2026-11-21T12:00:00.542941Z')).toBe('Nov 21, 2026')
  expect(dayName('someday')).toBe('someday')
  await loadLanguage('fr')
  expect([dayName('2026-11-21'), ago('2026-11-21T11:55:00Z', now), lasted('2026-11-21T11:58:55Z', null, now)]).toEqual(['21 nov. 2026', 'il y a 5\u00a0min', '1\u00a0min 05\u00a0s'])
  await loadLanguage('en')
})

it('writes all times in the zone that was chosen, and finds the edges of its days', () => {
  chooseZone('America/New_York')
  try {
    expect([zone(), localStorage.getItem('timezone')]).toEqual(['America/New_York', 'America/New_York'])
    const late = '2026-11-21T03:04:05Z'
    expect([clock(late), dayOf(late), moment(late).replace(/\s/g, ' ')]).toEqual(['22:04:05', '2026-11-20', 'Nov 20, 2026, 10:04:05 PM'])
    expect([dayWords('2026-11-20', Date.parse(late)), dayWords('2026-11-19', Date.parse(late))]).toEqual(['Today', 'Yesterday'])
    // That night the clocks went back: the day has 25 hours.
    expect([dateOf('2026-11-01'), dateOf('2026-11-01', 1)]).toEqual([new Date('2026-11-01T04:00:00Z'), new Date('2026-11-02T05:00:00Z')])
    expect([dateOf(''), dateOf('someday'), dayName('2026-11-01')]).toEqual([null, null, 'Nov 1, 2026'])
    chooseZone('Mars/Phobos')
    expect(localStorage.getItem('timezone')).toBeNull()
  } finally {
    chooseZone(null)
  }
})

it('reads and writes moments as inputs hold them, in the chosen zone', () => {
  const at = Date.parse('2026-11-21T23:04:00Z')
  try {
    for (const [zoned, text] of [['Asia/Tokyo', '2026-11-22T08:04'], ['America/New_York', '2026-11-21T18:04'], [null, inputOf(at)]] as const) {
      chooseZone(zoned)
      expect([inputOf(at), momentIn(text)]).toEqual([text, at])
    }
    expect(['', '2026-11-21', 'x', '2026-13-01T10:00'].map(momentIn)).toEqual([null, null, null, null])
  } finally {
    chooseZone(null)
  }
})
