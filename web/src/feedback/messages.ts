import { useSyncExternalStore } from 'react'
import { Emitter } from '@/lib/emitter'

/** What was said by toasts since the page was loaded, newest first: they go, and somebody may want to read them again. */

export interface Message {
  key: string
  tone: 'success' | 'info' | 'warning' | 'error'
  title: string
  description: string | undefined
  /** When it was said, as ISO 8601. */
  at: string
}

const KEPT = 50

let messages: readonly Message[] = []
const changes = new Emitter<void>()
const subscribe = (listener: () => void) => changes.on(listener)

export function keep(message: Message): void {
  messages = [message, ...messages].slice(0, KEPT)
  changes.emit()
}

/** Of one session: the next one is somebody else's. */
export function forgetMessages(): void {
  messages = []
  changes.emit()
}

export const useMessages = (): readonly Message[] => useSyncExternalStore(subscribe, () => messages)
