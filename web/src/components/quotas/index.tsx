import { lazy, Suspense } from 'react'
import { Waiting } from '@/components/query-view'
import { loadWords } from '@/lib/language'

/** What is used of the quotas of a team and of one's own comes with its words when somebody looks at it. */
const load = async () => (await Promise.all([import('./quotas'), loadWords('quotas')]))[0]

const Line = lazy(async () => ({ default: (await load()).Line }))
const Notice = lazy(async () => ({ default: (await load()).Notice }))
const Meters = lazy(async () => ({ default: (await load()).Meters }))

/** The line that is coming: what stands below does not move when it is there. */
const Held = () => <span aria-hidden>{'\u00a0'}</span>

interface OfTeam {
  team: string
}

/** How many of how many deployments, in words; with `verdict` also whether another would be refused. */
export const QuotaLine = (props: OfTeam & { verdict?: boolean }) => (
  <Suspense fallback={<Held />}>
    <Line {...props} />
  </Suspense>
)

/** A warning when another deployment comes close to a quota or would be refused for one; else nothing. */
export const QuotaNotice = (props: OfTeam) => (
  <Suspense fallback={null}>
    <Notice {...props} />
  </Suspense>
)

/** The quotas of a team as bars. */
export const QuotaMeters = (props: OfTeam) => (
  <Suspense fallback={<Waiting rows={1} />}>
    <Meters {...props} />
  </Suspense>
)
