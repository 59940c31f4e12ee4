import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { QueryView, Waiting } from '@/components/query-view'
import { useTeams } from './places'
import type { Rights } from './rights'
import { t } from './texts'

/** What members of the site's team see; others read why they do not, and nobody does before it is known which teams are theirs. */
export function MembersOnly({ rights, why, children }: { rights: Rights; why: string; children: ReactNode }) {
  const teams = useTeams()
  if (rights.change) return children
  if (rights.known) return <Alert type="info" showIcon title={why} />
  return (
    <QueryView again="retry" query={teams} errorTitle={t('team-failed')} waiting={<Waiting rows={8} />}>
      {() => null}
    </QueryView>
  )
}
