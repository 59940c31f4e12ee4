import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { list } from '@/api/query'
import { type Key, texts } from '@/lib/texts'
import { useIsAdmin } from '@/session/store'
import { paths } from '@/spec/paths'
import { POLICY } from '@/spec/policy'

/** What the palette finds for what is typed: pages at once, things from the server when the typing pauses. */

const t = texts('palette')

export interface Found {
  key: string
  group: 'pages' | 'sites' | 'clusters' | 'teams' | 'tasks'
  title: string
  /** Beside the title: a domain, a state. */
  note?: string
  to: string
}

const PAUSE_MS = 150
const EACH = 5

/** The order of letters is enough: "hs" finds "Hotel Seeblick" by the beginnings of its words. */
export function matches(title: string, typed: string): boolean {
  const [inside, wanted] = [title.toLowerCase(), typed.trim().toLowerCase()]
  if (inside.includes(wanted)) return true
  const initials = inside
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? '')
    .join('')
  return wanted.length > 1 && initials.startsWith(wanted)
}

function usePages(): Found[] {
  const admin = useIsAdmin()
  const page = (key: Extract<Key<'palette'>, `page-${string}`>, to: string): Found => ({ key, group: 'pages', title: t(key), to })
  return [
    page('page-dashboard', paths.dashboard()),
    page('page-deployments', paths.deployments()),
    page('page-new', paths.newDeployment()),
    page('page-tasks', paths.tasks()),
    page('page-events', paths.events()),
    page('page-teams', paths.teams()),
    page('page-newTeam', paths.newTeam()),
    page('page-infrastructure', paths.infrastructure()),
    page('page-settings', paths.settings()),
    ...(admin ? [page('page-users', paths.users()), page('page-system', paths.system()), page('page-security', paths.adminSecurity()), page('page-database', paths.adminDatabase()), page('page-newCluster', paths.newCluster()), page('page-newDatacenter', paths.newDatacenter())] : []),
  ]
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Everything found, in the order of its groups; `busy` while the server is asked. */
export function useFound(typed: string): { found: Found[]; busy: boolean } {
  const admin = useIsAdmin()
  const search = usePaused(typed.trim())
  const asked = { query: { limit: EACH, search } }
  const options = { enabled: search !== '', placeholderData: keepPreviousData }
  const sites = useQuery({ ...list('/deployments', asked, POLICY.counts), ...options })
  const clusters = useQuery({ ...list('/clusters', asked, POLICY.counts), ...options })
  const ownTeams = useQuery({ ...list('/teams', asked, POLICY.counts), ...options, enabled: options.enabled && !admin })
  const allTeams = useQuery({ ...list('/teams/all', asked, POLICY.counts), ...options, enabled: options.enabled && admin })
  const tasks = useQuery({ ...list('/tasks', asked, POLICY.counts), ...options })
  const pages = usePages().filter((page) => matches(page.title, typed))
  const teams = admin ? allTeams : ownTeams
  if (typed.trim() === '') return { found: pages, busy: false }
  const found: Found[] = [
    ...(sites.data?.items ?? []).map((site): Found => ({ key: `site-${site.id}`, group: 'sites', title: site.name, note: site.baseParameters.domain, to: paths.deployment(site.id) })),
    ...pages,
    ...(clusters.data?.items ?? []).map((cluster): Found => ({ key: `cluster-${cluster.id}`, group: 'clusters', title: cluster.name, to: paths.cluster(cluster.id) })),
    ...(teams.data?.items ?? []).map((team): Found => ({ key: `team-${team.id}`, group: 'teams', title: team.name, to: admin ? paths.adminTeams({ open: team.id }) : paths.teams({ open: team.id }) })),
    ...(tasks.data?.items ?? []).map((task): Found => ({ key: `task-${task.id}`, group: 'tasks', title: t(`task-${task.type}`, { name: task.deploymentName }), to: paths.task(task.id) })),
  ]
  return { found, busy: search !== typed.trim() || [sites, clusters, teams, tasks].some((query) => query.isFetching) }
}
