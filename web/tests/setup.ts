import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup, configure } from '@testing-library/react'
import { INSIDE, loadLanguage, loadWords } from '@/lib/language'
import { session } from '@/session/store'

// Whole pages of antd are slow to render without a browser, on a busy machine all the more.
configure({ asyncUtilTimeout: 40_000 })

// Words are loaded before anything is drawn, as in main.tsx.
await loadLanguage('en')
await Promise.all([INSIDE, ...Object.keys(import.meta.glob(['../src/{pages,components}/*/texts.en.ftl', '../src/pages/*/*/texts.en.ftl'])).map((path) => path.split('/').slice(3, -1).join('/'))].map(loadWords))

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
  document.body.replaceChildren()
  // Nobody stays signed in for the tests of another file.
  session.logout()
  vi.useRealTimers()
})
