import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { filesIn, SRC } from './source'

/** Calls that no screen makes, and why. */
const ELSEWHERE = new Map([
  ['get /openapi.json', 'the document itself, for programs'],
  ['post /tasks/{id}/restart', 'for programs that hold a task: a screen leads to the deployment, where the plan is shown'],
])

it('makes each call that the API documents from some screen', () => {
  const { paths } = JSON.parse(readFileSync(resolve(__dirname, '../../bff/openapi.json'), 'utf8')) as { paths: Record<string, Record<string, unknown>> }
  const code = filesIn(SRC).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('/gen/'))
  const text = code.map((path) => readFileSync(path, 'utf8')).join('\n')
  const isMade = (method: string, path: string) => {
    const named = `'${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}'`
    // a condition may stand between the method and the path
    return new RegExp(method === 'get' ? named : `'${method.toUpperCase()}',[^)]{0,200}${named}`).test(text)
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const))
  expect(calls.length).toBeGreaterThan(100)
  const unmade = calls.filter(([method, path]) => !isMade(method, path)).map((call) => call.join(' '))
  expect(unmade).toEqual([...ELSEWHERE.keys()])
})
