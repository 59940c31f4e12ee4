import { useSyncExternalStore } from 'react'
import { Emitter } from './emitter'
import { timeFormat } from './formats'
import { number } from './number'
import { storage } from './storage'
import { texts } from './texts'

const t = texts('time')

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const KEY = 'timezone'

/** The zone that was chosen for all times of the console, kept in localStorage; null: as this browser has it. */
let chosen: string | null = readZone()
const zones = new Emitter<void>()

/** Whether this browser knows a time zone of that name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function readZone(): string | null {
  const stored = storage.get(KEY)
  return stored !== null && isZone(stored) ? stored : null
}

/** Writes all times in this zone from now on, here and at the next visit; null: as this browser has it. */
export function chooseZone(name: string | null): void {
  const next = name !== null && isZone(name) ? name : null
  if (next === null) storage.remove(KEY)
  else storage.set(KEY, next)
  if (next === chosen) return
  chosen = next
  zones.emit()
}

/** The browser's own zone by its name, such as "Europe/Zurich". */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that times are written in. */
export const zone = (): string => chosen ?? browserZone()

/** The chosen zone, null without one; the component renders again when it changes. */
export const useChosenZone = (): string | null =>
  useSyncExternalStore(
    (listener) => zones.on(listener),
    () => chosen,
  )

/** For Intl: nothing where the browser decides. */
export const inZone = (): { timeZone?: string } => (chosen === null ? {} : { timeZone: chosen })

let formatter: { zone: string | null; parts: Intl.DateTimeFormat } | undefined

function parts(): Intl.DateTimeFormat {
  if (formatter?.zone !== chosen) {
    const digits = '2-digit'
    const options = { year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, second: digits, hourCycle: 'h23', ...inZone() } as const
    formatter = { zone: chosen, parts: new Intl.DateTimeFormat('en-US', options) }
  }
  return formatter.parts
}

/** "just now", "5m ago", "3h ago", "2d ago"; a time in the future (a clock that differs) is now. */
export function ago(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (!(age >= MINUTE)) return t('now')
  if (age < HOUR) return t('minutes', { n: number(Math.floor(age / MINUTE)) })
  if (age < DAY) return t('hours', { n: number(Math.floor(age / HOUR)) })
  return t('days', { n: number(Math.floor(age / DAY)) })
}

/** Date and time in the reader's zone, in words for a tooltip; "Never" without one. */
export function moment(iso: string | null | undefined): string {
  if (!iso) return t('none')
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return timeFormat({ dateStyle: 'medium', timeStyle: 'medium', ...inZone() }).format(date)
}

/** The first moment of a day in the reader's zone, `days` later; null for what is no day as "2026-11-21". */
export function dateOf(day: string, days = 0): Date | null {
  const digits = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!digits) return null
  const [year = 0, month = 0, date = 0] = digits.slice(1).map(Number)
  const found = new Date(year, month - 1, date)
  // What the calendar does not have, such as February 30, would be a day of the next month.
  if (found.getMonth() !== month - 1 || found.getDate() !== date) return null
  const first = new Date(year, month - 1, date + days)
  return chosen === null ? first : midnight(first)
}

/** The day in the reader's zone of a time, `days` later, as "2026-11-21". */
export function dayAt(time: number | string, days = 0): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return ''
  const date = chosen === null ? at : wall(at.getTime())
  date.setDate(date.getDate() + days)
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** A day in words, of a date as "2026-11-21" or of a time; what is none stays as it is. */
export function dayName(day: string): string {
  const date = dateOf(/^\d{4}-\d{2}-\d{2}T/.test(day) ? dayAt(day) : day)
  return date ? timeFormat({ dateStyle: 'medium', ...inZone() }).format(date) : day
}

/** The day of a time in the reader's zone, as "2026-11-21"; for grouping. */
export const dayOf = (iso: string): string => dayAt(iso)

/** The same in words: "Today", "Yesterday", else the weekday and the date. */
export function dayWords(day: string, now: number): string {
  if (day === dayAt(now)) return t('today')
  if (day === dayAt(now, -1)) return t('yesterday')
  const date = dateOf(day)
  return date ? timeFormat({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', ...inZone() }).format(date) : day
}

/** What the clocks of the chosen zone show at a moment, as the browser's own would show it. */
function wall(at: number): Date {
  const of = Object.fromEntries(parts().formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<string, number>
  return new Date(of.year ?? 0, (of.month ?? 1) - 1, of.day ?? 1, of.hour ?? 0, of.minute ?? 0, of.second ?? 0)
}

/** When the day begins in the chosen zone whose midnight the browser's own clocks show at `day`. */
const midnight = (day: Date): Date => new Date(shownAt(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())))

/** When the clocks of the chosen zone show what those of UTC show at `wanted`. */
function shownAt(wanted: number): number {
  const ahead = (at: number) => {
    const shown = wall(at)
    return Date.UTC(shown.getFullYear(), shown.getMonth(), shown.getDate(), shown.getHours(), shown.getMinutes(), shown.getSeconds()) - Math.floor(at / SECOND) * SECOND
  }
  // Twice: the clocks may have been changed between the first guess and that day.
  const guess = wanted - ahead(wanted)
  return wanted - ahead(guess)
}

/** A moment as an input of date and time holds it, in the reader's zone: "2026-11-21T14:05". */
export const inputOf = (at: number): string => `${dayAt(at)}T${clock(new Date(at).toISOString()).slice(0, 5)}`

/** The moment that such an input says; null where it says none. */
export function momentIn(text: string): number | null {
  const at = chosen === null ? Date.parse(text) : Date.parse(`${text}Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(at)) return null
  return chosen === null ? at : shownAt(at)
}

/** The time of day in the reader's zone, always as long: for columns of times. */
export function clock(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const shown = chosen === null ? date : wall(date.getTime())
  return [shown.getHours(), shown.getMinutes(), shown.getSeconds()].map(twoDigits).join(':')
}

/** The time of day of a moment, as the language writes it: "2:05 PM". */
export const timeOfDay = (at: number): string => timeFormat({ timeStyle: 'short', ...inZone() }).format(at)

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Whole seconds between two times; to `now` while it has no end. */
export const secondsOf = (from: string, to: string | null | undefined, now: number): number => Math.max(0, Math.round(((to ? Date.parse(to) : now) - Date.parse(from)) / 1000))

/** The same in words: "1m 05s". */
export const lasted = (from: string, to: string | null | undefined, now: number): string => lastedSeconds(secondsOf(from, to, now))

/** So many seconds in words. */
export function lastedSeconds(seconds: number): string {
  if (seconds < 60) return t('lasted-seconds', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return t('lasted-minutes', { minutes, seconds: twoDigits(seconds % 60) })
  return t('lasted-hours', { hours: Math.floor(minutes / 60), minutes: twoDigits(minutes % 60) })
}

/** Tells all who ask at the same pace, by one timer, which stops while nobody looks at the page. */
class Clock {
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly listeners = new Set<() => void>()

  constructor(private readonly step: number) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) document.addEventListener('visibilitychange', this.look)
    this.listeners.add(listener)
    this.run()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      document.removeEventListener('visibilitychange', this.look)
      this.stop()
    }
  }

  private run() {
    if (document.visibilityState !== 'hidden') this.timer ??= setInterval(this.tick, this.step)
  }

  private stop() {
    clearInterval(this.timer)
    this.timer = undefined
  }

  private readonly tick = () => {
    for (const each of this.listeners) each()
  }

  private readonly look = () => {
    this.stop()
    this.run()
    if (this.timer !== undefined) this.tick()
  }
}

const CLOCKS = { seconds: new Clock(SECOND), minutes: new Clock(MINUTE) }
const never = () => () => {}

/** To the second, so that it stays the same while a page is drawn. */
const read = () => Math.floor(Date.now() / SECOND) * SECOND

/** The time as it is now, looked at again each second where something counts in seconds, else each minute; or not at all. */
export function useNow(pace: keyof typeof CLOCKS | 'once' = 'minutes'): number {
  return useSyncExternalStore(pace === 'once' ? never : CLOCKS[pace].subscribe, read)
}
