import type { Kind } from '@/api/types'

/**
 * What is typed to make or to change a site: values by the names that the REST API has for them, with dots, so that what the
 * descriptor says, what is sent and what the server says about it are one name.
 */

/** An environment variable. `kept`: it is there already, and an empty value leaves it as it is. */
export interface Variable {
  /** For the list on the screen; never sent. */
  key: number
  name: string
  value: string
  kept: boolean
}

/** A number is null while its box is empty. */
export type Value = string | number | boolean | null | readonly string[] | readonly Variable[]

export type Draft = Readonly<Record<string, Value>>

export const EXTENSIONS = 'phpParameters.phpExtensions'

/** The deployment's own database. */
export const OWN_DATABASE = { host: 'localhost', port: 3306 } as const

/** Never stored in the browser, shown only while it is typed. */
export const SECRETS = ['baseParameters.appPass', 'baseParameters.cloudflareToken', 'databaseParameters.databasePass', 'databaseParameters.databaseRootPass'] as const
export const isSecret = (field: string): boolean => (SECRETS as readonly string[]).includes(field)

/** Those that must be long enough; a token is not of our making. */
export const PASSWORDS: readonly string[] = SECRETS.filter((field) => field.endsWith('Pass'))

export const textAt = (draft: Draft, field: string): string => (typeof draft[field] === 'string' ? draft[field] : '')
export const numberAt = (draft: Draft, field: string): number | null => (typeof draft[field] === 'number' ? draft[field] : null)
export const namesAt = (draft: Draft, field: string): readonly string[] => (Array.isArray(draft[field]) ? (draft[field] as readonly string[]) : [])
export const variablesOf = (draft: Draft): readonly Variable[] => (Array.isArray(draft.env) ? (draft.env as readonly Variable[]) : [])
export const isOn = (draft: Draft, service: string): boolean => draft[`services.${service}`] === true

export const typeOf = (draft: Draft): string => textAt(draft, 'type')

/** What a form for this kind starts with. */
export function blank(kind: Kind, clusterId = ''): Draft {
  const services = kind.services.filter(({ fixed }) => !fixed).map(({ id, on }) => [`services.${id}`, on] as const)
  return {
    type: kind.id,
    name: '',
    description: '',
    team_id: '',
    clusterId,
    'baseParameters.domain': '',
    domains: [],
    'baseParameters.appUser': 'admin',
    'baseParameters.appPass': '',
    ...(kind.source ? { 'source.kind': 'git', 'source.git.url': '', 'source.git.ref': '', 'source.git.subdir': '', 'source.image': '', 'source.build': '', 'source.start': '', 'source.port': null } : {}),
    ...Object.fromEntries(services),
    'baseParameters.cloudflareToken': '',
    [kind.runtime.field]: kind.runtime.default,
    ...(kind.extensions.length > 0 ? { [EXTENSIONS]: kind.defaultExtensions } : {}),
    ...Object.fromEntries(kind.numbers.map((number) => [number.field, number.default] as const)),
    env: [],
    'resources.cpu': '',
    'resources.memory': '',
    'resources.storage': '',
    replicas: 1,
    'databaseParameters.databaseName': kind.databaseName,
    'databaseParameters.databaseUser': kind.databaseName,
    'databaseParameters.databasePass': '',
    'databaseParameters.databaseRootPass': '',
    'databaseParameters.databaseHost': '',
    'databaseParameters.databasePort': OWN_DATABASE.port,
  }
}

const same = (a: Value | undefined, b: Value | undefined) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Another kind is chosen: what was typed goes along as far as the other one knows it, what was preset is preset anew. */
export function withKind(draft: Draft, from: Kind | undefined, to: Kind): Draft {
  const preset = from ? blank(from) : {}
  const next = blank(to)
  const known = (field: string, value: Value) => field !== to.runtime.field || to.runtime.versions.some(({ id }) => id === value)
  const kept = Object.entries(draft).filter(([field, value]) => field !== 'type' && field in next && !same(value, preset[field]) && known(field, value))
  return { ...next, ...Object.fromEntries(kept) }
}

/** It has a database: its own, one that it cannot be without, or one on the server that is named. */
export function hasDatabase(kind: Kind, draft: Draft): boolean {
  const host = textAt(draft, 'databaseParameters.databaseHost').trim()
  return kind.databaseRequired || isOn(draft, 'mysql') || (host !== '' && host !== OWN_DATABASE.host)
}

/** Where a program listens when nothing is said; null when a server of Canopy's own is before it. */
export function usualPort(kind: Kind, draft: Draft): number | null {
  if (!kind.source) return null
  return textAt(draft, 'source.kind') === 'image' ? kind.source.imagePort : kind.source.port
}
