import { useSyncExternalStore } from 'react'
import { Emitter } from '@/lib/emitter'
import { storage } from '@/lib/storage'

/** light, dark or as the system is; kept in localStorage under "theme", which public/theme-init.js reads too. */

export type Choice = 'light' | 'dark' | 'system'
export type Shown = 'light' | 'dark'

const KEY = 'theme'
const changes = new Emitter<void>()
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

function read(): Choice {
  const stored = storage.get(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

let choice: Choice = read()

export function chooseTheme(next: Choice): void {
  choice = next
  storage.set(KEY, next)
  changes.emit()
}

function subscribe(listener: () => void): () => void {
  const off = changes.on(listener)
  const query = systemDark()
  const follow = (event: StorageEvent) => {
    if (event.key !== KEY) return
    choice = read()
    listener()
  }
  query.addEventListener('change', listener)
  window.addEventListener('storage', follow)
  return () => {
    off()
    query.removeEventListener('change', listener)
    window.removeEventListener('storage', follow)
  }
}

export function useThemeChoice(): Choice {
  return useSyncExternalStore(subscribe, () => choice)
}

/** What is shown: the choice, with "system" resolved. */
export function useShownTheme(): Shown {
  return useSyncExternalStore(subscribe, () => {
    if (choice !== 'system') return choice
    return systemDark().matches ? 'dark' : 'light'
  })
}
