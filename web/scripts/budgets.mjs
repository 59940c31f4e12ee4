// Fails when a page needs more than its budget: what the browser must load for it, gzipped, JavaScript and styles.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
const BUDGETS = { login: 300 * KB, page: 480 * KB }

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const manifestPath = join(dist, '.vite', 'manifest.json')
if (!existsSync(manifestPath)) {
  console.error('There is no build to measure: npm run build')
  process.exit(2)
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))

const sizes = new Map()
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
  return sizes.get(file)
}

/** The files that come with these modules: their static imports, all the way. */
function filesOf(keys) {
  const seen = new Set()
  const files = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return files
}

const weigh = (keys) => [...filesOf(keys)].reduce((sum, file) => sum + sizeOf(file), 0)

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const pages = Object.keys(manifest).filter((key) => key.startsWith('src/pages/') && manifest[key].isDynamicEntry)
const outside = new Set(['login', 'register', 'setup'])

const [heaviest] = Object.keys(manifest)
  .filter((key) => /^src\/lib\/languages\/\w+\.ts$/.test(key))
  .toSorted((a, b) => weigh([b]) - weigh([a]))

let failed = false
for (const page of pages.toSorted()) {
  const family = page.split('/')[2]
  const layout = outside.has(family) ? 'src/layouts/public-layout.tsx' : 'src/layouts/shell.tsx'
  // Signed-in pages open the live stream, so its files count as well; and every page the heaviest language.
  const keys = [entry, layout, page, heaviest, ...(outside.has(family) ? [] : [heaviest?.replace('languages/', 'languages/inside/'), 'src/live/stream.ts'])].filter((key) => key in manifest)
  const bytes = weigh(keys)
  const budget = family === 'login' ? BUDGETS.login : BUDGETS.page
  const over = bytes > budget
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '}  ${(bytes / KB).toFixed(0).padStart(4)} of ${budget / KB} KB gz  ${page}`)
}
if (pages.length === 0) {
  console.error('The build has no pages.')
  failed = true
}
process.exit(failed ? 1 : 0)
