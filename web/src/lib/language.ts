import { useSyncExternalStore } from 'react'
import { Emitter } from './emitter'
import type { Pack } from './languages/pack'
import { storage } from './storage'
import { speak } from './texts'

/** Which language the console speaks: the one chosen in this browser, else the first the browser asks for that there is. */

/** Each in its own words. */
export const LANGUAGES = { en: 'English', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof LANGUAGES

export const CODES = Object.keys(LANGUAGES) as Language[]

const KEY = 'language'

/** Only the one that is spoken is loaded, what is for pages inside with the first of them. */
const PACKS: Record<Language, () => Promise<{ default: Pack }>> = {
  en: () => import('./languages/en'),
  es: () => import('./languages/es'),
  fr: () => import('./languages/fr'),
}

const INSIDE: Record<Language, () => Promise<{ default: string[] }>> = {
  en: () => import('./languages/inside/en'),
  es: () => import('./languages/inside/es'),
  fr: () => import('./languages/inside/fr'),
}

const changes = new Emitter<void>()

interface Spoken {
  language: Language
}

let current: Spoken = { language: 'en' }

const primary = (tag: string) => tag.toLowerCase().split('-', 1)[0]

/** The tag that the reader's browser has for a language: "es-MX" writes numbers in another way than "es". */
export const tagOf = (language: Language, asked: readonly string[] = navigator.languages): string => asked.find((tag) => primary(tag) === language) ?? language

/** The language to begin with. */
export function preferred(asked: readonly string[] = navigator.languages): Language {
  const stored = storage.get(KEY)
  const wanted = [...(stored === null ? [] : [stored]), ...asked].map(primary)
  return CODES.find((code) => code === wanted.find((each) => CODES.some((known) => known === each))) ?? 'en'
}

let inside = false
let wanted: Language = 'en'
let loading: Promise<void> = Promise.resolve()

async function load(language: Language, isLast: () => boolean): Promise<void> {
  try {
    const [{ default: pack }, more] = await Promise.all([PACKS[language](), inside ? INSIDE[language]() : null])
    // What was asked for meanwhile is what is waited for.
    if (!isLast()) return await loading
    speak(tagOf(language), [...pack.catalogues, ...(more?.default ?? [])])
    document.documentElement.lang = language
    current = { language }
    changes.emit()
  } catch (cause) {
    if (isLast()) wanted = current.language
    throw cause
  }
}

/** Loads a language and speaks it. The last one asked for is spoken, whichever comes first. */
export function loadLanguage(language: Language): Promise<void> {
  wanted = language
  const mine = load(language, () => loading === mine)
  loading = mine
  return mine
}

/** Loads what the pages inside say, too; before the first of them is shown. */
export function loadInside(): Promise<void> {
  if (inside) return loading
  inside = true
  return loadLanguage(wanted).catch((cause: unknown) => {
    inside = false
    throw cause
  })
}

/** Speaks another language from now on, here and at the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  storage.set(KEY, language)
}

export const useLanguage = (): Spoken => useSyncExternalStore((listener) => changes.on(listener), () => current)
