import { afterEach, expect, it } from 'vitest'
import { speak, texts } from './texts'

const t = texts('demo', { hello: 'Hello {name}', 'row.one': '{n} row', 'row.other': '{n} rows' })

afterEach(() => speak('en'))

it('fills in values and keeps what has none', () => {
  expect(t('hello', { name: 'Ada' })).toBe('Hello Ada')
  expect(t('hello', {})).toBe('Hello {name}')
})

it('counts', () => {
  expect([t.count('row', 0), t.count('row', 1), t.count('row', 2)]).toEqual(['0 rows', '1 row', '2 rows'])
})

it('speaks another language where it can, English elsewhere', () => {
  speak('fr', { 'demo.hello': 'Bonjour {name}', 'demo.row.one': '{n} ligne' })
  expect(t('hello', { name: 'Ada' })).toBe('Bonjour Ada')
  // French counts zero as one.
  expect([t.count('row', 0), t.count('row', 2)]).toEqual(['0 ligne', '2 rows'])
})
