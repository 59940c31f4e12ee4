import './held.css'
import { type ReactNode, type Ref, useCallback, useState } from 'react'
import { texts } from '@/lib/texts'

/** Rows that arrive wait while somebody is in the list: nothing moves under a pointer, a finger or the focus. */

const t = texts('held')

interface Named {
  id: string
}

/** Whether the pointer or the focus is in the element that takes the ref. */
export function useInside(): [inside: boolean, area: Ref<HTMLDivElement>] {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  const area = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined
    const listeners = {
      pointerenter: () => setPointer(true),
      pointerleave: () => setPointer(false),
      focusin: () => setFocus(true),
      focusout: () => setFocus(false),
    }
    const all = Object.entries(listeners)
    for (const [name, listener] of all) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of all) element.removeEventListener(name, listener)
      setPointer(false)
      setFocus(false)
    }
  }, [])
  return [pointer || focus, area]
}

export interface HeldRows<T> {
  /** What is shown: those that were there, as they are now. */
  shown: readonly T[]
  /** How many wait. */
  fresh: number
  /** Shows those that wait. */
  take: () => void
}

/** `anew` is what the list is about: another list is never held back. */
export function useHeld<T extends Named>(items: readonly T[], held: boolean, anew: string): HeldRows<T> {
  const [kept, setKept] = useState({ anew, items })
  const before = new Set(kept.items.map(({ id }) => id))
  const fresh = items.filter(({ id }) => !before.has(id)).length
  // A list that was empty has nothing that could move.
  const free = !held || kept.anew !== anew || kept.items.length === 0
  if (kept.items !== items && (free || fresh === 0)) setKept({ anew, items })
  if (free || fresh === 0) return { shown: items, fresh: 0, take: () => undefined }
  const now = new Map(items.map((item) => [item.id, item]))
  return { shown: kept.items.map((item) => now.get(item.id) ?? item), fresh, take: () => setKept({ anew, items }) }
}

/** The list, with the number of rows that wait above it; it lies over the list, so that nothing moves when it comes. */
export function Held({ area, fresh, take, children }: Pick<HeldRows<Named>, 'fresh' | 'take'> & { area: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className="held" ref={area}>
      {children}
      <span role="status" className="unseen">
        {fresh > 0 ? t('new', { n: fresh }) : ''}
      </span>
      {fresh > 0 ? (
        <button type="button" className="held-new" onClick={take}>
          {t('new', { n: fresh })}
        </button>
      ) : null}
    </div>
  )
}
