import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { one } from '@/api/query'
import { useShownPageName } from '@/lib/page-name'
import { texts } from '@/lib/texts'
import { paths, PATTERNS } from '@/spec/paths'
import { LIMITS } from '@/spec/limits'

/** Where one is, on pages that are below another: what leads back, and the page's own heading at the end. */

const t = texts('trail')

const LISTS = ['deployments', 'tasks', 'events', 'teams', 'infrastructure', 'system', 'users'] as const

type List = (typeof LISTS)[number]

/** The list that a page is below. */
const BELOW: Partial<Record<keyof typeof PATTERNS, List>> = {
  newDeployment: 'deployments',
  deployment: 'deployments',
  editDeployment: 'deployments',
  deploymentUsage: 'deployments',
  deploymentTimeline: 'deployments',
  deploymentShell: 'deployments',
  newTeam: 'teams',
  teamSettings: 'teams',
  task: 'tasks',
  event: 'events',
  newDatacenter: 'infrastructure',
  newCluster: 'infrastructure',
  editDatacenter: 'infrastructure',
  cluster: 'infrastructure',
  editCluster: 'infrastructure',
  clusterMetrics: 'infrastructure',
  user: 'users',
  adminLogs: 'system',
}

export interface Place {
  list: List | null
  /** The deployment that the page is about, one level below its own. */
  site: string | null
  /** The cluster that the page is about, as above. */
  cluster: string | null
}

export function placeOf(pathname: string): Place {
  // What is written out comes before what has a parameter: /teams/new is no team.
  const names = (Object.keys(PATTERNS) as (keyof typeof PATTERNS)[]).toSorted((a, b) => Number(PATTERNS[a].includes(':')) - Number(PATTERNS[b].includes(':')))
  const name = names.find((each) => matchPath(PATTERNS[each], pathname))
  const below = (...patterns: string[]) => patterns.map((pattern) => matchPath(pattern, pathname)?.params.id).find((id) => id !== undefined) ?? null
  return { list: (name && BELOW[name]) ?? null, site: below(PATTERNS.editDeployment, PATTERNS.deploymentUsage, PATTERNS.deploymentTimeline, PATTERNS.deploymentShell), cluster: below(PATTERNS.editCluster, PATTERNS.clusterMetrics) }
}

/** How each list was looked at when it was last left, in this tab: what leads back to it leads there. */
const left = new Map<List, string>()

function useLeft(pathname: string, search: string): void {
  useEffect(() => {
    for (const list of LISTS) if (pathname === paths[list]()) left.set(list, search)
  }, [pathname, search])
}

function SiteCrumb({ id }: { id: string }) {
  // The page itself asks for it.
  const { data } = useQuery({ ...one('/deployments/{id}', { path: { id } }), enabled: false })
  return <Link to={paths.deployment(id)}>{data?.name ?? id.slice(0, LIMITS.shortId)}</Link>
}

function ClusterCrumb({ id }: { id: string }) {
  const { data } = useQuery({ ...one('/clusters/{id}', { path: { id } }), enabled: false })
  return <Link to={paths.cluster(id)}>{data?.name ?? id.slice(0, LIMITS.shortId)}</Link>
}

export function Trail() {
  const { pathname, search } = useLocation()
  const name = useShownPageName()
  useLeft(pathname, search)
  const { list, site, cluster } = placeOf(pathname)
  if (!list) return null
  return (
    <nav aria-label={t('label')} className="trail">
      <ol>
        <li>
          <Link to={`${paths[list]()}${left.get(list) ?? ''}`}>{t(`to-${list}`)}</Link>
        </li>
        {site ? (
          <li>
            <SiteCrumb id={site} />
          </li>
        ) : null}
        {cluster ? (
          <li>
            <ClusterCrumb id={cluster} />
          </li>
        ) : null}
        {name ? (
          <li aria-current="page" title={name}>
            {name}
          </li>
        ) : null}
      </ol>
    </nav>
  )
}
