import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SRC = resolve(__dirname, '../src')
const texts = (kind: RegExp) =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path) && !path.endsWith('.test.tsx'))
    .map((path) => readFileSync(join(SRC, path), 'utf8'))

/** Those of which the build has the styles in the first file of all; those of others may come after ours. */
const FIRST = ['Button', 'Layout']

// In the build, antd's styles of a component come with the first page that has it: what is only as strong as they are may lose.
it('styles antd’s components by its class and ours together', () => {
  const parts = texts(/\.tsx$/).flatMap((code) => {
    const names = [...code.matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    return names.filter((name) => /^[A-Z]/.test(name) && !FIRST.includes(name)).flatMap((name) => [...code.matchAll(new RegExp(`<${name}(?:\\.\\w+)?\\b[^<>]*?className="([\\w-]+)"`, 'g'))].map((match) => match[1] ?? ''))
  })
  expect(parts.length).toBeGreaterThan(5)
  const rules = texts(/\.css$/).flatMap((css) => [...css.matchAll(/^\s*(\.[\w-]+)(?=\s*[,{])/gm)].map((match) => match[1] ?? ''))
  expect(parts.filter((name) => rules.includes(`.${name}`))).toEqual([])
})
