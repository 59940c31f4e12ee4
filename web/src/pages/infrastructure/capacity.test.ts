import { expect, it } from 'vitest'
import { lastOfEach } from './capacity'

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
