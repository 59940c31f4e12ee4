import { expect, it } from 'vitest'
import { calleeOf, type Node, parse, type Source, sources, walk, writtenIn } from './source'

// Sentences are for people. What is decided is decided by codes: a sentence is worded anew, and in other languages.

/** Fields and variables that hold a sentence. */
const SAID = new Set(['english', 'error', 'errorLog', 'message', 'problem', 'said', 'sentence', 'title'])

/** What makes one. */
const MAKERS = new Set(['failure', 'present', 'refused', 'sentence', 'stepTitle', 't', 'textOf', 'worded'])

/** What leaves a text what it is. */
const PASSING = new Set(['at', 'concat', 'normalize', 'replace', 'replaceAll', 'slice', 'split', 'substring', 'toLocaleLowerCase', 'toLowerCase', 'toString', 'toUpperCase', 'trim', 'trimEnd', 'trimStart'])

const SEARCHES = new Set(['endsWith', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare', 'match', 'matchAll', 'search', 'startsWith'])

/** A pattern, a list or a table that a text is looked up in. */
const LOOKS = new Set(['exec', 'get', 'has', 'includes', 'indexOf', 'lastIndexOf', 'test'])

const WORD = /\p{L}{2,}/u

const nameOf = (node: Node | undefined): string | undefined => (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier' ? (node.name as string) : node?.type === 'Literal' ? String(node.value) : undefined)

const shelled = new Set(['AwaitExpression', 'ChainExpression', 'ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

type Known = ReadonlySet<string>

/** Whether it is a sentence, as far as this file says. `known` are its variables that hold one. */
function isSentence(node: Node | undefined | null, known: Known): boolean {
  if (!node) return false
  const of = (field: string) => isSentence(node[field] as Node | undefined, known)
  if (shelled.has(node.type)) return of(node.type === 'AwaitExpression' ? 'argument' : 'expression')
  if (node.type === 'Identifier') return SAID.has(node.name as string) || known.has(node.name as string)
  if (node.type === 'LogicalExpression') return of('left') || of('right')
  if (node.type === 'ConditionalExpression') return of('consequent') || of('alternate')
  if (node.type === 'TemplateLiteral') return (node.expressions as Node[]).some((each) => isSentence(each, known))
  if (node.type === 'MemberExpression') {
    const name = node.computed ? undefined : nameOf(node.property as Node)
    // Words and lines of a sentence, and what the presenter makes of a failure.
    return (name !== undefined && SAID.has(name)) || (node.computed === true && of('object')) || (name === 'description' && of('object'))
  }
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  const made = calleeOf(node)
  if (made === 'String') return (node.arguments as Node[]).some((each) => isSentence(each, known))
  if (made !== undefined) return MAKERS.has(made)
  return callee.type === 'MemberExpression' && PASSING.has(nameOf(callee.property as Node) ?? '') && isSentence(callee.object as Node, known)
}

/** What goes through lines or words of a sentence, one by one. */
const EACH = new Set(['every', 'filter', 'find', 'findLast', 'flatMap', 'forEach', 'map', 'some'])

/** The variables of a file that are given a sentence under another name. */
function holders(tree: Node): Set<string> {
  const found = new Set<string>()
  const take = (target: Node | undefined) => {
    const name = nameOf(target?.type === 'AssignmentPattern' ? (target.left as Node) : target?.type === 'RestElement' ? (target.argument as Node) : target)
    if (name !== undefined) found.add(name)
    if (target?.type === 'ArrayPattern') for (const each of target.elements as (Node | null)[]) take(each ?? undefined)
  }
  let before = -1
  while (before !== found.size) {
    before = found.size
    walk(tree, (node) => {
      if (node.type === 'VariableDeclarator' && isSentence(node.init as Node, found)) take(node.id as Node)
      if (node.type === 'ObjectPattern') for (const each of node.properties as Node[]) if (SAID.has(nameOf(each.key as Node | undefined) ?? '')) take(each.value as Node)
      const callee = node.callee as Node | undefined
      if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || !EACH.has(nameOf(callee.property as Node) ?? '') || !isSentence(callee.object as Node, found)) return
      take(((node.arguments as Node[])[0]?.params as Node[] | undefined)?.[0])
    })
  }
  return found
}

/** Whether words stand there: written into the code, or a text of a catalogue. Nothing at all is none: whether something was said is no matter of wording. */
function isWords(node: Node): boolean {
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression') return isWords(node.expression as Node)
  return node.type === 'CallExpression' ? MAKERS.has(calleeOf(node) ?? '') : WORD.test(writtenIn(node) ?? '')
}

/** A sentence with words, or a text of a catalogue with anything. */
function isCompared(one: Node, other: Node, known: Known): boolean {
  if (isWords(other)) return isSentence(one, known) || (other.type === 'CallExpression' && one.type !== 'Literal' && nameOf(one) !== 'undefined')
  return false
}

export function looksIn({ name, tree }: Source): string[] {
  const known = holders(tree)
  const found: string[] = []
  walk(tree, (node) => {
    const say = (what: string) => found.push(`${name}: ${what}`)
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator as string)) {
      const [left, right] = [node.left as Node, node.right as Node]
      if (isCompared(left, right, known) || isCompared(right, left, known)) say(`compares with ${writtenIn(right) ?? writtenIn(left) ?? 'a sentence'}`)
    }
    if (node.type === 'SwitchStatement' && isSentence(node.discriminant as Node, known)) say('chooses by a sentence')
    if (node.type === 'MemberExpression' && node.computed && isSentence(node.property as Node, known)) say('looks a sentence up')
    const callee = node.callee as Node | undefined
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return
    const verb = nameOf(callee.property as Node) ?? ''
    if (SEARCHES.has(verb) && isSentence(callee.object as Node, known)) say(`${verb} in a sentence`)
    else if (LOOKS.has(verb) && (node.arguments as Node[]).some((each) => isSentence(each, known))) say(`${verb} of a sentence`)
  })
  return found
}

/** Each is somebody else's text, or looks for what is no word of ours. */
const ALLOWED = [
  // What the browser says of a file that is missing has no code.
  'app/error-page.tsx: test of a sentence',
  // Below the sentence stand Kubernetes' events, in a form that is the same in every language.
  'components/changes/reason.ts: exec of a sentence',
  // The names of what it is about become links.
  'components/event-row.tsx: indexOf in a sentence',
  // Lines of a pod's log: what the reader searches for, and a time at their beginning.
  'components/logs/log-buffer.ts: includes in a sentence',
  'components/logs/log-buffer.ts: indexOf in a sentence',
  'components/logs/log-buffer.ts: exec of a sentence',
  'components/logs/log-buffer.ts: test of a sentence',
]

it('decides nothing by the wording of a sentence', () => {
  const found = new Set(sources().flatMap(looksIn))
  expect([...found].filter((each) => !ALLOWED.includes(each))).toEqual([])
  expect(ALLOWED.filter((each) => !found.has(each))).toEqual([])
})

it.each([
  ['a search in a message', 'if (error.message.includes("not found")) retry()'],
  ['a search in what is said', 'const gone = said?.toLowerCase().startsWith("no such")'],
  ['a pattern', 'if (/not found/.test(String(error.message))) retry()'],
  ['a pattern the other way', 'if (failure(site).match(/quota/i)) retry()'],
  ['a comparison', 'if (cause.error === "Session over") leave()'],
  ['a comparison the other way', 'if ("Session over" !== cause.said) leave()'],
  ['a comparison with a text of the catalogue', 'if (shown === t("gone")) leave()'],
  ['another name', 'const words = worded(step, step.message).split("\\n")[0]\nif (words.includes("pods")) wait()'],
  ['a line of it', 'const gone = failure(site).split("\\n").filter((line) => line.startsWith("Pod "))'],
  ['a part of it', 'const [first] = error.message.split(".")\nif (first === "Gone away") leave()'],
  ['another name out of an object', 'const { message: words } = error\nif (words === "Gone away") leave()'],
  ['what the presenter made of it', 'if (present(error).description === "Server Error") leave()'],
  ['a choice', 'switch (error.message) { case "Gone": leave() }'],
  ['a table', 'const title = TITLES[error.message]'],
  ['a list', 'if (["Gone", "Over"].includes(error.message)) leave()'],
  ['a set', 'if (KNOWN.has(error.message)) leave()'],
])('finds %s', (_, code) => {
  expect(looksIn({ name: 'a.tsx', tree: parse(code) })).toHaveLength(1)
})

it.each([
  'if (error.reason === "SESSION_OVER") leave()',
  'if (error.code === "NOT_FOUND") leave()',
  'if (error.message === "") leave()',
  'if (typeof body.error === "string") leave()',
  'const lines = failure(site).trim().split("\\n")',
  'if (error.name === "AbortError") leave()',
  'if (query.error === null) leave()',
  'if (title === undefined) leave()',
  'if (before.error === after.error) stay()',
])('lets %s be', (code) => {
  expect(looksIn({ name: 'a.tsx', tree: parse(code) })).toEqual([])
})
