import { askProfile, profiles } from '@/live/live'
import { session } from './store'

/** How often is asked whether unused browsers are signed out, beside when everything is asked anew. */
const ASKED_MS = 300_000

/** From now on a browser that nobody uses is signed out, where administrators have decided so. Returns how to stop. */
export function followIdle(): () => void {
  let loaded: Promise<typeof import('./idle')> | null = null
  const off = profiles.on(({ profile }) => {
    // A server of the version before does not say it.
    const told = profile.security.sessionTimeout
    const seconds = typeof told === 'number' ? told : null
    if (seconds === null && loaded === null) return
    loaded ??= import('./idle')
    // One that cannot be loaded now is tried again with the next answer.
    loaded.then(({ allow }) => allow(seconds)).catch(() => (loaded = null))
  })
  const timer = setInterval(() => {
    if (session.get()) void askProfile()
  }, ASKED_MS)
  return () => {
    off()
    clearInterval(timer)
  }
}
