import { useEffect, useRef, useState } from 'react'
import { useUrlState } from '@/lib/url-state'

/**
 * State that the address repeats. The address itself changes a moment after a keystroke, which is too late for an input
 * (the caret jumps, letters are lost); so the state is here, and an address that somebody else wrote is adopted.
 */
export function useMirrored<T extends Record<string, string>>(defaults: T): [T, (change: Partial<T>) => void] {
  const [url, setUrl] = useUrlState(defaults)
  const [state, setState] = useState(url)
  const own = useRef(new Set<string>())
  const written = JSON.stringify(url)
  useEffect(() => {
    if (!own.current.delete(written)) setState(JSON.parse(written) as T)
  }, [written])
  const change = (next: Partial<T>) => {
    const after = { ...state, ...next }
    own.current.add(JSON.stringify(after))
    setState(after)
    setUrl(next)
  }
  return [state, change]
}
