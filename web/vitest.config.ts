import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    // Rendering antd on a busy machine takes its time; a test that waits for nothing still ends.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
