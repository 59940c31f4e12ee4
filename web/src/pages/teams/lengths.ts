import { LIMITS } from '@/spec/limits'
import { t } from './texts'

/** Counted as the server counts: without the blanks around it, and an emoji is one character. */
export const lengthOf = (text: string): number => [...text.trim()].length

type Field = 'name' | 'description'

const BOUNDS: Record<Field, { min: number; max: number }> = { name: LIMITS.teamName, description: LIMITS.teamDescription }

/** What is wrong with a typed name or description of a team; null when nothing is. */
export function problemOf(field: Field, text: string): string | null {
  const { min, max } = BOUNDS[field]
  const length = lengthOf(text)
  if (length < min) return t(`${field}.short`, { n: min })
  if (length > max) return t(`${field}.long`, { n: max })
  return null
}

/** The same as a rule of an antd form. */
export const ruleOf = (field: Field) => ({
  validator: (_: unknown, value: string | undefined) => {
    const problem = problemOf(field, value ?? '')
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
  },
})
