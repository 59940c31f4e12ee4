import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined, QuestionCircleOutlined, SyncOutlined, ToolOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { type Key, texts } from '@/lib/texts'

/** A state as word, icon and colour; never colour alone. */

const t = texts('status')

interface Look {
  color: string
  icon: ReactNode
  /** The same as a dot, see status-dot.tsx. */
  shape: 'full' | 'ring' | 'cross' | 'half' | 'triangle'
}

const good: Look = { color: 'green', icon: <CheckCircleOutlined aria-hidden />, shape: 'full' }
const bad: Look = { color: 'red', icon: <CloseCircleOutlined aria-hidden />, shape: 'cross' }
const busy: Look = { color: 'gold', icon: <SyncOutlined spin aria-hidden />, shape: 'half' }
const careful: Look = { color: 'gold', icon: <ExclamationCircleOutlined aria-hidden />, shape: 'triangle' }
const plain: Look = { color: 'default', icon: <MinusCircleOutlined aria-hidden />, shape: 'ring' }
const unknown: Look = { color: 'default', icon: <QuestionCircleOutlined aria-hidden />, shape: 'ring' }

const FAMILIES = {
  deployment: { running: good, stopped: plain, failed: bad, pending: busy, deleting: busy },
  task: { pending: { color: 'blue', icon: <ClockCircleOutlined aria-hidden />, shape: 'ring' }, running: busy, complete: good, failed: bad },
  step: { pending: { color: 'default', icon: <ClockCircleOutlined aria-hidden />, shape: 'ring' }, running: busy, complete: good, failed: bad, skipped: plain },
  change: { succeeded: good, failed: bad, cancelled: plain, pending: busy },
  place: { operational: good, maintenance: { color: 'gold', icon: <ToolOutlined aria-hidden />, shape: 'triangle' }, issues: bad, unreachable: bad, unknown },
  health: { up: good, degraded: careful, down: bad },
  event: { Normal: good, Warning: careful, Error: bad },
  service: { active: good, inactive: plain, failing: bad, starting: busy, stopping: busy, stopped: plain, waiting: { color: 'gold', icon: <ClockCircleOutlined aria-hidden />, shape: 'ring' }, unknown },
} satisfies Record<string, Partial<Record<Key<'status'>, Look>>>

export type Family = keyof typeof FAMILIES

/** How a state looks; one that is not known looks unknown. */
export const lookOf = (family: Family, status: string): Look => (FAMILIES[family] as Record<string, Look>)[status] ?? unknown

const isKnown = (status: string): status is Key<'status'> => Object.values(FAMILIES).some((family) => status in family)

/** The word of a state; one that is not known stays as it is. What serves is not said as what is being done. */
export function statusWord(status: string, family?: Family): string {
  if (family === 'deployment' && status === 'running') return t('serving')
  return isKnown(status) ? t(status) : status
}

/** `family` says whose states these are: the same word can look different (a running deployment is done, a running task is not). */
export function StatusTag({ family, status }: { family: Family; status: string }) {
  const look = lookOf(family, status)
  return (
    <Tag color={look.color} icon={look.icon}>
      {statusWord(status, family)}
    </Tag>
  )
}
