import { useQuery } from '@tanstack/react-query'
import { list } from '@/api/query'
import { POLICY } from '@/spec/policy'

/** How many deployments have failed, as the frame says on every page. */
export function useFailedCount(): number {
  return useQuery(list('/deployments', { query: { status: 'failed', limit: 1 } }, POLICY.counts)).data?.pagination.total ?? 0
}
