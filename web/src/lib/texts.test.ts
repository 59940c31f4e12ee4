import { afterEach, expect, it } from 'vitest'
import { loadLanguage } from './language'
import { speak, textOf, texts } from './texts'

const t = texts('logs')

afterEach(() => loadLanguage('en'))

it('fills in values, counts and writes numbers as the language does', async () => {
  expect([0, 1, 2, 12_345].map((n) => t('shown', { n }))).toEqual(['0 lines', '1 line', '2 lines', '12,345 lines'])
  await loadLanguage('fr')
  // French counts zero as one.
  expect([0, 1, 2, 12_345].map((n) => t('shown', { n }))).toEqual(['0 ligne', '1 ligne', '2 lignes', '12\u202f345 lignes'])
  await loadLanguage('es')
  expect([1, 12_345].map((n) => t('shown', { n }))).toEqual(['1 línea', '12.345 líneas'])
})

it('leaves what is filled in as it is', () => {
  speak('en', ['demo-hello = Hello { $name }'])
  expect(textOf('demo-hello', { name: '{ $x } <b>“Ada”</b>' })).toBe('Hello { $x } <b>“Ada”</b>')
})

it('has nothing for an id that is not there, and for a value that is missing', () => {
  speak('en', ['demo-hello = Hello { $name }'])
  expect([textOf('demo-bye'), textOf('demo-hello', {})]).toEqual([null, null])
})

it('takes no text without its values, and no text that is not there', () => {
  const ask = () => {
    // @ts-expect-error: a number is missing
    t('shown')
    // @ts-expect-error: it is a number that chooses the plural
    t('shown', { n: 'many' })
    // @ts-expect-error: no such text
    t('nowhere')
    // @ts-expect-error: no such value
    t('copied', { n: 1 })
    // @ts-expect-error: no such scope
    texts('nobody')
  }
  expect(ask).not.toThrow()
})
