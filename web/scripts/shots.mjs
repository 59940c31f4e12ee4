// Pictures of pages to look at: npm run shots -- /teams /events   -> shots/<page>-<theme>-<width>.png
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASE, launch, open, settled, signIn } from '../e2e/browser.mjs'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'shots')
mkdirSync(folder, { recursive: true })
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/deployments', '/tasks', '/events', '/teams', '/infrastructure']
const session = await signIn()
const browser = await launch()
for (const path of paths) {
  for (const theme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      const { page, context, problems } = await open(browser, { session, theme, width })
      await page.goto(BASE + path)
      await settled(page)
      const name = `${path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'}-${theme}-${width}.png`
      await page.screenshot({ path: join(folder, name), fullPage: true })
      console.log(name, ...problems)
      await context.close()
    }
  }
}
await browser.close()
