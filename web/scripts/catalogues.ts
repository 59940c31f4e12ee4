// How catalogues of texts come into the console: vite.config.ts and vitest.config.ts.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Sections of server.*.ftl that can be said before anybody is signed in; the others are loaded with the first page inside. */
export const OUTSIDE: readonly string[] = ['Anything', 'Fields', 'Who may do what', 'Refusals', 'Calls']

/** Without comments, blank lines and indentation: those are for whoever writes them. */
export const lean = (catalogue: string): string =>
  catalogue
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => `${line.replace(/^ +/, ' ')}\n`)
    .join('')

/** The sections of a catalogue, each from its heading (`## Fields`, `# Fields`) to the next one. */
export const sectionsOf = (catalogue: string): [heading: string, text: string][] =>
  catalogue.split(/^(?=##? )/m).map((section) => [/^##? (.*)/.exec(section)?.[1] ?? '', section])

/** One of the two parts of what the server says. */
export const partOf = (catalogue: string, part: 'outside' | 'inside'): string =>
  sectionsOf(catalogue)
    .filter(([heading]) => OUTSIDE.includes(heading) === (part === 'outside'))
    .map(([, section]) => section)
    .join('')

const asModule = (text: string): string => `export default ${JSON.stringify(text)}`

/** Catalogues in the build are lean. */
export function leanTexts(): Plugin {
  return {
    name: 'lean-texts',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id.endsWith('.ftl?raw') ? asModule(lean(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))) : null),
  }
}

/** `server.fr.ftl?outside` and `server.fr.ftl?inside` are the two parts of that one file. */
export function serverTexts(): Plugin {
  return {
    name: 'server-texts',
    enforce: 'pre',
    load(id) {
      const [, path, part] = /^(.*\.ftl)\?(outside|inside)$/.exec(id) ?? []
      if (path === undefined || (part !== 'outside' && part !== 'inside')) return null
      return asModule(lean(partOf(readFileSync(path, 'utf8'), part)))
    },
  }
}
