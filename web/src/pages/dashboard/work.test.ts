import { expect, it } from 'vitest'
import { placesOf } from './work'

const tasks = (...ids: string[]) => ids.map((id) => ({ id }))

it('keeps each task in its place while any is at work', () => {
  const begun = placesOf([], tasks('a', 'b', 'c'))
  expect(begun).toEqual(['a', 'b', 'c'])
  // Another order is no reason to move, and who ends leaves a place free.
  expect(placesOf(begun, tasks('c', 'a'))).toEqual(['a', null, 'c'])
  expect(placesOf(['a', null, 'c'], tasks('d', 'c', 'a'))).toEqual(['a', 'd', 'c'])
  expect(placesOf(['a', null, 'c'], [])).toEqual([])
  expect(placesOf([], tasks('a', 'b', 'c', 'd', 'e', 'f'))).toEqual(['a', 'b', 'c', 'd', 'e'])
})
