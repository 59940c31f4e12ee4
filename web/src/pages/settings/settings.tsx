import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { one } from '@/api/query'
import type { Profile } from '@/api/types'
import { Notifications } from '@/components/notifications'
import { PageHeader } from '@/components/page-header'
import { QueryView } from '@/components/query-view'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { Password } from './password'
import { PreferencesPanel } from './preferences'
import { ProfilePanel } from './profile'
import { Sessions } from './sessions'
import { t } from './texts'
import { Tokens } from './tokens'
import { TwoFactor } from './two-factor'
import './settings.css'

/** The first one is what /settings shows. */
const SECTIONS = ['profile', 'password', 'two-factor', 'preferences', 'sessions', 'tokens', 'notifications'] as const
type Section = (typeof SECTIONS)[number]

const SHOWN: Record<Section, (profile: Profile) => ReactElement> = {
  // Somebody else's answer begins with fresh fields.
  profile: (profile) => <ProfilePanel key={profile.user.id} profile={profile} />,
  password: (profile) => <Password profile={profile} />,
  'two-factor': (profile) => <TwoFactor profile={profile} />,
  preferences: (profile) => <PreferencesPanel preferences={profile.preferences} />,
  sessions: () => <Sessions />,
  tokens: () => <Tokens />,
  notifications: () => <Notifications />,
}

const addressOf = (section: Section) => paths.settings(section === SECTIONS[0] ? undefined : section)

function Menu({ section }: { section: Section }) {
  return (
    <nav aria-label={t('sections')} className="settings-menu">
      <ul>
        {SECTIONS.map((each) => (
          <li key={each}>
            <Link to={addressOf(each)} aria-current={each === section ? 'page' : undefined}>
              {t(each)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export default function Settings() {
  const wanted = useParams()['*'] ?? ''
  const profile = useQuery(one('/users/profile', {}, POLICY.profile))
  const section = wanted === '' ? SECTIONS[0] : SECTIONS.find((each) => each === wanted)
  if (section === undefined) return <Navigate to={paths.settings()} replace />
  return (
    <>
      <PageHeader title={t('title')} description={t('about')} />
      <div className="settings">
        <Menu section={section} />
        <QueryView query={profile} errorTitle={t('failed')} errors={{ fallback: t('failed') }}>
          {(data) => SHOWN[section](data)}
        </QueryView>
      </div>
    </>
  )
}
