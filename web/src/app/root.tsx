import { Outlet, ScrollRestoration } from 'react-router-dom'
import { Announcer } from './announcer'

/** Around every page, signed in or not. */
export function Root() {
  return (
    <>
      <Announcer />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
