import { worded } from '@/lib/sentence'
import { secondsOf } from '@/lib/time'
import type { Line } from '@/components/logs/log-buffer'
import type { Step, Task, TaskLine, Team, User } from '@/api/types'

/** What is read out of a task, without React. */

export const isOver = (task: Pick<Task, 'status'>): boolean => task.status === 'complete' || task.status === 'failed'

/** `wordpress` of `canopy/wordpress`. */
export const chartOf = (name: string): string => name.split('/').at(-1) ?? name

export interface Progress {
  done: number
  all: number
  /** The step at work, from 0; -1 when none is. */
  at: number
}

/** A skipped step will not be done: it counts as one that is over only for a task that is. */
export function progressOf(steps: readonly Step[]): Progress {
  return { done: steps.filter((step) => step.status === 'complete').length, all: steps.length, at: steps.findIndex((step) => step.status === 'running') }
}

export const enabled = (services: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(services)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .toSorted()

type Scalar = string | number | boolean

const isScalar = (value: unknown): value is Scalar => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Values as lines: `php.version` 8.1. A list of plain values is one line; what is empty is left out. */
export function flat(values: unknown, prefix = ''): [string, Scalar][] {
  if (isScalar(values)) return [[prefix, values]]
  if (Array.isArray(values)) {
    if (values.length === 0) return []
    if (values.every(isScalar)) return [[prefix, values.join(', ')]]
    return values.flatMap((value, at) => flat(value, `${prefix}[${at}]`))
  }
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) => flat(value, prefix === '' ? name : `${prefix}.${name}`))
}

/** Fewer say nothing of what is usual. */
const ENOUGH = 3

/** How many seconds tasks of this kind took, half of them less: of those that went well, without this one. */
export function usualOf(tasks: readonly Task[], { id, type }: Pick<Task, 'id' | 'type'>): number | null {
  const seconds = tasks.flatMap((each) => (each.type === type && each.id !== id && each.status === 'complete' && each.startedAt && each.finishedAt ? [secondsOf(each.startedAt, each.finishedAt, 0)] : []))
  return seconds.length < ENOUGH ? null : (seconds.toSorted((one, other) => one - other)[Math.floor(seconds.length / 2)] ?? null)
}

const levelOf = (level: string): Line['level'] => (level === 'warn' || level === 'error' ? level : 'info')

/** The task's log for the log view, whose lines are lines: a message of several becomes several. */
export function linesOf(logs: readonly TaskLine[]): Line[] {
  return logs.flatMap((line) => {
    const { timestamp, level, step, message } = line
    return worded(line, message).split('\n').map((part) => ({ timestamp, level: levelOf(level), message: part, ...(step === '' ? {} : { source: step }) }))
  })
}

/** What the reader may do with tasks of a team; the server has the last word. */
export interface Rights {
  /** Cancel and retry: the team's people and admins. */
  change: boolean
  /** Delete: those who run the team and admins. */
  remove: boolean
}

export function rightsOf(user: Pick<User, 'id' | 'role'> | null, teams: readonly Team[] | undefined, teamId: string): Rights {
  if (!user) return { change: false, remove: false }
  if (user.role === 'admin') return { change: true, remove: true }
  const team = teams?.find((each) => each.id === teamId)
  if (!team) return { change: false, remove: false }
  return { change: true, remove: team.owner_id === user.id || team.members.some((member) => member.userId === user.id && member.role === 'admin') }
}
