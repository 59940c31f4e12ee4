import { expect, it } from 'vitest'
import { appended, asText, type Line, marked, matching, visible } from './log-buffer'

const line = (message: string, level: Line['level'] = 'info'): Line => ({ timestamp: '2026-11-21T10:00:00Z', level, message })
const lines = [line('Started MySQL'), line('slow query', 'warn'), line('mysql gone', 'error')]

it('keeps the newest lines', () => {
  expect(appended(lines, [line('x')], 3).map((each) => each.message)).toEqual(['slow query', 'mysql gone', 'x'])
  expect(appended(lines, [])).toBe(lines)
})

it('finds text in any case, and levels exactly', () => {
  expect(matching(lines, 'MYSQL', 'all')).toHaveLength(2)
  expect(matching(lines, 'mysql', 'error').map((each) => each.message)).toEqual(['mysql gone'])
  expect(matching(lines, ' ', 'all')).toBe(lines)
})

it('marks what was found', () => expect(marked('MySQL and mysql', 'mysql')).toEqual(['', 'MySQL', ' and ', 'mysql', '']))

it('renders only what is in sight', () => {
  expect(visible(0, 200, 20, 10_000, 5)).toEqual({ first: 0, last: 15 })
  expect(visible(100_000, 200, 20, 10_000, 5)).toEqual({ first: 4995, last: 5015 })
  expect(visible(100_000, 200, 20, 3)).toEqual({ first: 3, last: 3 })
})

it('writes a text file', () => expect(asText([line('gone', 'warn')])).toBe('2026-11-21T10:00:00Z WARN  gone'))
