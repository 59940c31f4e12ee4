import type { QueryClient } from '@tanstack/react-query'
import { forgetMessages } from '@/feedback/messages'
import { toast } from '@/feedback/toast'
import { texts } from '@/lib/texts'
import { session } from '@/session/store'

const t = texts('session')

/** One toast when a session ends by itself; and nothing of one person's data stays for the next. */
export function followSession(client: QueryClient): () => void {
  let userId = session.get()?.user.id
  const offEnd = session.onEnd((ending) => {
    if (ending === 'refused' || ending === 'expired') toast.warning(t('title'), t('text'))
  })
  const offChange = session.onChange((next) => {
    if (next?.user.id === userId) return
    userId = next?.user.id
    client.clear()
    forgetMessages()
  })
  return () => {
    offEnd()
    offChange()
  }
}
