import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from '@testing-library/react'

// happy-dom has no layout: antd's breakpoints then see a wide screen.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: /min-width/.test(media),
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
