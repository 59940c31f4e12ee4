import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '@/api/error'
import { followLines } from '@/api/lines'
import type { LogLine } from '@/api/types'
import { appended, type Line, withoutTime } from '@/components/logs/log-buffer'
import { pauseBefore } from '@/live/watch'
import { LIVE } from '@/spec/policy'
import { t } from './texts'

/** Log lines of a deployment's pods as they are written; only while the tab is seen, and taken up again where they broke off. */

/** Lines of the past that are asked for first. */
export const TAIL = 2000

/** `read`: all there is was read, and there will be no more. */
export type Flow = 'connecting' | 'following' | 'lost' | 'paused' | 'none' | 'failed' | 'read'

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

/** The end of a pod's name, which tells copies apart. */
export const shortPod = (pod: string): string => pod.slice(pod.lastIndexOf('-') + 1)

/** Copies of one ReplicaSet share the name but for its end. */
const familyOf = (pod: string) => pod.replace(/-[a-z0-9]{5}$/, '')

/** What is known of the pods that lines came from. */
export class Pods {
  /** The pod, or the family of pods, that writes now, by source and container. */
  private readonly writing = new Map<string, { family: string; pods: Set<string>; newest: string }>()
  readonly gone = new Set<string>()

  /** `single`: one copy serves, so another pod is one that took its place. */
  constructor(private readonly single: boolean) {}

  /** Takes note of a line; says whether it is the first of pods that took the place of others. */
  note(source: string, { pod, container, timestamp }: LogLine): boolean {
    const key = `${source}/${container}`
    const family = this.single ? pod : familyOf(pod)
    const at = timestamp ?? ''
    const known = this.writing.get(key)
    if (known?.family === family) {
      known.pods.add(pod)
      if (isLater(at, known.newest)) known.newest = at
      return false
    }
    if (this.gone.has(pod)) return false
    if (!known) {
      this.writing.set(key, { family, pods: new Set([pod]), newest: at })
      return false
    }
    // A tail of the past may tell the older one last.
    if (isLater(known.newest, at)) {
      this.gone.add(pod)
      return false
    }
    for (const each of known.pods) this.gone.add(each)
    this.writing.set(key, { family, pods: new Set([pod]), newest: at })
    return true
  }
}

/** `source`: what the column of sources says; none without that column. */
export function asLine({ timestamp, level, message, pod }: LogLine, source: string | undefined): Line {
  return { timestamp, level, message: withoutTime(message, timestamp), pod, ...(source === undefined ? {} : { source }) }
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
  gone: ReadonlySet<string>
}

const NOTHING: Pick<Kept, 'lines' | 'gone'> = { lines: [], gone: new Set() }

export interface PodLogs {
  lines: readonly Line[]
  /** Pods that others took the place of. */
  gone: ReadonlySet<string>
  flow: Flow
  error: ApiError | null
  again: () => void
}

/** The state of all together is that of the worst. */
const WORST: readonly Flow[] = ['failed', 'lost', 'connecting', 'following']

export interface Wanted {
  id: string
  /** What is read at the same time, and what it is called. */
  sources: readonly { id: string; name: string }[]
  /** Copies that serve. */
  replicas: number
  /** False when there are no pods to ask: nothing is asked, and lines that were read stay. */
  there: boolean
}

interface State {
  flow: Flow
  error: ApiError | null
}

const BEGUN: State = { flow: 'connecting', error: null }

/** What the column of sources says; there is none for one source with one copy. */
export function labelOf(name: string, pod: string, several: boolean, replicas: number): string | undefined {
  if (replicas > 1) return several ? `${name} ${shortPod(pod)}` : shortPod(pod)
  return several ? name : undefined
}

export function usePodLogs({ id, sources, replicas, there }: Wanted): PodLogs {
  // Another choice has other columns, and is read anew.
  const key = JSON.stringify([id, replicas, sources])
  const seen = useSyncExternalStore(subscribe, isSeen)
  const [attempt, setAttempt] = useState(0)
  const [kept, setKept] = useState<Kept>({ key, ...NOTHING })
  const [states, setStates] = useState<{ key: string; of: Record<string, State> }>({ key, of: {} })
  const known = useRef<{ key: string; streams: Map<string, { newest: Newest; pods: Pods }> }>({ key, streams: new Map() })

  useEffect(() => {
    if (!seen || !there) return
    const [deployment, copies, asked] = JSON.parse(key) as [string, number, Wanted['sources']]
    if (known.current.key !== key) known.current = { key, streams: new Map() }
    const { streams } = known.current
    const stop = new AbortController()
    for (const source of asked) {
      const stream = streams.get(source.id) ?? { newest: new Map<string, string>(), pods: new Pods(copies <= 1) }
      streams.set(source.id, stream)
      const open: Open = (onLine, signal) => followLines<LogLine>('/deployments/{id}/logs', { path: { id: deployment }, query: { source: source.id, tail: TAIL, follow: true } }, onLine, signal)
      const taker: Taker = {
        lines: (more) => {
          const lines = more.flatMap((line): Line[] => {
            const shown = asLine(line, labelOf(source.name, line.pod, asked.length > 1, copies))
            if (!stream.pods.note(source.id, line)) return [shown]
            return [{ ...shown, note: true, level: 'info', message: t('logs-replaced', { pod: line.pod }) }, shown]
          })
          setKept((before) => {
            const { lines: former, gone } = before.key === key ? before : NOTHING
            return { key, lines: appended(former, lines), gone: stream.pods.gone.size === 0 ? gone : new Set([...gone, ...stream.pods.gone]) }
          })
        },
        flow: (flow, error) => {
          const state = { flow, error: error ?? null }
          setStates((before) => {
            const of = before.key === key ? before.of : {}
            const last = of[source.id] ?? BEGUN
            return last.flow === state.flow && last.error === state.error ? before : { key, of: { ...of, [source.id]: state } }
          })
        },
      }
      void follow(open, stream.newest, taker, stop.signal)
    }
    return () => stop.abort()
  }, [key, seen, there, attempt])

  return useMemo(() => {
    const mine = sources.map((source) => (states.key === key ? states.of[source.id] : undefined) ?? BEGUN)
    const worst = WORST.find((flow) => mine.some((state) => state.flow === flow)) ?? 'connecting'
    return {
      ...(kept.key === key ? kept : NOTHING),
      flow: !there ? 'none' : seen ? worst : 'paused',
      error: there ? (mine.find((state) => state.error !== null)?.error ?? null) : null,
      again: () => setAttempt((before) => before + 1),
    }
    // The sources are in the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept, states, key, seen, there])
}
