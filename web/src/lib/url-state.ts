import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

function read<T extends Record<string, string>>(params: URLSearchParams, known: string): T {
  const defaults = Object.entries(JSON.parse(known) as T)
  return Object.fromEntries(defaults.map(([key, value]) => [key, params.get(key) ?? value])) as T
}

function write(params: URLSearchParams, values: Record<string, string>, known: string): URLSearchParams {
  const defaults = JSON.parse(known) as Record<string, string>
  const after = new URLSearchParams(params)
  for (const [key, value] of Object.entries(values)) {
    if (value === '' || value === defaults[key]) after.delete(key)
    else after.set(key, value)
  }
  return after
}

/**
 * Filters, search and open rows live in the address, so that a link shows the same thing:
 * `const [filter, setFilter] = useUrlState({ q: '', level: 'all' })`. A value equal to its default is not written.
 * History is replaced, not pushed: Back leaves the page and does not undo keystrokes.
 *
 * The address itself changes a moment after a change, which is too late for an input (letters are lost) and for a second
 * change right after the first; so the values are held here at once, and an address that something else wrote is taken
 * over. The setter stays the same for as long as the component lives.
 */
export function useUrlState<T extends Record<string, string>>(defaults: T): [T, (change: Partial<T>) => void] {
  const [params, setParams] = useSearchParams()
  // The defaults are a literal of the caller: their text is their identity.
  const known = JSON.stringify(defaults)
  const address = JSON.stringify(read<T>(params, known))
  const [values, setValues] = useState<T>(() => JSON.parse(address) as T)
  const latest = useRef(values)
  /** What we wrote and have not seen in the address yet, oldest first. */
  const pending = useRef<string[]>([])
  const writer = useRef(setParams)
  useLayoutEffect(() => {
    writer.current = setParams
  }, [setParams])
  useEffect(() => {
    const at = pending.current.lastIndexOf(address)
    // Several changes may reach the address as one: those before the one that is seen are done with too.
    if (at >= 0) pending.current.splice(0, at + 1)
    else if (address !== JSON.stringify(latest.current)) {
      pending.current = []
      latest.current = JSON.parse(address) as T
      setValues(latest.current)
    }
  }, [address])
  const change = useCallback(
    (next: Partial<T>) => {
      const after = { ...latest.current }
      for (const [key, value] of Object.entries(next)) after[key as keyof T] = (value ?? '') as T[keyof T]
      const text = JSON.stringify(after)
      if (text === JSON.stringify(latest.current)) return
      latest.current = after
      pending.current.push(text)
      setValues(after)
      writer.current((before) => write(before, after, known), { replace: true })
    },
    [known],
  )
  return [values, change]
}

/** Ids of open rows stand in the address as one word. */
export function toggled(open: string, id: string): string {
  const ids = open === '' ? [] : open.split(',')
  return (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]).join(',')
}

/** Which rows of a list are open. */
export interface OpenRows {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
}

/**
 * The open rows of a list, with a toggle that stays the same, so that a row that did not change is not drawn again.
 * `open` and `setUrl` are of useUrlState.
 */
export function useOpenRows(open: string, setUrl: (change: { open: string }) => void): OpenRows {
  const latest = useRef(open)
  useLayoutEffect(() => {
    latest.current = open
  }, [open])
  const toggle = useCallback(
    (id: string) => {
      latest.current = toggled(latest.current, id)
      setUrl({ open: latest.current })
    },
    [setUrl],
  )
  const ids = open.split(',')
  return { isOpen: (id) => ids.includes(id), toggle }
}
