import { useSyncExternalStore } from 'react'
import { Emitter } from './emitter'
import type { Pack } from './languages/pack'
import { storage } from './storage'
import { learn, speak } from './texts'

/** Which language the console speaks: the one chosen in this browser, else the first the browser asks for that there is. */

/** Each in its own words. */
export const LANGUAGES = { en: 'English', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof LANGUAGES

export const CODES = Object.keys(LANGUAGES) as Language[]

const KEY = 'language'

/** Only the one that is spoken is loaded: what is said everywhere. */
const PACKS: Record<Language, () => Promise<{ default: Pack }>> = {
  en: () => import('./languages/en'),
  es: () => import('./languages/es'),
  fr: () => import('./languages/fr'),
}

/** What the pages of a family say, loaded with the first of them; and a family of parts that is seldom looked at. */
const FAMILIES = import.meta.glob<string>(['../pages/*/texts.*.ftl', '../pages/*/*/texts.*.ftl', '../components/*/texts.*.ftl'], { query: '?raw', import: 'default' })

/** What the server says only to who is signed in, loaded with the first page inside. Readers of English see its own. */
const SERVER = import.meta.glob<string>(['./server.*.ftl', '!./server.en.ftl'], { query: '?inside', import: 'default' })

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

/** Whose words can be asked for: a family of pages or parts, by its folder, or the server's for all pages inside. */
export const INSIDE = 'inside'

/** What was asked for, and what of it is spoken now. */
const families = new Set<string>()
let known = new Set<string>()
let wanted: Language = 'en'
let loading: Promise<void> = Promise.resolve()

async function wordsOf(family: string, language: Language): Promise<string> {
  if (family === INSIDE && language === 'en') return ''
  const words = family === INSIDE ? SERVER[`./server.${language}.ftl`] : (FAMILIES[`../pages/${family}/texts.${language}.ftl`] ?? FAMILIES[`../components/${family}/texts.${language}.ftl`])
  if (!words) throw new Error(`There are no words for the pages of ${family}.`)
  return words()
}

async function load(language: Language, isLast: () => boolean): Promise<void> {
  try {
    const all = [...families]
    const [{ default: pack }, ...more] = await Promise.all([PACKS[language](), ...all.map((family) => wordsOf(family, language))])
    // What was asked for meanwhile is what is waited for.
    if (!isLast()) return await loading
    speak(tagOf(language), [...pack.catalogues, ...more])
    known = new Set(all)
    document.documentElement.lang = language
    current = { language }
    changes.emit()
  } catch (cause) {
    if (isLast()) wanted = current.language
    throw cause
  }
}

/** Loads a language and speaks it, on every page that was opened. The last one asked for is spoken, whichever comes first. */
export function loadLanguage(language: Language): Promise<void> {
  wanted = language
  const mine = load(language, () => loading === mine)
  loading = mine
  return mine
}

/** Loads what a family of pages says, or the server to those inside, before the first of these pages is shown. */
export async function loadWords(family: string): Promise<void> {
  // A language that is chosen from here on comes with them.
  families.add(family)
  try {
    let language: Language
    let words: string
    do {
      language = wanted
      // A language that does not come leaves the one before, whose words are asked for next.
      ;[words] = await Promise.all([wordsOf(family, language), loading.catch(() => undefined)])
    } while (language !== wanted)
    if (known.has(family)) return
    known.add(family)
    learn(words)
  } catch (cause) {
    if (!known.has(family)) families.delete(family)
    throw cause
  }
}

/** Speaks another language from now on, here and at the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  storage.set(KEY, language)
}

export const useLanguage = (): Spoken => useSyncExternalStore((listener) => changes.on(listener), () => current)
