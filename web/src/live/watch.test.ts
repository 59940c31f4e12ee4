import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Frame, type LiveState, type OpenStream, pauseBefore, watch } from './watch'

describe('watch', () => {
  let stop: AbortController
  let frames: Frame[]
  let states: LiveState[]
  const watching = { frame: (frame: Frame) => frames.push(frame), state: (state: LiveState) => states.push(state) }

  beforeEach(() => {
    vi.useFakeTimers()
    stop = new AbortController()
    frames = []
    states = []
  })
  afterEach(() => stop.abort())

  /** A stream that says this and then ends, or fails, or stays silent. */
  const says =
    (said: Frame[], then: 'end' | 'fail' | 'stay' = 'end'): OpenStream =>
    async function* (_token, signal) {
      yield* said
      if (then === 'fail') throw new Error('lost')
      if (then === 'stay') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    }

  it('is live from the first frame and opens a lost stream again', async () => {
    const opened: string[] = []
    const open: OpenStream = (token, signal) => {
      opened.push(token)
      return says([{ type: 'ready' }], opened.length === 1 ? 'fail' : 'stay')(token, signal)
    }
    void watch(open, 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(1100)
    expect(opened).toEqual(['abc', 'abc'])
    expect(states).toEqual(['live', 'reconnecting', 'live'])
    expect(frames).toEqual([{ type: 'ready' }, { type: 'ready' }])
  })

  it('hands on that everything may have changed, in the middle of a stream too', async () => {
    const hint: Frame = { type: 'hint', hint: { kind: 'team', id: 'a', version: 1 } }
    void watch(says([{ type: 'ready' }, hint, { type: 'ready' }], 'stay'), 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(10)
    expect(frames).toEqual([{ type: 'ready' }, hint, { type: 'ready' }])
    expect(states.at(-1)).toBe('live')
  })

  it('takes a long silence for a loss', async () => {
    let opened = 0
    const open: OpenStream = (token, signal) => {
      opened += 1
      return says([{ type: 'ready' }], 'stay')(token, signal)
    }
    void watch(open, 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(39_000)
    expect(opened).toBe(1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(opened).toBe(2)
  })

  it('is offline when it has been lost for half a minute', async () => {
    void watch(says([], 'fail'), 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(states.at(-1)).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states.at(-1)).toBe('offline')
  })

  it('comes back at once with the network', async () => {
    let opened = 0
    const open: OpenStream = (token, signal) => {
      opened += 1
      return says([], 'fail')(token, signal)
    }
    void watch(open, 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(60_000)
    const before = opened
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toBe(before + 1)
  })

  it('hands a refusal on and does not hammer', async () => {
    let opened = 0
    const open: OpenStream = (token, signal) => {
      opened += 1
      return says([{ type: 'refused' }])(token, signal)
    }
    void watch(open, 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(frames[0]).toEqual({ type: 'refused' })
    expect(opened).toBeLessThan(10)
  })

  it('ends when it is told to', async () => {
    const done = watch(says([{ type: 'ready' }], 'stay'), 'abc', watching, stop.signal)
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    await done
    expect(states).toEqual(['live'])
  })
})

it('waits longer each time, up to half a minute, and never the same for all', () => {
  expect([0, 1, 2, 10].map((attempt) => pauseBefore(attempt, 1))).toEqual([1000, 2000, 4000, 30_000])
  expect(pauseBefore(10, 0)).toBe(15_000)
})
