import { useEffect } from 'react'
import { useShownTheme } from '@/theme/choice'

const TREE = 'M12 2.5a5 5 0 0 1 4.9 4.05A4.75 4.75 0 0 1 16.75 16H13v5.5h-2V16H7.25A4.75 4.75 0 0 1 7.1 6.55 5 5 0 0 1 12 2.5Z'

/** The mark with a dot: amber while a task is at work, red when something has failed. */
export function iconOf(state: 'quiet' | 'work' | 'failed', dark: boolean): string {
  if (state === 'quiet') return '/favicon.svg'
  const [tree, ring] = dark ? ['#5cc8cf', '#12181a'] : ['#0a6a72', '#ffffff']
  const dot = state === 'failed' ? '#e5484d' : '#e0a100'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${TREE}" fill="${tree}"/><circle cx="18" cy="18" r="5.5" fill="${dot}" stroke="${ring}" stroke-width="2"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export function useFavicon(failed: number, work: number): void {
  const dark = useShownTheme() === 'dark'
  const state = failed > 0 ? 'failed' : work > 0 ? 'work' : 'quiet'
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link) return
    link.href = iconOf(state, dark)
    return () => {
      link.href = iconOf('quiet', dark)
    }
  }, [state, dark])
}
