import { spoken } from './texts'

type Format = Intl.NumberFormat | Intl.DateTimeFormat | Intl.DisplayNames

/** Making a format takes a hundred times as long as using it, and lists use one in each row: each is made once, for each language. */
const made = new Map<string, Format>()

function once<F extends Format>(kind: string, options: object, make: (language: string) => F): F {
  const language = spoken()
  const key = `${kind} ${language} ${JSON.stringify(options)}`
  const found = (made.get(key) as F | undefined) ?? make(language)
  made.set(key, found)
  return found
}

/** How the language of the console writes numbers. */
export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => once('number', options, (language) => new Intl.NumberFormat(language, options))

/** How the language of the console writes times. Without a zone it is the computer's, which may travel while the console is open. */
export const timeFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => once(`time ${new Date().getTimezoneOffset()}`, options, (language) => new Intl.DateTimeFormat(language, options))

/** What the language of the console calls a country; its code where it has no name for it. */
export const countryOf = (code: string): string => once('country', {}, (language) => new Intl.DisplayNames(language, { type: 'region' })).of(code) ?? code
