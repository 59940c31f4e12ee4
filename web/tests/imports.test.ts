import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

// What lies further left knows nothing of what lies further right.
const ORDER = ['gen', 'lib', 'spec', 'session', 'api', 'live', 'feedback', 'theme', 'components', 'pages', 'layouts', 'app']

const SRC = resolve(__dirname, '../src')

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesOf(path) : /\.tsx?$/.test(name) ? [path] : []
  })
}

const files = filesOf(SRC).map((path) => ({ name: relative(SRC, path), text: readFileSync(path, 'utf8') }))
const code = files.filter((file) => !/\.test\.tsx?$/.test(file.name) && !file.name.startsWith('gen/'))

function importsOf(file: { name: string; text: string }): string[] {
  const found = [...file.text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return found.flatMap((path) => {
    if (path.startsWith('@/')) return [path.slice(2)]
    if (path.startsWith('.')) return [relative(SRC, resolve(SRC, dirname(file.name), path))]
    return []
  })
}

const familyOf = (path: string) => (path.startsWith('pages/') ? path.split('/')[1] : undefined)

it('has code to look at', () => expect(code.length).toBeGreaterThan(40))

it('imports only from the left', () => {
  const wrong = code.flatMap((file) => {
    const here = ORDER.indexOf(file.name.split('/')[0] ?? '')
    if (here < 0) return []
    return importsOf(file)
      .filter((path) => ORDER.indexOf(path.split('/')[0] ?? '') > here || path.startsWith('..'))
      .map((path) => `${file.name} -> ${path}`)
  })
  expect(wrong).toEqual([])
})

it('keeps families of pages apart', () => {
  const wrong = code.flatMap((file) => {
    const family = familyOf(file.name)
    if (!family) return []
    return importsOf(file)
      .filter((path) => familyOf(path) !== undefined && familyOf(path) !== family)
      .map((path) => `${file.name} -> ${path}`)
  })
  expect(wrong).toEqual([])
})

it('puts every folder into the order', () => {
  const folders = readdirSync(SRC).filter((name) => statSync(join(SRC, name)).isDirectory())
  expect(folders.filter((name) => !ORDER.includes(name))).toEqual([])
})

it('writes addresses only in spec/paths.ts', () => {
  const wrong = code
    .filter((file) => !file.name.startsWith('spec/'))
    .flatMap((file) => [...file.text.matchAll(/(?:to=|navigate\()\{?['"`]\/[^'"`]*/g)].map((match) => `${file.name}: ${match[0]}`))
  expect(wrong).toEqual([])
})

// Nothing at all is no number: what holds a secret is forgotten at once.
it('writes polling and staleness only in spec/policy.ts', () => {
  const wrong = code.filter((file) => file.name.startsWith('pages/') && /\b(refetchInterval|staleTime|gcTime)\s*:(?!\s*(?:0\b|POLICY\.))/.test(file.text)).map((file) => file.name)
  expect(wrong).toEqual([])
})

it('speaks to the server only through api and live', () => {
  const wrong = code.filter((file) => !/^(api|live|session)\//.test(file.name) && /\bfetch\(|XMLHttpRequest|EventSource\(/.test(file.text.replace(/refetch\(/g, ''))).map((file) => file.name)
  expect(wrong).toEqual([])
})
