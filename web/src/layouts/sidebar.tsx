import { AppstoreOutlined, CloudServerOutlined, DashboardOutlined, LogoutOutlined, ProfileOutlined, TeamOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Menu, type MenuProps } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { request } from '@/api/request'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { session, useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'

const t = texts('nav')

const entry = (path: string, label: string, icon: React.ReactNode) => ({ key: path, icon, label: <Link to={path}>{label}</Link> })

function entries(admin: boolean): NonNullable<MenuProps['items']> {
  const main = [
    entry(paths.dashboard(), t('dashboard'), <DashboardOutlined aria-hidden />),
    entry(paths.deployments(), t('deployments'), <AppstoreOutlined aria-hidden />),
    entry(paths.tasks(), t('tasks'), <UnorderedListOutlined aria-hidden />),
    entry(paths.events(), t('events'), <ProfileOutlined aria-hidden />),
    entry(paths.teams(), t('teams'), <TeamOutlined aria-hidden />),
  ]
  if (!admin) return main
  return [...main, { type: 'group', key: 'admin', label: t('admin'), children: [entry(paths.infrastructure(), t('infrastructure'), <CloudServerOutlined aria-hidden />)] }]
}

/** Ends the session here at once, and at the server as well: the token is worth nothing afterwards. */
async function logout(): Promise<void> {
  const told = request('POST', '/auth/logout').catch(() => undefined)
  session.logout()
  toast.success(t('logout-title'), t('logout-text'))
  await told
}

/** Navigation and, at the foot, Logout. `onChoose` closes the drawer of small screens. */
export function Sidebar({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation()
  const user = useUser()
  const admin = useIsAdmin()
  return (
    <div className="shell-nav">
      <nav aria-label={t('main')}>
        <Menu theme="light" mode="inline" selectedKeys={[pathname]} items={entries(admin)} onClick={() => onChoose?.()} />
      </nav>
      <div className="shell-foot">
        <Button block icon={<LogoutOutlined aria-hidden />} onClick={() => void logout()}>
          {t('logout', { name: user?.firstName || t('user') })}
        </Button>
      </div>
    </div>
  )
}
