import type { Member, Team, User } from '@/api/types'

/** Who may change the members of a team. The server decides; this is what is worth offering. */

type Who = Pick<User, 'id' | 'role'>
type Of = Pick<Team, 'owner_id' | 'members'>

const membership = (who: Who, team: Of) => team.members.find((member) => member.userId === who.id)

/** The owner, team admins and admins of Canopy. */
export function mayAdd(who: Who, team: Of): boolean {
  return who.role === 'admin' || team.owner_id === who.id || membership(who, team)?.role === 'admin'
}

/** `leave` is removing oneself. The owner always stays, and only the owner or an admin of Canopy removes a team admin. */
export function removal(who: Who, team: Of, member: Pick<Member, 'userId' | 'role'>): 'remove' | 'leave' | null {
  if (member.userId === team.owner_id) return null
  if (member.userId === who.id) return 'leave'
  if (who.role === 'admin' || team.owner_id === who.id) return 'remove'
  return membership(who, team)?.role === 'admin' && member.role !== 'admin' ? 'remove' : null
}

/** Owners and admins of Canopy hand a team over and delete it. */
export function mayOwn(who: Who, team: Of): boolean {
  return who.role === 'admin' || team.owner_id === who.id
}

/** Whether the role of a member can be changed: any admin of the team makes admins, only its owner takes that back. */
export function mayChangeRole(who: Who, team: Of, member: Pick<Member, 'userId' | 'role'>): boolean {
  if (member.userId === team.owner_id) return false
  return mayOwn(who, team) || (mayAdd(who, team) && member.role !== 'admin')
}

/** First and last name, else the address, else the id. */
export function nameOf(person: Pick<Member, 'userId' | 'first_name' | 'last_name' | 'email'>): string {
  return `${person.first_name} ${person.last_name}`.trim() || person.email || person.userId
}
