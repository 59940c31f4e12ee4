import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Kind } from '@/api/types'
import { type Key, textOf } from '@/lib/texts'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/**
 * The kinds of site there are and what each is made of, as the server says it: fields, bounds, versions, services. The console
 * has words for what it knows; what it does not know has the server's name.
 */

export const useCatalogue = () => useQuery(one('/catalogue', {}, POLICY.catalogue))

/** The descriptor of a type; undefined until it is known, and for a type that the server does not have. */
export const useKind = (type: string): Kind | undefined => useCatalogue().data?.types.find(({ id }) => id === type)

const has = (key: string): key is Key<'deployments'> => textOf(`deployments-${key}`) !== null

/** "source.git.url" is about `url`. */
const last = (field: string) => field.slice(field.lastIndexOf('.') + 1)

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function kindAbout({ id, description }: Pick<Kind, 'id' | 'description'>): string {
  return has(`kind-${id}`) ? t(`kind-${id as 'wordpress'}`) : description
}

/** `named` is what the server calls it. */
export function serviceName(id: string, named?: string): string {
  return has(`service-${id}`) ? t(`service-${id as 'web'}`) : (named ?? capitalised(id))
}

/** What a service is for; nothing for one that is not known. */
export function serviceAbout(id: string): string {
  return has(`about-${id}`) ? t(`about-${id as 'nginx'}`) : ''
}

export function sourceName(id: string): string {
  return has(`log-${id}`) ? t(`log-${id as 'install'}`) : serviceName(id)
}

/** What a field is called: the console's words, else the descriptor's, with its unit. */
export function labelOf(field: string, kind?: Kind): string {
  if (kind && field === kind.runtime.field) return t('label-version', { runtime: kind.runtime.name })
  if (field.startsWith('services.')) return serviceName(last(field), kind?.services.find(({ id }) => id === last(field))?.name)
  if (has(`label-${last(field)}`)) return t(`label-${last(field) as 'name'}`)
  const number = kind?.numbers.find((each) => each.field === field)
  if (!number) return capitalised(last(field))
  return number.unit ? `${number.label} (${number.unit})` : number.label
}

/** Whether a name of an environment variable is taken by Canopy itself. */
export const isReserved = (kind: Kind, name: string): boolean => kind.reservedEnv.some((known) => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : known === name))
