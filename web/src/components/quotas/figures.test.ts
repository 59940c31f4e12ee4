import { expect, it } from 'vitest'
import type { Quotas } from '@/api/types'
import { levelOf, ofCreation, ofTeam, scarce, worst } from './figures'

const quotas = (deployments: [number, number], tasks: [number, number] = [0, 0]): Quotas => ({
  deployments: { team: { used: deployments[0], most: 500 }, user: { used: deployments[1], most: 100 } },
  tasks: { team: { used: tasks[0], most: 200 }, user: { used: tasks[1], most: 100 } },
})
const names = (figures: ReturnType<typeof ofTeam>) => figures.map(({ what, whose, used }) => `${what} ${whose} ${used}`)
const level = (used: number, most: number) => levelOf({ what: 'tasks', whose: 'team', used, most })

it('is near from nine tenths up and full where one more is refused', () => {
  expect([level(449, 500), level(450, 500), level(499, 500), level(500, 500), level(501, 500)]).toEqual(['well', 'near', 'near', 'full', 'full'])
  expect([level(0, 1), level(1, 1), level(0, 0)]).toEqual(['well', 'full', 'full'])
})

it('tells the reader’s own only where they are nearer their limit', () => {
  expect(names(ofTeam(quotas([100, 20], [2, 2])))).toEqual(['deployments team 100', 'tasks team 2', 'tasks user 2'])
  expect(names(ofTeam(quotas([100, 21])))).toEqual(['deployments team 100', 'deployments user 21', 'tasks team 0'])
})

it('tells whoever creates of tasks only when they are scarce', () => {
  expect(names(ofCreation(quotas([1, 0], [179, 89])))).toEqual(['deployments team 1'])
  expect(names(ofCreation(quotas([1, 0], [180, 0])))).toEqual(['deployments team 1', 'tasks team 180'])
})

it('knows which are scarce, and the worst of them', () => {
  const both = scarce(quotas([460, 100]))
  expect(names(both)).toEqual(['deployments team 460', 'deployments user 100'])
  expect([worst(both), worst(scarce(quotas([460, 0]))), worst([])]).toEqual(['full', 'near', 'well'])
})
