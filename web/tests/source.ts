import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The code of the console as syntax trees, for tests that look at how it is written. */

export const SRC = resolve(__dirname, '../src')

export interface Node {
  type: string
  [field: string]: unknown
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

export interface Source {
  name: string
  tree: Node
}

export const parse = (code: string): Node => parseSync('code.tsx', code).program as unknown as Node

/** Every file of code but tests and what is generated. */
export function sources(): Source[] {
  return filesIn(SRC)
    .map((path) => ({ path, name: relative(SRC, path) }))
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('gen/'))
    .map(({ path, name }) => ({ name, tree: parse(readFileSync(path, 'utf8')) }))
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** Every node with those above it, the nearest last. */
export function walk(node: Node, visit: (node: Node, above: readonly Node[]) => void, above: readonly Node[] = []): void {
  visit(node, above)
  for (const child of childrenOf(node)) walk(child, visit, [...above, node])
}

/** The name that is called: `t` of `t('title')`. */
export function calleeOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  return (node.callee as Node).name as string | undefined
}

/** The text of a literal or the parts of a template that are written out; undefined for anything else. */
export function writtenIn(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  if (node.type === 'TemplateLiteral') return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('\u0000')
  return undefined
}
