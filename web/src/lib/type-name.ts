import { texts } from './texts'

const t = texts('type')

const TYPES = ['wordpress', 'laravel', 'nodejs', 'orangecms'] as const

/** What people call a type of deployment; "Application" for one that is not known. */
export function typeName(type: string | undefined): string {
  return t(TYPES.find((each) => each === type) ?? 'other')
}
