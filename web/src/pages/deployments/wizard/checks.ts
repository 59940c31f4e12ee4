import { LIMITS } from '@/spec/limits'
import { t } from '../texts'
import { type Draft, emptyDraft, type Field, PASSWORDS } from './draft'

/** The rules of the wizard: which step holds which field, what is asked before going on, what before creating. */

export const STEPS = 5
export type Step = 1 | 2 | 3 | 4 | 5

/** Sentences by field. */
export type Problems = Partial<Record<Field, string>>

const FIELDS: Record<Step, readonly Field[]> = {
  1: ['name', 'description', 'type', 'teamId', 'domain', 'appUser', 'appPass'],
  2: ['clusterId'],
  3: ['services', 'cloudflareToken'],
  4: ['phpVersion', 'phpExtensions', 'phpMemoryLimit', 'phpMaxExecutionTime', 'phpPoolSize', 'phpMaxRequestsPerChild', 'phpUploadMaxFilesize'],
  5: ['databaseName', 'databaseUser', 'databasePass', 'databaseRootPass', 'databaseHost', 'databasePort'],
}

export const ALL_STEPS: readonly Step[] = [1, 2, 3, 4, 5]

export const stepOf = (field: Field): Step => ALL_STEPS.find((step) => FIELDS[step].includes(field)) ?? 1

export const labelOf = (field: Field): string => t(`label-${field}`)

const isEmpty = (value: Draft[Field]) => typeof value === 'string' && value.trim() === ''

/** What keeps a step from being left, the first to be mended first. */
export function problemsOf(step: Step, draft: Draft): Problems {
  const asked: readonly (readonly [Field, string])[] =
    step === 1
      ? [
          ['name', t('name-required')],
          ['teamId', t('team-required')],
          ['domain', t('domain-required')],
          ['appUser', t('appUser-required')],
          ['appPass', t('appPass-required')],
        ]
      : step === 2
        ? [['clusterId', t('cluster-required')]]
        : []
  return Object.fromEntries(asked.filter(([field]) => isEmpty(draft[field])))
}

/** The furthest step that may be shown: those before it have no problems. */
export function reachable(draft: Draft): Step {
  if (Object.keys(problemsOf(1, draft)).length > 0) return 1
  if (Object.keys(problemsOf(2, draft)).length > 0) return 2
  return 5
}

/** Required to create, in the order of the form. */
const REQUIRED: readonly Field[] = ['name', 'type', 'teamId', 'domain', 'appUser', 'appPass', 'clusterId', 'databaseName', 'databaseUser', 'databasePass', 'databaseRootPass']

/** Why the draft cannot be sent. Its problems are in the order of the form. */
export interface Refusal {
  title: string
  text: string
  problems: Problems
}

export function refusalOf(draft: Draft): Refusal | null {
  const missing = REQUIRED.filter((field) => isEmpty(draft[field]))
  if (missing.length > 0) {
    const known = { ...problemsOf(1, draft), ...problemsOf(2, draft) }
    return {
      title: t('invalid-title'),
      text: t('invalid-missing', { fields: missing.map(labelOf).join(', ') }),
      problems: Object.fromEntries(missing.map((field) => [field, known[field] ?? t('required', { label: labelOf(field) })])),
    }
  }
  const weak = PASSWORDS.filter((field) => isWeak(draft[field]))
  const first = weak[0]
  if (first === undefined) return null
  const sentence = (field: Field) => t('weak-text', { label: labelOf(field) })
  return { title: t('weak-title'), text: sentence(first), problems: Object.fromEntries(weak.map((field) => [field, sentence(field)])) }
}

/** Given, but too short. */
export const isWeak = (password: string): boolean => password !== '' && [...password].length < LIMITS.password.min

/** The field of the form that the server means by "baseParameters.domain", "team_id", "services.ftp"; null when none. */
export function fieldOf(name: string): Field | null {
  if (name === 'team_id') return 'teamId'
  if (name === 'location') return 'clusterId'
  const [head = '', ...rest] = name.split('.')
  if (head === 'services') return 'services'
  const last = rest.at(-1) ?? head
  return last in emptyDraft() ? (last as Field) : null
}

/** The server's sentences at the fields of the form, and those that belong to none. */
export function problemsFrom(fields: Record<string, string>): { problems: Problems; others: string[] } {
  const found = Object.entries(fields).map(([name, sentence]) => [fieldOf(name), sentence] as const)
  const order = ALL_STEPS.flatMap((step) => FIELDS[step])
  const known = found
    .filter((entry): entry is [Field, string] => entry[0] !== null)
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return { problems: Object.fromEntries(known), others: found.filter(([field]) => field === null).map(([, sentence]) => sentence) }
}

export const firstOf = (problems: Problems): Field | undefined => Object.keys(problems)[0] as Field | undefined
