import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import { pageName, useShownPageBadge, useShownPageName } from '@/lib/page-name'

/** What every route says about itself: `handle: { title: () => t('title') }`. */
export interface RouteHandle {
  title: () => string
}

const withProduct = (title: string | undefined) => (title ? `${title} · Canopy` : 'Canopy')

const HEADING = '[data-page-title]'

/** Runs once the page's heading is there: pages are loaded when first opened. Returns how to stop waiting. */
function whenHeading(run: (heading: HTMLElement) => void): () => void {
  const found = document.querySelector<HTMLElement>(HEADING)
  if (found) {
    run(found)
    return () => {}
  }
  const observer = new MutationObserver(() => {
    const later = document.querySelector<HTMLElement>(HEADING)
    if (!later) return
    observer.disconnect()
    run(later)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** After a change of page: the document's title, the same said to screen readers, the focus on the heading. A page that knows its name says it. */
export function Announcer() {
  const { pathname } = useLocation()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const name = useShownPageName()
  const badge = useShownPageBadge()
  const title = name ?? handle?.title()
  const whole = withProduct(title)
  const routeTitle = useRef(handle?.title)
  const [said, setSaid] = useState('')
  const first = useRef(true)

  useEffect(() => {
    document.title = badge > 0 ? `(${badge}) ${whole}` : whole
  }, [whole, badge])

  useEffect(() => {
    routeTitle.current = handle?.title
  }, [handle])

  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    setSaid(withProduct(pageName() ?? routeTitle.current?.()))
    return whenHeading((heading) => {
      // A page may have put the focus into its own form already.
      const active = document.activeElement
      if (active instanceof HTMLInputElement && heading.parentElement?.contains(active)) return
      heading.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    })
  }, [pathname])

  return (
    <div aria-live="polite" className="unseen">
      {said}
    </div>
  )
}
