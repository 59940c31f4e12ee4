import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal } from '@xterm/xterm'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Shown } from '@/theme/choice'
import { useShownTheme } from '@/theme/choice'
import type { Size } from './connection'
import { t } from './texts'

/** The terminal itself: this file and its library are loaded when a shell is opened, and nowhere else. */

export interface Screen {
  size: () => Size
  show: (bytes: Uint8Array, done: () => void) => void
  clear: () => void
  focus: () => void
}

interface ScreenProps {
  ref: Ref<Screen>
  /** The terminal can be written to. */
  onReady: () => void
  /** Takes what is typed. */
  onType: (text: string) => void
  onResize: (size: Size) => void
  /** The terminal takes every key but this one: Shift+F6 leads out of it. */
  onLeave: () => void
}

/** Of both themes; whatever a program colours is made readable by `minimumContrastRatio`. */
const THEMES: Record<Shown, ITheme> = {
  light: { background: '#ffffff', foreground: '#131a1b', cursor: '#0a6a72', cursorAccent: '#ffffff', selectionBackground: '#b9dcdf' },
  dark: { background: '#0f1516', foreground: '#e6edee', cursor: '#5cc8cf', cursorAccent: '#0f1516', selectionBackground: '#2c5b60' },
}

const CONTRAST = 4.5

export default function TerminalScreen({ ref, onReady, onType, onResize, onLeave }: ScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const terminal = useRef<Terminal | null>(null)
  const theme = useShownTheme()
  const latest = useRef({ onReady, onType, onResize, onLeave, theme })
  useEffect(() => {
    latest.current = { onReady, onType, onResize, onLeave, theme }
  })

  useEffect(() => {
    const { current: box } = place
    if (!box) return
    const made = new Terminal({
      theme: THEMES[latest.current.theme],
      minimumContrastRatio: CONTRAST,
      fontFamily: getComputedStyle(box).fontFamily,
      fontSize: 13,
      scrollback: 5000,
      // what is written is read out, and can be found by those who do not see it
      screenReaderMode: true,
      // a program's output may name any address; nothing is opened from there
      linkHandler: { activate: () => {} },
    })
    const fit = new FitAddon()
    made.loadAddon(fit)
    made.open(box)
    made.textarea?.setAttribute('aria-label', t('input'))
    made.attachCustomKeyEventHandler((event) => {
      if (event.key !== 'F6' || !event.shiftKey) return true
      event.preventDefault()
      // the page would go on from the button to the next of its parts
      event.stopPropagation()
      if (event.type === 'keydown') latest.current.onLeave()
      return false
    })
    made.onData((text) => latest.current.onType(text))
    made.onResize(({ cols, rows }) => latest.current.onResize({ columns: cols, rows }))
    terminal.current = made
    fit.fit()
    const observer = new ResizeObserver(() => fit.fit())
    observer.observe(box)
    latest.current.onReady()
    return () => {
      observer.disconnect()
      terminal.current = null
      made.dispose()
    }
  }, [])

  useEffect(() => {
    if (terminal.current) terminal.current.options.theme = THEMES[theme]
  }, [theme])

  useImperativeHandle(ref, () => ({
    size: () => ({ columns: terminal.current?.cols ?? 80, rows: terminal.current?.rows ?? 24 }),
    show: (bytes, done) => terminal.current?.write(bytes, done),
    clear: () => terminal.current?.reset(),
    focus: () => terminal.current?.focus(),
  }))

  return <div ref={place} className="terminal-screen" role="group" aria-label={t('screen')} />
}
