import { expect, it } from 'vitest'
import { bytes, cores } from './amounts'

it.each([
  ['240m', '0.24 cores'],
  ['1', '1 core'],
  ['1.5', '1.5 cores'],
  ['0', '0 cores'],
  ['a lot', 'a lot'],
])('says %s of CPU as %s', (quantity, words) => expect(cores(quantity)).toBe(words))

it.each([
  ['1Gi', '1 GB'],
  ['1.2Gi', '1.2 GB'],
  ['512Mi', '512 MB'],
  ['2048Mi', '2 GB'],
  ['1073741824', '1 GB'],
  ['0', '0 MB'],
  ['1 Gi', '1 Gi'],
])('says %s of memory as %s', (quantity, words) => expect(bytes(quantity)).toBe(words))
