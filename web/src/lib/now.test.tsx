import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TimeAgo } from '@/components/time-ago'
import { lasted, useNow } from './time'

const BEGIN = Date.parse('2030-01-01T12:00:00Z')
const before = (seconds: number) => new Date(BEGIN - seconds * 1000).toISOString()
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

function Lasting({ pace }: { pace?: 'seconds' | 'minutes' | 'once' }) {
  return <p>{lasted(before(0), null, useNow(pace))}</p>
}

function look(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN })
})

describe('the time on a page', () => {
  it('is that of the page, not of the one before it', () => {
    render(<TimeAgo at={before(290)} />).unmount()
    vi.setSystemTime(BEGIN + 20_000)
    render(<TimeAgo at={before(290)} />)
    expect(screen.getByText('5m ago')).toBeTruthy()
  })

  it('is looked at when something else is drawn anew', () => {
    const { rerender } = render(<TimeAgo at={before(290)} />)
    vi.setSystemTime(BEGIN + 20_000)
    rerender(<TimeAgo at={before(299)} />)
    expect(screen.getByText('5m ago')).toBeTruthy()
  })

  it('goes on by minutes', () => {
    render(<TimeAgo at={before(290)} />)
    pass(60)
    expect(screen.getByText('5m ago')).toBeTruthy()
    pass(60)
    expect(screen.getByText('6m ago')).toBeTruthy()
  })

  it('counts seconds where something lasts', () => {
    render(<Lasting pace="seconds" />)
    for (let n = 1; n <= 3; n += 1) {
      pass(1)
      expect(screen.getByText(`${n}s`)).toBeTruthy()
    }
  })

  it('stands still where nothing goes on', () => {
    render(<Lasting pace="once" />)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('needs one timer for all', () => {
    const { unmount } = render([1, 2, 3].map((n) => <Lasting key={n} pace="seconds" />))
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not looked at while nobody sees it, and at once when somebody does', () => {
    render(<Lasting pace="seconds" />)
    look('hidden')
    expect(vi.getTimerCount()).toBe(0)
    pass(90)
    expect(screen.getByText('0s')).toBeTruthy()
    look('visible')
    expect(screen.getByText('1m 30s')).toBeTruthy()
    pass(1)
    expect(screen.getByText('1m 31s')).toBeTruthy()
  })

  it('begins when a page that was opened unseen is seen', () => {
    look('hidden')
    render(<Lasting pace="seconds" />)
    expect(vi.getTimerCount()).toBe(0)
    vi.setSystemTime(BEGIN + 5000)
    look('visible')
    expect(screen.getByText('5s')).toBeTruthy()
    expect(vi.getTimerCount()).toBe(1)
  })
})
