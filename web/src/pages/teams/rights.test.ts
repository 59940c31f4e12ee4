import { describe, expect, it } from 'vitest'
import type { Member } from '@/api/types'
import { mayAdd, mayChangeRole, mayOwn, nameOf, removal } from './rights'

const person = (userId: string, role: Member['role']): Member => ({ userId, role, first_name: '', last_name: '', email: `${userId}@example.com` })

const team = { owner_id: 'olga', members: [person('olga', 'admin'), person('anna', 'admin'), person('ali', 'admin'), person('mia', 'member'), person('max', 'member')] }

const who = (id: string, role: 'admin' | 'manager' | 'user' = 'user') => ({ id, role })

describe('who may add members', () => {
  it.each([
    [who('olga'), true],
    [who('anna'), true],
    [who('mia'), false],
    [who('root', 'admin'), true],
    [who('mona', 'manager'), false],
    [who('anna', 'manager'), true],
  ])('%j: %s', (caller, may) => {
    expect(mayAdd(caller, team)).toBe(may)
  })
})

describe('who may remove whom', () => {
  it.each([
    [who('olga'), 'olga', null],
    [who('olga'), 'anna', 'remove'],
    [who('olga'), 'mia', 'remove'],
    [who('anna'), 'olga', null],
    [who('anna'), 'anna', 'leave'],
    [who('anna'), 'ali', null],
    [who('anna'), 'mia', 'remove'],
    [who('mia'), 'mia', 'leave'],
    [who('mia'), 'max', null],
    [who('mia'), 'anna', null],
    [who('root', 'admin'), 'olga', null],
    [who('root', 'admin'), 'anna', 'remove'],
    [who('root', 'admin'), 'mia', 'remove'],
    [who('mona', 'manager'), 'mia', null],
  ] as const)('%j and %s: %s', (caller, member, expected) => {
    const found = team.members.find((each) => each.userId === member)
    expect(found && removal(caller, team, found)).toBe(expected)
  })
})

describe('how a member is called', () => {
  it.each([
    [{ userId: 'u', first_name: 'Ada', last_name: 'Lovelace', email: 'a@b.c' }, 'Ada Lovelace'],
    [{ userId: 'u', first_name: 'Ada', last_name: '', email: 'a@b.c' }, 'Ada'],
    [{ userId: 'u', first_name: '', last_name: '', email: 'a@b.c' }, 'a@b.c'],
    [{ userId: 'u', first_name: '', last_name: '', email: '' }, 'u'],
  ])('%j: %s', (member, name) => {
    expect(nameOf(member)).toBe(name)
  })
})

describe('who may change roles, hand over and delete', () => {
  it.each([
    [who('olga'), true, true, true],
    [who('anna'), false, false, true],
    [who('mia'), false, false, false],
    [who('root', 'admin'), true, true, true],
    [who('mona', 'manager'), false, false, false],
  ])('%j: owns %s, demotes %s, promotes %s', (caller, owns, demotes, promotes) => {
    expect(mayOwn(caller, team)).toBe(owns)
    expect(mayChangeRole(caller, team, person('ali', 'admin'))).toBe(demotes)
    expect(mayChangeRole(caller, team, person('mia', 'member'))).toBe(promotes)
    expect(mayChangeRole(caller, team, person('olga', 'admin')), 'the owner is always an admin').toBe(false)
  })
})
