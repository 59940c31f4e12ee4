import { expect, it } from 'vitest'
import type { Task } from '@/api/types'
import { workOf } from './work'

const task = (status: string, ...steps: string[]) => ({ id: 'k', type: 'install', status, cancelRequested: true, startedAt: '2026-11-20T08:05:00Z', steps: steps.map((each, at) => ({ name: `s${at}`, status: each })) }) as unknown as Task

it('says of a task what its deployment does', () => {
  expect(workOf(task('running', 'complete', 'running', 'pending'))).toEqual({ taskId: 'k', type: 'install', status: 'running', cancelRequested: true, startedAt: '2026-11-20T08:05:00Z', step: { name: 's1', status: 'running' }, position: 2, steps: 3 })
})

it('is at the next step between two, at the last when all are over, and nowhere without steps', () => {
  const placeOf = (...steps: string[]) => [workOf(task('running', ...steps))?.step, workOf(task('running', ...steps))?.position]
  expect(placeOf('complete', 'pending', 'pending')).toEqual([null, 2])
  expect(placeOf('complete', 'skipped')).toEqual([null, 2])
  expect(placeOf()).toEqual([null, 0])
  expect(workOf(task('pending', 'pending', 'pending'))?.position).toBe(1)
})

it('is nothing when the task has ended', () => {
  expect([workOf(task('complete', 'complete')), workOf(task('failed', 'failed'))]).toEqual([null, null])
})
