import type { Quotas } from '@/api/types'
import { LIMITS } from '@/spec/limits'

/** One quota and what is used of it. */
export interface Figure {
  what: 'deployments' | 'tasks'
  whose: 'team' | 'user'
  used: number
  most: number
}

/** Whether another is refused, or soon will be. */
export type Level = 'well' | 'near' | 'full'

/** One more is refused when as much is used as there is. */
export function levelOf({ used, most }: Figure): Level {
  if (used >= most) return 'full'
  return used * 100 >= most * LIMITS.quota.near ? 'near' : 'well'
}

export const sizeOf = ({ used, most }: Figure): number => (most > 0 ? used / most : 1)

const figure = (quotas: Quotas, what: Figure['what'], whose: Figure['whose']): Figure => ({ what, whose, ...quotas[what][whose] })

/** A team's, and the reader's own where that is nearer its limit. */
function ofBoth(quotas: Quotas, what: Figure['what']): Figure[] {
  const [team, user] = [figure(quotas, what, 'team'), figure(quotas, what, 'user')]
  return sizeOf(user) > sizeOf(team) ? [team, user] : [team]
}

/** What whoever looks at a team is told. */
export const ofTeam = (quotas: Quotas): Figure[] => [...ofBoth(quotas, 'deployments'), ...ofBoth(quotas, 'tasks')]

/** What whoever creates is told: deployments, and the tasks that install them once these are scarce. */
export const ofCreation = (quotas: Quotas): Figure[] => [...ofBoth(quotas, 'deployments'), ...scarce(quotas).filter(({ what }) => what === 'tasks')]

/** The quotas that are nearly or wholly used up. */
export const scarce = (quotas: Quotas): Figure[] =>
  (['deployments', 'tasks'] as const).flatMap((what) => (['team', 'user'] as const).map((whose) => figure(quotas, what, whose))).filter((each) => levelOf(each) !== 'well')

/** The worst that is true of any of them. */
export function worst(figures: readonly Figure[]): Level {
  const levels = figures.map(levelOf)
  return (['full', 'near'] as const).find((level) => levels.includes(level)) ?? 'well'
}
