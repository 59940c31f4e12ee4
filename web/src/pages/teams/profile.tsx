import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { one } from '@/api/query'
import { Fact, Facts } from '@/components/facts'
import { QueryView, Waiting } from '@/components/query-view'
import { RoleTag } from '@/components/role-tag'
import { TimeAgo } from '@/components/time-ago'
import { useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { t } from './texts'

/** Who a member is in Canopy; to administrators also when they signed in last. */
export default function Profile({ id, name }: { id: string; name: string }) {
  const profile = useQuery(one('/users/{id}/profile', { path: { id } }, POLICY.standard))
  const admin = useUser()?.role === 'admin'
  return (
    <div className="team-profile" role="group" aria-label={t('profile', { name })}>
      <QueryView query={profile} errorTitle={t('profile-failed')} waiting={<Waiting rows={1} />}>
        {(who) => (
          <Facts>
            <Fact name={t('profile-role')}>
              <RoleTag role={who.role} />
            </Fact>
            {admin ? (
              <Fact name={t('profile-seen')}>
                <TimeAgo at={who.lastLogin} />
              </Fact>
            ) : null}
            <Fact name={t('profile-more')}>
              <Link to={paths.events({ actor: id })}>{t('profile-events')}</Link>
              {admin ? (
                <>
                  {' · '}
                  <Link to={paths.user(id)}>{t('profile-account')}</Link>
                </>
              ) : null}
            </Fact>
          </Facts>
        )}
      </QueryView>
    </div>
  )
}
