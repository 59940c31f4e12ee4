import { expect, it } from 'vitest'
import { countStates } from './count-states'

it('counts by key and state', () => {
  const sites = [
    { team: 'a', status: 'running' },
    { team: 'b', status: 'failed' },
    { team: 'a', status: 'pending' },
    { team: 'a', status: 'failed' },
    { team: 'b', status: 'stopped' },
  ]
  expect([...countStates(sites, (site) => site.team)]).toEqual([
    ['a', { all: 3, failed: 1, pending: 1, stopped: 0 }],
    ['b', { all: 2, failed: 1, pending: 0, stopped: 1 }],
  ])
})
