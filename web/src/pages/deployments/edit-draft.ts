import type { Args } from '@/api/request'
import type { Deployment, Kind } from '@/api/types'
import { askedOf, isNothing, nested, sentAs } from './form/asked'
import { missingOf, type Problems, weakOf, wrongOf } from './form/checks'
import { blank, type Draft, EXTENSIONS, OWN_DATABASE, SECRETS, type Value, type Variable } from './form/draft'
import { mayStay } from './form/fields'

/** What is typed to change a deployment: the draft of the form, filled from what is there; its secrets are empty. */
export function draftOf(deployment: Deployment, kind: Kind): Draft {
  const { baseParameters, phpParameters, databaseParameters, source, askedResources } = deployment
  const services = kind.services.filter(({ fixed }) => !fixed).map(({ id }) => [`services.${id}`, deployment.services[id] === true] as const)
  const there: Record<string, Value | null | undefined> = {
    ...at('phpParameters', phpParameters),
    ...at('databaseParameters', databaseParameters),
    ...(databaseParameters?.databaseHost === OWN_DATABASE.host ? { 'databaseParameters.databaseHost': '' } : {}),
    ...at('resources', askedResources),
    ...(source ? { ...at('source', source), ...at('source.git', source.git) } : {}),
  }
  const preset = blank(kind, deployment.clusterId)
  // What the form does not ask of this kind stays out of it; what is null there is usual.
  const known = Object.entries(there).filter(([field, value]) => field in preset && value !== null && value !== undefined)
  return {
    ...preset,
    type: deployment.type,
    name: deployment.name,
    description: deployment.description,
    team_id: deployment.teamId,
    'baseParameters.domain': baseParameters.domain,
    'baseParameters.appUser': baseParameters.appUser,
    domains: deployment.domains,
    env: deployment.env.map((name, key): Variable => ({ key, name, value: '', kept: true })),
    replicas: deployment.replicas,
    ...Object.fromEntries(services),
    ...(Object.fromEntries(known) as Draft),
  }
}

const at = (group: string, values: object | null) => Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [`${group}.${name}`, value as Value]))

/** Secrets that are there, and stay as they are when nothing is typed. */
export function keptSecrets({ baseParameters, databaseParameters, services }: Deployment): ReadonlySet<string> {
  const [app, token, database, root] = SECRETS
  const there: [string, boolean][] = [
    [app, baseParameters.hasAppPass],
    [token, services.cloudflare === true],
    [database, databaseParameters?.hasDatabasePass === true],
    [root, databaseParameters?.hasDatabaseRootPass === true],
  ]
  return new Set(there.filter(([, is]) => is).map(([field]) => field))
}

export type Body = Args<'PUT', '/deployments/{id}'>['body']

/** What the server takes: a field that is left out stays as it is, so that two people's changes do not undo each other. */
export type Change = Record<string, unknown>

/** What a change cannot reach. */
const FIXED = new Set(['type', 'team_id', 'clusterId'])

/** The order in which extensions were chosen says nothing. */
const same = (field: string, a: unknown, b: unknown) => {
  const [one, other] = field === EXTENSIONS ? [a, b].map((names) => (names as string[] | undefined)?.toSorted()) : [a, b]
  return JSON.stringify(one) === JSON.stringify(other) || (isNothing(a) && isNothing(b))
}

/** Only what differs from what was there when the form was opened. */
export function changeOf(kind: Kind, before: Draft, draft: Draft): Change {
  const earlier = new Set(askedOf(kind, before).map(({ field }) => field))
  const fields = askedOf(kind, draft).map(({ field }) => field).filter((field) => !FIXED.has(field))
  const differing = fields.filter((field) => !same(field, earlier.has(field) ? sentAs(kind, before, field) : undefined, sentAs(kind, draft, field)))
  // Amounts are taken together: one that is left out is worked out anew.
  const amounts = differing.some(isAmount) ? fields.filter((field) => isAmount(field) && !differing.includes(field)) : []
  return nested([...differing, ...amounts].map((field) => [field, sentAs(kind, draft, field)] as const))
}

const isAmount = (field: string) => field.startsWith('resources.')

/** Anything but a name and its description is a matter of the pods. */
export const touchesPods = (change: Change): boolean => Object.keys(change).some((field) => field !== 'name' && field !== 'description')

/** What keeps the form from being sent; what was not there before (or is not shown to the reader) may stay so. */
export function problemsOfEdit(kind: Kind, before: Draft, draft: Draft, kept: ReadonlySet<string>): Problems {
  const asked = askedOf(kind, draft).filter(({ field }) => !FIXED.has(field))
  const earlier = new Set(askedOf(kind, before).map(({ field }) => field))
  const stays = mayStay(kept)
  const may = (field: string) => stays(field) || (!field.endsWith('Pass') && earlier.has(field) && isNothing(sentAs(kind, before, field)))
  return Object.fromEntries([...missingOf(kind, draft, asked, may), ...weakOf(kind, draft, asked), ...wrongOf(kind, draft, asked)])
}
