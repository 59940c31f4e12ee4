// The files of the suite in their order, in one process: one browser, one summary. Names choose some of them.
import { after } from 'node:test'
import { quit } from './browser.mjs'

const FILES = ['setup', 'session', 'dashboard', 'teams', 'infrastructure', 'wizard', 'deployments', 'detail', 'edit', 'tasks', 'events', 'together', 'states', 'routes', 'walk', 'network']

const chosen = process.argv.slice(2).map((name) => name.replace(/^.*\//, '').replace(/\.test\.mjs$/, ''))
const unknown = chosen.filter((name) => !FILES.includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${FILES.join(', ')}`)

after(quit)
for (const file of FILES) if (chosen.length === 0 || chosen.includes(file)) await import(`./${file}.test.mjs`)
