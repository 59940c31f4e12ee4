import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Mail as State } from '@/api/types'
import { answer, renderPage } from '../../../tests/render'
import { Mail } from './mail'

// Whole pages on a busy machine: the limits are there for what never comes. Styles say nothing here and are slow to ask for.
vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 })

const server: NonNullable<State['server']> = { host: 'mail.example.com', port: 587, encryption: 'starttls', signsIn: true, sender: 'Canopy <canopy@example.com>', publicUrl: 'https://canopy.example.com' }
const idle = { waiting: 0, oldest: null, sentAt: null, failure: null }
const shows = (state: State, more: Parameters<typeof answer>[0] = {}) => {
  const calls = answer({ 'GET /admin/mail': { data: state }, ...more })
  renderPage(<Mail />, { path: '/system', route: '/system' })
  return calls
}

describe('mail', () => {
  it('that is not set up says what to do, and nothing is sent', async () => {
    const calls = shows({ server: null, services: [{ service: 'auth', ...idle }], missing: [] })
    expect(await screen.findByText(/set CANOPY_SMTP_URL/)).toBeTruthy()
    expect(screen.queryByText('SMTP server')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Send a Test Mail' }))
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('counts the letters of all services, and tells the last failure', async () => {
    const early = { at: '2026-11-01T00:00:00Z', outcome: 'unreachable', answer: 'Connection error', givenUp: false } as const
    const late = { at: '2026-11-02T00:00:00Z', outcome: 'refused', answer: '550 nobody of that name', givenUp: true } as const
    shows({
      server,
      services: [
        { service: 'auth', waiting: 1, oldest: '2026-11-01T00:00:00Z', sentAt: '2026-10-01T00:00:00Z', failure: early },
        { service: 'teams', waiting: 2, oldest: '2026-11-01T01:00:00Z', sentAt: null, failure: late },
      ],
      missing: [],
    })
    expect(await screen.findByText('mail.example.com:587')).toBeTruthy()
    expect(screen.getByText('Canopy <canopy@example.com>')).toBeTruthy()
    expect(screen.getByText('3 wait')).toBeTruthy()
    expect(screen.getByText('550 nobody of that name')).toBeTruthy()
    expect(screen.getByText('The letter is not sent again.')).toBeTruthy()
    expect(screen.queryByText('Connection error')).toBeNull()
  })

  it('a failure is past when letters have gone through since', async () => {
    const failure = { at: '2026-11-01T00:00:00Z', outcome: 'silent', answer: '', givenUp: false } as const
    shows({ server, services: [{ service: 'auth', waiting: 0, oldest: null, sentAt: '2026-11-02T00:00:00Z', failure }], missing: ['teams'] })
    expect(await screen.findByText('Letters have been sent since then.')).toBeTruthy()
    expect(screen.getByText('Not all services answered; their letters are not counted: teams')).toBeTruthy()
  })

  it('is tried with a letter to oneself, and the answer of the server is shown as it is', async () => {
    const state: State = { server, services: [{ service: 'auth', ...idle }], missing: [] }
    const calls = shows(state, { 'POST /admin/mail/test': { data: { to: 'ada@example.com', outcome: 'refused', answer: '535 5.7.8 bad credentials' } } })
    await screen.findByText('mail.example.com:587')
    fireEvent.click(screen.getByRole('button', { name: 'Send a Test Mail' }))
    expect(await screen.findByText('The SMTP server did not take the test mail to ada@example.com')).toBeTruthy()
    expect(screen.getByText('535 5.7.8 bad credentials')).toBeTruthy()
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ language: 'en' }))
  })
})
