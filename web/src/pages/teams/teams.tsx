import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { list } from '@/api/query'
import { PageHeader } from '@/components/page-header'
import { EmptyState, QueryView } from '@/components/query-view'
import { RowList, RowsWaiting } from '@/components/row-list'
import { SearchBox } from '@/components/search-box'
import { countStates } from '@/lib/count-states'
import { useFirstRows } from '@/lib/first-rows'
import { useOpenRows, useUrlState } from '@/lib/url-state'
import { useIsAdmin, useUser } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'
import { TeamRow, teamColumns } from './team-row'
import { t } from './texts'
import './teams.css'

const NONE = { all: 0, failed: 0, pending: 0, stopped: 0 }

export const OwnTeams = () => <Teams scope="own" />

/** Every team of the installation, for admins. */
export function AllTeams() {
  return useIsAdmin() ? <Teams scope="all" /> : <Navigate to={paths.teams()} replace />
}

function ScopeSwitch({ scope }: { scope: 'own' | 'all' }) {
  const navigate = useNavigate()
  return (
    <Segmented
      aria-label={t('scope-label')}
      value={scope}
      options={[
        { value: 'own', label: t('scope-own') },
        { value: 'all', label: t('scope-all') },
      ]}
      onChange={(next) => void navigate(next === 'all' ? paths.adminTeams() : paths.teams())}
    />
  )
}

const CreateTeam = () => {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(paths.newTeam())}>
      {t('create')}
    </Button>
  )
}

function Teams({ scope }: { scope: 'own' | 'all' }) {
  const [url, setUrl] = useUrlState({ q: '', open: '' })
  const admin = useIsAdmin()
  const me = useUser()?.id
  const teams = useQuery(list(scope === 'all' ? '/teams/all' : '/teams', {}, POLICY.teams))
  const wanted = url.q.trim().toLowerCase()
  const found = useMemo(() => teams.data?.items.filter((team) => team.name.toLowerCase().includes(wanted)), [teams.data, wanted])
  const shown = useFirstRows(found)
  const { isOpen, toggle } = useOpenRows(url.open, setUrl)
  // All of them in one answer; where there are more than that, a count would be wrong.
  const sites = useQuery(list('/deployments', {}, POLICY.deployments)).data
  const states = useMemo(() => (sites && !sites.pagination.more ? countStates(sites.items, (site) => site.teamId) : null), [sites])
  return (
    <>
      <PageHeader title={t('title')} description={t(scope === 'all' ? 'about-all' : 'about')} actions={<CreateTeam />} />
      <div className="toolbar">
        <SearchBox value={url.q} label={t('search')} onSearch={(q) => setUrl({ q })} />
        {admin ? <ScopeSwitch scope={scope} /> : null}
      </div>
      <QueryView
        query={teams}
        errorTitle={t('failed')}
        waiting={<RowsWaiting rows={3} label={t('loading')} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')} action={<Link to={paths.newTeam()}>{t('create')}</Link>} />}
      >
        {({ items, pagination }) => (
          <>
            {pagination.more ? <Alert type="info" showIcon title={t('first', { n: items.length })} style={{ marginBottom: 12 }} /> : null}
            {found?.length === 0 ? (
              <EmptyState title={t('empty-search', { q: url.q.trim() })} action={<Button onClick={() => setUrl({ q: '' })}>{t('empty-clear')}</Button>} />
            ) : (
              <RowList label={t('title')} columns={teamColumns(items, me)}>
                {shown.map((team) => (
                  <TeamRow key={team.id} team={team} states={states && (states.get(team.id) ?? NONE)} open={isOpen(team.id)} onToggle={toggle} />
                ))}
              </RowList>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}
