import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds that the live stream waits at most for the first page: what changes meanwhile is asked for when it begins. */
const LONGEST_MS = 3000

/** When the first page has its answers and the browser has nothing to draw: until then all of it works for the first rows. */
export function quiet(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const idle = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(() => resolve(), { timeout: LONGEST_MS }) : setTimeout(resolve))
    const done = () => {
      clearTimeout(longest)
      forget()
      idle()
    }
    const longest = setTimeout(done, LONGEST_MS)
    const cache = client.getQueryCache()
    const forget = cache.subscribe(() => {
      // What was asked for early is there before the page that shows it; what is not wanted yet is never there.
      const shown = cache.getAll().filter((query) => query.isActive())
      if (shown.length > 0 && shown.every(({ state }) => state.status !== 'pending' && state.fetchStatus !== 'fetching')) done()
    })
  })
}
