import { lazy, Suspense, useEffect, useState } from 'react'
import { moment } from '@/lib/time'

/** Comes with the first hint that is shown. */
const Bubble = lazy(() => import('./bubble'))

const HINTED = '[data-hint], time[datetime]'
/** Milliseconds for which the pointer rests on an element before its hint comes: on its way across it tells nothing. */
const REST_MS = 100

/** A hint, and where its element is. */
export interface Shown {
  element: HTMLElement
  text: string
  left: number
  top: number
  width: number
  height: number
}

function hinted(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(HINTED) : null
}

function textOf(element: HTMLElement): string {
  return element.dataset.hint ?? moment(element.getAttribute('datetime'))
}

function shownOf(element: HTMLElement): Shown {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { element, text: textOf(element), left, top, width, height }
}

/** The one before where nothing of it is another: then nothing is drawn again. */
function kept(before: Shown | null, next: Shown): Shown {
  return before && Object.entries(next).every(([key, value]) => before[key as keyof Shown] === value) ? before : next
}

/** Shows the hint of what is pointed at or has the keyboard's focus; Escape, a click and scrolling take it away. */
export function HintHost() {
  const [shown, show] = useState<Shown | null>(null)
  useEffect(() => {
    let coming: ReturnType<typeof setTimeout> | undefined
    const begin = (element: HTMLElement) => show((now) => kept(now, shownOf(element)))
    const end = () => {
      clearTimeout(coming)
      show(null)
    }
    const point = (event: PointerEvent) => {
      // The hint itself can be pointed at, to read or copy it.
      if (event.pointerType === 'touch' || (event.target instanceof Element && event.target.closest('[role="tooltip"]'))) return
      const element = hinted(event.target)
      clearTimeout(coming)
      if (element) coming = setTimeout(begin, REST_MS, element)
      else if (!document.activeElement?.matches(`:focus-visible:is(${HINTED})`)) end()
    }
    const focus = ({ target }: FocusEvent) => {
      const element = hinted(target)
      if (element?.matches(':focus-visible')) begin(element)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end()
    }
    document.addEventListener('pointerover', point)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', end)
    document.addEventListener('pointerdown', end)
    document.addEventListener('keydown', press)
    document.addEventListener('scroll', end, { capture: true, passive: true })
    return () => {
      clearTimeout(coming)
      document.removeEventListener('pointerover', point)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', end)
      document.removeEventListener('pointerdown', end)
      document.removeEventListener('keydown', press)
      document.removeEventListener('scroll', end, { capture: true })
    }
  }, [])
  const isShown = shown !== null
  useEffect(() => {
    if (!isShown) return
    // What it is about may go, or have something else to tell, while it is shown.
    const observer = new MutationObserver(() => {
      show((now) => (now?.element.isConnected && now.element.matches(HINTED) ? kept(now, shownOf(now.element)) : null))
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-hint', 'datetime'] })
    return () => observer.disconnect()
  }, [isShown])
  return shown ? (
    <Suspense fallback={null}>
      <Bubble {...shown} />
    </Suspense>
  ) : null
}
