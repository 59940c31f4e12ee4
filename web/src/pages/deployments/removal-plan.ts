import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request'
import type { Deployment } from '@/api/types'
import { POLICY } from '@/spec/policy'

/** What a deletion deletes, as the cluster says; asked when the question is, and again when it does not hold any more. */
export const removalOf = ({ id, version }: Pick<Deployment, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['removal', id, version],
    queryFn: async () => (await request('POST', '/deployments/{id}/plan/delete', { path: { id }, ifMatch: version })).data,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
