import { expect, it } from 'vitest'
import { calleeOf, type Node, parse, type Source, sources, walk, writtenIn } from './source'

// What people read comes from a catalogue: a word written into the code is English for everybody.

/** Attributes and fields that are read or spoken. */
const SHOWN = /^(alt|aria-(description|label|placeholder|roledescription|valuetext)|cancelText|content|description|empty|emptyText|errorTitle|extra|fallback|help|hint|header|label|okText|placeholder|summary|text|title|tooltip)$/

const WORD = /\p{L}{2,}/u
const SENTENCE = /\p{Lu}\p{Ll}+[,.:]? \p{L}?\p{Ll}+/u

/** The name of the product is the same everywhere. */
const shorn = (text: string) => text.replaceAll('\u0000', ' ').replace(/\bCanopy\b/g, '')

const nameOf = (node: Node): string => {
  const key = (node.type === 'JSXAttribute' ? node.name : node.key) as Node
  return String(key.name ?? key.value ?? '')
}

/** Values that reach the field as they are: through a choice, an `??` or braces. */
const PASSING = new Set(['ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer', 'TSAsExpression'])

function isShown(above: readonly Node[]): boolean {
  const holder = above.findLast((node) => !PASSING.has(node.type))
  if (!holder) return false
  if (holder.type === 'JSXElement' || holder.type === 'JSXFragment') return true
  return (holder.type === 'JSXAttribute' || holder.type === 'Property') && SHOWN.test(nameOf(holder))
}

/** For logs and developers: the text of an exception, and of a failure where the server said nothing. */
const isForLogs = (above: readonly Node[]) => above.some((node) => calleeOf(node) === 'Error' || calleeOf(node) === 'ApiError')

export function literalsIn({ name, tree }: Source): string[] {
  const found: string[] = []
  walk(tree, (node, above) => {
    const written = writtenIn(node)
    const parent = above.at(-1)
    if (written === undefined || (parent?.type === 'Property' && parent.key === node) || above.some((each) => each.type === 'TSLiteralType' || each.type === 'ImportDeclaration')) return
    const text = shorn(written)
    const spoken = node.type === 'JSXText' ? WORD.test(text) : (isShown(above) && WORD.test(text)) || (SENTENCE.test(text) && !isForLogs(above))
    if (spoken) found.push(`${name}: ${written.trim()}`)
  })
  return found
}

/** Not words: an example of YAML, an option of Intl, names of typefaces, a command to type. */
const ALLOWED = [/kubeconfig-field\.tsx: apiVersion: v1/, /words\.ts: code$/, /tokens\.ts: .*(sans-serif|monospace)$/, /services\.tsx: kubectl port-forward /, /(create-token|copy-curl)\.tsx: curl -H /]

it('has no words in its code', () => {
  expect(sources().flatMap(literalsIn).filter((each) => !ALLOWED.some((known) => known.test(each)))).toEqual([])
})

it.each([
  ['text between elements', '<p>Save</p>'],
  ['an attribute', '<Button aria-label="Save" />'],
  ['a choice', '<Button title={busy ? t("saving") : "Save"} />'],
  ['a template', '<Button label={`${n} rows`} />'],
  ['a column of a table', 'const columns = [{ title: "Name", key: "name" }]'],
  ['an option', 'confirm({ okText: "Yes" })'],
  ['an element that depends', '<p>{busy && "Saving"}</p>'],
  ['a sentence anywhere', 'toast.success("Team created")'],
])('finds %s', (_, code) => {
  expect(literalsIn({ name: 'a.tsx', tree: parse(code) })).toHaveLength(1)
})

it.each(['<p className="page title">{t("title")}</p>', '<b>Canopy</b>', 'throw new Error("No such row here")', 'const t = texts("teams")', '<i lang="en">·</i>'])('lets %s be', (code) => {
  expect(literalsIn({ name: 'a.tsx', tree: parse(code) })).toEqual([])
})
