import { describe, expect, it } from 'vitest'
import type { Member, Team } from '@/api/types'
import { ADA } from '../../../tests/render'
import { among, bodyOf, candidates, emailIn } from './people'

const member = (userId: string, first_name: string): Member => ({ userId, role: 'member', first_name, last_name: '', email: `${userId}@example.com` })
const team = (id: string, members: Member[]): Team => ({ id, name: id, description: id, owner_id: 'o', members, invites: [], createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' })

describe('who can be added', () => {
  it('is everybody of the known teams who is not in it, once and by name', () => {
    const web = team('web', [member('a', 'Ada')])
    const ops = team('ops', [member('a', 'Ada'), member('z', 'Zoe'), member('b', 'Bob')])
    const shop = team('shop', [member('b', 'Bob')])
    expect(candidates([web, ops, shop], web)).toEqual([
      { value: 'b', label: 'Bob (b@example.com)' },
      { value: 'z', label: 'Zoe (z@example.com)' },
    ])
  })

  it('is every active account, for whoever sees them', () => {
    const web = team('web', [member('a', 'Ada')])
    const users = [
      { ...ADA, id: 'z', firstName: '', lastName: '', email: 'zoe@example.com' },
      { ...ADA, id: 'a' },
      { ...ADA, id: 'b', firstName: 'Bob' },
      { ...ADA, id: 'c', status: 'inactive' as const },
    ]
    expect(among(users, web)).toEqual([
      { value: 'b', label: 'Bob Lovelace (ada@example.com)' },
      { value: 'z', label: 'zoe@example.com' },
    ])
  })
})

describe('a typed address', () => {
  it.each([
    [' Ada@Example.com ', 'ada@example.com'],
    ['ada@example', null],
    ['ada', null],
    ['a b@example.com', null],
    ['', null],
  ])('%j: %j', (text, email) => {
    expect(emailIn(text)).toBe(email)
  })

  it('is sent as an address, a choice as an id', () => {
    expect([bodyOf('ada@example.com'), bodyOf('a')]).toEqual([{ email: 'ada@example.com' }, { userId: 'a' }])
  })
})
