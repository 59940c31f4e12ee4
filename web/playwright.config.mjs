// npm run e2e [-- <part of a file's name>… | -g <words of a test's name>]: the console in a real browser against a real Canopy.
//
//   CANOPY_PROGRAM                 the canopy program: each worker has a Canopy of its own, started before its first test
//   CANOPY_POSTGRES_BIN, CANOPY_NATS_SERVER   as for `canopy up`
//   CANOPY_URL, CANOPY_EMAIL, CANOPY_PASSWORD   use this Canopy instead and this administrator of it; it gets users, teams and sites
//   CANOPY_PATIENCE                how long anything on a page is waited for, in seconds
//   CHROMIUM                       another browser than /usr/bin/chromium-headless-shell
//   PLAYWRIGHT_JSON_OUTPUT_NAME    a file for the results as JSON
//
// Pictures of what a test failed on are in test-results/.
import { defineConfig } from '@playwright/test'
import { canopy } from './e2e/api.mjs'
import { LAUNCH } from './e2e/browser.mjs'
import { PATIENCE_MS } from './e2e/patience.mjs'

if (!process.env.CANOPY_PROGRAM && !canopy.url) throw new Error('Either CANOPY_PROGRAM (a canopy program) or CANOPY_URL, CANOPY_EMAIL and CANOPY_PASSWORD must be set.')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.mjs',
  globalSetup: './e2e/ending.mjs',
  // Nothing depends on the order of tests; in a Canopy that all share, one counts what another makes.
  fullyParallel: true,
  workers: canopy.url ? 1 : 2,
  retries: 1,
  forbidOnly: true,
  // What is waited for has its own time; this ends what waits for nothing.
  timeout: 10 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json']] : [])],
  use: { launchOptions: LAUNCH, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS, screenshot: 'only-on-failure' },
})
