import { AppstoreOutlined, CloudServerOutlined, ControlOutlined, DashboardOutlined, DatabaseOutlined, LogoutOutlined, ProfileOutlined, SafetyOutlined, SettingOutlined, TeamOutlined, UnorderedListOutlined, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { request } from '@/api/request'
import { toast } from '@/feedback/toast'
import { number } from '@/lib/number'
import { texts } from '@/lib/texts'
import { session, useIsAdmin, useUser } from '@/session/store'
import { PATTERNS, paths } from '@/spec/paths'

const t = texts('nav')

interface Entry {
  path: string
  label: string
  icon: ReactNode
  /** Pages below it have addresses that begin with one of these. */
  below?: readonly string[]
}

const main = (): Entry[] => [
  { path: paths.dashboard(), label: t('dashboard'), icon: <DashboardOutlined aria-hidden /> },
  { path: paths.deployments(), label: t('deployments'), icon: <AppstoreOutlined aria-hidden />, below: [paths.newDeployment()] },
  { path: paths.tasks(), label: t('tasks'), icon: <UnorderedListOutlined aria-hidden /> },
  { path: paths.events(), label: t('events'), icon: <ProfileOutlined aria-hidden /> },
  { path: paths.teams(), label: t('teams'), icon: <TeamOutlined aria-hidden />, below: [paths.adminTeams()] },
  { path: paths.settings(), label: t('settings'), icon: <SettingOutlined aria-hidden /> },
]

const forAdmins = (): Entry[] => [
  { path: paths.system(), label: t('system'), icon: <ControlOutlined aria-hidden />, below: [paths.adminLogs()] },
  { path: paths.adminSecurity(), label: t('security'), icon: <SafetyOutlined aria-hidden /> },
  { path: paths.adminDatabase(), label: t('database'), icon: <DatabaseOutlined aria-hidden /> },
  { path: paths.infrastructure(), label: t('infrastructure'), icon: <CloudServerOutlined aria-hidden />, below: [paths.datacenters(), PATTERNS.cluster.replace('/:id', '')] },
  { path: paths.users(), label: t('users'), icon: <UserOutlined aria-hidden /> },
]

/** Here, on a page below it, or elsewhere. */
function whereIs({ path, below = [] }: Entry, pathname: string): 'page' | 'below' | null {
  if (path === pathname) return 'page'
  const above = [...(path === paths.dashboard() ? [] : [path]), ...below]
  return above.some((each) => pathname === each || pathname.startsWith(`${each}/`)) ? 'below' : null
}

function Entries({ entries, count, onChoose }: { entries: readonly Entry[]; count: (path: string) => ReactNode; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {entries.map((entry) => {
        const where = whereIs(entry, pathname)
        return (
          <li key={entry.path} data-where={where ?? undefined}>
            <Link to={entry.path} aria-current={where === 'page' ? 'page' : undefined} onClick={onChoose}>
              {entry.icon}
              {entry.label}
            </Link>
            {count(entry.path)}
          </li>
        )
      })}
    </ul>
  )
}

/** Ends the session here at once, and at the server as well: the token is worth nothing afterwards. */
async function logout(): Promise<void> {
  const told = request('POST', '/auth/logout').catch(() => undefined)
  session.logout()
  toast.success(t('logout-title'), t('logout-text'))
  await told
}

/** Navigation with counts and, at the foot, Logout. `onChoose` closes the drawer of small screens. */
export function Sidebar({ failed, work, onChoose }: { failed: number; work: number; onChoose?: () => void }) {
  const user = useUser()
  const admin = useIsAdmin()
  const count = (path: string) => {
    if (path === paths.deployments() && failed > 0) {
      return (
        <span className="nav-count" data-tone="red">
          {number(failed)} <span className="unseen">{t('count-failed', { n: failed })}</span>
        </span>
      )
    }
    if (path === paths.tasks() && work > 0) {
      return (
        <span className="nav-count">
          {number(work)} <span className="unseen">{t('count-work', { n: work })}</span>
        </span>
      )
    }
    return null
  }
  return (
    <div className="shell-nav">
      <nav aria-label={t('main')}>
        <Entries entries={main()} count={count} onChoose={onChoose} />
        {admin ? (
          <>
            <div className="nav-section">{t('admin')}</div>
            <Entries entries={forAdmins()} count={count} onChoose={onChoose} />
          </>
        ) : null}
      </nav>
      <div className="shell-foot">
        <Button type="text" block icon={<LogoutOutlined aria-hidden />} onClick={() => void logout()}>
          {t('logout', { name: user?.firstName || t('user') })}
        </Button>
      </div>
    </div>
  )
}
