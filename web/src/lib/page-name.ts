import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Emitter } from './emitter'

/** What the page on the screen is called: its heading, for the title of the tab and the end of the trail. */

const changes = new Emitter<void>()
const subscribe = (listener: () => void) => changes.on(listener)

let name: string | null = null
let badge = 0

/** Said by the page, for as long as it is there. */
export function usePageName(next: string | undefined): void {
  useLayoutEffect(() => {
    if (next === undefined) return
    name = next
    changes.emit()
    return () => {
      name = null
      changes.emit()
    }
  }, [next])
}

/** What the page calls itself at this moment; null before it is there. */
export const pageName = (): string | null => name

/** The same, drawn again when it changes. */
export const useShownPageName = (): string | null => useSyncExternalStore(subscribe, pageName)

/** How many things want somebody, for the title of the tab; said by the frame. */
export function usePageBadge(next: number): void {
  useLayoutEffect(() => {
    badge = next
    changes.emit()
    return () => {
      badge = 0
      changes.emit()
    }
  }, [next])
}

export const useShownPageBadge = (): number => useSyncExternalStore(subscribe, () => badge)
