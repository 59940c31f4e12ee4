import { expect, it } from 'vitest'
import { attemptKeys } from './attempt-keys'

it('keeps its key for the same content and makes another for other content', () => {
  const keyOf = attemptKeys()
  const first = keyOf({ name: 'shop' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf({ name: 'shop' })).toBe(first)
  expect(keyOf({ name: 'shops' })).not.toBe(first)
})

it('differs between forms', () => expect(attemptKeys()('a')).not.toBe(attemptKeys()('a')))
