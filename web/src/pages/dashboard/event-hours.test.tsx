import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { EventHour } from '@/api/types'
import { answer, renderPage } from '../../../tests/render'
import { EventHours } from './event-hours'

const FROM = '2026-11-20T06:00:00Z'
const hours: EventHour[] = Array.from({ length: 24 }, (_, at) => ({ normal: at === 22 ? 4 : 0, warning: at === 23 ? 1 : 0, error: at === 22 ? 2 : 0 }))

it('counts the day and each hour, which leads to its events', async () => {
  answer({ 'GET /events/hours': { data: { from: FROM, hours, more: false } } })
  renderPage(<EventHours />)
  expect(await screen.findByText('7 events in 24 hours: 1 warning, 2 errors')).toBeTruthy()
  const bars = screen.getAllByRole('link')
  expect(bars).toHaveLength(24)
  expect(bars[22]?.getAttribute('aria-label')).toMatch(/: 6 events, 0 warnings, 2 errors$/)
  const target = new URLSearchParams(bars[22]?.getAttribute('href')?.split('?')[1])
  expect([target.get('from'), target.get('to')]).toEqual(['2026-11-21T04:00:00.000Z', '2026-11-21T04:59:59.999Z'])
  // Errors stand on top, as high as their share of the busiest hour.
  expect([...(bars[22]?.querySelectorAll('i') ?? [])].map((bar) => [bar.dataset.kind, bar.style.height])).toEqual([['error', `${(2 / 6) * 100}%`], ['normal', `${(4 / 6) * 100}%`]])
})

it('is one stop of the Tab key, and the arrows go from hour to hour', async () => {
  answer({ 'GET /events/hours': { data: { from: FROM, hours, more: true } } })
  renderPage(<EventHours />)
  await screen.findByText(/^Over 7 events/)
  const bars = screen.getAllByRole('link')
  expect(bars.filter((bar) => bar.tabIndex === 0)).toEqual([bars[23]])
  bars[23]?.focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(document.activeElement).toBe(bars[22])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(bars[23])
})
