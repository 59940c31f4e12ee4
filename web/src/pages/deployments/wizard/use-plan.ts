import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '@/api/request'
import type { Plan } from '@/api/types'
import { POLICY } from '@/spec/policy'
import type { Payload } from '../form/payload'

/** So long nothing is typed before the cluster is asked. */
const QUIET_MS = 400

export interface Outlook {
  plan: Plan | undefined
  error: Error | null
  /** It is being asked: nothing is created before it has answered, or has not. */
  pending: boolean
  again: () => void
}

/** What is asked for without what is secret, which makes no other plan. */
const asked = (body: Payload) =>
  JSON.stringify(body, (name: string, value: unknown) => {
    if (/(Pass|Token)$/.test(name)) return null
    return name === 'env' && typeof value === 'object' && value !== null ? Object.keys(value) : value
  })

/** What a creation would make, asked of its cluster as soon as there is a body that is whole. */
export function usePlan(body: Payload | null): Outlook {
  const key = body === null ? null : asked(body)
  const [quiet, setQuiet] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(key), QUIET_MS)
    return () => clearTimeout(timer)
  }, [key])
  const ready = key !== null && key === quiet
  const query = useQuery({
    queryKey: ['creation', key],
    queryFn: async () => {
      if (body === null) throw new Error('nothing to ask for')
      return (await request('POST', '/deployments/plan', { body })).data
    },
    enabled: ready,
    staleTime: POLICY.plan.staleTime,
    gcTime: POLICY.plan.gcTime,
    retry: false,
  })
  return {
    plan: ready ? query.data : undefined,
    error: ready && !query.isFetching ? query.error : null,
    pending: key !== null && (!ready || query.isFetching),
    again: () => void query.refetch(),
  }
}
