import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { isForPage } from '@/lib/keys'
import { paths } from '@/spec/paths'

/** After `g`: where each letter leads. */
const PLACES: Record<string, () => string> = {
  d: paths.dashboard,
  h: () => paths.deployments(),
  t: () => paths.tasks(),
  e: () => paths.events(),
  m: () => paths.teams(),
  i: () => paths.infrastructure(),
  s: () => paths.settings(),
}

/** How long a second key belongs to the first. */
const SEQUENCE_MS = 1500

/** Header, menu and content, in this order. */
const PARTS = ['.shell-header', '.shell-nav', '#content']

function nextPart(back: boolean): void {
  const parts = PARTS.map((each) => document.querySelector<HTMLElement>(each)).filter((each) => each !== null)
  const at = parts.findIndex((part) => part.contains(document.activeElement))
  const next = parts[(Math.max(at, back ? 0 : -1) + (back ? parts.length - 1 : 1)) % parts.length]
  if (next?.id === 'content') next.focus()
  else next?.querySelector<HTMLElement>('a, button')?.focus()
}

/** The keys of every page; `?` lists them. Those of rows are in `row-list.tsx`. */
export function useShellKeys(show: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let since = 0
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('[role=dialog], dialog[open]')) show('palette')
        return
      }
      if (event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault()
        nextPart(event.shiftKey)
        return
      }
      if (!isForPage(event)) return
      const second = Date.now() - since < SEQUENCE_MS ? PLACES[event.key] : undefined
      since = event.key === 'g' ? Date.now() : 0
      if (second) void navigate(second())
      else if (event.key === '?') show('keys')
      else if (event.key === 'c') void navigate(paths.newDeployment())
      else if (event.key === '/') document.querySelector<HTMLElement>('input[data-search]')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, show])
}
