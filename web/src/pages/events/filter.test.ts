import { describe, expect, it } from 'vitest'
import { activeFields, NO_FILTER, presetOf, problemOf, queryOf, rangeOf } from './filter'

const TODAY = new Date('2026-11-21T15:30:00').getTime()

describe('the filter of events', () => {
  it('reaches back the days of its preset, today included', () => {
    expect(rangeOf(0, TODAY)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(rangeOf(1, TODAY)).toEqual({ from: '2026-11-20', to: '2026-11-21' })
    expect(rangeOf(7, TODAY)).toEqual({ from: '2026-11-14', to: '2026-11-21' })
    expect(rangeOf(30, TODAY)).toEqual({ from: '2026-10-22', to: '2026-11-21' })
  })

  it('knows the preset its days are, and none for other days', () => {
    expect(presetOf(rangeOf(30, TODAY), TODAY)).toBe(30)
    expect(presetOf({ from: '2026-11-13', to: '2026-11-21' }, TODAY)).toBeUndefined()
    expect(presetOf({ from: '', to: '' }, TODAY)).toBeUndefined()
  })

  it('includes the end day to its last moment, in the time of the reader', () => {
    const { from, to } = queryOf({ ...NO_FILTER, from: '2026-11-14', to: '2026-11-21' })
    expect(from).toBe(new Date(2026, 10, 14).toISOString())
    expect(Date.parse(to)).toBe(new Date(2026, 10, 22).getTime() - 1)
  })

  it('leaves what is no day to the server, which says so', () => {
    expect(queryOf({ ...NO_FILTER, from: 'yesterday' }).from).toBe('yesterday')
    expect(queryOf(NO_FILTER)).toMatchObject({ search: '', from: '', to: '' })
  })

  it('refuses an end before the start and more than the server takes', () => {
    expect(problemOf('2026-11-21', '2026-11-20')).toBe('dates-order')
    expect(problemOf('2025-11-20', '2026-11-21')).toBe('dates-long')
    expect(problemOf('2025-11-21', '2026-11-21')).toBeNull()
    expect(problemOf('', '2026-11-21')).toBeNull()
  })

  it('is active by each field that is set', () => {
    expect(activeFields(NO_FILTER)).toEqual([])
    expect(activeFields({ ...NO_FILTER, type: 'Error', q: 'shop' })).toEqual(['q', 'type'])
  })
})
