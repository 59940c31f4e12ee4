import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseLanguage, loadLanguage, preferred, tagOf } from './language'
import { dayjs } from './time'
import { spoken } from './texts'

beforeEach(() => localStorage.clear())
afterEach(() => loadLanguage('en'))

it.each([
  [['fr-CA', 'en'], 'fr'],
  [['de-DE', 'es-419', 'en-US'], 'es'],
  [['de', 'ja'], 'en'],
  [[], 'en'],
  [['EN-gb', 'fr'], 'en'],
])('begins, for a browser that asks for %s, in %s', (asked, language) => expect(preferred(asked)).toBe(language))

it('keeps what was chosen, and writes numbers and dates as the reader’s country does', async () => {
  expect(tagOf('es', ['de-DE', 'es-MX', 'es'])).toBe('es-MX')
  expect(tagOf('fr', ['de-DE'])).toBe('fr')
  await chooseLanguage('es')
  expect(preferred(['fr'])).toBe('es')
  expect([document.documentElement.lang, spoken(), dayjs.locale()]).toEqual(['es', 'es', 'es'])
  localStorage.setItem('language', 'klingon')
  expect(preferred(['fr'])).toBe('fr')
})

it('speaks what was asked for last, whatever comes first', async () => {
  await Promise.all([loadLanguage('fr'), loadLanguage('es')])
  expect(document.documentElement.lang).toBe('es')
})
