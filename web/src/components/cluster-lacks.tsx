import { Alert } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { one } from '@/api/query'
import type { Inspection } from '@/api/types'
import { texts } from '@/lib/texts'
import { worded } from '@/lib/sentence'
import { POLICY } from '@/spec/policy'

const t = texts('clusterLacks')

/** What a cluster says of itself, read now. */
export const inspectionOf = (id: string) => one('/clusters/{id}/inspection', { path: { id } }, POLICY.inspection)

/** What a site would lack on a cluster; nothing when there is nothing. */
export function Lacks({ lacks }: { lacks: Inspection['lacks'] }) {
  if (lacks.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginBottom: 16 }}
      title={t('title')}
      description={
        <ul className="plain-list" style={{ display: 'grid', gap: 4 }}>
          {lacks.map((lack) => (
            <li key={lack.reason}>{worded(lack, lack.message)}</li>
          ))}
        </ul>
      }
    />
  )
}

/** The same of the cluster with that id, for whoever chooses it; what cannot be read says nothing here. */
export function ClusterLacks({ id }: { id: string }) {
  const { data } = useQuery(inspectionOf(id))
  return data ? <Lacks lacks={data.lacks} /> : null
}
