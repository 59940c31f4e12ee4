import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { serverTexts } from './scripts/catalogues'

export default defineConfig({
  plugins: [serverTexts()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    // Rendering antd on a busy machine takes its time; a test that waits for nothing still ends.
    testTimeout: 60_000,
    // Its own choice leaves one core alone, which on a machine of two is half of it.
    maxWorkers: '100%',
    // Files share what they import, which is most of their time; setup.ts clears what a test leaves behind.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
