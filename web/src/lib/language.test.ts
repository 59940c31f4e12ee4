import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseLanguage, loadLanguage, preferred, tagOf } from './language'
import { spoken, textOf } from './texts'

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
  expect([document.documentElement.lang, spoken()]).toEqual(['es', 'es'])
  localStorage.setItem('language', 'klingon')
  expect(preferred(['fr'])).toBe('fr')
})

it('loads the words of pages inside with the first of them, also while a language is on its way', async () => {
  // As a page that was just opened has it.
  const name = '/src/lib/language.ts?opened'
  const language = (await import(/* @vite-ignore */ name)) as typeof import('./language')
  await language.loadLanguage('fr')
  expect([textOf('login-title'), textOf('tasks-title')]).toEqual(['Bienvenue', null])
  const changing = language.loadLanguage('es')
  void language.loadInside()
  await changing
  expect([textOf('login-title'), textOf('tasks-title')]).toEqual(['Le damos la bienvenida', 'Tareas'])
})

it('speaks what was asked for last, whatever comes first', async () => {
  await Promise.all([loadLanguage('fr'), loadLanguage('es')])
  expect(document.documentElement.lang).toBe('es')
})
