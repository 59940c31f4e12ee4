import { expect, it } from 'vitest'
import { numberFormat, timeFormat } from './formats'

it('makes each format once, and another for other options', () => {
  expect(numberFormat({ maximumFractionDigits: 1 })).toBe(numberFormat({ maximumFractionDigits: 1 }))
  expect(numberFormat({ maximumFractionDigits: 1 })).not.toBe(numberFormat({ maximumFractionDigits: 2 }))
  expect(timeFormat({ timeZone: 'UTC', timeStyle: 'short' })).toBe(timeFormat({ timeZone: 'UTC', timeStyle: 'short' }))
  expect(timeFormat({ timeZone: 'Asia/Kolkata', timeStyle: 'short' }).format(0)).toBe('5:30 AM')
  expect(timeFormat({ timeZone: 'UTC', timeStyle: 'short' }).format(0)).toBe('12:00 AM')
})
