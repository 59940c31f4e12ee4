import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'

/** What a deletion deletes, as the cluster says; asked when the question is, and again when it does not hold any more. */
export const removalOf = ({ id, version }: Pick<Deployment, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['removal', id, version],
    queryFn: async () => (await request('POST', '/deployments/{id}/plan/delete', { path: { id }, ifMatch: version })).data,
    staleTime: Infinity,
    // Long enough for the question to show it; the next question asks anew.
    gcTime: 1_000,
    retry: false,
  })
