import { startTransition, useEffect, useState } from 'react'

/** As many as a tall window shows. */
const FIRST = 30

/**
 * A long list is drawn in two steps: what can be in sight at once, the rest as soon as that is seen. What was there already
 * when the page was opened is drawn whole: the reader may come back to its end.
 */
export function useFirstRows<T>(items: readonly T[] | undefined): readonly T[] {
  const [whole, setWhole] = useState(items !== undefined)
  const come = items !== undefined
  useEffect(() => {
    if (!come || whole) return undefined
    const timer = setTimeout(() => startTransition(() => setWhole(true)))
    return () => clearTimeout(timer)
  }, [come, whole])
  return whole ? (items ?? []) : (items ?? []).slice(0, FIRST)
}
