import { describe, expect, it } from 'vitest'
import type { Step, Task, Team } from '@/api/types'
import { chartOf, enabled, flat, linesOf, progressOf, rightsOf, usualOf } from './read'

const step = (name: string, status: Step['status']): Step => ({ name, title: name, status, startedAt: null, finishedAt: null, message: '', reason: '', params: {} })

const TEAM: Team = {
  id: 't-1',
  name: 'Shop team',
  description: '',
  owner_id: 'owner',
  invites: [],
  members: [
    { userId: 'owner', role: 'admin', first_name: '', last_name: '', email: '' },
    { userId: 'boss', role: 'admin', first_name: '', last_name: '', email: '' },
    { userId: 'member', role: 'member', first_name: '', last_name: '', email: '' },
  ],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const took = (id: string, seconds: number, more: Partial<Task> = {}) => ({ id, type: 'restart', status: 'complete', startedAt: '2026-01-01T00:00:00Z', finishedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString(), ...more }) as Task

describe('what is read out of a task', () => {
  it('knows how long such tasks usually take, of enough that went well', () => {
    const tasks = [took('a', 5), took('b', 9), took('c', 60), took('own', 900), took('other', 900, { type: 'install' }), took('bad', 1, { status: 'failed' })]
    expect(usualOf(tasks, { id: 'own', type: 'restart' })).toBe(9)
    expect(usualOf(tasks, { id: 'a', type: 'restart' })).toBe(60)
    expect(usualOf(tasks, { id: 'x', type: 'install' })).toBeNull()
  })

  it('counts only the steps that are done', () => {
    expect(progressOf([step('a', 'complete'), step('b', 'running'), step('c', 'pending')])).toEqual({ done: 1, all: 3, at: 1 })
    expect(progressOf([step('a', 'failed'), step('b', 'skipped')])).toEqual({ done: 0, all: 2, at: -1 })
  })

  it('shows values as lines and leaves out what is empty', () => {
    expect(flat({ domain: 'shop.example.com', php: { version: '8.1', extensions: ['gd', 'intl'], jit: false }, env: [], none: null, ports: [{ at: 80 }] })).toEqual([
      ['domain', 'shop.example.com'],
      ['php.version', '8.1'],
      ['php.extensions', 'gd, intl'],
      ['php.jit', false],
      ['ports[0].at', 80],
    ])
  })

  it('names the services that are on, and the chart without its repository', () => {
    expect(enabled({ redis: true, ftp: false, mysql: true })).toEqual(['mysql', 'redis'])
    expect(chartOf('canopy/wordpress')).toBe('wordpress')
  })

  it('makes a line of each line of a message', () => {
    expect(linesOf([{ timestamp: '2026-11-21T10:00:00Z', level: 'error', step: 'apply', message: 'It failed:\nno space', reason: '', params: {} }])).toEqual([
      { timestamp: '2026-11-21T10:00:00Z', level: 'error', source: 'apply', message: 'It failed:' },
      { timestamp: '2026-11-21T10:00:00Z', level: 'error', source: 'apply', message: 'no space' },
    ])
  })

  it('lets the people of the team change tasks, and those who run it delete them', () => {
    const of = (id: string, role: 'user' | 'manager' | 'admin' = 'user') => rightsOf({ id, role }, [TEAM], 't-1')
    expect(of('member')).toEqual({ change: true, remove: false })
    expect(of('boss')).toEqual({ change: true, remove: true })
    expect(of('owner')).toEqual({ change: true, remove: true })
    expect(of('stranger', 'admin')).toEqual({ change: true, remove: true })
    expect(rightsOf({ id: 'watcher', role: 'manager' }, [], 't-1')).toEqual({ change: false, remove: false })
    expect(rightsOf({ id: 'member', role: 'user' }, undefined, 't-1')).toEqual({ change: false, remove: false })
  })
})
