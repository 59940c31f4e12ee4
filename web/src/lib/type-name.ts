import { texts } from './texts'

const t = texts('type', { wordpress: 'WordPress', laravel: 'Laravel', nodejs: 'Node.js', orangecms: 'OrangeCMS', other: 'Application' })

const TYPES = ['wordpress', 'laravel', 'nodejs', 'orangecms'] as const

/** What people call a type of deployment; "Application" for one that is not known. */
export function typeName(type: string | undefined): string {
  return t(TYPES.find((each) => each === type) ?? 'other')
}
