import { describe, expect, it } from 'vitest'
import { typeName } from '@/lib/type-name'
import { providerName } from '@/lib/provider-name'
import { availability, availabilityWords, countryLabel, latency, measuredSince, memory } from './words'

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

describe('what the availability is of', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const at = (createdAt: string) => ({ createdAt })

  it('is 30 days, or since the first cluster is there', () => {
    expect(measuredSince([at('2026-11-20T00:00:00Z'), at('2026-11-19T00:00:00Z')], now)).toBe('2026-11-19T00:00:00Z')
    expect(measuredSince([at('2026-11-20T00:00:00Z'), at('2026-01-01T00:00:00Z')], now)).toBeNull()
    expect(measuredSince([], now)).toBeNull()
  })

  it('is said with it', () => {
    expect(availabilityWords(99.99, null, now)).toBe('99.99 % available in 30 days')
    expect(availabilityWords(100, '2026-11-10T12:00:00Z', now)).toBe('100 % available since Nov 10, 2026')
    expect(availabilityWords(100, '2026-11-21T11:40:00Z', now)).toMatch(/^100 % available since \d+:\d\d/)
  })
})

it.each([
  ['hetzner', 'Hetzner'],
  ['aws', 'AWS'],
  ['custom', 'Own hardware'],
  ['somebody', 'somebody'],
])('%s is called %s', (provider, name) => expect(providerName(provider)).toBe(name))
