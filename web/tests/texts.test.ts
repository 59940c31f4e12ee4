import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Entry, FluentParser, type Message, type SelectExpression, type VariableReference, Visitor } from '@fluent/syntax'
import { expect, it } from 'vitest'
import { lean, OUTSIDE, partOf, sectionsOf } from '../scripts/catalogues'
import { calleeOf, filesIn, type Node, parse, type Source, sources, SRC, walk } from './source'

// Code and catalogues agree: what is asked for is there (that is for the types, made from the English ones), what is there
// is asked for, and every language has all of it.

const LANGUAGES = ['en', 'es', 'fr'] as const
type Language = (typeof LANGUAGES)[number]

interface Catalogue {
  name: string
  entries: Entry[]
  messages: Map<string, Message>
}

const parser = new FluentParser({ withSpans: false })

function read(path: string): Catalogue {
  const entries = parser.parse(readFileSync(path, 'utf8')).body as Entry[]
  const messages = entries.filter((entry): entry is Message => entry.type === 'Message')
  return { name: relative(SRC, path), entries, messages: new Map(messages.map((message) => [message.id.name, message])) }
}

const paths = filesIn(SRC).filter((path) => path.endsWith('.ftl'))
const catalogues = new Map(paths.map((path) => [relative(SRC, path), read(path)]))
const english = [...catalogues.values()].filter(({ name }) => name.endsWith('.en.ftl'))
const inLanguage = ({ name }: Catalogue, language: Language) => catalogues.get(name.replace(/\.en\.ftl$/, `.${language}.ftl`))

class Used extends Visitor {
  parameters = new Set<string>()
  variants: string[] = []
  override visitVariableReference(node: VariableReference) {
    this.parameters.add(node.id.name)
  }
  override visitSelectExpression(node: SelectExpression) {
    this.variants.push(...node.variants.map(({ key }) => (key.type === 'Identifier' ? key.name : key.value)))
    this.genericVisit(node)
  }
}

function usedBy(message: Message): Used {
  const used = new Used()
  used.visit(message)
  return used
}

/** The same words in another language: a name, and words that French has, too. */
const SAME = new Set(['type-nodejs', 'infrastructure-clusterCount', 'system-minutes'])

/** All that a reader could see of it, with parameters as dots. */
function wordsOf(message: Message): string {
  const found: string[] = []
  class Words extends Visitor {
    override visitTextElement(node: { value: string }) {
      found.push(node.value)
    }
  }
  new Words().visit(message)
  return found.join('·')
}

it('has catalogues that can be read, each id once', () => {
  for (const language of LANGUAGES) {
    const mine = [...catalogues.values()].filter(({ name }) => name.endsWith(`.${language}.ftl`))
    expect(mine.length).toBeGreaterThan(10)
    expect(mine.flatMap(({ name, entries }) => entries.filter((entry) => entry.type === 'Junk').map(() => name))).toEqual([])
    const ids = mine.flatMap(({ entries }) => entries.filter((entry) => entry.type === 'Message').map((message) => message.id.name))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  }
})

it('has types made from today’s catalogues (if not: npm run texts)', () => {
  execFileSync(process.execPath, [resolve(SRC, '../scripts/texts.mjs'), '--check'], { stdio: 'pipe' })
})

it.each(['es', 'fr'] as const)('has all texts in %s, with the same parameters, and no others', (language) => {
  const wrong = english.flatMap((catalogue) => {
    const theirs = inLanguage(catalogue, language)
    if (!theirs) return [`${catalogue.name}: nothing in ${language}`]
    const missing = [...catalogue.messages.keys()].filter((id) => !theirs.messages.has(id)).map((id) => `${id} is missing`)
    const more = [...theirs.messages.keys()].filter((id) => !catalogue.messages.has(id)).map((id) => `${id} is not in English`)
    const others = [...catalogue.messages].flatMap(([id, message]) => {
      const other = theirs.messages.get(id)
      if (!other) return []
      const [mine, its] = [usedBy(message), usedBy(other)].map(({ parameters }) => [...parameters].toSorted().join(' '))
      return mine === its ? [] : [`${id} is filled with "${its}", in English with "${mine}"`]
    })
    return [...missing, ...more, ...others]
  })
  expect(wrong).toEqual([])
  expect(paths.filter((path) => path.endsWith(`.${language}.ftl`))).toHaveLength(english.length)
})

it.each(['es', 'fr'] as const)('chooses in %s by what is chosen by in English', (language) => {
  const plural = (used: Used) => used.variants.some((variant) => variant === 'one')
  const wrong = english.flatMap((catalogue) =>
    [...catalogue.messages].flatMap(([id, message]) => {
      const other = inLanguage(catalogue, language)?.messages.get(id)
      if (!other) return []
      const [mine, its] = [usedBy(message), usedBy(other)]
      if (plural(mine)) return plural(its) ? [] : [`${id} has no plural`]
      return plural(its) || mine.variants.join() === its.variants.join() ? [] : [`${id} chooses among ${its.variants.join()}`]
    }),
  )
  expect(wrong).toEqual([])
})

it.each(['es', 'fr'] as const)('is translated into %s', (language) => {
  const same = english.flatMap((catalogue) =>
    [...catalogue.messages].filter(([id, message]) => {
      const other = inLanguage(catalogue, language)?.messages.get(id)
      const words = wordsOf(message)
      return other && words === wordsOf(other) && (words.match(/\p{L}{2,}/gu) ?? []).length > 1
    }),
  )
  expect(same.map(([id]) => id).filter((id) => !SAME.has(id))).toEqual([])
})

it('keeps French signs on the line of their word', () => {
  const loose = paths.filter((path) => path.endsWith('.fr.ftl')).flatMap((path) => readFileSync(path, 'utf8').split('\n').filter((line) => / [:;?!»]|« /.test(line)))
  expect(loose).toEqual([])
})

/** The scope that a file's `t` speaks of: of its own, or of the family's `texts.ts`. */
const scopes = new Map<string, Set<string>>()
const code = sources()
for (const { name, tree } of code) {
  walk(tree, (node) => {
    const [scope] = (node.arguments as Node[] | undefined) ?? []
    if (calleeOf(node) !== 'texts' || typeof scope?.value !== 'string') return
    const files = scopes.get(scope.value) ?? scopes.set(scope.value, new Set()).get(scope.value)
    const family = basename(name) === 'texts.ts' ? code.filter((each) => each.name.startsWith(`${dirname(name)}/`)) : [{ name }]
    for (const each of family) files?.add(each.name)
  })
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What a file may ask for: its literals, its templates as patterns, and the keys of its tables where it asks by a name. */
function askedBy({ tree }: Source): RegExp[] {
  const asked: string[] = []
  let byName = false
  const keys: string[] = []
  walk(tree, (node, above) => {
    if (calleeOf(node) === 't' && ((node.arguments as Node[])[0]?.type ?? '').endsWith('Identifier')) byName = true
    if (node.type === 'Literal' && typeof node.value === 'string') asked.push(escaped(node.value))
    if (node.type === 'TemplateLiteral' && above.some((each) => calleeOf(each) === 't')) {
      const parts = (node.quasis as { value: { cooked: string } }[]).map((part) => escaped(part.value.cooked))
      asked.push(parts.join('[A-Za-z0-9_]+'))
    }
    if (node.type === 'Property') keys.push(escaped(String((node.key as Node).name ?? '')))
  })
  return [...asked, ...(byName ? keys : [])].filter((each) => each !== '').map((each) => new RegExp(`^${each}$`))
}

it('asks for every text somewhere', () => {
  const ids = english.filter(({ name }) => basename(name) === 'texts.en.ftl').flatMap(({ messages }) => [...messages.keys()])
  expect(ids.length).toBeGreaterThan(500)
  const asked = new Map([...scopes].map(([scope, files]) => [scope, code.filter(({ name }) => files.has(name)).flatMap(askedBy)]))
  const unused = ids.filter((id) => {
    const at = id.indexOf('-')
    return !asked.get(id.slice(0, at))?.some((pattern) => pattern.test(id.slice(at + 1)))
  })
  expect(unused).toEqual([])
})

it('finds what nobody asks for', () => {
  const patterns = askedBy({ name: 'a.tsx', tree: parse("const t = texts('demo'); t('a'); t(`${state}-about`, { n: 1 }); t(busy ? 'b' : 'c')") })
  const asked = (key: string) => patterns.some((pattern) => pattern.test(key))
  expect(['a', 'b', 'c', 'live-about', 'd', 'about', 'n'].map(asked)).toEqual([true, true, true, true, false, false, false])
})

it('makes no text while a module is loaded: no language is there yet, and another may come', () => {
  const early = code.flatMap(({ name, tree }) => {
    const found: string[] = []
    walk(tree, (node, above) => {
      if (calleeOf(node) === 't' && !above.some((each) => /Function/.test(each.type))) found.push(name)
    })
    return found
  })
  expect(early).toEqual([])
})

it.each(LANGUAGES)('divides what the server says in %s into what is said before sign-in and what is said inside', (language) => {
  const whole = readFileSync(join(SRC, `lib/server.${language}.ftl`), 'utf8')
  const idsOf = (text: string) => (parser.parse(text).body as Entry[]).map((entry) => (entry.type === 'Message' ? entry.id.name : entry.type))
  const [all, outside, inside] = [lean(whole), lean(partOf(whole, 'outside')), lean(partOf(whole, 'inside'))].map(idsOf)
  expect([...(outside ?? []), ...(inside ?? [])].toSorted()).toEqual(all?.toSorted())
  expect(sectionsOf(whole).flatMap(([heading]) => (OUTSIDE.includes(heading) ? [heading] : []))).toEqual(OUTSIDE)
  // What the forms of sign-in, registration, set-up and invitations are refused with.
  expect(outside).toEqual(expect.arrayContaining(['CREDENTIALS_WRONG', 'CODE_WRONG', 'CHALLENGE_OVER', 'REGISTRATION_CLOSED', 'EMAIL_TAKEN', 'EMAIL_INVALID', 'PASSWORD_TOO_SHORT', 'SETUP_LINK_INVALID', 'SETUP_COMPLETED', 'INVITE_OVER', 'INVITE_OTHER_ADDRESS', 'TOO_MANY_REQUESTS', 'UNEXPECTED']))
})

it('puts a catalogue beside what it is for', () => {
  const astray = [...scopes].flatMap(([scope, files]) => {
    const home = english.find(({ messages }) => [...messages.keys()].some((id) => id.startsWith(`${scope}-`)))
    const folder = home ? dirname(home.name) : '?'
    return [...files].filter((file) => !file.startsWith(join(folder, '/'))).map((file) => `${file} speaks of ${scope}, which is in ${folder}`)
  })
  expect(astray).toEqual([])
})
