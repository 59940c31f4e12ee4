import { required, whenLeft } from '@/components/form-rules'
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
  if (length < min) return t(`${field}-short`, { n: min })
  if (length > max) return t(`${field}-long`, { n: max })
  return null
}

/** The same as rules of an antd form. */
export const rulesOf = (field: Field) => [
  required(t(`${field}-short`, { n: BOUNDS[field].min })),
  whenLeft({
    validator: (_: unknown, value: string | undefined) => {
      const problem = value?.trim() ? problemOf(field, value) : null
      return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
    },
  }),
]
