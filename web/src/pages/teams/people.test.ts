import { describe, expect, it } from 'vitest'
import type { Member, Team } from '@/api/types'
import { candidates, idIn } from './people'

const member = (userId: string, first_name: string): Member => ({ userId, role: 'member', first_name, last_name: '', email: `${userId}@example.com` })
const team = (id: string, members: Member[]): Team => ({ id, name: id, description: id, owner_id: 'o', members, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' })

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
})

describe('a pasted user id', () => {
  it.each([
    [' 00000000-0000-4000-8000-00000000000A ', '00000000-0000-4000-8000-00000000000a'],
    ['00000000-0000-4000-8000', null],
    ['ada', null],
    ['', null],
  ])('%j: %j', (text, id) => {
    expect(idIn(text)).toBe(id)
  })
})
