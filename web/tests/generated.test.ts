import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(__dirname, '../..')

it.each([
  ['src/gen/api.ts', 'bff/openapi.json'],
  ['src/gen/proto/canopy/live/v1/live_pb.ts', 'proto/canopy/live/v1/live.proto'],
])('%s was made from today’s %s (if not: npm run gen)', (generated, source) => {
  const hash = createHash('sha256').update(readFileSync(resolve(root, source))).digest('hex')
  const first = readFileSync(resolve(root, 'web', generated), 'utf8').split('\n', 1)[0]
  expect(first).toContain(`from ${source}, sha256 ${hash}.`)
})
