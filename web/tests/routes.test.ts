import { matchRoutes, type RouteObject } from 'react-router-dom'
import { expect, it } from 'vitest'
import { routes } from '@/app/router'
import { PATTERNS, paths } from '@/spec/paths'

function leaves(table: RouteObject[]): RouteObject[] {
  return table.flatMap((route) => (route.children ? leaves(route.children) : [route]))
}

const ID = '3f0c1c1e-0000-4000-8000-000000000001'
const urls = Object.entries(paths).map(([name, build]) => [name, (build as (argument?: unknown) => string)(build.length > 0 && /\((id|token)[,)]/.test(build.toString()) ? ID : undefined)] as const)

// Second addresses of pages, for links from elsewhere; the console itself does not use them.
const ALIASES = ['deploymentsNew', 'oldDatabase', 'oldSecurity']

it('has one builder for each pattern', () => {
  const patterns = Object.keys(PATTERNS).filter((name) => !ALIASES.includes(name))
  expect(Object.keys(paths).toSorted()).toEqual(patterns.toSorted())
})

it('builds these addresses', () => {
  expect(Object.fromEntries(urls)).toMatchInlineSnapshot(`
    {
      "adminDatabase": "/database",
      "adminLogs": "/admin/logs",
      "adminSecurity": "/security",
      "adminTeams": "/admin/teams",
      "cluster": "/clusters/3f0c1c1e-0000-4000-8000-000000000001",
      "clusterMetrics": "/clusters/3f0c1c1e-0000-4000-8000-000000000001/metrics",
      "dashboard": "/",
      "datacenters": "/admin/datacenters",
      "deployment": "/deployments/3f0c1c1e-0000-4000-8000-000000000001",
      "deploymentShell": "/deployments/3f0c1c1e-0000-4000-8000-000000000001/shell",
      "deploymentTimeline": "/deployments/3f0c1c1e-0000-4000-8000-000000000001/timeline",
      "deploymentUsage": "/deployments/3f0c1c1e-0000-4000-8000-000000000001/usage",
      "deployments": "/deployments",
      "editCluster": "/clusters/3f0c1c1e-0000-4000-8000-000000000001/edit",
      "editDatacenter": "/admin/datacenters/3f0c1c1e-0000-4000-8000-000000000001/edit",
      "editDeployment": "/deployments/3f0c1c1e-0000-4000-8000-000000000001/edit",
      "event": "/events/3f0c1c1e-0000-4000-8000-000000000001",
      "events": "/events",
      "forgotPassword": "/forgot-password",
      "infrastructure": "/infrastructure",
      "invite": "/invite#3f0c1c1e-0000-4000-8000-000000000001",
      "login": "/login",
      "newCluster": "/clusters/new",
      "newDatacenter": "/admin/datacenters/new",
      "newDeployment": "/new-deployment",
      "newTeam": "/teams/new",
      "register": "/register",
      "resetPassword": "/reset-password#3f0c1c1e-0000-4000-8000-000000000001",
      "settings": "/settings",
      "setup": "/setup",
      "signInCallback": "/login/callback",
      "system": "/system",
      "task": "/tasks/3f0c1c1e-0000-4000-8000-000000000001",
      "tasks": "/tasks",
      "teamSettings": "/teams/3f0c1c1e-0000-4000-8000-000000000001/settings",
      "teams": "/teams",
      "user": "/users/3f0c1c1e-0000-4000-8000-000000000001",
      "users": "/users",
    }
  `)
})

it('fills in queries and escapes ids', () => {
  expect(paths.tasks({ deploymentId: 'a b' })).toBe('/tasks?deploymentId=a+b')
  expect(paths.deployments({ cluster: '' })).toBe('/deployments')
  expect(paths.deployment('a/b')).toBe('/deployments/a%2Fb')
})

it('every route is a pattern of spec/paths, once', () => {
  const known = new Set<string>(Object.values(PATTERNS))
  const used = leaves(routes).flatMap((route) => (route.path === undefined || route.path === '*' ? [] : [route.path]))
  expect(used.filter((path) => !known.has(path))).toEqual([])
  expect(used.length).toBe(new Set(used).size)
})

it('every route says its title', () => {
  const silent = leaves(routes).filter((route) => route.path !== undefined && route.lazy !== undefined && typeof (route.handle as { title?: unknown } | undefined)?.title !== 'function')
  expect(silent.map((route) => route.path)).toEqual([])
})

it('every route is reached by its own address', () => {
  const lost = leaves(routes).flatMap((route) => {
    if (route.path === undefined || route.path === '*') return []
    const url = route.path.replace(/:\w+/g, ID)
    return matchRoutes(routes, url)?.at(-1)?.route.path === route.path ? [] : [route.path]
  })
  expect(lost).toEqual([])
})

it('every address of the console has a page', () => {
  const used = new Set(leaves(routes).map((route) => route.path))
  expect(Object.values(PATTERNS).filter((path) => !used.has(path))).toEqual([])
})
