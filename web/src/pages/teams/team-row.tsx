import { SettingOutlined } from '@ant-design/icons'
import { lazy, memo, Suspense } from 'react'
import type { Team } from '@/api/types'
import { CopyId } from '@/components/copy-id'
import { Count } from '@/components/count'
import { Fact, Facts } from '@/components/facts'
import { LinkButton } from '@/components/link-button'
import { Waiting } from '@/components/query-view'
import { type Column, Row } from '@/components/row-list'
import { SiteStates } from '@/components/site-states'
import { TimeAgo } from '@/components/time-ago'
import type { States } from '@/lib/count-states'
import { number } from '@/lib/number'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { nameOf } from './rights'
import { TeamDeployments } from './team-deployments'
import { t } from './texts'

/** Comes with the first team that is opened. */
const Members = lazy(() => import('./members').then(({ Members: shown }) => ({ default: shown })))

/** What all teams have in common is not said on each: the reader's role in them. */
export const teamColumns = (teams: readonly Team[], me: string | undefined): Column[] => [
  { key: 'name', title: t('name'), main: true },
  ...(teams.length > 1 && new Set(teams.map((team) => roleIn(team, me))).size === 1 ? [] : [{ key: 'role', title: t('role'), phone: 'first' } as const]),
  { key: 'members', title: t('members'), align: 'end' },
  { key: 'deployments', title: t('deployments'), align: 'end', width: 'minmax(140px, max-content)' },
  { key: 'created', title: t('created'), from: 'wide', align: 'end', phone: 'none' },
]

/** Faces that are shown before the rest is a number. */
const FACES = 4

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

function Faces({ team }: { team: Team }) {
  const more = team.members.length - FACES
  return (
    <span className="team-faces">
      <span aria-hidden>
        {team.members.slice(0, FACES).map((member) => (
          <span key={member.userId} className="team-face" title={nameOf(member)}>
            {initials(nameOf(member))}
          </span>
        ))}
        {more > 0 ? <span className="team-face">+{more}</span> : null}
      </span>
      <Count short={number(team.members.length)} words={t('memberCount', { n: team.members.length })} />
    </span>
  )
}

/** The caller's own place in the team: a word, or nothing when it is somebody else's team. */
function roleIn(team: Team, me: string | undefined): string | null {
  if (team.owner_id === me) return t('owner')
  const role = team.members.find((member) => member.userId === me)?.role
  return role ? t(role) : null
}

/** `states` of its deployments; null while they are not known. */
export const TeamRow = memo(function TeamRow({ team, states, open, onToggle }: { team: Team; states: States | null; open: boolean; onToggle: (id: string) => void }) {
  const role = roleIn(team, useUser()?.id)
  return (
    <Row
      id={team.id}
      name={team.name}
      open={open}
      onToggle={() => onToggle(team.id)}
      cells={{
        name: (
          <>
            <span className="row-name one-line" title={team.name}>
              {team.name}
            </span>
            <span className="row-second" title={team.description}>
              {team.description}
            </span>
          </>
        ),
        role,
        members: <Faces team={team} />,
        deployments: states ? <SiteStates states={states} words={t('deploymentCount', { n: states.all })} short={number(states.all)} /> : null,
        created: (
          <span className="quiet">
            <TimeAgo at={team.createdAt} />
          </span>
        ),
      }}
    >
      <div className="team-panels">
        <section aria-label={`${t('members')}: ${team.name}`}>
          <Suspense fallback={<Waiting rows={2} />}>
            <Members team={team} />
          </Suspense>
        </section>
        <section aria-label={`${t('deployments')}: ${team.name}`}>
          <TeamDeployments team={team} />
          <LinkButton icon={<SettingOutlined aria-hidden />} to={paths.teamSettings(team.id)} style={{ marginBottom: 16 }}>
            {t('settings')}
          </LinkButton>
          <Facts as="lines">
            <Fact name={t('teamId')}>
              <CopyId id={team.id} />
            </Fact>
            <Fact name={t('created')}>
              <TimeAgo at={team.createdAt} />
            </Fact>
          </Facts>
        </section>
      </div>
    </Row>
  )
})
