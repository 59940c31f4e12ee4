import { expect, test } from 'vitest'
import { counted, reachable } from './pages'

test('a pager reaches the page after this one when the server says that there is more', () => {
  expect(reachable({ page: 1, limit: 20, total: 21, more: true }, 20)).toBe(21)
  expect(reachable({ page: 50, limit: 20, total: 1000, more: true }, 20)).toBe(1001)
  expect(reachable({ page: 52, limit: 20, total: 1000, more: false }, 7)).toBe(1027)
  expect(reachable({ page: 1, limit: 20, total: 3, more: false }, 3)).toBe(3)
})

test('a total that was not counted to its end says so', () => {
  expect([counted(999), counted(1000)]).toEqual(['999', '1,000+'])
})
