import { spoken } from './texts'

/** Making a format takes a hundred times as long as using it, and lists use one in each row: each is made once, for each language. */
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function once<F extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, options: object, make: (language: string) => F): F {
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
