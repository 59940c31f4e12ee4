import { lazy, Suspense } from 'react'
import { Waiting } from '@/components/query-view'
import { loadWords } from '@/lib/language'

/** Notification rules come with their words when somebody looks at them. */
const Rules = lazy(async () => {
  const [{ Rules: shown }] = await Promise.all([import('./rules'), loadWords('notifications')])
  return { default: shown }
})

/** Who is told of what: by rules of one's own, or of a team. */
export function Notifications({ team }: { team?: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Rules {...(team === undefined ? {} : { team })} />
    </Suspense>
  )
}
