import type { Member, Team } from '@/api/types'
import { nameOf } from './rights'

/** Who can be offered as a new member of a team. */

export interface Person {
  value: string
  label: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The user id in a typed or pasted text; null when there is none. */
export function idIn(text: string): string | null {
  const id = text.trim().toLowerCase()
  return UUID.test(id) ? id : null
}

const labelOf = (member: Member) => {
  const name = nameOf(member)
  return name === member.email || member.email === '' ? name : `${name} (${member.email})`
}

/** Everybody of `teams` who is not in `team`, each once, by name. */
export function candidates(teams: readonly Team[], team: Team): Person[] {
  const inside = new Set(team.members.map((member) => member.userId))
  const found = new Map<string, Person>()
  for (const member of teams.flatMap((each) => each.members)) {
    if (!inside.has(member.userId)) found.set(member.userId, { value: member.userId, label: labelOf(member) })
  }
  return [...found.values()].toSorted((a, b) => a.label.localeCompare(b.label))
}
