import type { Member, Team, User } from '@/api/types'
import { nameOf } from './rights'

/** Who can be offered as a new member of a team. */

export interface Person {
  /** A user's id, or an e-mail address. */
  value: string
  label: string
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The e-mail address in a typed or pasted text; null when there is none. */
export function emailIn(text: string): string | null {
  const email = text.trim().toLowerCase()
  return EMAIL.test(email) ? email : null
}

const labelOf = (member: Member) => {
  const name = nameOf(member)
  return name === member.email || member.email === '' ? name : `${name} (${member.email})`
}

const byName = (a: Person, b: Person) => a.label.localeCompare(b.label)

/** Everybody of `teams` who is not in `team`, each once, by name. */
export function candidates(teams: readonly Team[], team: Team): Person[] {
  const inside = new Set(team.members.map((member) => member.userId))
  const found = new Map<string, Person>()
  for (const member of teams.flatMap((each) => each.members)) {
    if (!inside.has(member.userId)) found.set(member.userId, { value: member.userId, label: labelOf(member) })
  }
  return [...found.values()].toSorted(byName)
}

/** Those of all accounts that may be added, by name. */
export function among(users: readonly User[], team: Team): Person[] {
  const inside = new Set(team.members.map((member) => member.userId))
  return users
    .filter((user) => user.status === 'active' && !inside.has(user.id))
    .map((user) => ({ value: user.id, label: labelOf({ userId: user.id, role: 'member', first_name: user.firstName, last_name: user.lastName, email: user.email }) }))
    .toSorted(byName)
}

/** What is sent for a choice: an address, or somebody's id. */
export const bodyOf = (value: string): { email: string } | { userId: string } => (value.includes('@') ? { email: value } : { userId: value })
