import type { Kind } from '@/api/types'
import { blank, type Draft, isSecret, typeOf, type Value, type Variable, variablesOf } from './draft'

/** The draft of the wizard outlives a reload in sessionStorage, without anything that is secret. */

const KEY = 'canopy.new-deployment'

/** Keeps the draft for this tab and this user; of variables only the names. */
export function keep(userId: string, draft: Draft): void {
  const stored = Object.fromEntries(Object.entries(draft).filter(([field]) => !isSecret(field)))
  const env = variablesOf(draft).map(({ name }) => name)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, draft: { ...stored, env } }))
  } catch {
    // Storage may be refused; then the draft lives as long as the page.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** The draft of this user, if there is one of a kind that there still is; of a stored value only what has the right shape counts. */
export function kept(userId: string, kinds: readonly Kind[]): Draft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId?: unknown; draft?: Record<string, unknown> } | null
    if (stored?.userId !== userId || typeof stored.draft !== 'object') return null
    const kind = kinds.find(({ id }) => id === stored.draft?.type)
    return kind ? read(blank(kind), stored.draft) : null
  } catch {
    return null
  }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

function read(standard: Draft, stored: Record<string, unknown>): Draft {
  const found = Object.entries(standard).map(([field, usual]): [string, Value] => {
    const value = stored[field]
    if (isSecret(field) || value === undefined) return [field, usual]
    if (field === 'env') return [field, isTexts(value) ? value.map((name, key): Variable => ({ key, name, value: '', kept: false })) : usual]
    if (Array.isArray(usual)) return [field, isTexts(value) ? value : usual]
    if (typeof usual === 'number' || usual === null) return [field, value === null || typeof value === 'number' ? value : usual]
    return [field, typeof value === typeof usual ? (value as Value) : usual]
  })
  return { ...Object.fromEntries(found), type: typeOf(standard) }
}
