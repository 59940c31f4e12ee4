/**
 * The one translation function. A screen keeps its English texts beside it:
 *
 *   const t = texts('deployments', { title: 'Deployments', found: '{n} found', 'row.one': '{n} row', 'row.other': '{n} rows' })
 *   t('title')   t('found', { n: 3 })   t.count('row', 2)
 *
 * Another language is a catalogue of the same keys ("deployments.title"); what it lacks is shown in English.
 */

type Values = Record<string, string | number>
type Catalogue = ReadonlyMap<string, string>

let language = 'en'
let catalogue: Catalogue = new Map()

/** Speaks another language from the next render on. Keys are "scope.key". */
export function speak(code: string, translations: Record<string, string> = {}): void {
  language = code
  catalogue = new Map(Object.entries(translations))
}

/** The BCP 47 code in use, for Intl. */
export const spoken = (): string => language

function fill(text: string, values: Values | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

type Counted<K extends string> = K extends `${infer Base}.other` ? Base : never

export interface Translate<K extends string> {
  (key: K, values?: Values): string
  /** Picks `key.one` or `key.other` by the plural rules of the language; `{n}` is the number. */
  count: (key: Counted<K>, n: number, values?: Values) => string
}

export function texts<const T extends Record<string, string>>(scope: string, english: T): Translate<keyof T & string> {
  const find = (key: string) => catalogue.get(`${scope}.${key}`) ?? english[key]
  const translate = (key: string, values?: Values) => fill(find(key) ?? key, values)
  const count = (key: string, n: number, values?: Values) => {
    const form = new Intl.PluralRules(language).select(n)
    const text = find(`${key}.${form}`) ?? find(`${key}.other`) ?? key
    return fill(text, { n, ...values })
  }
  return Object.assign(translate, { count }) as Translate<keyof T & string>
}
