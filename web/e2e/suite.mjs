// The files of the suite in their order, in one process: one browser, one summary. Names choose some of them; the halves,
// which need nothing of each other, are for two runs beside each other.
import { after } from 'node:test'
import { quit } from './browser.mjs'

const HALVES = {
  '--flows': ['setup', 'session', 'teams', 'infrastructure', 'wizard', 'deployments', 'detail', 'edit', 'tasks', 'together', 'network'],
  '--pages': ['dashboard', 'events', 'states', 'routes', 'walk'],
}
const FILES = Object.values(HALVES).flat()

const asked = process.argv.slice(2).flatMap((name) => HALVES[name] ?? [name.replace(/^.*\//, '').replace(/\.test\.mjs$/, '')])
const unknown = asked.filter((name) => !FILES.includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${[...Object.keys(HALVES), ...FILES].join(', ')}`)

after(quit)
for (const file of FILES) if (asked.length === 0 || asked.includes(file)) await import(`./${file}.test.mjs`)
