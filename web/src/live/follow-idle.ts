import { session } from '@/session/store'
import { allow } from './idle'
import { askProfile, profiles } from './live'

/** How often is asked whether unused browsers are signed out, beside when everything is asked anew. */
const ASKED_MS = 300_000

/** From now on a browser that nobody uses is signed out, where administrators have decided so. Returns how to stop. */
export function followIdle(): () => void {
  const off = profiles.on(({ profile }) => {
    // A server of the version before does not say it.
    const told = profile.security.sessionTimeout
    allow(typeof told === 'number' ? told : null)
  })
  const timer = setInterval(() => {
    if (session.get()) void askProfile()
  }, ASKED_MS)
  return () => {
    off()
    clearInterval(timer)
  }
}
