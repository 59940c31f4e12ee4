import type { Kind } from '@/api/types'
import { LIMITS } from '@/spec/limits'
import { isReserved, labelOf } from '../catalogue'
import { t } from '../texts'
import { ALL_STEPS, type Asked, askedOf, isNothing, sentAs, type Step } from './asked'
import { isHost } from './host'
import { type Draft, numberAt, PASSWORDS, textAt, variablesOf } from './draft'

/** The rules of the form: what is asked before a step is left, what before it is sent. The server has the last word. */

/** Sentences by field, the first to be mended first. */
export type Problems = Readonly<Record<string, string>>

/** Fields that have a sentence of their own when they are empty. */
function missingSentence(field: string, kind: Kind): string {
  switch (field) {
    case 'name':
      return t('name-required')
    case 'team_id':
      return t('team-required')
    case 'baseParameters.domain':
      return t('domain-required')
    case 'baseParameters.appUser':
      return t('appUser-required')
    case 'baseParameters.appPass':
      return t('appPass-required')
    case 'clusterId':
      return t('cluster-required')
    case 'source.git.url':
      return t('url-required')
    case 'source.image':
      return t('image-required')
    default:
      return t('required', { label: labelOf(field, kind) })
  }
}

/** Required and empty, in the order of the form. `may`: fields that may stay empty. */
export function missingOf(kind: Kind, draft: Draft, asked: readonly Asked[], may: (field: string) => boolean = () => false): [string, string][] {
  return asked.filter(({ field, required }) => required && isNothing(sentAs(kind, draft, field)) && !may(field)).map(({ field }) => [field, missingSentence(field, kind)])
}

const LONGEST = { name: 63, description: 500 } as const

/** Said, but not as it may be: beyond the bounds of the descriptor, too long, a name that is not free. */
export function wrongOf(kind: Kind, draft: Draft, asked: readonly Asked[]): [string, string][] {
  return asked.flatMap(({ field }): [string, string][] => {
    const sentence = wrongSentence(kind, draft, field)
    return sentence === null ? (field === 'env' ? wrongVariables(kind, draft) : []) : [[field, sentence]]
  })
}

function wrongSentence(kind: Kind, draft: Draft, field: string): string | null {
  if (field === 'name') return [...textAt(draft, field).trim()].length > LONGEST.name ? t('name-long') : null
  if (field === 'description') return [...textAt(draft, field).trim()].length > LONGEST.description ? t('description-long') : null
  if (field === 'baseParameters.domain') return textAt(draft, field).trim() === '' || isHost(textAt(draft, field)) ? null : t('domain-wrong')
  const value = numberAt(draft, field)
  if (value === null) return null
  const [least, most] = boundsOf(kind, field)
  if (value < least) return t('number-least', { label: labelOf(field, kind), n: least })
  return value > most ? t('number-most', { label: labelOf(field, kind), n: most }) : null
}

/** The least and the most that a number may be; ports are a matter of the protocol, and those below 1024 of root. */
export function boundsOf(kind: Kind, field: string): [number, number] {
  if (field === 'replicas') return [1, kind.mostReplicas]
  if (field === 'source.port') return [1024, 65_535]
  if (field === 'databaseParameters.databasePort') return [1, 65_535]
  const known = kind.numbers.find((number) => number.field === field)
  return known ? [known.least, known.most] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

function wrongVariables(kind: Kind, draft: Draft): [string, string][] {
  const names = variablesOf(draft).map(({ name }) => name.trim())
  return variablesOf(draft).flatMap(({ name: typed, key }): [string, string][] => {
    const name = typed.trim()
    const at = `env.${key}`
    if (!VARIABLE.test(name)) return [[at, t('env-name')]]
    if (isReserved(kind, name)) return [[at, t('env-reserved', { name })]]
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [[at, t('env-twice', { name })]]
  })
}

/** What keeps a step from being left. */
export function problemsOf(step: Step, kind: Kind, draft: Draft): Problems {
  const asked = askedOf(kind, draft).filter((each) => each.step === step)
  // What the last steps lack is said when it is sent.
  const missing = step <= 2 ? missingOf(kind, draft, asked) : []
  return Object.fromEntries([...missing, ...wrongOf(kind, draft, asked)])
}

/** The furthest step that may be shown: those before it have no problems. */
export function reachable(kind: Kind, draft: Draft): Step {
  return ALL_STEPS.find((step) => Object.keys(problemsOf(step, kind, draft)).length > 0) ?? 5
}

/** Why the draft cannot be sent. Its problems are in the order of the form. */
export interface Refusal {
  title: string
  lines: string[]
  problems: Problems
}

export function refusalOf(kind: Kind, draft: Draft): Refusal | null {
  const asked = askedOf(kind, draft)
  const missing = missingOf(kind, draft, asked)
  if (missing.length > 0) {
    const fields = missing.map(([field]) => labelOf(field, kind)).join(', ')
    return { title: t('invalid-title'), lines: [t('invalid-missing', { fields })], problems: Object.fromEntries(missing) }
  }
  const weak = weakOf(kind, draft, asked)
  const [first] = weak
  if (first) return { title: t('weak-title'), lines: [first[1]], problems: Object.fromEntries(weak) }
  const wrong = wrongOf(kind, draft, asked)
  return wrong.length > 0 ? { title: t('invalid-title'), lines: wrong.map(([, sentence]) => sentence), problems: Object.fromEntries(wrong) } : null
}

export function weakOf(kind: Kind, draft: Draft, asked: readonly Asked[]): [string, string][] {
  const weak = asked.filter(({ field }) => PASSWORDS.includes(field) && isWeak(textAt(draft, field)))
  return weak.map(({ field }) => [field, t('weak-text', { label: labelOf(field, kind) })])
}

/** Given, but too short. */
export const isWeak = (password: string): boolean => password !== '' && [...password].length < LIMITS.password.min

/** The field of the form that the server means by "baseParameters.domain", "teamId", "env.MODE"; null when there is none. */
export function fieldOf(name: string, draft: Draft, asked: readonly Asked[]): string | null {
  if (name === 'teamId') return 'team_id'
  if (name === 'location') return 'clusterId'
  if (asked.some(({ field }) => field === name)) return name
  if (!name.startsWith('env.')) return null
  const row = variablesOf(draft).find((variable) => `env.${variable.name.trim()}` === name)
  return row ? `env.${row.key}` : 'env'
}

/** The step of a field; a variable is one of `env`. */
export const stepOf = (field: string, asked: readonly Asked[]): Step => asked.find((each) => each.field === field || field.startsWith(`${each.field}.`))?.step ?? 1

/** The server's sentences at the fields of the form, and those that belong to none. */
export function problemsFrom(fields: Record<string, string>, kind: Kind, draft: Draft): { problems: Problems; others: string[] } {
  const asked = askedOf(kind, draft)
  const found = Object.entries(fields).map(([name, sentence]) => [fieldOf(name, draft, asked), sentence] as const)
  const place = (field: string) => asked.findIndex((each) => each.field === field || field.startsWith(`${each.field}.`))
  const known = found.filter((entry): entry is readonly [string, string] => entry[0] !== null).toSorted(([a], [b]) => place(a) - place(b))
  return { problems: Object.fromEntries(known), others: found.filter(([field]) => field === null).map(([, sentence]) => sentence) }
}

export const firstOf = (problems: Problems): string | undefined => Object.keys(problems)[0]

/** What was wrong with a field is not said of what is typed next; a variable is one of `env`. */
export const without = (problems: Problems, part: Draft): Problems => Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part) && !(field.startsWith('env.') && 'env' in part)))
