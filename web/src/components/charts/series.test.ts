import { expect, it } from 'vitest'
import { alone, rangeOf, startOf, ticks, withGaps } from './series'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(iso)

it('leaves a gap where spans are missing, and none where they follow each other', () => {
  expect(withGaps([[0, 1], [300_000, 2], [1_200_000, 3]], 300)).toEqual([[0, 1], [300_000, 2], [600_000, null], [1_200_000, 3]])
  expect(withGaps([], 300)).toEqual([])
})

it('names whole hours of the zone of the reader', () => {
  const to = at('2026-11-23T06:31:00Z')
  const found = ticks(to - 24 * HOUR, to, 'Europe/Berlin')
  expect(found).toHaveLength(6)
  expect(found[0]).toBe(at('2026-11-22T07:00:00Z'))
  // Half an hour beside the others.
  expect(ticks(to - 24 * HOUR, to, 'Asia/Kolkata')[0]).toBe(at('2026-11-22T06:30:00Z') + 4 * HOUR)
})

it('names days at midnight over a week and each fifth over a month, also when the clocks change', () => {
  const to = at('2026-10-28T12:00:00Z')
  const week = ticks(to - 7 * 24 * HOUR, to, 'Europe/Berlin')
  expect(week).toHaveLength(7)
  expect(week[0]).toBe(at('2026-10-21T22:00:00Z'))
  expect(week.at(-1)).toBe(at('2026-10-27T23:00:00Z'))
  expect(ticks(to - 30 * 24 * HOUR, to, 'UTC')).toHaveLength(6)
})

it('names quarters of an hour over an hour, and each hour over seven', () => {
  const to = at('2026-11-23T06:31:00Z')
  expect(ticks(to - HOUR, to, 'UTC').map((each) => new Date(each).getUTCMinutes())).toEqual([45, 0, 15, 30])
  expect(ticks(to - 7 * HOUR, to, 'UTC')).toHaveLength(7)
  expect(ticks(to - HOUR / 4, to, 'Asia/Kathmandu').map((each) => new Date(each).getUTCMinutes())).toEqual([20, 25, 30])
})

it('begins with the first figure, and shows a part of what was asked for at least', () => {
  const day = 24 * HOUR
  expect(startOf([[-HOUR, 1]], 0, day)).toBe(0)
  expect(startOf([[10 * HOUR, 1]], 0, day)).toBe(10 * HOUR)
  expect(startOf([[day - 60_000, 1]], 0, day)).toBe(23 * HOUR)
  expect(startOf([], 0, day)).toBe(0)
})

it('knows the points that no line goes through', () => {
  expect([...alone([[0, 1]])]).toEqual([0])
  expect([...alone([[0, 1], [1, 2], [2, null], [3, 4], [4, null]])]).toEqual([3])
})

it('tells the least, the most and the last', () => {
  expect(rangeOf([[0, 3], [1, null], [2, 1], [3, 2]])).toEqual({ low: 1, high: 3, now: 2 })
  expect(rangeOf([[0, null]])).toBeNull()
})
