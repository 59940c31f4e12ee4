import { describe, expect, it } from 'vitest'
import { typeName } from '@/lib/type-name'
import { availability, countryLabel, latency, memory } from './words'

describe('numbers and names of infrastructure', () => {
  it.each([
    [memory(12288), '12 GB'],
    [memory(3900), '3.8 GB'],
    [latency(12.4), '12 ms'],
    [latency(1.26), '1.3 ms'],
    [availability(100), '100 %'],
    [availability(99.996), '99.99 %'],
    [availability(0), '0 %'],
    [countryLabel('DE'), 'Germany (DE)'],
    [countryLabel('UK'), 'United Kingdom (UK)'],
    [countryLabel('somewhere'), 'somewhere'],
    [countryLabel(''), ''],
    [typeName('nodejs'), 'Node.js'],
    [typeName(undefined), 'Application'],
    [typeName('perl'), 'Application'],
  ])('%s', (shown, expected) => {
    expect(shown).toBe(expected)
  })
})
