import type { Args } from '@/api/request'
import type { Cluster, Kind } from '@/api/types'
import { askedOf, isNothing, nested, sentAs } from './asked'
import type { Draft } from './draft'

export type Payload = Args<'POST', '/deployments'>['body']

/** What is sent to make a site: all that was asked of it and said. */
export function payloadOf(kind: Kind, draft: Draft, cluster: Cluster | undefined): Payload {
  const said = askedOf(kind, draft)
    .map(({ field }) => [field, sentAs(kind, draft, field)] as const)
    .filter(([, value]) => !isNothing(value))
  return nested([...said, ['location', cluster?.datacenter ?? '']]) as unknown as Payload
}
