import { type FetchQueryOptions, hashKey, type Query, QueryClient, queryOptions } from '@tanstack/react-query'
import { DEFAULTS, EARLY_MS, type QueryPolicy } from '@/spec/policy'
import { ApiError } from './error'
import { type Args, call, type DataOf, type PathOf } from './request'
import type { Pagination } from './types'

/**
 * Queries by the path of their call. The key is [path, parts], so that live hints and pages speak of the same thing
 * without knowing each other:
 *
 *   useQuery(one('/deployments/{id}', { path: { id } }, POLICY.deployments))   → data: Deployment
 *   useQuery(list('/deployments', { query: { search } }, POLICY.deployments))  → data: { items, pagination }
 */

/** A list as it is kept: its rows and how many there are in all. */
export interface Listed<T> {
  items: T[]
  pagination: Pagination
}

type Parts<P extends PathOf<'GET'>> = Args<'GET', P>
type Row<P extends PathOf<'GET'>> = DataOf<'GET', P> extends (infer R)[] ? R : never

function retry(limit: number) {
  return (failures: number, error: Error) => failures < limit && !(error instanceof ApiError && !error.retryable)
}

function common(policy: QueryPolicy) {
  const { retries, ...rest } = policy
  return { ...rest, ...(retries === undefined ? {} : { retry: retry(retries) }) }
}

const plain = (parts: unknown): object => {
  const { path, query } = (parts ?? {}) as { path?: object; query?: Record<string, unknown> }
  const asked = Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== ''))
  return { ...(path ? { path } : {}), ...(Object.keys(asked).length > 0 ? { query: asked } : {}) }
}

/** One thing. */
export function one<P extends PathOf<'GET'>>(path: P, parts: Parts<P>, policy: QueryPolicy = {}) {
  return queryOptions({
    queryKey: [path, plain(parts)] as const,
    queryFn: async ({ signal }): Promise<DataOf<'GET', P>> => {
      const answer = (await call('GET', path, { ...(parts as object), signal })) as Envelope
      return answer.data as DataOf<'GET', P>
    },
    ...common(policy),
  })
}

/** A list of things. */
export function list<P extends PathOf<'GET'>>(path: P, parts: Parts<P>, policy: QueryPolicy = {}) {
  return queryOptions({
    queryKey: [path, plain(parts)] as const,
    queryFn: async ({ signal }): Promise<Listed<Row<P>>> => {
      const answer = (await call('GET', path, { ...(parts as object), signal })) as Envelope
      return { items: answer.data as Row<P>[], pagination: answer.pagination }
    },
    ...common(policy),
  })
}

/** Everybody who has an account: the one list whose rows stand one level deeper. */
export function people(query: Args<'GET', '/users'>['query'], policy: QueryPolicy = {}) {
  return queryOptions({
    queryKey: ['/users', plain({ query })] as const,
    queryFn: async ({ signal }): Promise<Listed<DataOf<'GET', '/users'>['users'][number]>> => {
      const { data, pagination } = (await call('GET', '/users', { ...(query ? { query } : {}), signal })) as Envelope
      return { items: (data as DataOf<'GET', '/users'>).users, pagination }
    },
    ...common(policy),
  })
}

/** What every answer is; which data is in it is said by the path's types above. */
type Envelope = { data: unknown; pagination: Pagination }

/** A query that can be asked for before anything shows it. */
export type EarlyQuery = Pick<FetchQueryOptions, 'queryKey'>

const early = new Set<string>()

/** Asks for what a page will show first, before that page is there. */
export function askEarly(client: QueryClient, queries: readonly EarlyQuery[]): void {
  for (const query of queries) {
    early.add(hashKey(query.queryKey))
    void client.prefetchQuery(query as FetchQueryOptions)
  }
}

/** Whether it was asked for just now, for the page that shows it: that page need not ask once more. */
const isFresh = ({ queryHash, state }: Query): boolean => early.has(queryHash) && !state.isInvalidated && Date.now() - state.dataUpdatedAt < EARLY_MS

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DEFAULTS.staleTime,
        gcTime: DEFAULTS.gcTime,
        retry: retry(DEFAULTS.retries),
        refetchOnMount: (query) => !isFresh(query as unknown as Query),
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { retry: false },
    },
  })
}
