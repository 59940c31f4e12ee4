// Makes src/gen/texts.ts, the types of all texts, from the English catalogues: npm run texts. With --check it only says
// whether that is up to date.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FluentParser, Visitor } from '@fluent/syntax'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'src/gen/texts.ts')
const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many'])

function cataloguesIn(folder) {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? cataloguesIn(path) : basename(path) === 'texts.en.ftl' ? [path] : []
    })
}

/** Parameter to type: what a plural is chosen by must be a number. */
class Parameters extends Visitor {
  found = new Map()
  visitVariableReference({ id }) {
    if (!this.found.has(id.name)) this.found.set(id.name, 'string | number')
  }
  visitSelectExpression(node) {
    const plural = node.variants.some(({ key }) => PLURALS.has(key.name))
    if (plural && node.selector.type === 'VariableReference') this.found.set(node.selector.id.name, 'number')
    this.genericVisit(node)
  }
}

const parser = new FluentParser({ withSpans: false })
const scopes = new Map()
for (const path of cataloguesIn(join(root, 'src'))) {
  for (const entry of parser.parse(readFileSync(path, 'utf8')).body) {
    if (entry.type === 'Junk') throw new Error(`${relative(root, path)}: ${entry.annotations[0]?.message}: ${entry.content}`)
    if (entry.type !== 'Message') continue
    const [, scope, key] = /^([A-Za-z]+)-(.+)$/.exec(entry.id.name) ?? []
    if (!key) throw new Error(`${relative(root, path)}: ${entry.id.name} has no scope`)
    const parameters = new Parameters()
    parameters.visit(entry)
    const type = [...parameters.found].map(([name, kind]) => `${name}: ${kind}`).join('; ')
    const keys = scopes.get(scope) ?? scopes.set(scope, new Map()).get(scope)
    if (keys.has(key)) throw new Error(`${entry.id.name} is there twice`)
    keys.set(key, type === '' ? 'null' : `{ ${type} }`)
  }
}
const body = [...scopes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([scope, keys]) => `  ${scope}: {\n${[...keys].map(([key, type]) => `    '${key}': ${type}\n`).join('')}  }\n`)
const made = `// Made by scripts/texts.mjs from the catalogues texts.en.ftl; npm run texts makes it again.

/** Scope, key, and what the text is filled with. */
export interface Texts {
${body.join('')}}
`

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') === made) process.exit(0)
  console.error('src/gen/texts.ts is not what the catalogues say: npm run texts')
  process.exit(1)
}
writeFileSync(target, made)
