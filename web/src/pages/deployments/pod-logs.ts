import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '@/api/error'
import { followLines } from '@/api/lines'
import type { LogLine } from '@/api/types'
import { appended, type Line } from '@/components/logs/log-buffer'
import { pauseBefore } from '@/live/watch'
import { LIVE } from '@/spec/policy'

/** Log lines of a deployment's pods as they are written; only while the tab is seen, and taken up again where they broke off. */

/** Lines of the past that are asked for first. */
const TAIL = 500

export type Flow = 'connecting' | 'following' | 'lost' | 'paused' | 'none' | 'failed'

/** The newest time seen of each container: a stream that is opened again starts with lines that are known. */
export type Newest = Map<string, string>

/** Whether the line was not seen before the stream was opened. Within one stream lines may share their time. */
export function isNew(before: ReadonlyMap<string, string>, line: LogLine): boolean {
  const seen = before.get(`${line.pod}/${line.container}`)
  return line.timestamp === null || seen === undefined || isLater(line.timestamp, seen)
}

function note(newest: Newest, { pod, container, timestamp }: LogLine): void {
  const from = `${pod}/${container}`
  const before = newest.get(from)
  if (timestamp !== null && (before === undefined || isLater(timestamp, before))) newest.set(from, timestamp)
}

/** Times are compared as text, all being in UTC; but "…00Z" is before "…00.5Z", so without the Z. */
const isLater = (a: string, b: string) => a.replace(/Z$/, '') > b.replace(/Z$/, '')

export function asLine(line: LogLine, several: boolean): Line {
  return { timestamp: line.timestamp, level: line.level, message: line.message, ...(several ? { source: line.pod } : {}) }
}

type Open = (onLine: (line: LogLine) => void, signal: AbortSignal) => Promise<void>

interface Taker {
  lines: (lines: LogLine[]) => void
  flow: (flow: Flow, error?: ApiError) => void
}

/** Reads until `signal` aborts or the server refuses for good. */
export async function follow(open: Open, known: Newest, taker: Taker, signal: AbortSignal): Promise<void> {
  let gathered: LogLine[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length > 0) taker.lines(gathered)
    gathered = []
  }
  for (let failures = 0; !signal.aborted; failures += 1) {
    taker.flow(failures === 0 ? 'connecting' : 'lost')
    const before = new Map(known)
    // A stream that was opened may be silent for long; one that was refused is known soon.
    const opened = setTimeout(() => taker.flow('following'), LIVE.firstPauseMs)
    try {
      await open((line) => {
        failures = 0
        taker.flow('following')
        if (!isNew(before, line)) return
        note(known, line)
        gathered.push(line)
        timer ??= setTimeout(flush, LIVE.gatherMs)
      }, signal)
    } catch (cause) {
      const error = cause as ApiError
      // A session that ended is for the next call to find out.
      if (!signal.aborted && !error.retryable && error.code !== 'UNAUTHORIZED' && error.code !== 'NETWORK_ERROR') {
        clearTimeout(opened)
        flush()
        taker.flow('failed', error)
        return
      }
    }
    clearTimeout(opened)
    flush()
    if (signal.aborted) return
    taker.flow('lost')
    await pause(pauseBefore(failures), signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isSeen = () => document.visibilityState === 'visible'

interface Kept {
  key: string
  lines: readonly Line[]
}

const NO_LINES: readonly Line[] = []

export interface PodLogs {
  lines: readonly Line[]
  flow: Flow
  error: ApiError | null
  again: () => void
}

/** `there` is false when there are no pods to ask: nothing is asked, and lines that were read stay. */
export function usePodLogs(id: string, source: string, there: boolean): PodLogs {
  const key = `${id} ${source}`
  const seen = useSyncExternalStore(subscribe, isSeen)
  const [attempt, setAttempt] = useState(0)
  const [kept, setKept] = useState<Kept>({ key, lines: NO_LINES })
  const [state, setState] = useState<{ flow: Flow; error: ApiError | null }>({ flow: 'connecting', error: null })
  const known = useRef<{ key: string; newest: Newest; pods: Set<string> }>({ key, newest: new Map(), pods: new Set() })

  useEffect(() => {
    if (!seen || !there) return
    if (known.current.key !== key) known.current = { key, newest: new Map(), pods: new Set() }
    const { newest, pods } = known.current
    const stop = new AbortController()
    const open: Open = (onLine, signal) => followLines<LogLine>('/deployments/{id}/logs', { path: { id }, query: { source, tail: TAIL, follow: true } }, onLine, signal)
    const taker: Taker = {
      lines: (more) => {
        for (const line of more) pods.add(line.pod)
        const lines = more.map((line) => asLine(line, pods.size > 1))
        setKept((before) => ({ key, lines: appended(before.key === key ? before.lines : NO_LINES, lines) }))
      },
      flow: (flow, error) => setState((before) => (before.flow === flow && before.error === (error ?? null) ? before : { flow, error: error ?? null })),
    }
    void follow(open, newest, taker, stop.signal)
    return () => stop.abort()
  }, [id, source, key, seen, there, attempt])

  return useMemo(
    () => ({
      lines: kept.key === key ? kept.lines : NO_LINES,
      flow: !there ? 'none' : seen ? state.flow : 'paused',
      error: there ? state.error : null,
      again: () => setAttempt((before) => before + 1),
    }),
    [kept, key, seen, there, state],
  )
}
