import { lazy, Suspense, useEffect, useState } from 'react'
import { moment } from '@/lib/time'

/** Comes with the first hint that is shown. */
const Bubble = lazy(() => import('./bubble'))

const HINTED = '[data-hint], time[datetime]'
/** Milliseconds for which the pointer rests on an element before its hint comes: on its way across it tells nothing. */
const REST_MS = 100

interface Shown {
  element: HTMLElement
  text: string
}

function hinted(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(HINTED) : null
}

function textOf(element: HTMLElement): string {
  return element.dataset.hint ?? moment(element.getAttribute('datetime'))
}

/** Shows the hint of what is pointed at or has the keyboard's focus; Escape, a click and scrolling take it away. */
export function HintHost() {
  const [shown, show] = useState<Shown | null>(null)
  useEffect(() => {
    let coming: ReturnType<typeof setTimeout> | undefined
    const begin = (element: HTMLElement) => show((now) => (now?.element === element ? now : { element, text: textOf(element) }))
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
  useEffect(() => {
    if (!shown) return
    // What it is about may go, or have something else to tell, while it is shown.
    const observer = new MutationObserver(() => {
      const { element } = shown
      if (!element.isConnected || !element.matches(HINTED)) show(null)
      else show({ element, text: textOf(element) })
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-hint', 'datetime'] })
    return () => observer.disconnect()
  }, [shown])
  return shown ? (
    <Suspense fallback={null}>
      <Bubble {...shown} />
    </Suspense>
  ) : null
}
