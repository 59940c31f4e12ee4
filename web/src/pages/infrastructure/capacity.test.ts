import { expect, it } from 'vitest'
import { askedWords, cores, lastOfEach } from './capacity'

it('takes the last value of each part of the time', () => {
  const points = [
    [0, 1],
    [4, 2],
    [5, 3],
    [12, null],
    [25, 4],
    [40, 5],
  ] as const
  expect(lastOfEach(points, 0, 40, 4)).toEqual([3, null, 4, 5])
})

it('says what was asked for once where it never changed', () => {
  expect(askedWords({ low: 0.5, high: 2, now: 1 }, 8, cores)).toBe('Pods asked for 0.5 to 2, now for 1 of 8 (13%).')
  expect(askedWords({ low: 1, high: 1.001, now: 1 }, 8, cores)).toBe('Pods asked for 1 of 8 (13%).')
})
