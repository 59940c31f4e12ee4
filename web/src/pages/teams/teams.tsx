import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Segmented } from 'antd'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { list } from '@/api/query'
import { CopyId } from '@/components/copy-id'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView, Waiting } from '@/components/query-view'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { useMirrored } from './mirrored'
import { TeamRow } from './team-row'
import { t } from './texts'
import './teams.css'

export const OwnTeams = () => <Teams scope="own" />

/** Every team of the installation, for admins. */
export function AllTeams() {
  return useIsAdmin() ? <Teams scope="all" /> : <Navigate to={paths.teams()} replace />
}

function ScopeSwitch({ scope }: { scope: 'own' | 'all' }) {
  const navigate = useNavigate()
  return (
    <Segmented
      aria-label={t('scope.label')}
      value={scope}
      options={[
        { value: 'own', label: t('scope.own') },
        { value: 'all', label: t('scope.all') },
      ]}
      onChange={(next) => void navigate(next === 'all' ? paths.adminTeams() : paths.teams())}
    />
  )
}

const CreateTeam = () => {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(paths.newTeam())}>
      {t('create')}
    </Button>
  )
}

function Teams({ scope }: { scope: 'own' | 'all' }) {
  const [url, setUrl] = useMirrored({ q: '', open: '' })
  const user = useUser()
  const admin = useIsAdmin()
  const teams = useQuery(list(scope === 'all' ? '/teams/all' : '/teams', {}, POLICY.teams))
  const wanted = url.q.trim().toLowerCase()
  const open = new Set(url.open.split(',').filter(Boolean))
  const toggle = (id: string) => {
    if (!open.delete(id)) open.add(id)
    setUrl({ open: [...open].join(',') })
  }
  return (
    <>
      <PageHeader title={t('title')} description={t(scope === 'all' ? 'about.all' : 'about')} actions={<CreateTeam />} />
      <div className="toolbar">
        <Input
          className="grow"
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={url.q}
          placeholder={t('search')}
          aria-label={t('search')}
          onChange={(event) => setUrl({ q: event.target.value })}
        />
        {admin ? <ScopeSwitch scope={scope} /> : null}
      </div>
      <QueryView
        query={teams}
        errorTitle={t('failed')}
        waiting={<Waiting rows={3} label={t('loading')} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')} action={<Link to={paths.newTeam()}>{t('create')}</Link>} />}
      >
        {({ items, pagination }) => {
          const shown = items.filter((team) => team.name.toLowerCase().includes(wanted))
          return (
            <>
              {pagination.more ? <Alert type="info" showIcon title={t('first', { n: items.length })} style={{ marginBottom: 12 }} /> : null}
              {shown.length === 0 ? (
                <EmptyState title={t('empty.search', { q: url.q.trim() })} action={<Button onClick={() => setUrl({ q: '' })}>{t('empty.clear')}</Button>} />
              ) : (
                <div className="rows">
                  {shown.map((team) => (
                    <TeamRow key={team.id} team={team} open={open.has(team.id)} onToggle={() => toggle(team.id)} />
                  ))}
                </div>
              )}
            </>
          )
        }}
      </QueryView>
      {user && scope === 'own' ? (
        <div className="team-foot">
          {t('yourId')} <CopyId id={user.id} />
        </div>
      ) : null}
    </>
  )
}
