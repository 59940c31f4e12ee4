import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Filters, search and open rows live in the address, so that a link shows the same thing:
 * `const [filter, setFilter] = useUrlState({ q: '', level: 'all' })`. A value equal to its default is not written.
 * History is replaced, not pushed: Back leaves the page and does not undo keystrokes.
 */
export function useUrlState<T extends Record<string, string>>(defaults: T): [T, (change: Partial<T>) => void] {
  const [params, setParams] = useSearchParams()
  // The defaults are a literal of the caller: their text is their identity.
  const known = JSON.stringify(defaults)
  const values = useMemo(() => {
    const out: Record<string, string> = {}
    for (const [key, value] of Object.entries(JSON.parse(known) as T)) out[key] = params.get(key) ?? value
    return out as T
  }, [known, params])
  const change = useCallback(
    (next: Partial<T>) => {
      const original = JSON.parse(known) as T
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [key, value] of Object.entries(next)) {
            if (value === undefined || value === '' || value === original[key]) after.delete(key)
            else after.set(key, value)
          }
          return after
        },
        { replace: true },
      )
    },
    [known, setParams],
  )
  return [values, change]
}
