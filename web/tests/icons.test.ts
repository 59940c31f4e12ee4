import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SRC = resolve(__dirname, '../src')

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesOf(path) : path.endsWith('.tsx') ? [path] : []
  })
}

// antd's icons call themselves by their file name: a button would be "plus Create Team" to readers and to tests.
it('keeps icons out of the names of what they stand beside', () => {
  const icons = filesOf(SRC).flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/<[A-Z]\w+Outlined\b[^>]*>/g)].map(([icon]) => `${relative(SRC, path)}: ${icon}`))
  expect(icons.length).toBeGreaterThan(30)
  expect(icons.filter((icon) => !icon.includes('aria-hidden'))).toEqual([])
})
