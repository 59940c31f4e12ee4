import { Tag } from 'antd'
import { memo } from 'react'
import type { Team } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { ExpandableRow } from '@/components/expandable-row'
import { TimeAgo } from '@/components/time-ago'
import { useUser } from '@/session/store'
import { Members } from './members'
import { TeamDeployments } from './team-deployments'
import { t } from './texts'

/** The caller's own place in the team: a word, or nothing when it is somebody else's team. */
function useRole(team: Team): string | null {
  const me = useUser()?.id
  if (team.owner_id === me) return t('owner')
  const role = team.members.find((member) => member.userId === me)?.role
  return role ? t(role) : null
}

export const TeamRow = memo(function TeamRow({ team, open, onToggle }: { team: Team; open: boolean; onToggle: (id: string) => void }) {
  const role = useRole(team)
  const summary = (
    <span className="team-summary">
      <strong>{team.name}</strong>
      {role ? <Tag>{role}</Tag> : null}
      <span className="muted number">{t('memberCount', { n: team.members.length })}</span>
      <span className="muted">{team.description}</span>
    </span>
  )
  return (
    <ExpandableRow open={open} onToggle={() => onToggle(team.id)} summary={summary}>
      <div className="team-facts">
        <span>
          {t('teamId')} <CopyId id={team.id} />
        </span>
        <span>
          {t('created')} <TimeAgo at={team.createdAt} />
        </span>
      </div>
      <div className="team-panels">
        <section aria-label={`${t('members')}: ${team.name}`}>
          <Members team={team} />
        </section>
        <section aria-label={`${t('deployments')}: ${team.name}`}>
          <TeamDeployments team={team} />
        </section>
      </div>
    </ExpandableRow>
  )
})
