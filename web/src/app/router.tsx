import { Spin } from 'antd'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { INSIDE, loadWords } from '@/lib/language'
import { texts } from '@/lib/texts'
import { PATTERNS } from '@/spec/paths'
import type { RouteHandle } from './announcer'
import { ErrorPage } from './error-page'
import { RequireNoSession, RequireSession } from './guards'
import { Root } from './root'

const t = texts('routes')

const titled = (title: () => string): RouteHandle => ({ title })

/** Before the first page is there. */
function Loading() {
  return (
    <div className="boot" role="status">
      <Spin size="large" />
      <span className="quiet">{t('loading')}</span>
    </div>
  )
}

/** A page's module as a route wants it, with the words of its family. */
const page = (family: string, load: () => Promise<{ default: React.ComponentType }>) => async () => {
  const [{ default: Component }] = await Promise.all([load(), loadWords(family)])
  return { Component }
}

/** A family's routes as they are, each with the family's words before it is shown: its title is one of them. */
const worded = (family: string, { lazy, ...route }: RouteObject): RouteObject => ({
  ...route,
  lazy: async () => {
    const [loaded] = await Promise.all([typeof lazy === 'function' ? lazy() : {}, loadWords(family)])
    return loaded
  },
})

/** The families of pages, each with its own table of routes beside it. */
const families = import.meta.glob<{ routes: RouteObject[] }>('../pages/*/routes.tsx', { eager: true })

export const signedInRoutes: RouteObject[] = Object.entries(families).flatMap(([path, { routes: table }]) => table.map((route) => worded(path.split('/')[2] ?? '', route)))

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        lazy: async () => ({ Component: (await import('@/layouts/public-layout')).PublicLayout }),
        children: [
          {
            element: <RequireNoSession />,
            children: [
              { path: PATTERNS.login, lazy: page('login', () => import('@/pages/login/login')), handle: titled(() => t('login')) },
              { path: PATTERNS.register, lazy: page('register', () => import('@/pages/register/register')), handle: titled(() => t('register')) },
              { path: PATTERNS.forgotPassword, lazy: page('reset', () => import('@/pages/reset/forgot-password')), handle: titled(() => t('forgotPassword')) },
            ],
          },
          { path: PATTERNS.signInCallback, lazy: page('login', () => import('@/pages/login/callback')), handle: titled(() => t('login')) },
          { path: PATTERNS.invite, lazy: page('invite', () => import('@/pages/invite/invite')), handle: titled(() => t('invite')) },
          { path: PATTERNS.resetPassword, lazy: page('reset', () => import('@/pages/reset/reset-password')), handle: titled(() => t('resetPassword')) },
          { path: PATTERNS.setup, lazy: page('setup', () => import('@/pages/setup/setup')), handle: titled(() => t('setup')) },
        ],
      },
      {
        element: <RequireSession />,
        children: [
          {
            lazy: async () => {
              const [{ Shell }] = await Promise.all([import('@/layouts/shell'), loadWords(INSIDE)])
              return { Component: Shell }
            },
            children: [
              // A page that fails to render leaves the navigation in place.
              { errorElement: <ErrorPage />, children: [...signedInRoutes, { path: '*', lazy: page('not-found', () => import('@/pages/not-found/not-found')), handle: titled(() => t('notFound')) }] },
            ],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
