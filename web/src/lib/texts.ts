import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'
import type { Texts } from '@/gen/texts'

/**
 * The one translation function. Texts stand in catalogues beside their screens (`texts.en.ftl` and one for each other
 * language); an id is the name of its scope and a key:
 *
 *   const t = texts('deployments')
 *   t('title')   t('found', { n: 3 })
 *
 * Keys and parameters are types, made from the English catalogues by `npm run texts`.
 */

export type Scope = keyof Texts

/** What a text is filled with; numbers are written as the language writes them. */
export type Values = Record<string, FluentVariable>

type Needed<V> = V extends null ? [] : [values: V]

export interface Translate<S extends Scope> {
  <const K extends keyof Texts[S] & string>(key: K, ...values: Needed<Texts[S][K]>): string
}

/** The keys of a scope, for tables that name texts. */
export type Key<S extends Scope> = keyof Texts[S] & string

let locale = 'en'
let bundle = new FluentBundle(locale)

/** Speaks a language from the next render on. `tag` is its BCP 47 tag, `catalogues` are its texts in Fluent's syntax. */
export function speak(tag: string, catalogues: readonly string[]): void {
  locale = tag
  // Isolation marks are for languages of two directions; none of ours is, and they would be copied with names.
  bundle = new FluentBundle(tag, { useIsolating: false })
  for (const each of catalogues) bundle.addResource(new FluentResource(each))
}

/** Adds texts of the language that is spoken: those of pages that are opened now. */
export function learn(catalogue: string): void {
  bundle.addResource(new FluentResource(catalogue))
}

/** The BCP 47 tag in use, for Intl. */
export const spoken = (): string => locale

/** The text of an id; null when there is none, or when it needs a value that was not given. */
export function textOf(id: string, values?: Values): string | null {
  const pattern = bundle.getMessage(id)?.value
  if (!pattern) return null
  const errors: Error[] = []
  const text = bundle.formatPattern(pattern, values ?? null, errors)
  return errors.length === 0 ? text : null
}

export function texts<const S extends Scope>(scope: S): Translate<S> {
  return (key, ...[values]) => textOf(`${scope}-${key}`, values as Values | undefined) ?? `${scope}-${key}`
}
