import type { Kind } from '@/api/types'
import { type Draft, EXTENSIONS, hasDatabase, isOn, isSecret, namesAt, numberAt, OWN_DATABASE, textAt, usualPort, type Value, variablesOf } from './draft'

/** What is asked of a site of this kind as the form stands now, in its order: from it come steps, checks, payload and review. */

export const STEPS = 5
export type Step = 1 | 2 | 3 | 4 | 5
export const ALL_STEPS: readonly Step[] = [1, 2, 3, 4, 5]

export interface Asked {
  field: string
  step: Step
  /** It must not be empty. */
  required: boolean
}

export function askedOf(kind: Kind, draft: Draft): Asked[] {
  const at = (step: Step, required: boolean, ...fields: string[]): Asked[] => fields.map((field) => ({ field, step, required }))
  const services = kind.services.filter(({ fixed }) => !fixed).map(({ id }) => `services.${id}`)
  return [
    ...at(1, true, 'type', 'name'),
    ...at(1, false, 'description'),
    ...at(1, true, 'team_id', 'baseParameters.domain'),
    ...at(1, false, 'domains'),
    ...at(1, true, 'baseParameters.appUser', 'baseParameters.appPass'),
    ...sourceOf(kind, draft).map(([field, required]) => ({ field, step: 1 as const, required })),
    ...at(2, true, 'clusterId'),
    ...at(3, false, ...services),
    ...(isOn(draft, 'cloudflare') ? at(3, true, 'baseParameters.cloudflareToken') : []),
    ...(runs(kind, draft) ? at(4, true, kind.runtime.field) : []),
    ...(kind.extensions.length > 0 ? at(4, false, EXTENSIONS) : []),
    ...at(4, true, ...kind.numbers.map(({ field }) => field)),
    ...at(4, false, ...commandsOf(kind, draft), 'env', 'resources.cpu', 'resources.memory', 'resources.storage'),
    ...(kind.mostReplicas > 1 ? at(4, true, 'replicas') : []),
    ...databaseOf(kind, draft).map(([field, required]) => ({ field, step: 5 as const, required })),
  ]
}

/** An image brings a runtime of its own, unless the runtime is a matter of the chart. */
const runs = (kind: Kind, draft: Draft) => !(kind.runtime.field.startsWith('source.') && textAt(draft, 'source.kind') === 'image')

function sourceOf(kind: Kind, draft: Draft): [string, boolean][] {
  if (!kind.source) return []
  const from = textAt(draft, 'source.kind')
  if (from === 'image') return [['source.kind', true], ['source.image', true]]
  if (from === 'git') return [['source.kind', true], ['source.git.url', true], ['source.git.ref', false], ['source.git.subdir', false]]
  return [['source.kind', true]]
}

function commandsOf(kind: Kind, draft: Draft): string[] {
  const from = textAt(draft, 'source.kind')
  if (!kind.source || (from !== 'git' && from !== 'image')) return []
  return [...(from === 'git' ? ['source.build'] : []), ...(kind.source.start ? ['source.start'] : []), ...(usualPort(kind, draft) === null ? [] : ['source.port'])]
}

function databaseOf(kind: Kind, draft: Draft): [string, boolean][] {
  const own = isOn(draft, 'mysql')
  // Where a database is a matter of choice, naming its server is the choice.
  if (!hasDatabase(kind, draft)) return [['databaseParameters.databaseHost', false]]
  const needed = ['Name', 'User', 'Pass', ...(kind.databaseRequired || own ? ['RootPass'] : []), 'Host', 'Port']
  return needed.map((name) => [`databaseParameters.database${name}`, true])
}

/** What an environment variable that stays as it is is sent as. */
const MASKED = '********'

/** A value as it is sent: passwords exactly as typed, other text without blanks around it; with MySQL on, the database is the site's own. */
export function sentAs(kind: Kind, draft: Draft, field: string): unknown {
  if (isOn(draft, 'mysql') && field === 'databaseParameters.databaseHost') return OWN_DATABASE.host
  if (isOn(draft, 'mysql') && field === 'databaseParameters.databasePort') return OWN_DATABASE.port
  if (field === 'source.port') return numberAt(draft, field) ?? usualPort(kind, draft)
  if (field === 'env') return Object.fromEntries(variablesOf(draft).map(({ name, value, kept }) => [name.trim(), kept && value === '' ? MASKED : value]))
  if (field === 'domains' || field === EXTENSIONS) return [...namesAt(draft, field)]
  const value: Value | undefined = draft[field]
  return typeof value === 'string' && !isSecret(field) ? value.trim() : value
}

/** Nothing was said: the server takes what is usual. */
export const isNothing = (sent: unknown): boolean => sent === undefined || sent === null || sent === '' || (typeof sent === 'object' && Object.keys(sent).length === 0)

/** Values by names with dots, as the nested object that the server takes. */
export function nested(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const [field, value] of values) {
    const parts = field.split('.')
    let place = whole
    for (const part of parts.slice(0, -1)) place = (place[part] ??= {}) as Record<string, unknown>
    place[parts.at(-1) ?? field] = value
  }
  return whole
}
