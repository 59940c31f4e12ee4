import type { Args } from '@/api/request'
import type { Deployment } from '@/api/types'
import { isWeak, labelOf, type Problems } from './wizard/checks'
import { type Draft, emptyDraft, type Field, OWN_DATABASE, PASSWORDS, type Service, SERVICES } from './wizard/draft'
import { t } from './texts'

/** What is typed to change a deployment: the wizard's draft, filled from what is there; its passwords are empty. */
export function draftOf(deployment: Deployment): Draft {
  const { baseParameters, phpParameters, databaseParameters, services } = deployment
  return {
    ...emptyDraft(deployment.clusterId),
    name: deployment.name,
    description: deployment.description,
    type: deployment.type,
    teamId: deployment.teamId,
    domain: baseParameters.domain,
    appUser: baseParameters.appUser,
    services: Object.fromEntries(SERVICES.map((name) => [name, services[name] === true])) as Record<Service, boolean>,
    ...phpParameters,
    databaseName: databaseParameters?.databaseName ?? '',
    databaseUser: databaseParameters?.databaseUser ?? '',
    databaseHost: databaseParameters?.databaseHost ?? OWN_DATABASE.databaseHost,
    databasePort: databaseParameters?.databasePort ?? OWN_DATABASE.databasePort,
  }
}

/** What stands where in the payload; name and description are at its top. */
const GROUPS = {
  baseParameters: ['domain', 'appUser', 'appPass', 'cloudflareToken'],
  phpParameters: ['phpVersion', 'phpExtensions', 'phpMemoryLimit', 'phpMaxExecutionTime', 'phpPoolSize', 'phpMaxRequestsPerChild', 'phpUploadMaxFilesize'],
  databaseParameters: ['databaseName', 'databaseUser', 'databasePass', 'databaseRootPass', 'databaseHost', 'databasePort'],
} as const satisfies Record<string, readonly Field[]>

type Group = keyof typeof GROUPS

export type Body = Args<'PUT', '/deployments/{id}'>['body']

/** What the server takes: a field that is left out stays as it is, so that two people's changes do not undo each other. */
export type Change = Pick<Body, 'name' | 'description'> & { services?: Partial<Record<Service, boolean>> } & { [G in Group]?: Partial<Record<(typeof GROUPS)[G][number], unknown>> }

const SECRET: readonly Field[] = [...PASSWORDS, 'cloudflareToken']

/** A field as it is sent: passwords exactly as typed, other text without blanks around it; with MySQL on, the database is the deployment's own. */
function sentAs(draft: Draft, field: Field): unknown {
  if (draft.services.mysql && (field === 'databaseHost' || field === 'databasePort')) return OWN_DATABASE[field]
  if (field === 'cloudflareToken' && !draft.services.cloudflare) return ''
  const value = draft[field]
  return typeof value === 'string' && !SECRET.includes(field) ? value.trim() : value
}

/** The order in which extensions were chosen says nothing. */
const same = (a: unknown, b: unknown) => (Array.isArray(a) && Array.isArray(b) ? a.toSorted().join() === b.toSorted().join() : a === b)

/** Only what differs from what was there when the form was opened. */
export function changeOf(before: Draft, draft: Draft): Change {
  const differing = <F extends Field>(fields: readonly F[]) => Object.fromEntries(fields.filter((field) => !same(sentAs(before, field), sentAs(draft, field))).map((field) => [field, sentAs(draft, field)]))
  const groups = Object.entries(GROUPS).map(([name, fields]) => [name, differing<Field>(fields)] as const)
  const services = Object.fromEntries(SERVICES.filter((name) => draft.services[name] !== before.services[name]).map((name) => [name, draft.services[name]]))
  return {
    ...differing(['name', 'description']),
    ...Object.fromEntries([...groups, ['services', services] as const].filter(([, part]) => Object.keys(part).length > 0)),
  }
}

/** Anything but a name and its description is a matter of the pods. */
export const touchesPods = (change: Change): boolean => Object.keys(change).some((field) => field !== 'name' && field !== 'description')

/** What must not be emptied, in the order of the form; what was not there before (or is not shown to the reader) may stay so. */
const KEPT: readonly Field[] = ['name', 'domain', 'appUser', ...GROUPS.phpParameters, 'databaseName', 'databaseUser', 'databaseHost', 'databasePort']

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** What keeps the form from being sent, the first to be mended first. */
export function problemsOfEdit(before: Draft, draft: Draft): Problems {
  const sentences: Problems = { name: t('name-required'), domain: t('domain-required'), appUser: t('appUser-required') }
  const emptied = KEPT.filter((field) => isEmpty(sentAs(draft, field)) && !isEmpty(sentAs(before, field)))
  const weak = PASSWORDS.filter((field) => isWeak(draft[field]))
  return {
    ...Object.fromEntries(emptied.map((field) => [field, sentences[field] ?? t('required', { label: labelOf(field) })])),
    ...([...draft.name.trim()].length > 63 ? { name: t('name-long') } : {}),
    ...([...draft.description.trim()].length > 500 ? { description: t('description-long') } : {}),
    ...Object.fromEntries(weak.map((field) => [field, t('weak-text', { label: labelOf(field) })])),
  }
}
