import { expect, it } from 'vitest'
import { appended, asText, columnsOf, evenly, hits, type Line, marked, Matcher, matching, type Sieve, withoutTime, wrapped } from './log-buffer'

const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}Z`
const line = (message: string, level: Line['level'] = 'info', timestamp: string | null = at(0)): Line => ({ timestamp, level, message })
const lines = [line('Started MySQL'), line('slow query', 'warn'), line('mysql gone', 'error')]
const ALL: Sieve = { search: '', level: 'all', only: true, since: null }
const messages = (found: readonly Line[]) => found.map(({ message }) => message)

it('keeps the newest lines', () => {
  expect(messages(appended(lines, [line('x')], 3))).toEqual(['slow query', 'mysql gone', 'x'])
  expect(appended(lines, [])).toBe(lines)
})

it('puts the lines of several sources in the order of their times', () => {
  const web = [line('a', 'info', at(1)), line('of a', 'info', null), line('c', 'info', at(3))]
  expect(messages(appended(web, [line('b', 'info', at(2)), line('d', 'info', '2026-11-21T10:00:03.5Z')]))).toEqual(['a', 'of a', 'b', 'c', 'd'])
})

it('finds text in any case, and levels exactly', () => {
  expect(matching(lines, { ...ALL, search: 'MYSQL' })).toHaveLength(2)
  expect(messages(matching(lines, { ...ALL, search: 'mysql', level: 'error' }))).toEqual(['mysql gone'])
  expect(matching(lines, { ...ALL, search: ' ' })).toBe(lines)
  expect(matching(lines, { ...ALL, search: 'MYSQL', only: false })).toBe(lines)
  expect(lines.map((each) => hits(each, 'MYSQL'))).toEqual([true, false, true])
})

it('leaves out what is older, and notes that stand alone', () => {
  const some: Line[] = [line('old', 'info', at(1)), { ...line('web was replaced', 'info', at(2)), note: true }, line('new', 'info', at(3))]
  expect(messages(matching(some, { ...ALL, since: Date.parse(at(2)) }))).toEqual(['web was replaced', 'new'])
  expect(matching(some, { ...ALL, search: 'nothing' })).toEqual([])
})

it('looks only at new lines, and finds the same', () => {
  const matcher = new Matcher()
  const sieve = { ...ALL, search: 'mysql' }
  let all: readonly Line[] = lines
  expect(matcher.match(all, sieve)).toEqual(matching(all, sieve))
  for (const more of ['more mysql', 'other', 'MySQL again']) {
    all = appended(all, [line(more)], 4)
    expect(matcher.match(all, sieve)).toEqual(matching(all, sieve))
  }
  const before = matcher.match(all, sieve)
  expect(matcher.match(all, { ...sieve })).toBe(before)
  expect(matcher.match(all, ALL)).toBe(all)
  expect(matcher.match(appended(all, [line('x')]), ALL)).toHaveLength(5)
})

it('marks what was found', () => expect(marked('MySQL and mysql', 'mysql')).toEqual(['', 'MySQL', ' and ', 'mysql', '']))

it('renders only what is in sight', () => {
  expect(evenly(10_000, 20).visible(0, 200, 5)).toEqual({ first: 0, last: 15 })
  expect(evenly(10_000, 20).visible(100_000, 200, 5)).toEqual({ first: 4995, last: 5015 })
  expect(evenly(3, 20).visible(100_000, 200)).toEqual({ first: 3, last: 3 })
})

it('knows where lines are that are broken', () => {
  const long = [line('x'.repeat(25)), line('short'), line('日本語日本語'), line('')]
  const layout = wrapped(long, 20, 10)
  expect([0, 1, 2, 3, 4].map(layout.topOf)).toEqual([0, 60, 80, 120, 140])
  expect(layout.height).toBe(140)
  expect(layout.visible(70, 20, 0)).toEqual({ first: 1, last: 3 })
  expect(columnsOf('日本 a')).toBe(6)
})

it('is quick with a hundred thousand lines', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => line(`line ${n}`))
  const layout = wrapped(many, 20, 80)
  const { first, last } = layout.visible(1_000_000, 800)
  expect(last - first).toBeLessThan(80)
  expect(appended(many, [line('one more')], 100_000)).toHaveLength(100_000)
})

it('leaves out a time that the line has already', () => {
  expect(withoutTime('2026-11-21T10:00:00.123Z ready', at(0))).toBe('ready')
  expect(withoutTime('2026/11/21 10:00:01 [notice] 1#1: start', at(0))).toBe('[notice] 1#1: start')
  expect(withoutTime('[21-Nov-2026 10:00:00] NOTICE: ready', at(0))).toBe('NOTICE: ready')
  expect(withoutTime('2026-11-21T09:00:00Z of an hour ago', at(0))).toBe('2026-11-21T09:00:00Z of an hour ago')
  expect(withoutTime('2026-11-21T10:00:00Z x', null)).toBe('2026-11-21T10:00:00Z x')
})

it('writes a text file', () => expect(asText([line('gone', 'warn'), { ...line('web was replaced'), note: true }])).toBe('2026-11-21T10:00:00Z WARN  gone\n-- web was replaced'))
