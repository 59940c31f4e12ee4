// Fails when a page needs more than its budget, gzipped, JavaScript and styles: what the browser must load to show it, and
// that together with all that it may load later, such as a dialog's form or a chart.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1024
/** To show a page without a form, one with a form, those before sign-in; and any page with all that it loads when it is used. */
const BUDGETS = { page: 360 * KB, form: 444 * KB, outside: 300 * KB, whole: 480 * KB }

/** Pages that are a form. */
const FORMS = new Set(['src/pages/deployments/edit.tsx', 'src/pages/deployments/wizard/new-deployment.tsx', 'src/pages/infrastructure/edit-cluster.tsx', 'src/pages/infrastructure/edit-datacenter.tsx', 'src/pages/infrastructure/new-cluster.tsx', 'src/pages/infrastructure/new-datacenter.tsx', 'src/pages/settings/settings.tsx', 'src/pages/teams/new-team.tsx', 'src/pages/teams/team-settings.tsx'])

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

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
/** What is loaded before any page: the entry with its static imports. */
const first = new Set()
const begin = (key) => {
  if (first.has(key)) return
  first.add(key)
  for (const next of manifest[key].imports ?? []) begin(next)
}
begin(entry)
// The routes are all among these; what is loaded by anything else is a part of a page.
const routes = new Set([...first].flatMap((key) => manifest[key].dynamicImports ?? []))
const pages = [...routes].filter((key) => /^src\/pages\/.*\.tsx$/.test(key))
const outside = new Set(['invite', 'login', 'register', 'reset', 'setup'])

const weigh = (keys) => [...filesOf(keys)].reduce((sum, file) => sum + sizeOf(file), 0)

/** These modules with all that they may load later, except other pages and languages. */
function withLater(keys) {
  const all = new Set()
  const visit = (key) => {
    if (all.has(key)) return
    all.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
    if (first.has(key)) return
    for (const next of manifest[key].dynamicImports ?? []) if (!routes.has(next)) visit(next)
  }
  for (const key of keys) visit(key)
  return [...all]
}

const [heaviest] = Object.keys(manifest)
  .filter((key) => /^src\/lib\/languages\/\w+\.ts$/.test(key))
  .toSorted((a, b) => weigh([b]) - weigh([a]))

let failed = false
for (const page of pages.toSorted()) {
  const family = page.split('/')[2]
  const layout = outside.has(family) ? 'src/layouts/public-layout.tsx' : 'src/layouts/shell.tsx'
  // Signed-in pages open the live stream, so its files count as well; and every page the heaviest language, with its own words.
  const language = heaviest?.replace(/.*\/(\w+)\.ts$/, '$1')
  const keys = [entry, layout, page, heaviest, `src/pages/${family}/texts.${language}.ftl?raw`, ...(outside.has(family) ? [] : [`src/lib/server.${language}.ftl?inside`, 'src/live/stream.ts'])]
  const missing = keys.filter((key) => !(key in manifest))
  if (missing.length > 0) {
    console.error(`${page} needs ${missing.join(', ')}, which the build does not have.`)
    failed = true
    continue
  }
  const bytes = weigh(keys)
  const whole = weigh(withLater(keys))
  const budget = outside.has(family) ? BUDGETS.outside : FORMS.has(page) ? BUDGETS.form : BUDGETS.page
  const over = bytes > budget || whole > BUDGETS.whole
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '}  ${(bytes / KB).toFixed(0).padStart(4)} of ${budget / KB} KB gz, ${(whole / KB).toFixed(0)} of ${BUDGETS.whole / KB} when all of it is used  ${page}`)
}
for (const page of FORMS) {
  if (pages.includes(page)) continue
  console.error(`${page} is no page.`)
  failed = true
}
if (pages.length === 0) {
  console.error('The build has no pages.')
  failed = true
}
process.exit(failed ? 1 : 0)
