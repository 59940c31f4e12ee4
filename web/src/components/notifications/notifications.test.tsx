import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { NotificationDelivery, NotificationRule } from '@/api/types'
import { ADA, answer, type Call, renderPage } from '../../../tests/render'
import { groupsFor } from './kinds'
import { Notifications } from '.'

vi.setConfig({ testTimeout: 60_000 })
configure({ defaultHidden: true })

const NORA = { ...ADA, role: 'user' as const }
const RULE: NotificationRule = {
  id: '00000000-0000-4000-8000-000000000011',
  teamId: null,
  name: 'Night watch',
  kinds: ['site_failed', 'task_failed'],
  everything: false,
  channel: 'webhook',
  address: 'https://hooks.example.com/…k3Vd',
  language: null,
  enabled: true,
  createdAt: '2026-11-20T10:30:00Z',
  updatedAt: '2026-11-20T10:30:00Z',
  lastState: 'failed',
  lastAt: '2026-11-20T10:31:00Z',
}
const DELIVERY: NotificationDelivery = {
  id: '00000000-0000-4000-8000-000000000012',
  state: 'failed',
  event: null,
  test: true,
  createdAt: '2026-11-20T10:31:00Z',
  nextAt: null,
  attempts: [{ at: '2026-11-20T10:31:01Z', tookMs: 12, outcome: 'refused', status: 500, answer: 'no' }],
  ruleOff: false,
}
const page = { page: 1, limit: 20, total: 1, more: false }
const rules = (...all: NotificationRule[]) => ({ data: { rules: all, most: 20 } })
const setup = { data: { open: false, registrationOpen: false, mail: false } }
const changes = (calls: Call[]) => calls.filter((call) => call.method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

describe('a rule', () => {
  it('is made with what most want to know, and its key is shown once', async () => {
    const calls = answer({ 'GET /notifications/rules': rules(), 'GET /auth/setup': setup, 'POST /notifications/rules': { data: { rule: RULE, secret: 'whsec_1' } } })
    renderPage(<Notifications />, { user: NORA })
    fireEvent.click(await screen.findByRole('button', { name: 'Create Rule' }))
    const form = within(await screen.findByRole('dialog'))
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' Night watch ' } })
    fireEvent.mouseDown(form.getByLabelText('How'))
    fireEvent.click(await screen.findByText('Webhook (JSON, signed)', { selector: '.ant-select-item-option-content' }))
    fireEvent.change(await form.findByLabelText('Address'), { target: { value: 'https://hooks.example.com/x' } })
    fireEvent.click(form.getByRole('button', { name: 'Create Rule' }))
    expect(await screen.findByText('Copy the key now. It is not shown again.')).toBeTruthy()
    expect(screen.getByText('whsec_1')).toBeTruthy()
    expect(changes(calls)).toEqual([
      { method: 'POST', path: '/notifications/rules', body: { name: 'Night watch', kinds: ['site_failed', 'site_recovered', 'certificate_late', 'task_failed'], url: 'https://hooks.example.com/x', channel: 'webhook' } },
    ])
  })

  it('says at its field why an address is not taken', async () => {
    const details = { fields: { url: 'The address 10.0.0.1 is not allowed for a webhook.' } }
    answer({ 'GET /notifications/rules': rules(RULE), 'GET /auth/setup': setup, [`PUT /notifications/rules/${RULE.id}`]: { status: 400, code: 'VALIDATION_ERROR', message: 'Validation Error', details } })
    renderPage(<Notifications />, { user: NORA })
    fireEvent.click(await screen.findByRole('button', { name: 'Edit rule Night watch' }))
    const form = within(await screen.findByRole('dialog'))
    fireEvent.change(await form.findByLabelText('Address'), { target: { value: 'https://10.0.0.1/' } })
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText(details.fields.url)).toBeTruthy()
  })

  it('is switched off, and shows its address only in part', async () => {
    const calls = answer({ 'GET /notifications/rules': rules(RULE), [`PUT /notifications/rules/${RULE.id}`]: { data: { rule: { ...RULE, enabled: false }, secret: null } } })
    renderPage(<Notifications />, { user: NORA })
    expect(await screen.findByText(/hooks\.example\.com\/…k3Vd/)).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: 'Rule Night watch is on' }))
    await waitFor(() => expect(changes(calls)).toEqual([{ method: 'PUT', path: `/notifications/rules/${RULE.id}`, body: { enabled: false } }]))
  })

  it('shows what was answered, and sends again', async () => {
    const calls = answer({
      'GET /notifications/rules': rules(RULE),
      [`GET /notifications/rules/${RULE.id}/deliveries`]: { data: [DELIVERY], pagination: page },
      [`POST /notifications/rules/${RULE.id}/deliveries/${DELIVERY.id}/resend`]: { data: { ...DELIVERY, state: 'waiting' } },
    })
    renderPage(<Notifications />, { user: NORA })
    fireEvent.click(await screen.findByRole('button', { name: 'Deliveries of rule Night watch' }))
    expect(await screen.findByText('500 no')).toBeTruthy()
    expect(screen.getByText('It was not taken.', { exact: false })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(changes(calls)).toHaveLength(1))
  })

  it('is asked for with the team whose it is', async () => {
    const calls = answer({ 'GET /notifications/rules': rules() })
    renderPage(<Notifications team="00000000-0000-4000-8000-000000000007" />, { user: NORA })
    expect(await screen.findByText('Make one so that the team hears of a failed site by mail, in Slack or by a webhook.')).toBeTruthy()
    expect(calls[0]?.query.get('team')).toBe('00000000-0000-4000-8000-000000000007')
  })
})

describe('what one can be told of', () => {
  it('is what one may see', () => {
    const all = (isTeam: boolean, oversees: boolean) => groupsFor(isTeam, oversees).flatMap(({ kinds }) => kinds)
    expect(all(false, false)).toContain('sign_in')
    expect(all(true, true)).not.toContain('sign_in')
    expect(all(false, false)).not.toContain('accounts')
    expect(all(false, true)).toContain('accounts')
    expect(all(true, true)).not.toContain('cluster_state')
    expect(new Set(all(false, true)).size).toBe(14)
  })
})
