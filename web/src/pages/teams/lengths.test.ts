import { describe, expect, it } from 'vitest'
import { problemOf } from './lengths'

describe('what a team may be called', () => {
  it.each([
    ['name', '', 'Team name must be at least 2 characters.'],
    ['name', ' W ', 'Team name must be at least 2 characters.'],
    ['name', 'We', null],
    ['name', '  We  ', null],
    ['name', 'x'.repeat(50), null],
    ['name', '🦀'.repeat(50), null],
    ['name', 'x'.repeat(51), 'Team name must not exceed 50 characters.'],
    ['description', '', 'Description must be at least 2 characters.'],
    ['description', 'a', 'Description must be at least 2 characters.'],
    ['description', 'ab', null],
    ['description', 'x'.repeat(200), null],
    ['description', 'x'.repeat(201), 'Description must not exceed 200 characters.'],
  ] as const)('%s %j: %j', (field, text, problem) => {
    expect(problemOf(field, text)).toBe(problem)
  })
})
