import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseLanguage, loadLanguage, loadWords, preferred, tagOf } from './language'
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

/** The module as a page that was just opened has it: nothing is loaded yet. */
async function opened(): Promise<typeof import('./language')> {
  const name = `/src/lib/language.ts?opened=${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ name)) as typeof import('./language')
}

it('loads the words of a page with it, also while a language is on its way', async () => {
  const language = await opened()
  await language.loadLanguage('fr')
  expect([textOf('session-title'), textOf('tasks-title')]).toEqual(['Accès non autorisé', null])
  await language.loadWords('tasks')
  expect([textOf('tasks-title'), textOf('teams-title')]).toEqual(['Tâches', null])
  const changing = language.loadLanguage('es')
  await Promise.all([changing, language.loadWords('teams')])
  expect([textOf('tasks-title'), textOf('teams-title')]).toEqual(['Tareas', 'Equipos'])
})

it('has the words of a page in the language that was chosen while they came', async () => {
  const language = await opened()
  await language.loadLanguage('fr')
  const coming = language.loadWords('tasks')
  await Promise.all([language.loadLanguage('es'), coming])
  expect([textOf('tasks-title'), textOf('session-title')]).toEqual(['Tareas', 'Acceso no autorizado'])
})

it('has what the server says before anybody is signed in at once, and the rest with the first page inside', async () => {
  const language = await opened()
  await language.loadLanguage('es')
  const [before, after] = ['EMAIL_TAKEN', 'TeamCreated'].map((code) => () => textOf(code, { team: 'Web' }))
  expect([before?.(), after?.()]).toEqual(['Esta dirección de correo electrónico ya está registrada.', null])
  await language.loadWords(language.INSIDE)
  expect([before?.(), after?.()]).toEqual(['Esta dirección de correo electrónico ya está registrada.', 'Se ha creado el equipo «Web».'])
})

it('knows the words of every family of pages, and of nothing else', async () => {
  await expect(loadWords('nobody')).rejects.toThrow('nobody')
})

it('speaks what was asked for last, whatever comes first', async () => {
  await Promise.all([loadLanguage('fr'), loadLanguage('es')])
  expect(document.documentElement.lang).toBe('es')
})
